"""What `mteval rerank` writes beside its output: which metric chose it, so that a later score by it is not believed.

Of many candidates the one a metric likes best is also the one whose errors the metric overlooks, so the metric says more of
the chosen text than is true (Kovacs et al. 2024, Mitigating metric bias in minimum Bayes risk decoding).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from mteval.core.protocols import AnswersFromFile
from mteval.core.results import Finding
from mteval.evaluation.opened import NamedMetric, NamedSystem
from mteval.storage.digests import lines_digest
from mteval.text.documents import read_json, typed
from mteval.text.lines import read_lines
from mteval.text.packed import is_input
from mteval.text.writing import write_text

ENDING = ".rerank.json"
MBR, METRIC = "mbr", "metric"
# Metrics that count the same things: what one chose flatters the other.
KIN = (frozenset({"chrf", "chrf++"}),)


class ChoiceRecord(msgspec.Struct, frozen=True):
    """How a text was chosen: the rule, the metric, from how many candidates; `digest` is that of the chosen lines."""

    rule: str
    metric: str
    spec: str
    signature: str
    segments: int
    candidates: int
    references: bool = False
    digest: str = ""
    schema: int = 1

    @property
    def words(self) -> str:
        """The rule as a reader would say it."""
        how = f"by {self.spec}" if self.rule == METRIC else f"by minimum Bayes risk with {self.spec}"
        return f"{how}, from up to {self.candidates} candidates a segment"


def record_path(output: Path) -> Path:
    """Where the record of an output lies."""
    return output.with_name(output.name + ENDING)


def write_record(record: ChoiceRecord, output: Path, lines: Sequence[str]) -> None:
    """Write the record of an output, with the digest of its lines, beside it."""
    record = msgspec.structs.replace(record, digest=lines_digest([lines]))
    text = msgspec.json.format(msgspec.json.encode(record), indent=2).decode()
    write_text(record_path(output), f"{text}\n")


def read_record(output: Path) -> ChoiceRecord | None:
    """The record of how an output was chosen; None where there is none, or where the output was changed since."""
    path = record_path(output)
    if is_input(output) and path.is_file():
        record = typed(read_json(path), ChoiceRecord, path)
        return record if record.digest == lines_digest([read_lines(output).lines]) else None
    return None


def overestimate(record: ChoiceRecord, metric: str) -> Finding:
    """Why a score by the metric that chose must not be believed."""
    whose = "it saw the references" if record.references else "it chose what it likes, errors it overlooks included"
    message = (
        f"This output was chosen {record.words}. {metric} overestimates it: {whose}. "
        "Compare it by metrics of another kind, or by people."
    )
    return Finding("chosen-by-metric", message, record.segments)


def kin(one: str, other: str) -> bool:
    """Whether two metrics are one, or count the same things."""
    return one == other or any({one, other} <= group for group in KIN)


def chosen_by_metric(metrics: Sequence[NamedMetric], system: NamedSystem) -> Iterator[Finding]:
    """A finding for every metric that an output was chosen by."""
    own = system.system
    record = read_record(own.path) if isinstance(own, AnswersFromFile) and own.path is not None else None
    if record is not None:
        yield from (overestimate(record, str(named.spec)) for named in metrics if kin(named.spec.name, record.metric))
