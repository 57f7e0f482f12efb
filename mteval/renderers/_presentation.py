"""What every form of report shows the same way: findings grouped, systems ranked, slices looked up."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mteval.core.formatting import number_text
from mteval.core.results import Finding, PairedTest, Ranks, Report, Results, Score


def grouped_findings(reports: Sequence[Report]) -> list[tuple[Finding, list[str]]]:
    """Each distinct finding once, with the systems it concerns."""
    found: dict[tuple[str, str], tuple[Finding, list[str]]] = {}
    for report in reports:
        for finding in report.findings:
            _, systems = found.setdefault((finding.code, finding.message), (finding, []))
            systems.append(report.system["name"])
    return [(finding, list(dict.fromkeys(systems))) for finding, systems in found.values()]


@dataclass(frozen=True, slots=True)
class MetricStanding:
    """How the systems of one suite stand on one metric."""

    spec: str
    scores: Mapping[str, Score]
    ranges: Mapping[str, tuple[int, int]]
    detectable: float
    tests: Sequence[PairedTest] = ()

    @property
    def higher_is_better(self) -> bool:
        """Whether a larger value is a better one."""
        return next(iter(self.scores.values())).higher_is_better

    @property
    def beside(self) -> list[str]:
        """The values shown beside the headline."""
        score = next(iter(self.scores.values()))
        chosen = score.scale.beside
        return [key for key in score.values if key != score.headline and (chosen is None or key in chosen)]

    @property
    def decimals(self) -> int:
        """How many decimals the metric's values are read with."""
        return next(iter(self.scores.values())).scale.decimals

    @property
    def signature(self) -> str:
        """What the signatures of all systems' scores have in common."""
        first, *others = [score.signature.split("|") for score in self.scores.values()]
        return "|".join(part for part in first if all(part in other for other in others))

    def best_rank(self, system: str) -> int:
        """The best rank a system may have, 0 where systems were not ranked."""
        return self.ranges.get(system, (0, 0))[0]

    def rank(self, system: str) -> str:
        """The ranks a system may have: #2, #1–3, or nothing where systems were not ranked."""
        first, last = self.ranges.get(system, (0, 0))
        return (f"#{first}" if first == last else f"#{first}–{last}") if first else ""

    def against(self, system: str) -> dict[str, list[str]]:
        """The other systems by how the test came out: those it is significantly better or worse than, and the rest."""
        found: dict[str, list[str]] = {"better": [], "even": [], "worse": []}
        for test in self.tests:
            if system in (test.a, test.b):
                lead = test.difference if test.a == system else -test.difference
                better = "better" if (lead > 0) == self.higher_is_better else "worse"
                found[better if test.p_adjusted < ALPHA else "even"].append(test.b if test.a == system else test.a)
        return found

    @property
    def note(self) -> str:
        """What the test set could have shown."""
        if math.isnan(self.detectable) or not self.detectable:
            return ""
        score = next(iter(self.scores.values()))
        size = number_text(self.detectable, score.scale.decimals)
        return f"{self.spec}: differences below {size} would be missed more often than one time in five (80 % power)"

    @property
    def test_note(self) -> str:
        """Which test was made."""
        return test_note(self.tests)


def test_note(tests: Sequence[PairedTest]) -> str:
    """Which test was made between systems, how often it drew, and what it was corrected for."""
    if not tests:
        return ""
    draws = {test.draws for test in tests}
    drawn = f"{max(draws):,} draws".replace(",", "\u202f") if max(draws) else ""
    how = " or ".join(filter(None, ("" if min(draws) else "exact", f"up to {drawn}" if len(draws) > 1 else drawn)))
    pairs = f", Holm's correction for {len(tests)} pairs" if len(tests) > 1 else ""
    return f"{tests[0].test} test ({how}){pairs}"


ALPHA = 0.05
RANKS_NOTE = "#first–last: 1 + systems significantly better … number of systems − those significantly worse"


def standings(suite: str, reports: Sequence[Report], results: Results) -> list[MetricStanding]:
    """One standing per metric of any report, in the order they come; a system without that metric has no value there."""
    ranks = {rank.spec or rank.metric: rank for rank in results.ranks if rank.suite == suite}
    asked: dict[str, Score] = {}
    for score in (score for report in reports for score in report.scores):
        asked.setdefault(score.spec or score.metric, score)
    found = []
    for spec, score in asked.items():
        rank = ranks.get(spec)
        scores = {report.system["name"]: score_of(report.scores, spec) or _missing(score) for report in reports}
        ranges, detectable = (rank_ranges(rank), rank.detectable) if rank else ({}, math.nan)
        tests = [test for test in results.comparisons if test.suite == suite and (test.spec or test.metric) == spec]
        found.append(MetricStanding(spec, scores, ranges, detectable, tests))
    return found


def rank_ranges(rank: Ranks) -> Mapping[str, tuple[int, int]]:
    """The ranks each system may have; in runs of old, which kept none, those of its cluster."""
    if rank.ranges:
        return rank.ranges
    found: dict[str, tuple[int, int]] = {}
    above = 0
    for cluster in rank.clusters:
        found |= dict.fromkeys(cluster, (above + 1, above + len(cluster)))
        above += len(cluster)
    return found


def by_rank(suite: str, reports: Sequence[Report], results: Results) -> list[Report]:
    """The reports best first, by the headline of the first metric; what has no value comes last."""
    first = next(iter(standings(suite, reports, results)), None)
    if first is None:
        return list(reports)

    def place(report: Report) -> float:
        value = first.scores[report.system["name"]].value
        return math.inf if math.isnan(value) else (-value if first.higher_is_better else value)

    return sorted(reports, key=place)


def score_of(scores: Sequence[Score], spec: str) -> Score | None:
    """The score of one metric with its options, where it is among them."""
    return next((score for score in scores if (score.spec or score.metric) == spec), None)


def slice_scores(report: Report, tag: str, spec: str) -> dict[str, Score]:
    """A report's scores on one metric over the values of one tag."""
    found = ((part.value, score_of(part.scores, spec)) for part in report.slices if part.tag == tag)
    return {value: score for value, score in found if score is not None}


def _missing(score: Score) -> Score:
    return replace(score, values=dict.fromkeys(score.values, math.nan), intervals={}, n=0, skipped=0)
