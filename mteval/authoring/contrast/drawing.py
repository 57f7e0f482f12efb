"""Items drawn from the pools of candidates, word by word: corpora in turn, near-duplicates out, contrasts made."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

from mteval.authoring.contrast.agreement import NOUNS_WITH_CAPITALS, NounAgreement
from mteval.authoring.contrast.candidates import CandidateSentence, words_only
from mteval.authoring.contrast.inflecting import Forms
from mteval.authoring.contrast.replacing import MadeContrast, contrasts
from mteval.authoring.contrast.senses import AmbiguousWord, SenseCluster
from mteval.authoring.contrast.sentences import both_sides
from mteval.authoring.contrast.settings import SentenceSettings, TextSettings
from mteval.authoring.contrast.source_contexts import SourceContexts
from mteval.lexical.morphology import InflectionTable
from mteval.lexical.nouns import NounForm, NounLexicon, Reading
from mteval.text.inflections import read_inflections
from mteval.text.tagging import open_tagger
from mteval.text.writing import write_text

ITEMS = "items.jsonl"


@dataclass(frozen=True, slots=True)
class DrawingPlan:
    """What the drawing of every word shares; `knowledge` is a file with the lexicon and the forms of its words."""

    text: TextSettings
    sentences: SentenceSettings
    knowledge: Path
    taggers: Mapping[str, str]
    morphology: Path | None = None


@dataclass(frozen=True, slots=True)
class DrawnItem:
    """A candidate that became an item; `rivals` are the senses a translation must not take it for."""

    candidate: CandidateSentence
    contrasts: tuple[MadeContrast, ...] = ()
    rivals: tuple[int, ...] = ()

    @classmethod
    def of(cls, text: str) -> DrawnItem:
        """What `text` made."""
        raw = json.loads(text)
        made = tuple(MadeContrast(**one) for one in raw["contrasts"])
        return cls(CandidateSentence.of(raw["candidate"]), made, tuple(raw["rivals"]))

    def text(self) -> str:
        """The item as one line of JSON."""
        made = [asdict(one) for one in self.contrasts]
        raw = {"candidate": self.candidate.text(), "contrasts": made, "rivals": self.rivals}
        return json.dumps(raw, ensure_ascii=False)


def lexicon_rows(words: Sequence[AmbiguousWord]) -> list[Any]:
    """Ambiguous words as JSON can hold them."""
    return [asdict(word) for word in words]


def words_from_rows(rows: Sequence[Any]) -> dict[str, AmbiguousWord]:
    """What `lexicon_rows` made, by word."""
    found = {}
    for row in rows:
        rows_of_senses = [{key: tuple(value) for key, value in sense.items()} for sense in row["senses"]]
        senses = tuple(
            SenseCluster(**{**sense, "forms": tuple(map(tuple, sense["forms"]))}) for sense in rows_of_senses
        )
        found[row["word"]] = AmbiguousWord(row["word"], senses)
    return found


@lru_cache(maxsize=2)
def _knowledge(path: Path, morphology: Path | None) -> tuple[dict[str, AmbiguousWord], Forms]:
    raw = json.loads(path.read_text(encoding="utf-8"))
    table = InflectionTable.from_rows(read_inflections(morphology).rows) if morphology else None
    rows = tuple(NounForm(lemma, form, Reading(*reading)) for lemma, form, *reading in raw["nouns"])
    nouns = NounAgreement(raw["language"], NounLexicon(rows), raw["genders"]) if rows else None
    return words_from_rows(raw["lexicon"]), Forms(raw["language"], raw["forms"], raw["genders"], table, nouns)


class Drawer:
    """Draws the items of one word after another."""

    def __init__(self, plan: DrawingPlan) -> None:
        self.plan = plan
        self.words, self.forms = _knowledge(plan.knowledge, plan.morphology)
        self.sides = both_sides(plan.text)
        self.refused: Counter[str] = Counter()
        self.contexts = SourceContexts({})

    def draw(self, word: str, candidates: Sequence[CandidateSentence]) -> Iterator[DrawnItem]:
        """The items of one word in both variants."""
        if self.plan.sentences.told_apart or self.plan.sentences.doubt < 1:
            frequencies = {number: sense.frequency for number, sense in enumerate(self.words[word].senses)}
            self.contexts = SourceContexts.of(candidates, self.sides[0], frequencies)
        for variant, group in groupby(candidates, key=lambda one: one.variant):
            pools = {sense: list(pool) for sense, pool in groupby(group, key=lambda one: one.sense)}
            taken: list[frozenset[str]] = []
            items = [item for pool in pools.values() for item in self._of_sense(self.words[word], pool, taken)]
            yield from items if variant == "scoring" else self._enough(items)

    def _of_sense(
        self, word: AmbiguousWord, pool: list[CandidateSentence], taken: list[frozenset[str]]
    ) -> list[DrawnItem]:
        sentences = self.plan.sentences
        scoring = pool[0].variant == "scoring"
        most = sentences.per_sense if scoring else sentences.most_examples
        items: list[DrawnItem] = []
        for candidate in in_turn(pool, sentences.pool):
            if len(items) == most:
                self.refused[f"{candidate.variant}: not-drawn"] += 1
                continue
            words = words_only(self.sides[0].forms(candidate.source))
            item = None
            if self._is_new(words, taken, candidate):
                item = self._scoring_item(word, candidate) if scoring else self._translation_item(word, candidate)
            if item is not None:
                items.append(item)
                taken.append(words)
        return items

    def _is_new(self, words: frozenset[str], taken: Sequence[frozenset[str]], candidate: CandidateSentence) -> bool:
        limit = self.plan.sentences.near_duplicates
        near = any(len(words & other) >= limit * max(len(words | other), 1) for other in taken)
        self.refused[f"{candidate.variant}: near-duplicate"] += near
        return not near

    def _scoring_item(self, word: AmbiguousWord, candidate: CandidateSentence) -> DrawnItem | None:
        sentences = self.plan.sentences
        if sentences.agreement and not self._same_part_of_speech(word, candidate):
            self.refused["scoring: source-tagged-otherwise"] += 1
            return None
        rivals = self._rivals(word, candidate)
        self.refused["contrast: contexts-alike"] += len(word.senses) - 1 - len(rivals)
        made, reasons = contrasts(candidate, word, self.forms, rivals, sentences)
        self.refused.update(f"contrast: {reason}" for reason in reasons)
        if sentences.agreement:
            made = self._same_tag(candidate, made)
        if made:
            return DrawnItem(candidate, tuple(made))
        self.refused["scoring: no-fitting-contrast"] += 1
        return None

    def _rivals(self, word: AmbiguousWord, candidate: CandidateSentence) -> tuple[int, ...]:
        """The senses that contexts tell from the candidate's, and whose contexts its sentence is not like.

        A sense no link shows has no contexts in the text.
        """
        least = self.plan.sentences.told_apart
        others = [number for number in range(len(word.senses)) if number != candidate.sense]
        if not least:
            return tuple(others)
        return tuple(
            other
            for other in others
            if not word.senses[other].frequency
            or (self.contexts.told_apart(candidate.sense, other, least) and self.contexts.fits(candidate, other))
        )

    def _same_part_of_speech(self, word: AmbiguousWord, candidate: CandidateSentence) -> bool:
        """Whether the source word is tagged as a noun where its translation is one, if there is a tagger."""
        sense = word.senses[candidate.sense]
        part = sense.parts[sense.words.index(candidate.lemma)]
        tag = candidate.tags[0] or self._tag(0, candidate)
        return not tag or part != "n" or tag == "NOUN"

    def _same_tag(self, candidate: CandidateSentence, made: list[MadeContrast]) -> list[MadeContrast]:
        """Only contrasts whose word has the tag of the word it stands for, where there is a tagger: inventories err."""
        side = self.sides[1]
        spec = self.plan.taggers.get(side.language)
        if spec is None:
            return made
        tagger = open_tagger(spec, side.language)
        # What stands after the word is as it was; what stands before may have changed (du, de l').
        place = candidate.places[1] - len(side.forms(candidate.target))
        wanted = tagger(side.forms(candidate.target))[place]
        kept = [one for one in made if tagger(side.forms(one.text))[place] == wanted]
        self.refused["contrast: tagged-otherwise"] += len(made) - len(kept)
        return kept

    def _translation_item(self, word: AmbiguousWord, candidate: CandidateSentence) -> DrawnItem | None:
        sense = word.senses[candidate.sense]
        part = sense.parts[sense.words.index(candidate.lemma)]
        for number in range(len(self.sides)):
            tag = candidate.tags[number] or self._tag(number, candidate)
            if number and self.plan.sentences.agreement and _is_no_noun(candidate, self.sides[1].language):
                tag = "other"
            if not tag:
                tag = "NOUN" if not part or "n" in part else "other"
            if tag != "NOUN":
                self.refused[f"translation: {('source', 'target')[number]}-not-noun"] += 1
                return None
        rivals = tuple(
            one
            for one in self._rivals(word, candidate)
            if word.senses[one].frequency and not set(sense.akin) & set(word.senses[one].words)
        )
        certain = tuple(one for one in rivals if self._certain(candidate, one))
        if certain:
            return DrawnItem(candidate, rivals=certain)
        self.refused[f"translation: {'in-doubt' if rivals else 'contexts-alike'}"] += 1
        return None

    def _certain(self, candidate: CandidateSentence, other: int) -> bool:
        """Whether hardly a sentence like the candidate's has the other sense."""
        most = self.plan.sentences.doubt
        return most >= 1 or self.contexts.doubt(candidate, other) <= most

    def _tag(self, number: int, candidate: CandidateSentence) -> str:
        """The tag of the word, where there is a tagger for its language."""
        side = self.sides[number]
        spec = self.plan.taggers.get(side.language)
        if spec is None:
            return ""
        text = (candidate.source, candidate.target)[number]
        return open_tagger(spec, side.language)(side.forms(text))[candidate.places[number]]

    def _enough(self, items: Sequence[DrawnItem]) -> Sequence[DrawnItem]:
        """Only senses with enough examples, and only beside another one of them; each must be told from the other."""
        least = self.plan.sentences.least_examples
        counts = Counter(item.candidate.sense for item in items)
        against = Counter((item.candidate.sense, rival) for item in items for rival in item.rivals)
        enough = {sense for sense, number in counts.items() if number >= least}
        kept = [item for item in items if item.candidate.sense in enough]
        self.refused["translation: too-few-examples"] += len(items) - len(kept)
        several = [
            replace(item, rivals=rivals)
            for item in kept
            if (rivals := tuple(one for one in item.rivals if against[one, item.candidate.sense] >= least))
        ]
        self.refused["translation: single-sense-word"] += len(kept) - len(several)
        return several


def _is_no_noun(candidate: CandidateSentence, language: str) -> bool:
    """Whether the target word has no capital where the language gives every noun one."""
    return (
        language.split("-", maxsplit=1)[0] in NOUNS_WITH_CAPITALS
        and not candidate.target[candidate.spans[1][0]].isupper()
    )


def in_turn(pool: Sequence[CandidateSentence], most: int) -> list[CandidateSentence]:
    """The first candidates of each corpus, then the second ones; repeated sentences only once, at most `most` each."""
    by_corpus = []
    seen: set[tuple[str, str]] = set()
    for _, group in groupby(pool, key=lambda one: one.corpus):
        fresh = [one for one in group if not ((one.source, one.target) in seen or seen.add((one.source, one.target)))]  # type: ignore[func-returns-value]
        by_corpus.append(fresh[:most])
    return [one for turn in zip_longest(*by_corpus) for one in turn if one is not None]


def draw_bucket(bucket: Path, output: Path, plan: DrawingPlan) -> dict[str, Any]:
    """Draw the items of the words in one bucket."""
    drawer = Drawer(plan)
    items: list[DrawnItem] = []
    with bucket.open(encoding="utf-8", newline="\n") as file:
        for word, group in groupby(map(CandidateSentence.of, file), key=lambda one: one.word):
            items.extend(drawer.draw(word, list(group)))
    write_text(output.with_suffix(f".{ITEMS}"), "".join(f"{item.text()}\n" for item in items))
    return {"items": len(items), "refused": drawer.refused}
