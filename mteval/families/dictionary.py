"""Bilingual dictionary induction: rank target words for a source word, and see what the headline P@1 is worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from mteval.core.errors import DataError, UsageError
from mteval.core.evidence import Evidence, Ranking, Skipped
from mteval.core.options import CHOICE, FILE, LIST, TEXT, WHOLE, Option, read_options
from mteval.core.protocols import Contents, Measure, Options
from mteval.core.queries import Answer, Rank, RankedWords, Unanswered
from mteval.core.records import DictionaryPair
from mteval.core.registry import families
from mteval.core.results import Finding
from mteval.core.suites import Case, Suite, SuiteSource
from mteval.core.views import View
from mteval.families._dictionary.bands import ORDER, WORDFREQ, frequency_bands
from mteval.families._dictionary.gaps import first_word_facts
from mteval.families._dictionary.labels import PairLabel, label_pairs
from mteval.families._dictionary.view import DictionaryView
from mteval.families._dictionary.waterfall import (
    GoldTarget,
    RankedCase,
    case_steps,
    false_false_positives,
    part_facts,
    part_marks,
    waterfall_facts,
)
from mteval.human.dictionary_verdicts import WordVerdict, read_verdicts
from mteval.lexical.morphology import Relations, read_relations

PARTS = ("noun", "proper-noun", "verb", "adjective", "other", "invalid")
SLICES = ("pos", "frequency", "identical", "names")
OPTIONS = (
    Option("convention", CHOICE, "muse", "whose number is computed", choices=("muse", "vecmap", "xling")),
    Option("vocabulary", WHOLE, None, "first N words only (0: all; else the convention's)", minimum=0),
    Option("case", CHOICE, "convention", "whether words match in lower case", choices=("convention", "fold", "keep")),
    Option("keep", LIST, (), "only pairs of these parts of speech (annotated dictionaries)", choices=PARTS),
    Option(
        *("names", CHOICE, "auto", "where names and invalid pairs are taken from (auto: annotation, else the rule)"),
        choices=("auto", "annotation", "none"),
    ),
    Option("unimorph", FILE, None, "UniMorph table: forms of one lemma are inflections"),
    Option("wordnet", FILE, None, "wordnet of the target language (OMW .tab): words of one synset are synonyms"),
    Option("lemmatiser", CHOICE, "simplemma", "tells inflections of a gold target", choices=("simplemma", "none")),
    Option(
        "judgements",
        FILE,
        None,
        "people's verdicts on predictions (columns source, prediction, verdict: a TSV, or decisions.csv of human serve)",
    ),
    Option("frequencies", FILE, None, "words in order of frequency (a .vec file will do)", choices=(WORDFREQ,)),
    Option("source", TEXT, "", "source language (from the file name)"),
    Option("target", TEXT, "", "target language (from the file name)"),
)


@dataclass(frozen=True, slots=True)
class Convention:
    """How one published tool counts: which words it loads, whether it folds case, whether a pair or a source is a case."""

    fold_case: bool
    vocabulary: int | None
    by_pair: bool
    all_ranks: bool = False
    metric: str = "precision-at-k"


CONVENTIONS = {
    "muse": Convention(fold_case=True, vocabulary=200_000, by_pair=False),
    "vecmap": Convention(fold_case=False, vocabulary=0, by_pair=False),
    "xling": Convention(
        fold_case=True, vocabulary=None, by_pair=True, all_ranks=True, metric="precision-at-k?mrr=full"
    ),
}


@dataclass(frozen=True, slots=True)
class DictionaryGold:
    """The gold targets of one case, all those of its source word (more where a case is a pair), and their relatives."""

    source: str
    targets: tuple[GoldTarget, ...]
    relations: Relations
    every: tuple[str, ...] = ()
    verdicts: Mapping[str, WordVerdict] = field(default_factory=dict)

    @property
    def references(self) -> tuple[str, ...]:
        """The gold targets as words, for the per-case file."""
        return tuple(target.word for target in self.targets)


@families.register("dictionary")
class DictionaryFamily:
    """Bilingual dictionary induction, as cross-lingual embeddings are ranked, and what that ranking is worth.

    **What is measured.** For every source word of a bilingual dictionary the system ranks the words of the target
    language. P@k = words with *any* gold target among the k best ÷ words that count. A word counts if it and at least
    one of its gold targets are in the vocabulary; the others only show in `coverage` and `p@1_oov_wrong`.

    **Conventions** (`--set convention=…`), each giving the named tool's number:
    `muse` (default): first 200 000 lower-cased words (first casing kept); a case is a distinct source word.
    `vecmap`: all vectors, case-sensitive; a case is a distinct source word.
    `xling`: lower-cased, vocabulary cut left to the system; a case is a *pair*, repeats included, so a source with
    three targets can at best be right once in three; full MRR is added.

    **Slices.** `pos`: a source word is in every part of speech that one of its pairs has, and is right if any gold target
    comes first (per source); the report's `pos` table also gives P@1 of the dictionary cut down to the pairs of that part
    of speech (per pair). `frequency`: rank of the source word in `frequencies`, or without it the quarter of the
    dictionary in which the word first appears (MUSE dictionaries are in order of frequency; annotated ones are not, and
    have no bands). `identical`: a gold target is written like the source. `names`: `all`, `some` or `none` of a word's
    pairs are proper nouns.

    **The waterfall** in the report: headline → without names → without invalid pairs → inflected forms of gold targets
    credited → unknown words counted as wrong; each step on top of the one before, with an interval from resampling
    source words. Where two systems change places on the way, the finding `ranking-flip` says so, with the interval of the
    paired difference before and after.
    *False false positives* are words counted as wrong whose best candidate is an inflection or a synonym of a gold
    target, as far as the lemmatiser, table and wordnet at hand can see. Counted apart: those that got a gold target of
    another pair of the word (`xling`) or in another case (`vecmap`).

    **The corrected gap** of two systems takes back the words that one system alone got where the other's best word is right
    too: judged by people (`judgements`, a TSV with source, prediction and verdict, or the decisions.csv that `human serve`
    exports; all such words or a random part of them), with a 95 % interval and a two-sided test; beside it an estimate from
    the inflections and synonyms at hand, and once there are judgements how many of the right words it found. Words both or
    neither got stay as they are, as in the paper.

    **Traps.** A quarter of MUSE's test pairs are names, which embeddings align by other means than meaning; gold targets
    are missing, above all inflected forms; words out of vocabulary leave the denominator, so a smaller vocabulary can raise
    the score; tools disagree about the denominator. Differences between systems are often smaller than these effects.

    **How to read it.** Trust an order of two systems only if their paired test is significant *and* it survives the waterfall.

    Kementchedjhieva, Hartmann, Søgaard (2019): Lost in Evaluation: Misleading Benchmarks for Bilingual Dictionary
    Induction. EMNLP. Conneau et al. (2018) for MUSE, Artetxe et al. (2018) for VecMap, Glavaš et al. (2019) for xling-eval.
    """

    metrics: ClassVar[tuple[str, ...]] = ("precision-at-k",)
    supporting: ClassVar[tuple[str, ...]] = ("waterfall",)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    view: ClassVar[View] = DictionaryView()

    def __init__(self, options: Options) -> None:
        self.chosen = read_options(OPTIONS, options, "the family 'dictionary'")
        self.convention = CONVENTIONS[self.chosen["convention"]]
        case = self.chosen["case"]
        self.fold_case = self.convention.fold_case if case == "convention" else case == "fold"
        own = self.chosen["vocabulary"]
        self.vocabulary: int | None = self.convention.vocabulary if own is None else own

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """Make one case of each distinct source word, or of each pair under `xling`."""
        pairs = self._pairs(source, contents)
        languages = self._languages(source, contents)
        labels = label_pairs(pairs, languages, self.chosen["names"])
        relations = self._relations(languages[1])
        cases = self._cases(pairs, labels, relations, languages[0])
        return Suite(
            source=source,
            cases=cases,
            metrics=source.metrics or (self.convention.metric,),
            slices=source.slices or SLICES,
            cluster="source",
            findings=contents.findings,
            options=self.chosen.settled(source=languages[0], target=languages[1], vocabulary=self.vocabulary),
            order={"pos": PARTS, "frequency": ORDER, "identical": ("no", "yes"), "names": ("none", "some", "all")},
        )

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """Where the gold targets came, and how each of the best candidates stands to them."""
        if isinstance(answer, Unanswered):
            return Skipped(answer.reason)
        if not isinstance(answer, RankedWords):
            return Skipped(f"the system gave {type(answer).__name__}, not ranked words")
        gold: DictionaryGold = case.gold
        relations = [gold.relations.relation(one.word, gold.every) for one in answer.candidates]
        detail = {"known_source": answer.known_source, "candidates_are": relations}
        known = answer.known_source and bool(answer.known_gold)
        ranked = _ranked(gold, answer)
        return Ranking(
            known,
            tuple(answer.gold_ranks) if known else (),
            steps=case_steps(ranked, gold.relations),
            parts=part_marks(ranked),
            detail=detail,
        )

    def lint(self, suite: Suite) -> Iterable[Finding]:
        """Pairs that say little about a system: names, invalid pairs, words written alike on both sides."""
        golds = [(case.id, case.gold) for case in suite.cases]
        kinds = {
            "proper-noun": ("pairs are proper nouns", lambda source, target: target.name),
            "invalid-pair": ("pairs are no translations", lambda source, target: target.invalid),
            "identical-to-source": (
                "pairs are written alike",
                lambda source, target: target.word.lower() == source.lower(),
            ),
        }
        for code, (what, wanted) in kinds.items():
            found = [
                (case, target.word) for case, gold in golds for target in gold.targets if wanted(gold.source, target)
            ]
            if found:
                message = (
                    f"{len(found)} {what}, for instance {found[0][0]} – {found[0][1]}. See 'mteval dictionary filter'."
                )
                yield Finding(code, message, len(found), tuple(dict.fromkeys(case for case, _ in found)))

    def inspect(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Words that left the denominator."""
        judged = [one for one in evidence if isinstance(one, Ranking)]
        unknown = [one for one in judged if not one.in_vocabulary]
        if unknown:
            lost = sum(not one.detail["known_source"] for one in unknown)
            message = (
                f"{len(unknown)} of {len(judged)} cases left the denominator: {lost} have an unknown source word, "
                f"{len(unknown) - lost} no known gold target. p@1_oov_wrong counts them as wrong."
            )
            yield Finding("out-of-vocabulary", message, count=len(unknown))

    def extras(
        self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence], measure: Measure
    ) -> Mapping[str, Any]:
        """The waterfall, the false false positives and P@1 by part of speech."""
        cases = [
            _ranked(case.gold, answer)
            for case, answer in zip(suite.cases, answers, strict=True)
            if isinstance(answer, RankedWords)
        ]
        relations = suite.cases[0].gold.relations if suite.cases else Relations()
        verdicts = {(case.gold.source, word): one for case in suite.cases for word, one in case.gold.verdicts.items()}
        by_part = {part.value: part.scores[0] for part in measure.slices if part.tag == "pos"}
        return {
            "waterfall": waterfall_facts(cases, relations, measure.supporting),
            "false_false_positives": false_false_positives(cases, relations),
            "pos": part_facts(cases, evidence, by_part, measure),
            "first_words": first_word_facts(cases, relations, verdicts),
        }

    def _verdicts(self, words: Collection[str]) -> dict[str, dict[str, WordVerdict]]:
        """People's verdicts by source word and prediction, folded as the convention folds."""
        path = self.chosen["judgements"]
        found: dict[str, dict[str, WordVerdict]] = defaultdict(dict)
        for one in read_verdicts(path) if path else ():
            found[self._fold(one.source)][self._fold(one.prediction)] = one
        if path and not found.keys() & set(words):
            raise DataError(
                path, "holds no verdict on any word of this dictionary; its column 'source' names the words."
            )
        return found

    def _pairs(self, source: SuiteSource, contents: Contents) -> tuple[DictionaryPair, ...]:
        """The pairs the options leave in."""
        if any(not isinstance(record, DictionaryPair) for record in contents.records):
            path = source.files["data"]
            raise DataError(path, "holds no dictionary. A UniMorph table is given with --set unimorph=FILE.")
        pairs: tuple[DictionaryPair, ...] = tuple(contents.records)
        if not self.chosen["keep"]:
            return pairs
        if not any(pair.tags.get("pos") for pair in pairs):
            raise UsageError(
                "keep needs an annotated dictionary (--format muse-pos). Use 'mteval dictionary filter' first."
            )
        kept = tuple(pair for pair in pairs if set(self.chosen["keep"]) & set(pair.tags.get("pos", ())))
        if not kept:
            raise UsageError(f"No pair is left after keep={','.join(self.chosen['keep'])}.")
        return kept

    def _languages(self, source: SuiteSource, contents: Contents) -> tuple[str, str]:
        """Source and target language, as far as known."""
        found = source.languages or contents.languages
        first, second = found if len(found) == 2 else ("", "")
        return (self.chosen["source"] or first, self.chosen["target"] or second)

    def _relations(self, target: str) -> Relations:
        """What is known of inflections and synonyms in the target language."""
        return read_relations(
            target,
            unimorph=self.chosen["unimorph"],
            wordnet=self.chosen["wordnet"],
            lemmatiser=self.chosen["lemmatiser"] == "simplemma",
        )

    def _fold(self, word: str) -> str:
        return word.lower() if self.fold_case else word

    def _cases(
        self, pairs: Sequence[DictionaryPair], labels: Sequence[PairLabel], relations: Relations, language: str
    ) -> tuple[Case, ...]:
        """Group pairs into cases as the convention says."""
        groups: dict[str, dict[str, GoldTarget]] = defaultdict(dict)
        repeats: dict[str, int] = defaultdict(int)
        sources: dict[str, str] = {}
        for pair, label in zip(pairs, labels, strict=True):
            source, target = self._fold(pair.source), self._fold(pair.target)
            key = source
            if self.convention.by_pair:
                repeats[f"{source} → {target}"] += 1
                number = repeats[f"{source} → {target}"]
                key = f"{source} → {target}" + (f" #{number}" if number > 1 else "")
            sources[key] = source
            known = groups[key].get(target)
            pos = (*(known.pos if known else ()), *pair.tags.get("pos", ()))
            groups[key][target] = GoldTarget(target, tuple(dict.fromkeys(pos)), label.name, label.invalid)
        order = self.chosen["frequencies"]
        words = tuple(dict.fromkeys(sources.values()))
        annotated = any(pair.tags.get("pos") for pair in pairs)
        bands = {} if annotated and not order else frequency_bands(words, order, language)
        every: dict[str, dict[str, None]] = defaultdict(dict)
        for key, targets in groups.items():
            every[sources[key]] |= dict.fromkeys(targets)
        verdicts = self._verdicts(words)
        golds = {
            key: DictionaryGold(
                *(sources[key], tuple(targets.values()), relations, tuple(every[sources[key]])),
                verdicts=verdicts.get(sources[key], {}),
            )
            for key, targets in groups.items()
        }
        return tuple(self._case(key, gold, bands.get(gold.source)) for key, gold in golds.items())

    def _case(self, key: str, gold: DictionaryGold, band: str | None) -> Case:
        """One case with its slices."""
        source = gold.source
        words = tuple(target.word for target in gold.targets)
        names = sum(target.name for target in gold.targets)
        pos = tuple(dict.fromkeys(part for target in gold.targets for part in target.pos))
        tags: dict[str, tuple[str, ...]] = {
            "source": (source,),
            "identical": ("yes" if source.lower() in (word.lower() for word in words) else "no",),
            "names": ("all" if names == len(words) else "some" if names else "none",),
        }
        if pos:
            tags["pos"] = pos
        if band:
            tags["frequency"] = (band,)
        query = Rank(
            source,
            words,
            fold_case=self.fold_case,
            vocabulary=self.vocabulary,
            all_ranks=self.convention.all_ranks,
        )
        return Case(key, query, gold, tags)


def _ranked(gold: DictionaryGold, answer: RankedWords) -> RankedCase:
    """The case as answered."""
    best = answer.candidates[0].word if answer.candidates else None
    return RankedCase(gold.source, gold.targets, _gold_ranks(answer), best, gold.every)


def _gold_ranks(answer: RankedWords) -> dict[str, int]:
    """The rank of each known gold target; none where the source word is unknown."""
    return dict(zip(answer.known_gold, answer.gold_ranks, strict=True)) if answer.known_source else {}
