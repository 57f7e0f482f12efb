"""What a plugin of each kind must offer; the registry hands out classes that satisfy these.

Class attributes that have a default need not be written: the registry puts the default there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from mteval.core.evidence import Evidence
from mteval.core.options import Option, OptionValues
from mteval.core.queries import Answer, Query
from mteval.core.records import HeldOutput, InventorySense
from mteval.core.results import Finding, Scale, Score, Slice
from mteval.core.suites import Case, Suite, SuiteSource
from mteval.core.views import ReportView, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

Options = Mapping[str, Any]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Contents:
    """What a format read from its files: records for the family to parse, and the defects seen on the way.

    `files` are those it found by itself, beside the ones it was given: they belong to the data, so to its digest. `customs`
    are options of the family that data of this format is judged by unless the user says otherwise; `cluster` is the tag
    whose cases are not independent; `slices` are the tags that make slices, where the family does not say; `ranges` are the
    lowest and highest rating of each scale; `outputs` are translations that the file holds.
    """

    records: Sequence[Any]
    languages: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    customs: Mapping[str, str] = field(default_factory=dict)
    cluster: str = ""
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    files: tuple[Path, ...] = ()
    slices: tuple[str, ...] = ()
    outputs: tuple[HeldOutput, ...] = ()


class Format(Protocol):
    """Reads and writes one file format; knows nothing of families beyond the name of the one it feeds.

    What the user chose of `options` is in `source.options`. By default there are none, and folders are refused.
    """

    family: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]
    reads_folders: ClassVar[bool]

    def read(self, source: SuiteSource) -> Contents:
        """Read the records from `source.files` (the main file is under the key "data")."""
        ...

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write records to `path` so that `read` gives them back."""
        ...

    def recognise(self, head: bytes, path: Path) -> bool:
        """Whether a file that starts with `head` looks like this format; used in error messages."""
        ...


class Family(Protocol):
    """Turns records into cases, and answers into evidence; `view` shows its reports.

    `metrics` are those of a suite that names none; `supporting` ones are computed beside whichever are asked for, for the
    family's own tables and pictures. By default there are none of these, no options, and a view that adds nothing.
    """

    metrics: ClassVar[tuple[str, ...]]
    supporting: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[Option, ...]]
    view: ClassVar[View]

    def __init__(self, options: Options) -> None:
        """Take the family options (manifest plus --set); refuse unknown ones."""
        ...

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """Parse records into a suite of cases."""
        ...

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """Judge one answer."""
        ...


@runtime_checkable
class JudgesTogether(Protocol):
    """A family whose evidence on one case depends on the answers to others (INV and DIR tests, consistency)."""

    def judge_all(self, suite: Suite, answers: Sequence[Answer]) -> Sequence[Evidence]:
        """Judge every answer, in case order."""
        ...


@runtime_checkable
class InspectsRun(Protocol):
    """A family that looks for defects once all answers are judged (a wrong sign, copies of the reference)."""

    def inspect(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Find what a reader of this report must know."""
        ...


@runtime_checkable
class InspectsEvidence(Protocol):
    """A metric that knows texts it does not fit (a tokenizer that cuts at spaces, a script that has none)."""

    def inspect(self, evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Find what a reader of this metric's score must know."""
        ...


@runtime_checkable
class LintsSuite(Protocol):
    """A family that knows defects of data sets beyond those found while loading."""

    def lint(self, suite: Suite) -> Iterable[Finding]:
        """Find the defects of the data set itself."""
        ...


@runtime_checkable
class Cleans(Protocol):
    """A family that can leave the defective items of a set out."""

    def cleaned(self, suite: Suite) -> tuple[Sequence[Any], Mapping[str, int]]:
        """The records worth keeping, and how many defects of each code were taken out."""
        ...


class Measure(Protocol):
    """Scores evidence with a metric over the run's cases, resampled like every other score of the run."""

    supporting: tuple[Score, ...]
    """The scores of the family's supporting metrics."""
    slices: tuple[Slice, ...]
    """The slices of the report in the making."""

    def __call__(self, metric: Metric, evidence: Sequence[Evidence]) -> Score:
        """One more score, with the same draws."""
        ...


@runtime_checkable
class ContributesExtras(Protocol):
    """A family that adds data of its own to a report (a waterfall, false false positives), JSON-ready."""

    def extras(
        self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence], measure: Measure
    ) -> Mapping[str, Any]:
        """Compute what goes under the report's `extras`; whatever has an interval is measured with `measure`."""
        ...


@runtime_checkable
class Exports(Protocol):
    """A family whose suites can be written as plain lines for an external system."""

    def export(self, suite: Suite) -> Iterator[str]:
        """Give the lines a system must translate or score, in the order its answers must come back."""
        ...


class DecisionSheet(Protocol):
    """Cases for a person to decide."""

    @property
    def rows(self) -> Sequence[Any]:
        """One row per case to decide."""
        ...

    def write_table(self, path: Path) -> None:
        """Write the rows as tab-separated values, to be filled in and read back."""
        ...

    def write_page(self, path: Path, title: str) -> None:
        """Write the rows as an HTML page to decide on, which saves the same table."""
        ...


@runtime_checkable
class GivesSheet(Protocol):
    """A family that leaves some cases for a person to decide."""

    def sheet(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> DecisionSheet:
        """Give the cases that are open."""
        ...


@dataclass(frozen=True, slots=True)
class Statistics:
    """One row of sufficient statistics per case, in case order.

    `rows` is (cases, columns); a case that does not count has a row of zeros and `counted` false. `strata` gives each
    case's stratum as an index into `strata_names` (−1: none) for metrics with macro averages.
    """

    rows: Array
    counted: NDArray[np.bool_]
    strata: NDArray[np.int64] | None = None
    strata_names: tuple[str, ...] = ()
    details: tuple[Mapping[str, Any], ...] = ()
    """For each case what else was seen of it (error spans, single draws), JSON-ready, or nothing at all."""
    foreign: NDArray[np.bool_] | None = None
    """Which cases yield evidence of another kind than the metric reads: not its cases, so not skipped by it either."""


Decisions = tuple["NDArray[np.bool_]", "NDArray[np.bool_]"]
"""Per case: whether it passed, and whether it was decided at all."""


class Metric(Protocol):
    """Turns evidence into numbers; slicing, resampling and testing come with the protocol, not with the metric.

    `signs_options` says that `signature` holds the options already, in the spelling of a peer. By default there are no
    options, any evidence is taken, neither references nor sources are needed, and values are read with two decimals. Of very
    many cases, a `portion` is observed at a time where it is not 0: a case's row must depend on nothing but the case.
    """

    name: str
    keys: tuple[str, ...]
    higher_is_better: bool
    options: ClassVar[tuple[Option, ...]]
    signs_options: ClassVar[bool]
    chosen: OptionValues
    evidence: ClassVar[type | None]
    needs_references: bool
    needs_source: bool
    portion: int
    scale: Scale

    @property
    def studied_as(self) -> str:
        """The metric's name in the study of what differences are worth to people; empty where it is not covered."""
        ...

    def __init__(self, **options: Any) -> None:
        """Take the metric's options as written (`bleu?tokenize=none`); refuse unknown ones."""
        ...

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """One row of sufficient statistics per case."""
        ...

    def estimate(self, statistics: Statistics, weights: Array) -> Array:
        """Values (resamples, keys) when case i counts weights[r, i] times."""
        ...

    def per_case(self, statistics: Statistics) -> Array | None:
        """The sentence-level headline score of each case (NaN where not counted), or None where there is none."""
        ...

    def decisions(self, statistics: Statistics) -> Decisions | None:
        """Which cases passed and which were decided, where the metric counts cases; None where it does not."""
        ...

    @property
    def signature(self) -> str:
        """Everything needed to repeat the number, in sacrebleu's `key:value|key:value` style."""
        ...


@runtime_checkable
class AnswersFromFile(Protocol):
    """A system whose answers stand in a file, beside which may lie a record of how they were made."""

    path: Path | None


@runtime_checkable
class WeighsCandidates(Protocol):
    """A metric that has a fast way to say how good each candidate is with every other as its reference."""

    def expected(self, candidates: Sequence[Sequence[str]]) -> list[Array]:
        """For each segment the mean score of each candidate over all candidates as references, itself among them."""
        ...


class System(Protocol):
    """Answers queries in batches.

    `chosen` are its options as they took effect; those that are signed stand in the signature of every score. A system
    that `reads_ratings` is handed the ratings its argument names, not the name. Where answers are kept, it is asked
    `at_once` questions at a time, by default 32. One that `opens_model` can be opened again from its argument and options, on
    the workers of a cluster, and tells nothing of its answers but what they are.
    """

    answers: ClassVar[tuple[type, ...]]
    options: ClassVar[tuple[Option, ...]]
    reads_ratings: ClassVar[bool]
    at_once: ClassVar[int]
    opens_model: ClassVar[bool]
    chosen: OptionValues

    def __init__(self, argument: str, options: Options) -> None:
        """Open the system named by `BACKEND:argument?options`; refuse unknown options."""
        ...

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Answer the queries in order."""
        ...

    @property
    def signature(self) -> Mapping[str, str]:
        """What the report says of the system beside its options: versions, device, what it was opened with."""
        ...

    @property
    def fingerprint(self) -> str:
        """A digest of everything its answers depend on besides the query; the key of the answer cache ("" = do not cache)."""
        ...

    def findings(self) -> Iterable[Finding]:
        """Defects seen while answering (unknown tokens, int8 weights)."""
        ...


class Consultant(Protocol):
    """A system that a plugin may ask, such as the judge of a metric: opened by the evaluation and handed over."""

    name: str
    chosen: OptionValues

    def ask(self, queries: Sequence[Query]) -> Sequence[Answer]:
        """Answer the queries in order; a kind of question the system cannot answer is refused."""
        ...

    def findings(self) -> Iterable[Finding]:
        """What was seen while answering the last questions."""
        ...


@runtime_checkable
class ObservesTogether(Protocol):
    """A metric that compares systems with each other, so that it must see all of them at once."""

    def observe_together(self, systems: Sequence[Sequence[Evidence]]) -> Sequence[Statistics]:
        """One row of sufficient statistics per case for each system, from the evidence of all on the same cases."""
        ...


@runtime_checkable
class SpeaksLanguages(Protocol):
    """A system that is told a suite's languages, such as a language model whose prompt names them."""

    def speaking(self, source: str, target: str) -> System:
        """The same system for a pair of languages by their codes, "" where one is not known."""
        ...


@runtime_checkable
class ReportsUsage(Protocol):
    """A system whose answers cost something."""

    def usage(self) -> Mapping[str, Any]:
        """What its last questions took (calls, tokens, cost, latencies), JSON-ready."""
        ...


class Renderer(Protocol):
    """Writes results in one form; by default one that shows no sections of families."""

    shows_sections: ClassVar[bool]

    def render(self, view: ReportView) -> str:
        """Give the results as text."""
        ...


class SenseInventory(Protocol):
    """Knows the senses of source words and the target words that express each: a wordnet, BabelNet, a table.

    Written `NAME:ARGUMENT[?key=value]` on the command line, as in `omw:FOLDER`.
    """

    name: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]

    def __init__(self, argument: str, languages: tuple[str, str], options: Options) -> None:
        """Open the inventory for a source and a target language; refuse languages it does not have."""
        ...

    def senses(self, words: Sequence[str]) -> Mapping[str, tuple[InventorySense, ...]]:
        """The senses of each lower-cased source lemma; a word without any may be left out."""
        ...

    @property
    def description(self) -> Mapping[str, Any]:
        """What was used, for the record: files or services, versions, digests; `licence` where it names one."""
        ...


@runtime_checkable
class TranslatesBack(Protocol):
    """A sense inventory that also knows which source words a target word leads back to: a dictionary of both directions."""

    def translated_back(self, translation: str) -> frozenset[str]:
        """The source words of a target word, lower-cased; none where it is not known."""
        ...
