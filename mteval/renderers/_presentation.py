"""What every form of report shows the same way: findings grouped, systems ranked, slices looked up."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mteval.core.formatting import interval_text, number_text, p_text, value_text
from mteval.core.results import Finding, PairedTest, Ranks, Report, Results, Score


def grouped_findings(reports: Sequence[Report]) -> list[tuple[Finding, list[str]]]:
    """Each distinct finding once, with the systems it concerns."""
    found: dict[tuple[str, str], tuple[Finding, list[str]]] = {}
    for report in reports:
        for finding in report.findings:
            _, systems = found.setdefault((finding.code, finding.message), (finding, []))
            systems.append(report.system["name"])
    return [(finding, list(dict.fromkeys(systems))) for finding, systems in found.values()]


def told_findings(reports: Sequence[Report], called: Mapping[str, str]) -> list[tuple[str, str]]:
    """Code and text of each finding, with the systems it concerns; of many systems one text per code, the worst one's."""
    groups: dict[object, list[tuple[Finding, list[str]]]] = {}
    for place, (finding, names) in enumerate(grouped_findings(reports)):
        groups.setdefault(finding.code if len(reports) > FEW_SYSTEMS else place, []).append((finding, names))
    told = []
    for group in groups.values():
        (worst, names), *others = sorted(group, key=lambda pair: -pair[0].count)
        also = [f"{called[name]} {finding.count}" for finding, whose in others for name in whose]
        whose = ", ".join(called[name] for name in names) + (f"; also {', '.join(also)}" if also else "")
        told.append((worst.code, worst.message + (f" [{whose}]" if also or len(names) < len(reports) else "")))
    return told


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
    def order(self) -> list[str]:
        """The systems, best first; those without a value last."""
        sign = -1 if self.higher_is_better else 1
        numbers = {name: score.value for name, score in self.scores.items()}
        return sorted(numbers, key=lambda name: math.inf if math.isnan(numbers[name]) else sign * numbers[name])

    def is_worse_than_first(self, system: str) -> bool:
        """Whether a system is significantly worse than the one with the best value."""
        return system in self.against(self.order[0])["better"]

    @property
    def note(self) -> str:
        """What the test set could have shown."""
        if math.isnan(self.detectable) or not self.detectable:
            return ""
        score = next(iter(self.scores.values()))
        size = number_text(self.detectable, score.scale.decimals)
        return f"{self.spec}: differences below {size} would be missed more often than one time in five (80 % power)"

    @property
    def judges_note(self) -> str:
        """What the shares of judges are, where the metric has any."""
        return JUDGES_NOTE if any(judges_text(test) for test in self.tests) else ""

    @property
    def test_note(self) -> str:
        """Which test was made."""
        return test_note(self.tests)


def judges_text(test: PairedTest) -> str:
    """The share of people expected to agree, in per cent; empty where no study tells."""
    return "" if math.isnan(test.judges) else f"{100 * test.judges:.1f} %"


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
NAMED_SYSTEMS = 4
WORSE_MARK = "†"
WORSE_NOTE = f"{WORSE_MARK}: significantly worse than the best system"
JUDGES_NOTE = (
    "judges: share of people expected to see the same system ahead at a difference of this size between corpus scores "
    "(Kocmi et al. 2024, fitted on systems of shared tasks; read it beside p, not instead)"
)
FEW_SYSTEMS = 6
"""With more systems than these, what is said of each system or pair is drawn together."""
RANKS_NOTE = (
    "#2–4: the ranks a system may have, 2nd to 4th: one system is significantly better, and all after the 4th are worse"
)


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


def verdict(standing: MetricStanding, called: Mapping[str, str]) -> str:
    """Who wins on a metric, and how sure that is, in a sentence; systems as they are called."""
    order = [name for name in standing.order if not math.isnan(standing.scores[name].value)]
    if not order:
        return f"No system has a value on {standing.spec}."
    first, *others = order
    score = standing.scores[first]
    value = " ".join(filter(None, (standing.spec, value_text(score), interval_text(score))))
    if not others:
        return f"{called[first]} has {value}."
    if not standing.tests:
        return f"{called[first]} has the best value, {value}; systems were not tested against each other."
    beaten = standing.against(first)["better"]
    even = [name for name in others if name not in beaten]
    if not even:
        all_others = called[others[0]] if len(others) == 1 else f"all {len(others)} others"
        return f"{called[first]} leads with {value}; it is significantly better than {all_others} ({_how(standing)})."
    if len(even) == 1:
        return _shared_lead(standing, first, even[0], called)
    rest = f"; it is significantly better than the other {len(beaten)}" if beaten else ""
    named = _named([called[name] for name in even])
    return f"{called[first]} leads with {value}, but not significantly before {named} ({_how(standing)}){rest}."


def _shared_lead(standing: MetricStanding, first: str, second: str, called: Mapping[str, str]) -> str:
    difference = abs(standing.scores[first].value - standing.scores[second].value)
    test = next((test for test in standing.tests if {test.a, test.b} == {first, second}), None)
    sure = f"p = {p_text(test.p_adjusted)}, {_how(standing)}" if test else "not tested"
    values = " and ".join(value_text(standing.scores[name]) for name in (first, second))
    return (
        f"{called[first]} and {called[second]} lead together with {standing.spec} {values}: their difference of "
        f"{number_text(difference, standing.decimals)} is not significant ({sure})."
    )


def _named(systems: Sequence[str]) -> str:
    """A few systems by name, many by number."""
    if len(systems) > NAMED_SYSTEMS:
        return f"{len(systems)} others ({', '.join(systems[: NAMED_SYSTEMS - 1])} …)"
    return " and ".join(filter(None, (", ".join(systems[:-1]), systems[-1])))


def _how(standing: MetricStanding) -> str:
    return f"{standing.tests[0].test} test{', Holm' if len(standing.tests) > 1 else ''}"


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
