"""XLIFF 1.2 and 2.x: what translation tools exchange; the source and the target of each segment.

Given as reference (-r, or to `run`) the targets are references, given as translation they are what is scored. Each `file` is a
document; segments are `trans-unit` (1.2) or `segment` (2.x), known by their ids. Inline elements are left out but for the text in
them (`<g>`, `<pc>`, `<mrk>`; not `<ph>`, `<it>`, `<bpt>`, `<ept>`, which hold codes). Alternative translations (`alt-trans`) are
no targets. Units that are not to be translated are left out; a segment without a target is refused, named by its line. Read with
mteval's own XML reader: no entity is expanded, nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.records import HeldDocument, Segment
from mteval.core.suites import SuiteSource
from mteval.formats._test_set import OPTIONS, FiledDocument, contents, plain_text, require_language
from mteval.formats._xml_root import read_root
from mteval.text.writing import write_text
from mteval.text.xml_trees import line_of, local_name

CODES = ("ph", "it", "bpt", "ept", "sub")
NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"


@registry.formats.register("xliff")
class Xliff:
    """Reads XLIFF 1.2 and 2.x, and writes 1.2."""

    family: ClassVar[str] = "reference"
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def read(self, source: SuiteSource) -> Contents:
        """Read every file of the document; a segment without a target is refused with its line."""
        path = source.files["data"]
        root = read_root(path, "xliff", "xliff")
        files = [element for element in root if local_name(element) == "file"]
        documents = [one for place, element in enumerate(files, start=1) if (one := _document(element, place, path))]
        names = [one.name for one in documents]
        twice = next((one for one in documents if names.count(one.name) > 1), None)
        if twice:
            raise DataError(path, f"the file '{twice.name}' is there twice.", line=twice.line)
        return contents(documents, source, _languages(root, files, path))

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write XLIFF 1.2 with the first reference as target."""
        segments: Sequence[Segment] = records
        root = Element("xliff", {"version": "1.2", "xmlns": NAMESPACE})
        bodies: dict[str, Element] = {}
        for place, segment in enumerate(segments, start=1):
            name = segment.document or "document"
            if name not in bodies:
                bodies[name] = SubElement(SubElement(root, "file", {"original": name}), "body")
            unit = SubElement(bodies[name], "trans-unit", {"id": segment.number or str(place)})
            SubElement(unit, "source").text = segment.source or ""
            SubElement(unit, "target").text = segment.references[0]
        indent(root)
        write_text(path, tostring(root, encoding="unicode") + "\n")

    def recognise(self, head: bytes, path: Path) -> bool:
        """XML whose first element is xliff."""
        text = head.decode("utf-8", errors="ignore").lstrip("\ufeff \t\r\n")
        return text.startswith("<") and "<xliff" in text


def _document(element: Element, place: int, path: Path) -> FiledDocument | None:
    """One file; its pairs as source and reference."""
    name = element.get("original") or element.get("id") or f"file {place}"
    numbers: list[str] = []
    sources: list[str] = []
    targets: list[str] = []
    for number, segment in _segments(element, ""):
        source, target = (_child(segment, side) for side in ("source", "target"))
        if source is None or target is None:
            lacking = "source" if source is None else "target"
            raise DataError(path, f"segment '{number}' has no {lacking}.", line=line_of(segment))
        if number in numbers:
            raise DataError(path, f"segment '{number}' is there twice in '{name}'.", line=line_of(segment))
        numbers.append(number)
        sources.append(_text(source))
        targets.append(_text(target))
    if not numbers:
        return None
    line = line_of(element)
    sides = [HeldDocument(tuple(texts), (), tuple(numbers), line) for texts in (sources, targets)]
    return FiledDocument(name, line, {}, sides[0], {"": sides[1]})


def _segments(element: Element, unit: str) -> Iterator[tuple[str, Element]]:
    """The segments below an element that are to be translated, each with the id of its unit and its own."""
    kind = local_name(element)
    if element.get("translate") == "no" or kind == "alt-trans":
        return
    if kind == "trans-unit":
        yield element.get("id", ""), element
        return
    own = element.get("id", "") if kind == "unit" else unit
    for place, child in enumerate([one for one in element if local_name(one) == "segment"], start=1):
        yield f"{own}/{child.get('id') or place}", child
    for child in element:
        if local_name(child) != "segment":
            yield from _segments(child, own)


def _child(element: Element, name: str) -> Element | None:
    return next((child for child in element if local_name(child) == name), None)


def _text(element: Element) -> str:
    return plain_text("".join(_parts(element)))


def _parts(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if local_name(child) not in CODES:
            yield from _parts(child)
        yield child.tail or ""


def _languages(root: Element, files: Sequence[Element], path: Path) -> tuple[str, ...]:
    """The pair that the file says: on xliff (2.x) or on each of its files (1.2)."""
    found: dict[tuple[str, str], int | None] = {}
    for element, names in (
        (root, ("srcLang", "trgLang")),
        *((one, ("source-language", "target-language")) for one in files),
    ):
        source, target = (element.get(name, "") for name in names)
        if source and target:
            pair = tuple(require_language(code, path, line_of(element)) for code in (source, target))
            found.setdefault((pair[0], pair[1]), line_of(element))
    if len(found) > 1:
        told = ", ".join("-".join(pair) for pair in found)
        raise DataError(
            path, f"holds several language pairs ({told}). Give a pair at a time.", line=list(found.values())[1]
        )
    return next(iter(found), ())
