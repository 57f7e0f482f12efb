"""Test files as the CheckList tool writes them (`to_raw_file`): one text a line, with an index of the tests.

The tool's releases hold the texts (`tests_n500` and the like), one a line, or, for pairs, a tab-separated table with a
header (`question1`, `question2`) or JSON lines; and predictions (`label p0 p1 …` a line), which `--system predictions:FILE`
reads. What the lines are tests *of* is only in a pickled suite, and no pickle is ever loaded here. So an index is needed
beside the texts (`tests_n500.index.tsv`, or `[files] index` in a manifest), a table with the columns

    name  capability  type  label  size  group

in the order of the tests: how many lines a test has (`size`), how many of them make one test case (`group`, the original
first; 1 for MFT), and the accepted labels parted by `|` (MFT), or the direction (DIR: not-lower, not-higher, …). In the
user's own session with the tool, `suite.tests` and `suite.info` have all of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from mteval.checklists.checklist import KINDS, CheckList, ChecklistTest
from mteval.checklists.templates import escape
from mteval.core.errors import DataError
from mteval.core.protocols import Contents
from mteval.core.registry import formats
from mteval.core.suites import SuiteSource
from mteval.text.documents import parse_json
from mteval.text.lines import read_lines, read_text
from mteval.text.numbers import whole_number
from mteval.text.packed import is_input, raw_bytes
from mteval.text.tables import header_of, named_rows
from mteval.text.writing import write_text

COLUMNS = ("name", "capability", "type", "label", "size", "group")
LABELS = ("negative", "neutral", "positive")
PAIRS = (("question1", "question2"), ("premise", "hypothesis"), ("sentence1", "sentence2"))


@dataclass(frozen=True, slots=True)
class IndexRow:
    """One test of the release: what it demands, and how many lines are its own."""

    name: str
    capability: str
    kind: str
    labels: tuple[str, ...]
    size: int
    group: int


@formats.register("checklist-release")
class ChecklistRelease:
    """Texts released with CheckList and an index of the tests they belong to; pickled suites are never loaded."""

    family: ClassVar[str] = "checklist"

    def read(self, source: SuiteSource) -> Contents:
        """Read texts and index; every line becomes an instance of a test whose template has no slots."""
        path = source.files["data"]
        _refuse_pickle(path)
        texts, findings = _texts(path)
        index_path = _index_path(source)
        index = read_index(index_path)
        total = sum(row.size for row in index)
        if total != len(texts):
            raise DataError(path, f"has {len(texts)} texts, but its index says {total}. Is it the index of this file?")
        options = source.fields
        labels = tuple(options["labels"].split(",")) if options.get("labels") else _labels(index)
        tests = tuple(_tests(index, texts))
        checklist = CheckList(language=options.get("language", "en"), task="classification", tests=tests, labels=labels)
        return Contents((checklist,), (checklist.language,), findings, files=(index_path,))

    def write(self, records: Sequence[CheckList], path: Path) -> None:
        """Write the instances of a CheckList without slots, and their index beside them."""
        lines: list[str] = []
        rows: list[IndexRow] = []
        for test in records[0].tests:
            instances = test.extra.get("instances", ())
            lines.extend("\t".join(texts) for probe in instances for texts in probe)
            size, group = sum(map(len, instances)), len(instances[0]) if instances else 1
            labels = (str(test.expect),) if test.kind == "DIR" else test.labels
            rows.append(IndexRow(test.name, test.capability, test.kind, labels, size, group))
        write_text(path, "".join(f"{line}\n" for line in lines))
        write_text(path.with_name(f"{path.name}.index.tsv"), _table(rows))

    def recognise(self, head: bytes, path: Path) -> bool:
        """Whether an index lies beside the file."""
        del head
        return path.with_name(f"{path.name}.index.tsv").is_file()


def _refuse_pickle(path: Path) -> None:
    if path.suffix in (".pkl", ".pickle", ".dill") or raw_bytes(path)[:1] == b"\x80":
        raise DataError(path, "is a pickle, which could run any code; it is never loaded. Give the raw text file.")


def _texts(path: Path) -> tuple[list[tuple[str, ...]], tuple[Any, ...]]:
    read = read_lines(path)
    lines = list(read.lines)
    first = lines[0] if lines else ""
    header = first.lower().split("\t")
    pair = next((names for names in PAIRS if set(names) <= set(header)), None)
    if pair:
        places = [header.index(name) for name in pair]
        return [_columns(line, places, path, number) for number, line in enumerate(lines[1:], 2)], read.findings
    if first.startswith("{"):
        return [_from_json(line, path, number) for number, line in enumerate(lines, 1)], read.findings
    return [tuple(line.split("\t")) for line in lines], read.findings


def _columns(line: str, places: Sequence[int], path: Path, number: int) -> tuple[str, ...]:
    cells = line.split("\t")
    if len(cells) <= max(places):
        raise DataError(path, f"{max(places) + 1} columns expected, found {len(cells)}.", line=number)
    return tuple(cells[place] for place in places)


def _from_json(line: str, path: Path, number: int) -> tuple[str, ...]:
    document = parse_json(line, path, line=number)
    return tuple(str(value) for value in document.values()) if isinstance(document, dict) else (str(document),)


def _index_path(source: SuiteSource) -> Path:
    path = source.files["data"]
    index = source.files.get("index") or path.with_name(f"{path.name}.index.tsv")
    if not is_input(index):
        raise DataError(
            path,
            f"has no index {index.name} beside it. The texts alone do not say what they test, and the pickled suite that "
            f"does is never loaded. Write a table with the columns {', '.join(COLUMNS)}; see 'mteval explain "
            "checklist-release'.",
        )
    return index


def read_index(path: Path) -> list[IndexRow]:
    """Read the table that says which lines belong to which test."""
    text = read_text(path)
    header = header_of(text, path, "\t")
    missing = [name for name in COLUMNS if name not in header]
    if missing:
        raise DataError(path, f"the column '{missing[0]}' is missing.", line=1)
    return [_row(row, path, line) for line, row in named_rows(text, path, "\t")]


def _row(row: Mapping[str, str], path: Path, line: int) -> IndexRow:
    kind = row["type"].strip().upper()
    if kind not in KINDS[:3]:
        raise DataError(path, f"the type '{row['type']}' is none of {', '.join(KINDS[:3])}.", line=line)
    size, group = whole_number(row["size"].strip()), whole_number(row["group"].strip() or "1")
    if size is None or group is None:
        raise DataError(path, "size and group are whole numbers.", line=line)
    if group < 1 or size % group:
        raise DataError(path, f"{size} lines cannot be parted into groups of {group}.", line=line)
    labels = tuple(label.strip() for label in row["label"].split("|") if label.strip())
    return IndexRow(row["name"], row["capability"], kind, labels, size, group)


def _labels(index: Sequence[IndexRow]) -> tuple[str, ...]:
    """Sentiment labels where the index uses them (they have an order), else those the index names."""
    named = tuple(dict.fromkeys(label for row in index if row.kind == "MFT" for label in row.labels))
    return LABELS if set(named) <= set(LABELS) else named


def _tests(index: Sequence[IndexRow], texts: Sequence[tuple[str, ...]]) -> Iterator[ChecklistTest]:
    place = 0
    for row in index:
        own = texts[place : place + row.size]
        place += row.size
        yield ChecklistTest(
            capability=row.capability,
            template=(escape(row.name),),
            labels=row.labels if row.kind == "MFT" else (),
            kind=row.kind,
            name=row.name,
            expect=row.labels[0] if row.kind == "DIR" and row.labels else None,
            extra={"instances": [own[start : start + row.group] for start in range(0, len(own), row.group)]},
        )


def _table(rows: Sequence[IndexRow]) -> str:
    head = "\t".join(COLUMNS)
    body = [
        "\t".join((row.name, row.capability, row.kind, "|".join(row.labels), str(row.size), str(row.group)))
        for row in rows
    ]
    return "\n".join([head, *body]) + "\n"
