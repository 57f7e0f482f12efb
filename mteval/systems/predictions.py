"""Labels another program gave: one a line, in the order of `mteval export`, with probabilities if there are any.

A line is a label; or a label and the probabilities of all labels in the suite's order, parted by tabs or spaces (the
files released with CheckList are of this kind); or a JSON object `{"label": …, "probabilities": {…}}`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError
from mteval.core.options import TRUTH, Option, read_options
from mteval.core.protocols import Options
from mteval.core.queries import Answer, Classification, Classify, Query
from mteval.core.results import Finding
from mteval.text.documents import parse_json
from mteval.text.lines import Lines, read_lines
from mteval.text.numbers import whole_number


@registry.systems.register("predictions")
class Predictions:
    """Answers `Classify` from a file with one label a line."""

    answers: ClassVar[tuple[type, ...]] = (Classify,)
    options: ClassVar = (Option("header", TRUTH, False, "pass over the first line"),)

    def __init__(self, argument: str, options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the system backend 'predictions'")
        self.path = Path(argument)
        self._findings: tuple[Finding, ...] = ()

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Deal the labels out to the queries; a file with another number of lines is refused."""
        asked = [_classify(query) for query in queries]
        lines = read_lines(self.path)
        self._findings = lines.findings
        first = 2 if self.chosen["header"] else 1
        kept = _without_blank_end(lines)[first - 1 :]
        if len(kept) != len(asked):
            problem = f"{len(asked)} labels expected, one a line, found {len(kept)}. 'mteval export' gives the texts."
            raise DataError(self.path, problem)
        for number, (line, query) in enumerate(zip(kept, asked, strict=True), start=first):
            yield _read(line, query.labels, self.path, number)

    @property
    def signature(self) -> Mapping[str, str]:
        """Where the labels came from."""
        return {"backend": "predictions", "file": self.path.name}

    @property
    def fingerprint(self) -> str:
        """Reading a file is cheaper than caching it."""
        return ""

    def findings(self) -> Iterable[Finding]:
        """What was seen while reading."""
        return self._findings


def _classify(query: Query) -> Classify:
    if not isinstance(query, Classify):
        raise CapabilityError(f"predictions only gives labels, but the suite asks for {type(query).__name__}.")
    return query


def _without_blank_end(lines: Lines) -> list[str]:
    kept = list(lines.lines)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept


def _read(line: str, labels: Sequence[str], path: Path, number: int) -> Classification:
    text = line.strip()
    if not text:
        raise DataError(path, "a label is expected, the line is empty.", line=number)
    if text.startswith("{"):
        return _from_json(text, path, number)
    label, *rest = [part.strip() for part in text.split("\t")] if "\t" in text else _by_spaces(text)
    if not rest:
        return Classification(_named(label, labels))
    if len(rest) != len(labels):
        problem = f"a label and {len(labels)} probabilities ({', '.join(labels)}) expected, found {len(rest)}."
        raise DataError(path, problem, line=number)
    values = [_probability(value, path, number) for value in rest]
    return Classification(_named(label, labels), dict(zip(labels, values, strict=True)))


def _by_spaces(text: str) -> list[str]:
    """A label may hold spaces; what follows it are numbers."""
    parts = text.split()
    count = 0
    while count < len(parts) - 1 and _is_number(parts[-1 - count]):
        count += 1
    return [" ".join(parts[: len(parts) - count]), *parts[len(parts) - count :]]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _named(label: str, labels: Sequence[str]) -> str:
    """A bare number is the place of the label in the suite's order, as in the files released with CheckList."""
    place = whole_number(label)
    return labels[place] if place is not None and label not in labels and place < len(labels) else label


def _from_json(text: str, path: Path, number: int) -> Classification:
    document = parse_json(text, path, line=number)
    if not isinstance(document, dict) or not isinstance(document.get("label"), str):
        raise DataError(path, 'an object with a "label" is expected.', line=number)
    probabilities = document.get("probabilities") or {}
    if not isinstance(probabilities, dict):
        raise DataError(path, '"probabilities" is an object, label by label.', line=number)
    checked = {str(label): _probability(value, path, number) for label, value in probabilities.items()}
    return Classification(document["label"], checked)


def _probability(value: Any, path: Path, number: int) -> float:
    try:
        probability = float(value)
    except (TypeError, ValueError, OverflowError):
        raise DataError(path, f"'{value}' is not a probability.", line=number) from None
    if not math.isfinite(probability) or not 0 <= probability <= 1:
        raise DataError(path, f"{value} is not a probability between 0 and 1.", line=number)
    return probability
