"""TMX: translation memories; the segments of two languages as source and reference.

`--languages en-de` says which two; in a file with just two languages the one its header names as `srclang` is the source. Units
that lack one of the two are left out and counted (`missing-translation`). Inline elements are left out but for the text in `<hi>`
and `<sub>`. There are no documents in TMX: segments are resampled one by one. Read with mteval's own XML reader: a DOCTYPE is
passed over, no entity is expanded, nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from mteval.core import registry
from mteval.core.errors import DataError, UsageError
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.records import HeldDocument, Segment
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.formats._test_set import OPTIONS, FiledDocument, contents, plain_text, require_language
from mteval.formats._xml_root import read_root
from mteval.text.languages import short_code
from mteval.text.writing import write_text
from mteval.text.xml_trees import line_of, local_name

LANGUAGE = ("{http://www.w3.org/XML/1998/namespace}lang", "lang")
KEPT = ("hi", "sub")
Unit = Mapping[str, str]
"""The text of a unit in each of its languages."""


@registry.formats.register("tmx")
class Tmx:
    """Reads and writes translation memories."""

    family: ClassVar[str] = "reference"
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def read(self, source: SuiteSource) -> Contents:
        """Read the units that both languages have."""
        path = source.files["data"]
        root = read_root(path, "tmx", "tmx")
        units = [dict(_texts(unit, path)) for unit in root.iter() if local_name(unit) == "tu"]
        languages = source.languages if len(source.languages) == 2 else _two(units, root, path)
        pairs = [(one, other) for unit in units for one, other in _pair(unit, languages)]
        if not pairs:
            told = ", ".join(dict.fromkeys(code for unit in units for code in unit)) or "none"
            raise DataError(path, f"no unit has both {' and '.join(languages)}; its languages are {told}.")
        sides = [HeldDocument(tuple(texts)) for texts in zip(*pairs, strict=True)]
        found = contents([FiledDocument("", None, {}, sides[0], {"": sides[1]})], source, languages)
        return Contents(
            found.records, tuple(languages), (*found.findings, *_lacking(len(units) - len(pairs), len(units)))
        )

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write sources and first references as languages en and de of a memory, for want of others."""
        segments: Sequence[Segment] = records
        root = Element("tmx", {"version": "1.4"})
        SubElement(root, "header", {"srclang": "en", "segtype": "sentence", "datatype": "plaintext"})
        body = SubElement(root, "body")
        for segment in segments:
            unit = SubElement(body, "tu")
            for language, text in (("en", segment.source or ""), ("de", segment.references[0])):
                SubElement(SubElement(unit, "tuv", {"xml:lang": language}), "seg").text = text
        indent(root)
        write_text(path, tostring(root, encoding="unicode") + "\n")

    def recognise(self, head: bytes, path: Path) -> bool:
        """XML whose first element is tmx."""
        text = head.decode("utf-8", errors="ignore").lstrip("\ufeff \t\r\n")
        return text.startswith("<") and "<tmx" in text


def _texts(unit: Element, path: Path) -> Iterator[tuple[str, str]]:
    for variant in unit:
        if local_name(variant) != "tuv":
            continue
        code = next((variant.get(name, "") for name in LANGUAGE if variant.get(name)), "")
        if not code:
            raise DataError(path, "a tuv does not say its language (xml:lang).", line=line_of(variant))
        segment = next((child for child in variant if local_name(child) == "seg"), None)
        if segment is not None:
            yield require_language(code, path, line_of(variant)), plain_text("".join(_parts(segment)))


def _parts(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if local_name(child) in KEPT:
            yield from _parts(child)
        yield child.tail or ""


def _two(units: Sequence[Unit], root: Element, path: Path) -> tuple[str, ...]:
    """The two languages of a memory that has no more, its source first."""
    found = list(dict.fromkeys(code for unit in units for code in unit))
    if len(found) != 2:
        told = ", ".join(found) or "none"
        raise UsageError(f"{path.name} has {len(found)} languages ({told}). Say which two: --languages en-de.")
    said = next((element.get("srclang", "") for element in root.iter() if local_name(element) == "header"), "")
    return tuple(sorted(found, key=lambda code: code.lower() != said.lower())) if said else tuple(found)


def _pair(unit: Unit, languages: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Source and target of a unit, by whole codes or else without their regions."""
    found = [
        next((text for code, text in unit.items() if code.lower() == wanted.lower()), None)
        or next((text for code, text in unit.items() if short_code(code) == short_code(wanted)), "")
        for wanted in languages
    ]
    if all(found):
        yield found[0], found[1]


def _lacking(count: int, total: int) -> tuple[Finding, ...]:
    if not count:
        return ()
    message = f"{count} of {total} units lack one of the two languages and are left out."
    return (Finding("missing-translation", message, count),)
