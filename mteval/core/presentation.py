"""What every form of report shows the same way: numbers as text, findings grouped, systems ranked."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mteval.core import registry
from mteval.core.protocols import ContributesTables, TextTable
from mteval.core.results import Finding, Report, Results, Score

# Values on 0–100 are read with two decimals, rates on 0–1 with four: both are hundredths of a per cent.
PERCENT_METRICS_DECIMALS = 2
RATE_DECIMALS = 4
RATE_METRICS = (
    *("accuracy", "sense-f1", "precision-at-k", "failure-rate", "agreement", "correlation"),
    *("comet", "bertscore"),
)
COUNT_KEYS = ("correct", "decided", "positive", "negative", "unknown", "failed", "system_length", "reference_length")


def number_text(value: float, *, rate: bool) -> str:
    """A number as readers expect it: two decimals on 0–100, four on 0–1, a dash where there is none."""
    if math.isnan(value):
        return "–"
    return f"{value:.{RATE_DECIMALS if rate else PERCENT_METRICS_DECIMALS}f}"


def signed_text(value: float, *, rate: bool, short: bool = False) -> str:
    """A difference with its sign; the short form gives up one decimal (rates: two), for narrow tables."""
    if math.isnan(value):
        return "–"
    decimals = (RATE_DECIMALS if rate else PERCENT_METRICS_DECIMALS) - (1 + rate if short else 0)
    # Adding zero takes the sign off a negative one.
    rounded = round(value, decimals) + 0.0
    return f"{rounded:+.{decimals}f}" if rounded else f"{rounded:.{decimals}f}"


def is_rate(score: Score) -> bool:
    """Whether the score's values lie on 0–1."""
    return score.metric in RATE_METRICS


def key_text(score: Score, key: str) -> str:
    """One of a score's values as text; counts without decimals."""
    value = score.values[key]
    if key in COUNT_KEYS and not math.isnan(value):
        return f"{value:.0f}"
    return number_text(value, rate=is_rate(score))


def value_text(score: Score) -> str:
    """The headline value as text."""
    return number_text(score.value, rate=is_rate(score))


def size_text(*scores: Score) -> str:
    """How many cases the headlines rest on; where unknown words leave the denominator, how many of all.

    Several systems that know different words are given one after the other.
    """
    return " / ".join(dict.fromkeys(map(_size_text, scores)))


def _size_text(score: Score) -> str:
    coverage = score.values.get("coverage", math.nan)
    if score.metric != "precision-at-k" or math.isnan(coverage) or coverage == 1:
        return str(score.n)
    return f"{round(score.n * coverage)} of {score.n}"


def interval_text(score: Score) -> str:
    """The headline's interval as text, empty where there is none."""
    low, high = score.intervals.get(score.headline, (math.nan, math.nan))
    if math.isnan(low):
        return ""
    rate = is_rate(score)
    return f"[{number_text(low, rate=rate)}, {number_text(high, rate=rate)}]"


def p_text(value: float) -> str:
    """A p-value as text."""
    if math.isnan(value):
        return "–"
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Names without the beginning and end that all of them share, cut at a sign, where that leaves them distinct."""
    whole = {name: name for name in names}
    if len(names) < 2 or any(one != other and other.startswith(one) for one in names for other in names):
        return whole
    head = len(_shared_start(names, ".-_/"))
    tail = len(_shared_start([name[head:][::-1] for name in names], ".-_/"))
    short = {name: name[head : len(name) - tail] for name in names}
    return short if all(short.values()) and len(set(short.values())) == len(names) else whole


def _shared_start(names: Sequence[str], signs: str) -> str:
    first, last = min(names), max(names)
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    shared = first[:length]
    return shared[: max(shared.rfind(sign) for sign in signs) + 1]


def family_tables(reports: Sequence[Report]) -> Iterator[TextTable]:
    """The tables that the family of one suite's reports wants shown with its scores."""
    name = reports[0].suite["family"]
    if name in registry.families.names():
        family = registry.families.find(name)({})
        if isinstance(family, ContributesTables):
            yield from family.tables(reports)


def reports_by_suite(results: Results) -> Iterator[tuple[str, list[Report]]]:
    """The reports of each suite, in the order they came."""
    suites = dict.fromkeys(report.suite["name"] for report in results.reports)
    for suite in suites:
        yield suite, [report for report in results.reports if report.suite["name"] == suite]


def grouped_findings(reports: Sequence[Report]) -> list[tuple[Finding, list[str]]]:
    """Each distinct finding once, with the systems it concerns."""
    found: dict[tuple[str, str], tuple[Finding, list[str]]] = {}
    for report in reports:
        for finding in report.findings:
            _, systems = found.setdefault((finding.code, finding.message), (finding, []))
            systems.append(report.system["name"])
    return [(finding, list(dict.fromkeys(systems))) for finding, systems in found.values()]


@dataclass(frozen=True, slots=True)
class Standing:
    """How the systems of one suite stand on one metric."""

    spec: str
    scores: Mapping[str, Score]
    clusters: tuple[tuple[str, ...], ...]
    detectable: float

    @property
    def higher_is_better(self) -> bool:
        """Whether a larger value is a better one."""
        return next(iter(self.scores.values())).higher_is_better

    @property
    def signature(self) -> str:
        """What the signatures of all systems' scores have in common."""
        first, *others = [score.signature.split("|") for score in self.scores.values()]
        return "|".join(part for part in first if all(part in other for other in others))

    def cluster_of(self, system: str) -> int:
        """The 1-based rank cluster of a system, 0 where no test was made."""
        for number, cluster in enumerate(self.clusters, start=1):
            if system in cluster:
                return number
        return 0

    @property
    def note(self) -> str:
        """What the test set could have shown."""
        if math.isnan(self.detectable) or not self.detectable:
            return ""
        score = next(iter(self.scores.values()))
        size = number_text(self.detectable, rate=is_rate(score))
        return f"{self.spec}: differences below {size} would be missed more often than one time in five (80 % power)"


def standings(suite: str, reports: Sequence[Report], results: Results) -> list[Standing]:
    """One standing per metric of any report, in the order they come; a system without that metric has no value there."""
    ranks = {rank.spec or rank.metric: rank for rank in results.ranks if rank.suite == suite}
    asked: dict[str, Score] = {}
    for score in (score for report in reports for score in report.scores):
        asked.setdefault(score.spec or score.metric, score)
    found = []
    for spec, score in asked.items():
        rank = ranks.get(spec)
        scores = {report.system["name"]: score_of(report.scores, spec) or _missing(score) for report in reports}
        clusters, detectable = (rank.clusters, rank.detectable) if rank else ((), math.nan)
        found.append(Standing(spec, scores, clusters, detectable))
    return found


def score_of(scores: Sequence[Score], spec: str) -> Score | None:
    """The score of one metric with its options, where it is among them."""
    return next((score for score in scores if (score.spec or score.metric) == spec), None)


def slice_scores(report: Report, tag: str, spec: str) -> dict[str, Score]:
    """A report's scores on one metric over the values of one tag."""
    found = ((part.value, score_of(part.scores, spec)) for part in report.slices if part.tag == tag)
    return {value: score for value, score in found if score is not None}


def _missing(score: Score) -> Score:
    return replace(score, values=dict.fromkeys(score.values, math.nan), intervals={}, n=0, skipped=0)
