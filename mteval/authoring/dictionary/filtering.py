"""Takes names, invalid and identical pairs out of a dictionary, and says of each why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mteval.authoring.dictionary.capitals import read_capitals
from mteval.core.errors import MissingDependencyError, UsageError
from mteval.core.options import choice
from mteval.core.records import DictionaryPair
from mteval.lexical.faults import NO_CHECKS, Checks
from mteval.lexical.knowledge import SideKnowledge, side_knowledge
from mteval.lexical.morphology import wordnet_lemmas
from mteval.lexical.part_of_speech import UNKNOWN, open_tagger, part_of_speech
from mteval.lexical.proper_nouns import IDENTICAL, INVALID, PROPER_NOUN, PairClassification, classify

DROPS = (PROPER_NOUN, INVALID, IDENTICAL)
KEEPS = ("noun", "verb", "adjective", "other", PROPER_NOUN, UNKNOWN)
OTHER_PART = "part-of-speech"


@dataclass(frozen=True, slots=True)
class Sources:
    """What the user gives besides the dictionary; `[LANG=]VALUE` texts say which side they speak of."""

    corpora: tuple[str, ...] = ()
    taggers: tuple[str, ...] = ()
    wordnets: tuple[str, ...] = ()
    wordfreq: bool = False


@dataclass(frozen=True, slots=True)
class Drop:
    """One pair taken out."""

    pair: DictionaryPair
    reason: str
    evidence: str


@dataclass(frozen=True, slots=True)
class FilteredDictionary:
    """What stays and what goes."""

    kept: tuple[DictionaryPair, ...]
    drops: tuple[Drop, ...]

    @property
    def reasons(self) -> dict[str, int]:
        """How many pairs went for each reason."""
        return dict(Counter(drop.reason for drop in self.drops).most_common())


def filter_dictionary(
    pairs: Sequence[DictionaryPair],
    sides: tuple[SideKnowledge, SideKnowledge],
    drop: Sequence[str] = (PROPER_NOUN, INVALID),
    keep: Sequence[str] = (),
    checks: Checks = NO_CHECKS,
) -> FilteredDictionary:
    """Sort the pairs; `keep` names the parts of speech that may stay (all where it is empty), `checks` what else is invalid."""
    drop = [choice(name, DROPS, "--drop") for name in drop]
    keep = [choice(name, KEEPS, "--keep") for name in keep]
    kept, drops = [], []
    for pair, found in zip(pairs, classify(pairs, *sides, checks=checks), strict=True):
        why = _reason(pair, found, sides, drop, keep)
        if why is None:
            kept.append(pair)
        else:
            drops.append(Drop(pair, *why))
    return FilteredDictionary(tuple(kept), tuple(drops))


def _reason(
    pair: DictionaryPair,
    found: PairClassification,
    sides: tuple[SideKnowledge, SideKnowledge],
    drop: Sequence[str],
    keep: Sequence[str],
) -> tuple[str, str] | None:
    """Why the pair goes, and the evidence; None if it stays."""
    if found.label in drop and found.label is not None:
        return found.label, found.evidence
    if IDENTICAL in drop and pair.source.lower() == pair.target.lower():
        return IDENTICAL, "the same word on both sides"
    if keep:
        part = part_of_speech(pair, found, *sides)
        if part not in keep:
            return OTHER_PART, f"{part}, and only {', '.join(keep)} stay"
    return None


def gather_knowledge(
    pairs: Sequence[DictionaryPair], languages: tuple[str, str], given: Sources
) -> tuple[SideKnowledge, SideKnowledge]:
    """What is known of both sides: the shipped lists, and whatever the user gives."""
    sides = [side_knowledge(language) for language in languages]
    words = [{pair.source.lower() for pair in pairs}, {pair.target.lower() for pair in pairs}]
    for text in given.corpora:
        language, path = _addressed(text, languages)
        side = languages.index(language) if language else _spoken(path, words)
        sides[side] = replace(sides[side], capitals=read_capitals(path, words[side]))
    for text in given.taggers:
        language, tagger = _addressed(text, languages)
        side = _side(language, languages, "--tagger")
        sides[side] = replace(sides[side], tag=open_tagger(tagger))
    for text in given.wordnets:
        language, path = _addressed(text, languages)
        side = _side(language, languages, "--wordnet")
        lemmas = frozenset(lemma for _, lemma in wordnet_lemmas(path) if lemma == lemma.lower())
        sides[side] = replace(sides[side], lemmas=lemmas)
    if given.wordfreq:
        sides = [_with_frequencies(side) for side in sides]
    return sides[0], sides[1]


def _addressed(text: str, languages: tuple[str, str]) -> tuple[str, str]:
    """Cut `LANG=VALUE`; the language is empty where none of the two is named."""
    language, equals, value = text.partition("=")
    return (language, value) if equals and language in languages else ("", text)


def _side(language: str, languages: tuple[str, str], option: str) -> int:
    """The side a value speaks of; where it is not said, the one that is not English."""
    if language:
        return languages.index(language)
    others = [i for i, name in enumerate(languages) if name.split("-")[0] != "en"]
    if len(others) != 1:
        raise UsageError(f"{option} must say of which language it speaks: {option} {languages[0]}=…")
    return others[0]


def _spoken(path: str, words: Sequence[set[str]]) -> int:
    """The side whose words the corpus has more of."""
    from mteval.authoring.dictionary.capitals import count_capitals
    from mteval.text.lines import read_lines

    lines = read_lines(Path(path)).lines
    found = [len(count_capitals(lines, side)[0]) / max(len(side), 1) for side in words]
    return found.index(max(found))


def _with_frequencies(side: SideKnowledge) -> SideKnowledge:
    """Add wordfreq's Zipf frequencies to a side that is not English, where wordfreq has the language."""
    try:
        from wordfreq import available_languages, zipf_frequency
    except ImportError:
        remedy = "Install it with: pip install 'mteval-suites[names]'"
        raise MissingDependencyError("--wordfreq", "wordfreq", remedy) from None
    if side.english or side.language not in available_languages():
        return side
    return replace(side, zipf=lambda word: float(zipf_frequency(word, side.language)))
