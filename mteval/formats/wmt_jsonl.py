"""Test sets and outputs as JSON Lines, as WMT has them since 2024: a document a line, or a segment a line.

A row names its document (`doc_id`, `document_id`) and holds some of: the source (`src_text`, `source`), references (`refs`, with
a name for each; `reference`, `target`), the translation of one system (`hypothesis`, `translation`, `tgt_text`) or of several
(`tgt_text` with a name for each; those called refA, refB … are references), `src_lang` and `tgt_lang` (or `lp`), `domain`.
A file without sources is a system's output, named by its file. The text of a document is cut into paragraphs at blank lines;
where source and reference have not as many, the document is one segment. Rows with a `segment_id` are a segment each; those
marked `is_bad_source` are left out. Of several language pairs `--languages en-de_DE` takes one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.records import HeldDocument, HeldOutput, Segment
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.formats._test_set import OPTIONS, FiledDocument, contents, plain_text, require_language
from mteval.text.documents import NotJSONError, json_lines
from mteval.text.languages import short_code
from mteval.text.lines import read_text
from mteval.text.packed import PACKED
from mteval.text.writing import write_lines

DOCUMENT = ("doc_id", "document_id", "docid")
SEGMENT = ("segment_id", "seg_id")
SOURCE = ("src_text", "source", "src")
REFERENCE = ("refs", "references", "reference", "ref", "target")
OUTPUT = ("tgt_text", "hypothesis", "translation", "translations", "hyp")
TAGS = ("domain", "dataset_id", "collection_id", "origlang")
INNER = ("ref", "text", "tgt_text")
HUMAN = re.compile(r"ref[A-Z]?\d?")
BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")
Row = Mapping[str, Any]


@dataclass(slots=True)
class _Gathered:
    """What the rows of one document hold so far."""

    line: int
    tags: dict[str, str]
    whole: bool
    numbers: list[str] = field(default_factory=list)
    texts: dict[tuple[str, str], list[str]] = field(default_factory=dict)


@registry.formats.register("wmt-jsonl")
class WmtJsonl:
    """Reads and writes test sets and outputs in JSON Lines."""

    family: ClassVar[str] = "reference"
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def read(self, source: SuiteSource) -> Contents:
        """Read the documents of one language pair."""
        path = source.files["data"]
        rows = list(_rows(path))
        pair, own = _one_pair(rows, source.languages, path)
        bad = tuple(str(line) for line, row in own if row.get("is_bad_source") is True)
        gathered = _gather([(line, row) for line, row in own if row.get("is_bad_source") is not True], path)
        findings = _left_out(bad)
        documents = [_filed(name, one, path) for name, one in gathered.items()]
        if documents and not any(one.source or one.references for one in documents):
            return Contents((), pair, findings, outputs=_only_outputs(documents, path))
        found = contents(documents, source, pair)
        unequal = _unequal(gathered, found)
        return Contents(
            found.records,
            found.languages,
            (*findings, *found.findings, *unequal),
            slices=found.slices,
            outputs=found.outputs,
        )

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write a segment a line."""
        segments: Sequence[Segment] = records
        write_lines(path, (json.dumps(_row(place, one), ensure_ascii=False) for place, one in enumerate(segments, 1)))

    def recognise(self, head: bytes, path: Path) -> bool:
        """Objects that name a document, and a text or a translation."""
        first = head.decode("utf-8", errors="ignore").lstrip("\ufeff \r\n").split("\n", 1)[0]
        names = set(re.findall(r'"([a-z_]+)"\s*:', first))
        texts = {*SOURCE, *REFERENCE, *OUTPUT}
        return first.startswith("{") and not names.isdisjoint(DOCUMENT) and not names.isdisjoint(texts)


def _rows(path: Path) -> Iterator[tuple[int, Row]]:
    try:
        for line, row in json_lines(read_text(path), path):
            if not isinstance(row, Mapping):
                raise WrongFormatError(path, "wmt-jsonl", "an object is expected on every line.", line=line)
            yield line, row
    except NotJSONError as error:
        raise WrongFormatError(path, "wmt-jsonl", f"it {error.problem}", line=error.line) from None


def _one_pair(
    rows: Sequence[tuple[int, Row]], wanted: Sequence[str], path: Path
) -> tuple[tuple[str, ...], list[tuple[int, Row]]]:
    """The language pair of the file, or of several the one that is wanted, with its rows."""
    pairs = [_pair(row, path, line) for line, row in rows]
    known = tuple(dict.fromkeys(pairs))
    if len(known) == 1:
        return (known[0] if all(known[0]) else tuple(wanted)), list(rows)
    told = ", ".join("-".join(filter(None, pair)) or "none said" for pair in known)
    if len(wanted) != 2:
        raise DataError(path, f"holds {len(known)} language pairs ({told}). Choose one: --languages SOURCE-TARGET.")
    chosen = [pair for pair in known if pair == tuple(wanted)] or [pair for pair in known if _same(pair, wanted)]
    if len(chosen) != 1:
        raise DataError(path, f"holds {'no' if not chosen else 'several'} '{'-'.join(wanted)}'; it has {told}.")
    return chosen[0], [row for row, pair in zip(rows, pairs, strict=True) if pair == chosen[0]]


def _same(pair: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether a pair is the wanted one but for regions; a side that is not said may be any."""
    return all(not one or short_code(one) == short_code(other) for one, other in zip(pair, wanted, strict=True))


def _pair(row: Row, path: Path, line: int) -> tuple[str, str]:
    source, target = (_said(row, name, path, line) for name in ("src_lang", "tgt_lang"))
    both = _said(row, "lp", path, line)
    if both and not (source or target):
        source, _, target = both.partition("-")
    for code in filter(None, (source, target)):
        require_language(code, path, line)
    return source, target


def _said(row: Row, name: str, path: Path, line: int) -> str:
    value = row.get(name)
    if value is None or (isinstance(value, str | int) and not isinstance(value, bool)):
        return "" if value is None else str(value)
    raise DataError(path, f"'{name}' must be text.", line=line)


def _named(row: Row, names: Sequence[str]) -> str:
    """The first of the names a row has a value under, or ""."""
    return next((name for name in names if row.get(name) is not None), "")


def _gather(rows: Sequence[tuple[int, Row]], path: Path) -> dict[str, _Gathered]:
    found: dict[str, _Gathered] = {}
    for line, row in rows:
        name = _said(row, _named(row, DOCUMENT), path, line)
        if not name:
            raise DataError(path, f"the document is not named ({', '.join(DOCUMENT)}).", line=line)
        key = _named(row, SEGMENT)
        if name not in found:
            tags = {tag: _said(row, tag, path, line) for tag in TAGS}
            found[name] = _Gathered(line, tags, whole=not key)
        elif found[name].whole or not key:
            raise DataError(path, f"document '{name}' is there twice (first at line {found[name].line}).", line=line)
        _add(found[name], _said(row, key, path, line), _texts(row, path, line), path, line)
    return found


def _add(document: _Gathered, number: str, texts: Mapping[tuple[str, str], str], path: Path, line: int) -> None:
    if not texts:
        raise DataError(path, "holds neither source, reference nor translation.", line=line)
    if number and number in document.numbers:
        raise DataError(path, f"segment {number} of the document is there twice.", line=line)
    before = len(document.numbers)
    if before and set(texts) != set(document.texts):
        odd = sorted(set(texts) ^ set(document.texts))[0]
        raise DataError(path, f"the {odd[0]} {odd[1]!r} is not in every segment of the document.", line=line)
    document.numbers.append(number)
    for key, text in texts.items():
        document.texts.setdefault(key, []).append(text)


def _texts(row: Row, path: Path, line: int) -> dict[tuple[str, str], str]:
    """The texts of a row by their side and name."""
    found: dict[tuple[str, str], str] = {}
    for side, names in (("source", SOURCE), ("reference", REFERENCE), ("system", OUTPUT)):
        key = _named(row, names)
        if not key:
            continue
        if isinstance(row[key], Mapping) and side != "source":
            for name, value in row[key].items():
                human = side == "system" and HUMAN.fullmatch(name) is not None
                found["reference" if human else side, str(name)] = _text(value, f"{key}.{name}", path, line)
        else:
            found[side, ""] = _text(row[key], key, path, line)
    return found


def _text(value: Any, name: str, path: Path, line: int) -> str:
    if isinstance(value, Mapping):
        value = next((value[key] for key in INNER if isinstance(value.get(key), str)), None)
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        value = "\n\n".join(value)
    if not isinstance(value, str):
        raise DataError(path, f"'{name}' must be text.", line=line)
    return value


def _filed(name: str, gathered: _Gathered, path: Path) -> FiledDocument:
    """One document; as one segment where its source and references have not as many paragraphs."""
    joined = gathered.whole and _is_unequal(gathered)
    sides: dict[str, dict[str, HeldDocument]] = {"source": {}, "reference": {}, "system": {}}
    for (side, who), texts in gathered.texts.items():
        own = who or (_stem(path) if side == "system" else "")
        sides[side][own] = _held(texts, gathered, joined=joined and side != "system")
    return FiledDocument(
        name, gathered.line, gathered.tags, sides["source"].get(""), sides["reference"], sides["system"]
    )


def _held(texts: Sequence[str], gathered: _Gathered, *, joined: bool) -> HeldDocument:
    if not gathered.whole:
        return HeldDocument(tuple(map(plain_text, texts)), numbers=tuple(gathered.numbers), line=gathered.line)
    pieces = [" ".join(_paragraphs(texts[0]))] if joined else _paragraphs(texts[0])
    return HeldDocument(tuple(pieces), tuple(range(1, len(pieces) + 1)), line=gathered.line)


def _paragraphs(text: str) -> list[str]:
    return [plain_text(part) for part in BLANK_LINE.split(text.strip("\n"))] or [""]


def _is_unequal(gathered: _Gathered) -> bool:
    counts = {len(_paragraphs(texts[0])) for (side, _), texts in gathered.texts.items() if side != "system"}
    return len(counts) > 1


def _stem(path: Path) -> str:
    name = path.name
    for ending in (*PACKED, ".jsonl"):
        name = name.removesuffix(ending)
    return name


def _only_outputs(documents: Sequence[FiledDocument], path: Path) -> tuple[HeldOutput, ...]:
    names = tuple(dict.fromkeys(name for one in documents for name in one.outputs))
    return tuple(
        HeldOutput(name, path, {one.name: one.outputs[name] for one in documents if name in one.outputs})
        for name in names
    )


def _left_out(bad: Sequence[str]) -> tuple[Finding, ...]:
    if not bad:
        return ()
    message = f"{len(bad)} segments are marked is_bad_source and are left out (first at line {bad[0]})."
    return (Finding("bad-source", message, len(bad)),)


def _unequal(gathered: Mapping[str, _Gathered], found: Contents) -> tuple[Finding, ...]:
    kept = {one.document for one in found.records}
    names = tuple(name for name, one in gathered.items() if name in kept and one.whole and _is_unequal(one))
    if not names:
        return ()
    message = f"{len(names)} documents have not as many paragraphs in source and references: each is one segment."
    return (Finding("unequal-paragraphs", message, len(names), names),)


def _row(place: int, segment: Segment) -> dict[str, Any]:
    row: dict[str, Any] = {"doc_id": segment.document or "document", "segment_id": segment.number or str(place)}
    row.update({tag: segment.tags[tag][0] for tag in TAGS if tag in segment.tags})
    if segment.source is not None:
        row["src_text"] = segment.source
    if segment.references:
        row["refs"] = {f"ref{chr(ord('A') + number)}": text for number, text in enumerate(segment.references)}
    return row
