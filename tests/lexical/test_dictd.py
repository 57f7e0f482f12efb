"""Dictionaries in dictd's form: places in base 64, packed text, headwords without capitals and punctuation."""

import gzip
from pathlib import Path

import pytest

from mteval.core.errors import DataError
from mteval.lexical.dictd import DictdDatabase
from tests.lexical.dictd_files import base64_number, write_dictionary

INSTALLED = Path("/usr/share/dictd/freedict-eng-fra.index")


@pytest.mark.parametrize(("value", "digits"), [(0, "A"), (25, "Z"), (26, "a"), (63, "/"), (64, "BA"), (4096, "BAA")])
def test_base64_of_the_tests_is_that_of_the_standard(value, digits):
    assert base64_number(value) == digits


@pytest.mark.parametrize("packed", [True, False])
def test_entries_are_found_whatever_their_capitals_and_punctuation(tmp_path, packed):
    entries = [
        ("ciachef", "CIA-Chef\na boss"),
        *((f"word{n}", f"word{n}\n{'x' * n}") for n in range(200)),
        ("bank", "Bank"),
    ]
    database = DictdDatabase(write_dictionary(tmp_path, "deu-eng", entries, packed=packed))
    assert database.entries("CIA-Chef") == ("CIA-Chef\na boss\n",)
    assert database.entries("word199") == (f"word199\n{'x' * 199}\n",)
    assert database.entries("BANK") == ("Bank\n",)
    assert database.entries("no such word") == ()


def test_every_fault_is_named(tmp_path):
    index = write_dictionary(tmp_path, "eng-deu", [("bank", "bank\nBank")])
    for line, problem in (
        ("bank", "3 columns expected"),
        ("bank\t*\tB", "no number in base 64"),
        ("bank\tA\tZZ", "ends beyond"),
    ):
        index.write_text(f"{line}\n", encoding="utf-8")
        with pytest.raises(DataError, match=problem):
            DictdDatabase(index).entries("bank")
    index.write_text("", encoding="utf-8")
    with pytest.raises(DataError, match="is empty"):
        DictdDatabase(index)
    (tmp_path / "freedict-eng-deu.dict.dz").unlink()
    with pytest.raises(DataError, match="has no text beside it"):
        DictdDatabase(index)


def test_text_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    index = write_dictionary(tmp_path, "eng-deu", [("bank", "bank\n" + "Bank" * 1000)])
    monkeypatch.setenv("MTEVAL_MAX_BYTES", "1000")
    with pytest.raises(DataError, match="unpacks to more than 1000 bytes"):
        DictdDatabase(index).entries("bank")


@pytest.mark.skipif(not INSTALLED.exists(), reason="needs Debian's dict-freedict-eng-fra")
def test_every_entry_of_an_installed_dictionary_begins_with_its_headword():
    database = DictdDatabase(INSTALLED)
    text = gzip.decompress(database.text.read_bytes()).decode()
    headwords = [line.split("\t")[0] for line in INSTALLED.read_text(encoding="utf-8").splitlines()]
    words = [word for word in headwords if word.isalpha() and not word.startswith("00")]
    assert len(words) > 5000
    for word in words[::50]:
        for entry in database.entries(word):
            letters = "".join(filter(str.isalnum, entry)).casefold()
            assert letters.startswith(word)
            assert entry in text
