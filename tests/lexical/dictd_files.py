"""Writes small dictionaries in dictd's form, with an encoder of their own."""

import base64
import gzip


def base64_number(value):
    """A number as dictd writes it: the digits of RFC 1421, the highest first, without padding."""
    groups = base64.b64encode((value << (-value.bit_length() % 6)).to_bytes(9, "big")).decode()
    assert len(groups) == 12
    plain = base64.b64encode(value.to_bytes(9, "big")).decode().lstrip("A")
    return plain or "A"


def write_dictionary(folder, pair, entries, *, information="", packed=True):
    """Entries as (headword of the index, text); gives the path of the index."""
    text, lines = b"", []
    rows = [*entries, ("00databaseinfo", information)] if information else entries
    for headword, entry in rows:
        encoded = f"{entry}\n".encode()
        lines.append(f"{headword}\t{base64_number(len(text))}\t{base64_number(len(encoded))}")
        text += encoded
    index = folder / f"freedict-{pair}.index"
    index.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (folder / f"freedict-{pair}.dict{'.dz' * packed}").write_bytes(gzip.compress(text) if packed else text)
    return index


ENGLISH_GERMAN = [
    ("spring", "spring /sprɪŋ/\n1. Frühling <masc>, Frühjahr <neut>\n2. Feder <fem> [tech.]\n3. (quickly) springen <v>"),
    ("bank", "bank /bæŋk/ <n>\nBank <fem> [fin.]\n      \"a bank loan\"  - ein Bankkredit\n see: {banks}"),
    ("bank", "bank /bæŋk/\nUfer <neut>, Flussufer <neut>\n         Note: of a river\n   Synonym: {riverbank}"),
    ("bank", "bank /bæŋk/\nGeldhaus <neut>"),
    ("for", "for <prep>\n1. für\n2. wegen"),
    ("balloon", "balloon\n1. Ballon <masc>\n2. Luftballon <masc>"),
    ("light", "light <n>\nLicht <neut>"),
    ("light", "light <adj>\nhell, licht"),
]  # fmt: skip
GERMAN_ENGLISH = [
    ("bank", "Bank /baŋk/ <fem, n, sg>\nbank <n>, lender"),
    ("bank", "Bank /baŋk/ <fem, n, sg>\nbench"),
    ("geldhaus", "Geldhaus <neut, n, sg>\nbank, lender"),
    ("ufer", "Ufer <neut, n, sg>\nbank, shore"),
    ("licht", "Licht <neut, n, sg>\nlight, lamp"),
    ("licht", "licht <adj>\nlight, sparse"),
]
INFORMATION = """English-German FreeDict Dictionary

Availability:

    Available under the terms of the GNU General Public License ver. 2.0 and
  any later version."""
