"""Does a system translate terms as a glossary says?

**What is measured.** The terms of a glossary are looked for in every source segment; each one found asks for one of its target
terms in the translation. One verdict per segment and term. A term inside a longer one that is found too does not count
(`provider` in `data provider`).

**How terms are found** (`--set matching=…`). `lemma` (default): as written, case aside, at word boundaries; else inflected (by
lemmas: simplemma, or a stanza or udpipe model with lemma_model=FILE); else a German or Dutch verb with its particle apart; else
inside a compound (`Speicher` in `Speicherressourcen`, not `Art` in `Start`: what is left over must be words). `surface`:
only as written. `wmt25`: as the organisers of WMT25's task do, by substrings of the text or of the joined lemmas, which finds
`Art` in `Start` too. Which stage found a term stands with every case.

**How good the matcher is.** On 253 sentences in 14 target languages labelled by hand (drafts, not checked by native speakers),
111 of them traps, precision is .98 and recall .99; on the 50 of them that were written after the matcher, .94 and 1.00.
Matching as in WMT25 has .68 and .93 (`scripts/benchmarks/terms.py`).

**Modes.** Sets of WMT25 have proper terms (of the domain) and random words of the reference, which show whether a system obeys or
knows; slice `mode`. What a system was given (proper, random or no terms) is another matter: run each of its files as a system.
On WMT25's en-de submissions matching=wmt25 with simplemma is within .009 of every published success rate (which used stanza).

**Metrics.** term-success; where there are references also bleu and chrf++, over whole segments.

**Traps.** Terms of another sense in the source count (`space` as room): a glossary is only as good as its terms are unambiguous.
Without a dictionary for the target language inflected terms are missed (finding no-lemmas).

Semenov et al. (2025), Findings of the WMT25 terminology translation task.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError
from mteval.core.evidence import Comparison, Evidence, Outcome, Skipped, Verdict
from mteval.core.options import CHOICE, FILE, TRUTH, Option, OptionValues, read_options
from mteval.core.protocols import Contents, Options
from mteval.core.queries import Answer, Translate, Translation
from mteval.core.records import Term, TermSegment
from mteval.core.results import Finding
from mteval.core.suites import Case, Suite, SuiteSource, unique_ids
from mteval.families._terminology.judging import TermProcedure, judge_terms
from mteval.families._terminology.sources import terms_in_sources
from mteval.text.languages import short_code
from mteval.text.lemmatisers.dictionary import has_dictionary

OPTIONS = (
    Option(
        "matching", CHOICE, None, "how terms are found (sets of WMT25: wmt25)", choices=("lemma", "surface", "wmt25")
    ),
    Option(
        *("lemmatiser", CHOICE, "simplemma", "where lemmas of the translations come from"),
        choices=("simplemma", "stanza", "udpipe", "none"),
    ),
    Option("lemma_model", FILE, None, "model of the lemmatiser, for stanza and udpipe"),
    Option("compounds", TRUTH, True, "a term may stand in a compound"),
)
SEGMENT = "segment"
# What would break a line.
BREAKS = {ord(sign): " " for sign in "\t\n\r"}


@dataclass(frozen=True, slots=True)
class TermGold:
    """The term a case is about, with the segment's reference."""

    term: Term
    source: str
    reference: str | None = None


@registry.families.register("terminology")
class Terminology:
    """Judges whether the terms of a glossary are translated as it says."""

    metrics: ClassVar[tuple[str, ...]] = ("term-success",)
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def __init__(self, options: Options) -> None:
        self.chosen = read_options(OPTIONS, options, "the family 'terminology'")

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """One case per segment and term found in it, and one per segment for metrics that compare whole texts."""
        segments: tuple[TermSegment, ...] = tuple(contents.records)
        matching = self.chosen["matching"] or contents.customs.get("matching", "lemma")
        languages = source.languages or contents.languages
        found = terms_in_sources(segments, _language(languages, 0), matching)
        if not any(terms for terms, _ in found):
            raise DataError(
                source.files.get("data", source.name),
                "no term of it stands in any source segment. Are terms and source in the same language and order?",
            )
        cases = tuple(_with_unique_ids(_cases(segments, found)))
        referenced = all(segment.reference is not None for segment in segments)
        present = {tag for case in cases for tag in case.tags}
        return Suite(
            source=replace(source, languages=languages),
            cases=cases,
            metrics=source.metrics or (*self.metrics, *(("bleu", "chrf++") if referenced else ())),
            slices=source.slices or tuple(tag for tag in ("mode", "domain") if tag in present),
            cluster="document" if "document" in present else SEGMENT,
            findings=contents.findings,
            options=self.chosen.settled(matching=matching),
        )

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """Judge one translation by itself; whether a term is translated alike elsewhere is not known then."""
        if not isinstance(answer, Translation):
            return Skipped("no translation")
        return _judge([case], [answer], _procedure(self.chosen, ()))[0]

    def judge_all(self, suite: Suite, answers: Sequence[Answer]) -> Sequence[Evidence]:
        """Judge all translations: lemmatisers work on whole texts, and consistency is over a document."""
        return _judge(suite.cases, answers, _procedure(suite.options, suite.source.languages))

    def inspect(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Say where inflected terms cannot be found."""
        del answers, evidence
        language = _language(suite.source.languages, 1)
        if suite.options["lemmatiser"] == "simplemma" and not has_dictionary(language):
            which = f"for '{language}'" if language else "because the target language is not known"
            message = (
                f"There are no lemmas {which}, so inflected terms count as missed. "
                "Say --languages en-de, or --set lemmatiser=stanza|udpipe with a model."
            )
            if suite.options["matching"] != "surface":
                yield Finding("no-lemmas", message)

    def export(self, suite: Suite) -> Iterator[str]:
        """The sources to translate, one a line."""
        for case in suite.cases:
            if isinstance(case.gold, TermSegment):
                yield case.gold.source.translate(BREAKS)


def _language(languages: Sequence[str], place: int) -> str:
    """The source (0) or target (1) language; where only one is said it is the target."""
    both = ("", *languages) if len(languages) == 1 else (*languages, "", "")
    return short_code(both[place])


def _cases(segments: Sequence[TermSegment], found: Sequence[tuple[Sequence[Term], Sequence[Term]]]) -> Iterator[Case]:
    """The cases of each segment share its question: the segment as a whole first, then its terms."""
    for number, (segment, (terms, missing)) in enumerate(zip(segments, found, strict=True), start=1):
        query = Translate(segment.source)
        own = {**segment.tags, SEGMENT: (str(number),)}
        tags = {tag: _values(terms, tag) for tag in dict.fromkeys(tag for term in terms for tag in term.tags)}
        yield Case(str(number), query, segment, {**tags, **own}, question=number)
        for term in (*terms, *missing):
            gold = TermGold(term, segment.source, segment.reference)
            absent = {"absent": ("yes",)} if term in missing else {}
            yield Case(f"{number}: {term.source}", query, gold, {**own, **term.tags, **absent}, question=number)


def _values(terms: Sequence[Term], tag: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for term in terms for value in term.tags.get(tag, ())))


def _with_unique_ids(cases: Iterable[Case]) -> Iterator[Case]:
    listed = list(cases)
    for case, identity in zip(listed, unique_ids([case.id for case in listed]), strict=True):
        yield replace(case, id=identity)


def _procedure(chosen: OptionValues, languages: Sequence[str]) -> TermProcedure:
    return TermProcedure(
        language=_language(languages, 1),
        matching=chosen["matching"] or "lemma",
        lemmatiser=chosen["lemmatiser"],
        lemma_model=str(chosen["lemma_model"] or ""),
        compounds=chosen["compounds"],
    )


def _judge(cases: Sequence[Case], answers: Sequence[Answer], procedure: TermProcedure) -> list[Evidence]:
    evidence: list[Evidence] = [_whole(case, answer) for case, answer in zip(cases, answers, strict=True)]
    open_places = [
        place
        for place, (case, answer) in enumerate(zip(cases, answers, strict=True))
        if isinstance(case.gold, TermGold) and isinstance(answer, Translation) and "absent" not in case.tags
    ]
    judged = judge_terms([cases[place] for place in open_places], [answers[place] for place in open_places], procedure)
    for place, detail in zip(open_places, judged, strict=True):
        outcome = Outcome.PASSED if detail["found"] else Outcome.FAILED
        evidence[place] = Verdict(outcome, int(bool(detail["found"])), 1, detail=detail)
    return evidence


def _whole(case: Case, answer: Answer) -> Evidence:
    """A segment as a whole is compared; a term that is not in its source is skipped."""
    if not isinstance(answer, Translation):
        if hasattr(answer, "reason"):
            return Skipped(answer.reason)
        raise CapabilityError("A terminology suite asks for translations; use output-file or a model that translates.")
    if "absent" in case.tags:
        return Skipped("the term is not in the source")
    segment: Any = case.gold
    return Comparison(answer.text, () if segment.reference is None else (segment.reference,), segment.source)
