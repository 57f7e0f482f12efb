"""Judging terms: which listed translation stands in each output, and whether a term is always rendered alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mteval.core.queries import Answer, Translation
from mteval.core.records import Term
from mteval.core.suites import Case
from mteval.families._terminology.analysis import Analyser, open_analyser
from mteval.families._terminology.compounds import compound_finder
from mteval.families._terminology.matching import STAGES, AnalysedText, TermMatcher
from mteval.families._terminology.renderings import Occurrence, agreement, renderings

WHOLE_SET = ""
"""The document of segments that have none."""


@dataclass(frozen=True, slots=True)
class TermProcedure:
    """Everything the judgement depends on."""

    language: str = ""
    matching: str = "lemma"
    lemmatiser: str = "simplemma"
    lemma_model: str = ""
    compounds: bool = True

    def analyser(self) -> Analyser:
        """What cuts and lemmatises the translations."""
        name = "none" if self.matching == "surface" else self.lemmatiser
        return open_analyser(self.language, name, self.lemma_model)

    def matcher(self) -> TermMatcher:
        """What looks for terms."""
        if self.matching == "surface":
            return TermMatcher(self.language, ("surface",))
        finder = compound_finder(self.language) if self.compounds else None
        stages = STAGES if finder else tuple(stage for stage in STAGES if stage != "compound")
        return TermMatcher(self.language, stages, finder)


def judge_terms(cases: Sequence[Case], answers: Sequence[Answer], procedure: TermProcedure) -> list[dict[str, Any]]:
    """For each case of a term the details of its verdict: what was asked for, found at which stage, and consistent or not."""
    texts = [answer.text if isinstance(answer, Translation) else "" for answer in answers]
    terms: list[Term] = [case.gold.term for case in cases]
    analyser = procedure.analyser()
    distinct = list(dict.fromkeys(texts))
    analysed = dict(zip(distinct, analyser.analyse(distinct), strict=True))
    if procedure.matching == "wmt25":
        hits = _published(terms, texts, analyser)
    else:
        hits = _matched(terms, [analysed[text] for text in texts], analyser, procedure.matcher())
    occurrences = [
        Occurrence(_document(case), term.source.lower(), case.question or 0, found.lower(), _lemmas(analysed[text]))
        for case, term, text, (found, _) in zip(cases, terms, texts, hits, strict=True)
    ]
    rendered = renderings(occurrences)
    agrees = agreement(occurrences, rendered)
    rows = zip(terms, hits, rendered, agrees, strict=True)
    return [_detail(term, found, stage, rendering, alike) for term, (found, stage), rendering, alike in rows]


def _detail(term: Term, found: str, stage: str, rendering: str, alike: bool | None) -> dict[str, Any]:
    detail: dict[str, Any] = {"term": term.source, "wanted": list(term.targets), "found": found, "stage": stage}
    if rendering and not found:
        detail["instead"] = rendering
    return detail if alike is None else {**detail, "consistent": alike}


def _matched(
    terms: Sequence[Term], texts: Sequence[AnalysedText], analyser: Analyser, matcher: TermMatcher
) -> list[tuple[str, str]]:
    """The listed translation found in each text and the stage, the earliest stage first; empty where there is none."""
    targets = list(dict.fromkeys(target for term in terms for target in term.targets))
    analysed = dict(zip(targets, analyser.analyse(targets, terms=True), strict=True))
    found = []
    for term, text in zip(terms, texts, strict=True):
        places = [(matcher.find(analysed[target], text), target) for target in term.targets]
        stages = [(STAGES.index(place.stage), rank, target) for rank, (place, target) in enumerate(places) if place]
        stage, _, target = min(stages, default=(-1, 0, ""))
        found.append((target, STAGES[stage] if stage >= 0 else ""))
    return found


def _published(terms: Sequence[Term], texts: Sequence[str], analyser: Analyser) -> list[tuple[str, str]]:
    """WMT25's rule: the target term is a substring of the lower-cased text, or its lemmas of the text's joined lemmas."""
    targets = list(dict.fromkeys(target for term in terms for target in term.targets))
    distinct = list(dict.fromkeys(texts))
    of_target = dict(zip(targets, analyser.lemma_lines(targets), strict=True))
    of_text = dict(zip(distinct, analyser.lemma_lines(distinct), strict=True))
    found = []
    for term, text in zip(terms, texts, strict=True):
        surface = next((target for target in term.targets if target.lower() in text.lower()), "")
        lemma = next((target for target in term.targets if of_target[target] in of_text[text]), "")
        found.append((surface or lemma, "surface" if surface else "lemma" if lemma else ""))
    return found


def _document(case: Case) -> str:
    return next(iter(case.tags.get("document", ())), WHOLE_SET)


def _lemmas(text: AnalysedText) -> frozenset[str]:
    return frozenset(form for forms in text.forms for form in forms if form.isalpha())
