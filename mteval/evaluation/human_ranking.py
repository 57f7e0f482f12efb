"""Systems ranked from ratings, language pair by language pair, as WMT's tables do: for `mteval human rank` and `human scores`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import fsum, isnan
from typing import Any

from mteval.core.errors import UsageError, suggestion
from mteval.core.evidence import Rating
from mteval.core.results import Finding
from mteval.core.version import own_version
from mteval.human.annotation_time import seconds_per_segment
from mteval.human.annotator_controls import control_results, judged_here
from mteval.human.marked_spans import marked_agreement
from mteval.human.ratings import CONTROLS, MQM, REPEAT, STANDARDISED, Ratings, item_type
from mteval.statistics.ranking_rules import (
    MACRO,
    RAW,
    HeadToHead,
    Judgement,
    RankingRule,
    RuledRanking,
    rank_by_rule,
)
from mteval.statistics.span_agreement import SpanAgreement
from mteval.statistics.standardised import Assessment, standardise
from mteval.storage.digests import SHORT, contents_digest
from mteval.text.languages import short_code

WMT_DOCUMENT = re.compile(r"^test-[a-z]+-(?P<domain>[a-z]+)[_-]")


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """One row of a table: raw and standardised means, by domain too, and the ranks the tests leave open."""

    system: str
    raw: float
    z: float
    n_segments: int
    n_ratings: int
    range: tuple[int, int]
    cluster: int
    wins: int
    losses: int
    macro: float = float("nan")
    domains: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RankTable:
    """The systems of one language pair, every pair of them, the annotators, and how it all was computed."""

    languages: str
    scale: str
    systems: tuple[RankedSystem, ...]
    pairs: tuple[HeadToHead, ...]
    annotators: tuple[Mapping[str, Any], ...]
    spans: SpanAgreement | None
    signature: str
    findings: tuple[Finding, ...] = ()

    def document(self) -> dict[str, Any]:
        """The table, JSON-ready; a value over nothing is null."""
        return {
            "languages": self.languages,
            "scale": self.scale,
            "systems": [_plain(asdict(one)) for one in self.systems],
            "pairs": [_plain(asdict(one)) for one in self.pairs],
            "annotators": [_plain(one) for one in self.annotators],
            "spans": None if self.spans is None else _plain(asdict(self.spans)),
            "signature": self.signature,
            "findings": [asdict(one) for one in self.findings],
        }


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: None if isinstance(value, float) and isnan(value) else value for key, value in values.items()}


def chosen_pairs(ratings: Ratings, wanted: str | None) -> tuple[str, ...]:
    """The language pairs to rank: the one asked for, in short or long codes, or all there are."""
    known = ratings.languages
    if wanted is None:
        return known
    short = "-".join(short_code(part) for part in wanted.split("-", 1))
    for pair in (wanted, short):
        if pair in known:
            return (pair,)
    if known == ("",):
        return known
    raise UsageError(f"{ratings.name} has no ratings of '{wanted}'. {suggestion(short, known)}")


def default_rule(ratings: Ratings) -> str:
    """WMT22's where scores are standardised already, else WMT24's."""
    return "wmt22" if STANDARDISED in ratings.scales else "wmt24"


def rank_tables(
    ratings: Ratings, rule: RankingRule, languages: str | None = None, seed: int = 12345
) -> list[RankTable]:
    """One table per language pair and scale."""
    digest = contents_digest(list(ratings.paths))
    signature = f"{rule.signature}|data:{digest[:SHORT]}|mteval:{own_version()}"
    tables: list[RankTable] = []
    for pair in chosen_pairs(ratings, languages):
        part = ratings.of_languages(pair)
        tables.extend(_table(part, scale, rule, seed, f"{signature}|scale:{scale}") for scale in part.scales)
    return tables


def _table(ratings: Ratings, scale: str, rule: RankingRule, seed: int, signature: str) -> RankTable:
    chosen = ratings.on(scale)
    used = [one for one in chosen if item_type(one) not in CONTROLS or (rule.repeats and item_type(one) == REPEAT)]
    used = [one for one in used if one.system]
    if not used:
        raise UsageError(f"{ratings.name} has no ratings of systems on the scale '{scale}'.")
    z = _standardised(used, chosen, scale)
    values = [one.value for one in used] if rule.scores == RAW else z
    if rule.scores == RAW and scale == STANDARDISED:
        values = z
    kept = [(one, value) for one, value in zip(used, values, strict=True) if not isnan(value)]
    judgements = list(_judgements(kept))
    if rule.mean == MACRO and not any(one.domain for one in judgements):
        raise UsageError(f"{ratings.name} says nothing of domains, so there is no macro mean. Take --mean micro.")
    ranking = rank_by_rule(judgements, rule, seed)
    return RankTable(
        ratings.languages[0],
        scale,
        _rows(ranking, used, z, scale),
        ranking.pairs,
        tuple(_people(ratings, scale)),
        marked_agreement(used),
        signature,
        ratings.findings,
    )


def _judgements(kept: Sequence[tuple[Rating, float]]) -> Iterator[Judgement]:
    """Each rating with its score; an annotation is named by its file and its place among those of the translation."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for one, value in kept:
        system, wave = one.system or "", str(one.detail.get("wave", ""))
        counts[system, one.item, wave] += 1
        yield Judgement(system, one.item, value, domain_of(one), f"{wave}:{counts[system, one.item, wave]}")


def _standardised(used: Sequence[Rating], chosen: Sequence[Rating], scale: str) -> list[float]:
    """Each rating as a z-score of all its annotator gave, controls included, as WMT standardises; as given where it is one."""
    if scale == STANDARDISED:
        return [one.value for one in used]
    assessments = [Assessment(one.system or "", one.item, one.annotator, one.value) for one in chosen]
    z = dict(zip(map(id, chosen), standardise(assessments).tolist(), strict=True))
    return [z[id(one)] for one in used]


def _rows(ranking: RuledRanking, used: Sequence[Rating], z: Sequence[float], scale: str) -> tuple[RankedSystem, ...]:
    own: dict[str, list[tuple[Rating, float]]] = {}
    for one, value in zip(used, z, strict=True):
        own.setdefault(one.system or "", []).append((one, value))
    rows = []
    for place in ranking.places:
        given = own[place.system]
        domains = _domain_means([one for one, _ in given])
        raw = float("nan") if scale == STANDARDISED else _mean(one.value for one, _ in given)
        rows.append(
            RankedSystem(
                place.system,
                raw,
                _segment_mean((one.item, value) for one, value in given if not isnan(value)),
                place.n_segments,
                place.n_ratings,
                (place.first, place.last),
                place.cluster,
                place.wins,
                place.losses,
                _mean(domains.values()) if domains else float("nan"),
                domains,
            )
        )
    return tuple(rows)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return fsum(found) / len(found) if found else float("nan")


def _segment_mean(values: Iterable[tuple[str, float]]) -> float:
    segments: dict[str, list[float]] = {}
    for item, value in values:
        segments.setdefault(item, []).append(value)
    return _mean(_mean(given) for given in segments.values())


def _domain_means(ratings: Sequence[Rating]) -> dict[str, float]:
    parts: dict[str, list[float]] = {}
    for one in ratings:
        domain = domain_of(one)
        if domain:
            parts.setdefault(domain, []).append(one.value)
    return {name: _mean(given) for name, given in sorted(parts.items())}


def domain_of(one: Rating) -> str:
    """The domain a rating's file names, or the one in WMT's names of documents (`test-en-news_…`)."""
    if one.detail.get("domain"):
        return str(one.detail["domain"])
    match = WMT_DOCUMENT.match(str(one.detail.get("document", "")))
    return match["domain"] if match else ""


def _people(ratings: Ratings, scale: str) -> Iterable[dict[str, Any]]:
    """How much each annotator rated, how long it took them, and which controls they failed; None where nobody is judged."""
    counts: dict[str, int] = {}
    for one in ratings.on(scale):
        counts[one.annotator] = counts.get(one.annotator, 0) + 1
    seconds = seconds_per_segment(ratings.on(scale))
    controls = {one.annotator: one for one in control_results(ratings).get(scale, ())}
    for name, count in sorted(counts.items()):
        control = controls.get(name)
        yield {
            "annotator": name,
            "ratings": count,
            "seconds": seconds.get(name),
            "controls": control.degraded + control.repeats + control.checks if control else 0,
            "degraded_drop": control.degraded_drop if control else None,
            "failed": (list(control.failed) if control else []) if judged_here(scale) else None,
        }


@dataclass(frozen=True, slots=True)
class SegmentScore:
    """The mean score of one system's translation of one segment, and how many rated it."""

    system: str
    doc: str
    seg_id: str
    score: float
    raters: int


def segment_scores(ratings: Ratings, scale: str | None = None) -> list[SegmentScore]:
    """Mean over raters of each translation's score, controls left out; MQM as the sum of weights, higher is worse."""
    scales = ratings.scales
    if scale is None and len(scales) > 1:
        raise UsageError(f"{ratings.name} has several scales. Choose one with --scale: {', '.join(scales)}.")
    if scale is not None and scale not in scales:
        raise UsageError(f"{ratings.name} has no scale '{scale}'. {suggestion(scale, scales)}")
    cells: dict[tuple[str, str], list[Rating]] = {}
    for one in ratings.on(scale or scales[0]):
        if item_type(one) not in CONTROLS:
            cells.setdefault((one.system or "", one.item), []).append(one)
    return [_segment_score(system, item, given) for (system, item), given in cells.items()]


def _segment_score(system: str, item: str, given: Sequence[Rating]) -> SegmentScore:
    detail = given[0].detail
    mean = _mean(one.value for one in given)
    score = 0.0 - mean if given[0].scale == MQM else mean
    raters = len({one.annotator for one in given})
    return SegmentScore(system, str(detail.get("document", "")), str(detail.get("segment", item)), score, raters)
