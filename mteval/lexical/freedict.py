"""FreeDict dictionaries in dictd's form, as Debian's `dict-freedict-*` packages install them.

An entry begins with its headword, pronunciation between slashes and grammar in angles (`bank /bæŋk/ <n>`). Then come the
senses: numbered, or in sections by part of speech (`II. <V> 1. …`), or one alone; a word with several entries has a sense
in each. Lines of a sense are its translations, glosses, examples in quotation marks, `Note:` and `Synonyms: {…}`.
The layout is that of the installed files; FreeDict makes them from TEI (https://freedict.org).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from mteval.core.errors import DataError
from mteval.lexical.bilingual import DictionarySense, grammar, split_translations
from mteval.lexical.dictd import DictdDatabase
from mteval.text.languages import short_code

PRONUNCIATION = re.compile(r"(?:^|\s)/[^/\n]*/")
ANGLES = re.compile(r"<([^<>\n]*)>")
ROUND_OR_SQUARE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
SECTION = re.compile(r"[IVX]+\.\s+<([^<>]*)>(.*)")
NUMBERED = re.compile(r"(\d{1,3})\.\s+(.*)")
SYNONYMS = re.compile(r"Synonyms?:")
REFERENCES = re.compile(r"\{([^{}]*)\}")
ASIDE = re.compile(r'\w[\w ]*:\s*\{|Note:|"|- ')
CACHED = 1 << 16
PHRASES = frozenset(("comp", "phras", "idiom"))
LICENCES = re.compile(
    r"(GNU (?:(?:Affero|Lesser) General Public|General Public|Free Documentation) Licen[cs]e"
    r"|Creative Commons [\w. -]+? Licen[cs]e)"
    r"(?:,? \(?(?:V|ver\. |version )(\d(?:\.\d)?))?(\)?,? \(?(?:or|and) [^.]{0,25}any later version)?",
    re.IGNORECASE,
)
# Codes of FreeDict's languages that `short_code` does not have.
SHORT = {
    "afr": "af", "bre": "br", "cat": "ca", "cym": "cy", "epo": "eo", "gla": "gd", "gle": "ga", "kur": "ku", "lat": "la",
    "mkd": "mk", "nno": "nn", "nor": "no", "oci": "oc", "san": "sa", "swh": "sw", "wol": "wo",
}  # fmt: skip


@dataclass
class _SenseLines:
    """The lines of one sense while they are gathered: translations first, whatever else is prose explains them."""

    pos: str
    translations: str = ""
    gloss: list[str] = field(default_factory=list)
    synonyms: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        """A line of the sense, without the blanks it begins with."""
        if SYNONYMS.match(line):
            self.synonyms.extend(REFERENCES.findall(line))
        elif ASIDE.match(line):
            return
        elif self.translations:
            self.gloss.append(line)
        elif ROUND_OR_SQUARE.sub("", ROUND_OR_SQUARE.sub("", line)).strip():
            self.translations = line
        else:
            self.gloss.append(line)


@dataclass(frozen=True, slots=True)
class FreeDictEntry:
    """One entry: its headwords, and its senses without ids."""

    headwords: tuple[str, ...]
    senses: tuple[DictionarySense, ...]


def parse_entry(text: str) -> FreeDictEntry:
    """The headwords and senses of one entry."""
    first, _, body = text.strip("\n").partition("\n")
    labels = [label for group in ANGLES.findall(first) for label in group.split(",")]
    plain = ROUND_OR_SQUARE.sub(" ", ANGLES.sub(" ", PRONUNCIATION.sub(" ", first)))
    headwords = tuple(" ".join(word.split()) for word in plain.split(",") if word.strip())
    pos, gender = grammar(labels)
    senses = tuple(filter(None, map(_sense, _gathered(body.split("\n"), pos))))
    return FreeDictEntry(headwords, tuple(replace(sense, gender=gender) for sense in senses))


def _gathered(lines: Sequence[str], pos: str) -> Iterator[_SenseLines]:
    sense, last, part, phrase = _SenseLines(pos), 0, pos, False
    for line in map(str.strip, lines):
        text = line
        section = SECTION.match(text)
        if section:
            yield sense
            labels = section[1].split()
            phrase = any(label.casefold() in PHRASES for label in labels)
            part = grammar(labels)[0]
            sense, last, text = _SenseLines(part), 0, section[2].strip()
        numbered = NUMBERED.match(text)
        if numbered and int(numbered[1]) == last + 1:
            yield sense
            sense, last, text = _SenseLines(part), last + 1, numbered[2]
        if text and not phrase:
            sense.add(text)
    yield sense


def _sense(lines: _SenseLines) -> DictionarySense | None:
    found = tuple(split_translations(lines.translations))
    if not found:
        return None
    parts = {one.pos for one in found}
    pos = lines.pos or (parts.pop() if len(parts) == 1 else "")
    notes = dict.fromkeys(note for one in found for note in one.notes)
    gloss = "; ".join((*lines.gloss, *notes))
    return DictionarySense("", found, pos, gloss, tuple(dict.fromkeys(lines.synonyms)))


class FreeDict:
    """One direction of a FreeDict dictionary."""

    def __init__(self, index: Path) -> None:
        self.database = DictdDatabase(index)
        self.senses = lru_cache(maxsize=CACHED)(self._senses)
        self.senses_as_written = lru_cache(maxsize=CACHED)(self._senses_as_written)

    def _senses(self, word: str) -> tuple[DictionarySense, ...]:
        """The senses of a word, whatever its capitals."""
        return _numbered(word.casefold(), self._entries(word))

    def _senses_as_written(self, word: str) -> tuple[DictionarySense, ...]:
        """The senses of a word with these capitals (Licht is not licht), or of any if there is none."""
        entries = self._entries(word)
        same = [entry for entry in entries if word in entry.headwords]
        return _numbered(word, same or entries)

    def _entries(self, word: str) -> list[FreeDictEntry]:
        wanted = word.casefold()
        entries = map(parse_entry, self.database.entries(word))
        return [entry for entry in entries if wanted in map(str.casefold, entry.headwords)]

    @property
    def licence(self) -> str:
        """The licences the dictionary names for itself, or ""."""
        return licences(self.database.information)


def _numbered(word: str, entries: Sequence[FreeDictEntry]) -> tuple[DictionarySense, ...]:
    """The senses of all entries, each named by the word, the number of its entry and its own number there."""
    return tuple(
        replace(sense, id=f"{word}.{place}.{number}")
        for place, entry in enumerate(entries, start=1)
        for number, sense in enumerate(entry.senses, start=1)
    )


def licences(information: str) -> str:
    """The licences that a dictionary's information names, each once with its version."""
    found: dict[str, str] = {}
    for name, version, later in LICENCES.findall(" ".join(information.split())):
        told = f"{name} {version}".strip() + (" or later" if later else "")
        found.setdefault(name.casefold(), told)
    return ", ".join(found.values())


def freedict_index(folder: Path, source: str, target: str) -> Path:
    """The index of one direction in a folder such as /usr/share/dictd."""
    if not folder.is_dir():
        raise DataError(folder, "is no folder. Give one with freedict-SRC-TGT.index files, such as /usr/share/dictd.")
    there = {}
    for path in sorted(folder.glob("freedict-*.index")):
        pair = path.name.removeprefix("freedict-").removesuffix(".index")
        there[tuple(map(_short, pair.split("-")))] = path
    wanted = _short(source), _short(target)
    if wanted not in there:
        has = ", ".join("-".join(pair) for pair in there) or "none"
        pair = f"from '{wanted[0]}' to '{wanted[1]}'"
        raise DataError(
            folder, f"has no FreeDict dictionary {pair}; it has: {has}. Debian's are dict-freedict-SRC-TGT."
        )
    return there[wanted]


def _short(language: str) -> str:
    code = short_code(language)
    return SHORT.get(code, code)
