"""A glossary in TBX (ISO 30042): TBX-Basic of 2008 (`martif`, `termEntry`, `langSet`) or v3 (`conceptEntry`, `langSec`).

Each concept gives its source-language terms, each with all target-language terms; deprecated and superseded terms are left out.
Which languages is said by `--languages en-de`; a file with just two languages has the first as source. The text goes with it as
for `glossary`: `--set source=FILE`. A DOCTYPE is passed over: no entity is expanded, nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from mteval.core import registry
from mteval.core.errors import DataError, UsageError, WrongFormatError
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.records import Term, TermSegment
from mteval.core.suites import SuiteSource
from mteval.formats._glossary_texts import OPTIONS, with_texts
from mteval.formats._xml_root import read_root
from mteval.text.languages import short_code
from mteval.text.writing import write_text
from mteval.text.xml_trees import local_name

ENTRIES = ("termEntry", "conceptEntry")
SECTIONS = ("langSet", "langSec")
LANGUAGE = ("{http://www.w3.org/XML/1998/namespace}lang", "lang")
BANNED = ("deprecatedTerm", "supersededTerm", "deprecatedTerm-admn-sts", "supersededTerm-admn-sts")
Concept = list[tuple[str, str]]
"""The terms of one concept, each with its language."""


@registry.formats.register("tbx")
class Tbx:
    """Reads and writes glossaries in TBX."""

    family: ClassVar[str] = "terminology"
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def read(self, source: SuiteSource) -> Contents:
        """Read the terms of the two languages, and the texts that go with them."""
        path = source.files["data"]
        root = read_root(path, "tbx")
        concepts = [list(_terms(entry)) for entry in root.iter() if local_name(entry) in ENTRIES]
        if not concepts:
            raise WrongFormatError(path, "tbx", "no termEntry or conceptEntry is in it.")
        languages = source.languages if len(source.languages) == 2 else _two_languages(concepts, path)
        contents = with_texts(source, _glossary(concepts, languages, path))
        return Contents(contents.records, languages, contents.findings, files=contents.files)

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write the terms of all segments, each once, as languages `source` and `target`; the texts are files of their own."""
        segments: Sequence[TermSegment] = records
        terms = dict.fromkeys((term.source, term.targets) for segment in segments for term in segment.terms)
        root = Element("tbx", {"type": "TBX-Basic", "xmlns": "urn:iso:std:iso:30042:ed-2"})
        body = SubElement(SubElement(root, "text"), "body")
        for number, (source, targets) in enumerate(terms, start=1):
            entry = SubElement(body, "conceptEntry", {"id": f"c{number}"})
            _add_section(entry, "source", (source,))
            _add_section(entry, "target", targets)
        indent(root)
        write_text(path, tostring(root, encoding="unicode") + "\n")

    def recognise(self, head: bytes, path: Path) -> bool:
        """XML whose first elements are TBX's."""
        text = head.decode("utf-8", errors="ignore")
        return text.lstrip("\ufeff").startswith("<") and ("<martif" in text or "<tbx" in text)


def _terms(entry: Element) -> Iterator[tuple[str, str]]:
    for section in entry:
        if local_name(section) in SECTIONS:
            language = next((section.get(name, "") for name in LANGUAGE if section.get(name)), "")
            for group in section:
                yield from ((language, text) for text in _allowed(group))


def _allowed(group: Element) -> Iterator[str]:
    """The term of one group (tig, ntig, termSec), unless a note in the group says that it is not to be used."""
    if any((note.text or "").strip() in BANNED for note in group.iter() if local_name(note) == "termNote"):
        return
    for term in group.iter():
        text = " ".join("".join(term.itertext()).split()) if local_name(term) == "term" else ""
        if text:
            yield text


def _two_languages(concepts: Sequence[Concept], path: Path) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(language for concept in concepts for language, _ in concept))
    if len(found) != 2:
        told = ", ".join(found) or "none"
        raise UsageError(f"{path.name} has terms in {len(found)} languages ({told}). Say which: --languages en-de.")
    return found


def _glossary(concepts: Sequence[Concept], languages: Sequence[str], path: Path) -> list[Term]:
    source, target = map(short_code, languages)
    targets: dict[str, list[str]] = {}
    for concept in concepts:
        there = [text for language, text in concept if short_code(language) == target]
        for language, text in concept:
            if short_code(language) == source and there:
                targets.setdefault(text, []).extend(there)
    if not targets:
        told = ", ".join(dict.fromkeys(language for concept in concepts for language, _ in concept)) or "none"
        raise DataError(path, f"no concept has terms in both '{source}' and '{target}'; its languages are {told}.")
    return [Term(text, tuple(dict.fromkeys(found))) for text, found in targets.items()]


def _add_section(entry: Element, language: str, texts: Sequence[str]) -> None:
    section = SubElement(entry, "langSec", {"xml:lang": language})
    for text in texts:
        SubElement(SubElement(section, "termSec"), "term").text = text
