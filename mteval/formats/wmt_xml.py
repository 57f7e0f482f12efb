"""WMT's XML since 2021: documents with their source, references by translator and outputs by system, in one file or several.

`<dataset id><doc id origlang domain><src lang><p><seg id>`, then any number of `<ref lang translator>` and `<hyp lang system>`;
`<collection id>` may stand around documents. What organisers publish after a task holds all systems: `mteval score FILE.xml`
scores them. Documents are resampled whole; `domain`, `origlang` and `collection` make slices where they differ. References are
those that cover every document (`--set reference=B` chooses); documents of test suites without a reference are left out and
named. A DOCTYPE is passed over: no entity is expanded, nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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

NAMED = {"src": "", "ref": "translator", "hyp": "system"}
TAGS = ("domain", "origlang")


@registry.formats.register("wmt-xml")
class WmtXml:
    """Reads and writes WMT's XML."""

    family: ClassVar[str] = "reference"
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def read(self, source: SuiteSource) -> Contents:
        """Read all documents; anything missing or unequal is refused with its line."""
        path = source.files["data"]
        root = read_root(path, "wmt-xml", "dataset", "collection", "doc")
        documents = list(_documents(root, path))
        return contents(documents, source, _languages(root, path))

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write sources and references, document by document."""
        segments: Sequence[Segment] = records
        root = Element("dataset", {"id": path.stem})
        by_document: dict[str, list[Segment]] = {}
        for segment in segments:
            by_document.setdefault(segment.document, []).append(segment)
        for name, own in by_document.items():
            _add_document(root, name, own)
        indent(root)
        write_text(path, "<?xml version='1.0' encoding='utf-8'?>\n" + tostring(root, encoding="unicode") + "\n")

    def recognise(self, head: bytes, path: Path) -> bool:
        """XML with documents that have a source."""
        text = head.decode("utf-8", errors="ignore").lstrip("\ufeff \t\r\n")
        return text.startswith("<") and "<doc " in text and "<src" in text


def _documents(root: Element, path: Path) -> Iterator[FiledDocument]:
    seen: dict[str, int | None] = {}
    for collection, element in _placed(root, ""):
        name, line = element.get("id", ""), line_of(element)
        if not name:
            raise DataError(path, "a document has no id.", line=line)
        if name in seen:
            raise DataError(path, f"document '{name}' is there twice (first at line {seen[name]}).", line=line)
        seen[name] = line
        yield _document(element, collection, path)


def _placed(element: Element, collection: str) -> Iterator[tuple[str, Element]]:
    """Every document with the collection it stands in."""
    if local_name(element) == "doc":
        yield collection, element
        return
    own = element.get("id", "") if local_name(element) == "collection" else collection
    for inner in element:
        yield from _placed(inner, own)


def _document(element: Element, collection: str, path: Path) -> FiledDocument:
    name, line = element.get("id", ""), line_of(element)
    sides: dict[str, dict[str, HeldDocument]] = {"src": {}, "ref": {}, "hyp": {}}
    for part in element:
        kind = local_name(part)
        if kind not in sides:
            continue
        who = part.get(NAMED[kind], "") if kind != "src" else ""
        if kind == "hyp" and not who:
            raise DataError(path, f"a hyp of document '{name}' does not name its system.", line=line_of(part))
        if who in sides[kind]:
            told = f"the {kind} '{who}'" if who else f"a {kind} without a name"
            raise DataError(path, f"document '{name}' has {told} twice.", line=line_of(part))
        sides[kind][who] = _held(part, name, path)
    if not sides["src"]:
        raise DataError(path, f"document '{name}' has no source (src).", line=line)
    source = sides["src"][""]
    for who, held in sides["hyp"].items():
        if held.numbers != source.numbers:
            _require_order(held, source, who, name, path)
    tags = {key: element.get(key, "") for key in TAGS}
    return FiledDocument(name, line, {**tags, "collection": collection}, source, sides["ref"], sides["hyp"])


def _require_order(held: HeldDocument, source: HeldDocument, who: str, name: str, path: Path) -> None:
    """Segments that are those of the source must stand in their order."""
    if sorted(held.numbers) == sorted(source.numbers):
        raise DataError(path, f"system '{who}' has the segments of document '{name}' in another order.", line=held.line)


def _held(part: Element, name: str, path: Path) -> HeldDocument:
    """The segments of one side with their paragraphs and numbers."""
    found = list(_paragraph_segments(part))
    numbers = [segment.get("id", "") for _, segment in found]
    for (_, segment), number in zip(found, numbers, strict=True):
        if not number:
            raise DataError(path, f"a segment of document '{name}' has no id.", line=line_of(segment))
        if numbers.count(number) > 1:
            raise DataError(path, f"document '{name}' has segment {number} twice.", line=line_of(segment))
    texts = tuple(plain_text("".join(segment.itertext())) for _, segment in found)
    return HeldDocument(texts, tuple(paragraph for paragraph, _ in found), tuple(numbers), line_of(part))


def _paragraph_segments(part: Element) -> Iterator[tuple[int, Element]]:
    for number, child in enumerate(part, start=1):
        inner = [child] if local_name(child) == "seg" else child.iter()
        yield from ((number, one) for one in inner if local_name(one) == "seg")


def _languages(root: Element, path: Path) -> tuple[str, ...]:
    """Source and target language as the file says them; one of each."""
    source = _spoken(root, ("src",), path)
    target = _spoken(root, ("ref", "hyp"), path)
    return (source, target) if source and target else ()


def _spoken(root: Element, sides: Sequence[str], path: Path) -> str:
    found: dict[str, int | None] = {}
    for part in root.iter():
        code = part.get("lang") or part.get("language") or ""
        if local_name(part) in sides and code:
            found.setdefault(require_language(code, path, line_of(part)), line_of(part))
    if len(found) > 1:
        first, second = list(found)[:2]
        raise DataError(
            path, f"holds {sides[0]} in two languages, {first} and {second}. Give a pair at a time.", line=found[second]
        )
    return next(iter(found), "")


def _add_document(root: Element, name: str, segments: Sequence[Segment]) -> None:
    tags: Mapping[str, tuple[str, ...]] = segments[0].tags
    own = {key: tags[key][0] for key in TAGS if key in tags}
    document = SubElement(root, "doc", {"id": name or "document", **own})
    _add_side(document, "src", {}, segments, [one.source or "" for one in segments])
    for place in range(min(len(one.references) for one in segments)):
        texts = [one.references[place] for one in segments]
        _add_side(document, "ref", {"translator": chr(ord("A") + place)}, segments, texts)


def _add_side(
    document: Element, kind: str, attributes: dict[str, str], segments: Sequence[Segment], texts: Iterable[str]
) -> None:
    side = SubElement(document, kind, attributes)
    paragraphs: dict[int, Element] = {}
    for place, (segment, text) in enumerate(zip(segments, texts, strict=True), start=1):
        if segment.paragraph not in paragraphs:
            paragraphs[segment.paragraph] = SubElement(side, "p")
        SubElement(paragraphs[segment.paragraph], "seg", {"id": segment.number or str(place)}).text = text
