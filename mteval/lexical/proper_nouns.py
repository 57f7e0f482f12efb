"""Which pairs of a bilingual dictionary are proper nouns or invalid: a written rule that adds up points of evidence.

A pair is a proper noun if its points add up to more than nothing. The points are rough log-odds: round numbers set by hand,
the same for every language, and, where one side is English, corrected by traits whose weights are learnt (`name_traits`).
The annotated English–German and English–Bulgarian dictionaries were the development data of the points: label counts per
combination of signals guided them, and about fifteen versions were compared. Figures on those four files are therefore
development figures; languages that are left out of learning are the test. The reasoning behind the points:

- the start is the share of names that published dictionaries have, about one pair in four;
- the English side (or any side with a full word list) speaks loudest: a word in no list of lower-case words is probably a
  name, a familiar lower-case word hardly ever, a rare one sometimes; a capitalised *class* (German, Monday, Buddhism) is
  no name;
- a word of the other language that its own word list lacks is more likely a name than one it has;
- gazetteers say more the more locales have a name, since a short word is a surname somewhere;
- a name sounds alike in both languages, and hardly any translation of an ordinary word does; countries often do not
  (Germany, Tyskland), but that both words name the same country says more, and two different places make no translation;
- where neither language is English, the English words that both sound like speak for them: names cross scripts with
  their sound, and English knows more names and more ordinary words than any other list at hand;
- a dictionary that keeps capitals says itself what it writes small;
- a corpus, a tagger and a frequency list speak where the user gives them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import log

from mteval.core.records import DictionaryPair
from mteval.lexical import english as english_words
from mteval.lexical.clashes import CLASHES
from mteval.lexical.faults import NO_CHECKS, Checks, Fault, Sides, faults, untranslated
from mteval.lexical.gazetteers import NO_GAZETTEER, gazetteer_points
from mteval.lexical.knowledge import ENGLISH as ENGLISH_CODE
from mteval.lexical.knowledge import SideKnowledge, WordStanding, name_facts, side_knowledge
from mteval.lexical.learnt_weights import Weights, learnt_weights
from mteval.lexical.name_traits import Trait, name_traits
from mteval.lexical.pair_context import Context, Pair, gather_context
from mteval.lexical.sound_alikes import heard_as
from mteval.text.romanise import likeness, script

PROPER_NOUN, INVALID, IDENTICAL = "proper-noun", "invalid", "identical"

START = -1.0
ENGLISH = {WordStanding.ABSENT: 3.0, WordStanding.RARE: -0.5, WordStanding.FAMILIAR: -2.5}
HEARD = {WordStanding.ABSENT: 2.0, WordStanding.RARE: -0.5, WordStanding.FAMILIAR: -2.0}
OTHER = {WordStanding.ABSENT: 1.5, WordStanding.KNOWN: -1.0}
OTHER_MOST = 2.0
CAPITALISED_CLASS = -4.5
CLASS_AND_INSTANCE = -1.0
WIDESPREAD = 5
IDENTICAL_POINTS = 2.0
ACROSS_SCRIPTS = ((0.85, 1.5), (0.7, 0.5), (0.5, -1.0), (0.0, -2.5))
WITHIN_A_SCRIPT = ((0.85, 0.5), (0.7, 0.0), (0.5, -1.0), (0.0, -2.5))
BOTH_TERRITORIES = 2.0
ABSENT_ALONE = 0.3
UNTRANSLATED = 1.5
BESIDE = 1.0
ALIKE_FROM = 0.7
UNLIKE_BELOW = 0.5
ENOUGH_SUPPORT = 1.0
ENOUGH_TO_CALIBRATE = 30
ENOUGH_IN_CORPUS = 3
MOST_FROM_CORPUS = 3.0
WRITTEN_SMALL = -2.5
WRITTEN_LARGE = 2.0
TAGGED_NAME = 1.0
TAGGED_OTHER = -0.3
COMMON_ZIPF = 4.5
COMMON = -0.7


@dataclass(frozen=True, slots=True)
class Signal:
    """One piece of evidence: points for (or against) a proper noun, and what was seen."""

    name: str
    points: float
    evidence: str


@dataclass(frozen=True, slots=True)
class PairClassification:
    """What a pair is: `proper-noun`, `invalid` or nothing special, and why."""

    label: str | None
    points: float
    signals: tuple[Signal, ...]
    reason: str = ""

    @property
    def evidence(self) -> str:
        """Why the pair is invalid, or else the signals for and against a name in one line, strongest first."""
        if self.reason:
            return self.reason
        ordered = sorted(self.signals, key=lambda signal: -abs(signal.points))
        return "; ".join(f"{signal.evidence} ({signal.points:+.1f})" for signal in ordered if signal.points)


def classify(
    pairs: Sequence[DictionaryPair],
    source: SideKnowledge,
    target: SideKnowledge,
    *,
    weights: Weights | None = None,
    checks: Checks = NO_CHECKS,
) -> list[PairClassification]:
    """Classify every pair of a dictionary; the pairs are one another's context.

    `weights` are those of the traits that correct the rule where one side is English (default: the learnt ones; with an
    empty table the rule speaks alone). `checks` says what else makes a pair invalid.
    """
    if source.english == target.english:
        weights = {}
    elif weights is None:
        weights = learnt_weights("names")
    written = [(pair.source, pair.target) for pair in pairs]
    context = dictionary_context([(one.lower(), other.lower()) for one, other in written], source, target)
    shares = tuple(capital_share({pair[side] for pair in written}) for side in (0, 1))
    found = {}
    for pair in dict.fromkeys(written):
        cases = [_case_signal(word, share) for word, share in zip(pair, shares, strict=True)]
        folded = (pair[0].lower(), pair[1].lower())
        classified = _classify(folded, cases, (source, target), context, weights)
        found[pair] = _faulted(classified, next(faults(folded, (source, target), context, checks), None))
    return [found[pair] for pair in written]


def capital_share(words: Collection[str]) -> float:
    """The share of words written with a capital; 0 where the dictionary was lower-cased or the script has no case."""
    return sum(word[:1].isupper() for word in words) / max(len(words), 1)


def _case_signal(word: str, share: float) -> Signal:
    """How the dictionary itself writes the word, where it keeps capitals; they say little where most words have one."""
    if not 0 < share < 1 or not (word[:1].isupper() or word[:1].islower()):
        return Signal("case", 0.0, "")
    if word[0].islower():
        return Signal("case", WRITTEN_SMALL, f"{word}: in lower case in a dictionary with capitals")
    return Signal("case", min(WRITTEN_LARGE, -log(share)), f"{word}: with a capital, as {share:.0%} of the words")


def dictionary_context(words: Sequence[Pair], source: SideKnowledge, target: SideKnowledge) -> Context:
    """What the pairs of a dictionary are to one another."""
    swapped = [(other, one) for one, other in words]
    return gather_context(words, (calibrated(swapped, target, source), calibrated(words, source, target)))


def calibrated(
    words: Sequence[tuple[str, str]], english: SideKnowledge, other: SideKnowledge
) -> dict[WordStanding, float]:
    """What the other language's word list is worth, seen from the dictionary itself.

    The log of how much likelier the list is to have (or to lack) a clear name than a clear ordinary word. Clear names are
    in no list of lower-case English words and sound alike; clear ordinary words are familiar and sound unlike.
    With too few clear pairs the list counts as one of middling size; without English each side's list counts half.
    """
    if other.english:
        return {}
    if not english.english:
        return {standing: points / 2 for standing, points in OTHER.items()}
    names: list[bool] = []
    ordinary: list[bool] = []
    for one, word in dict.fromkeys(words):
        standing, alike = english.standing(one), likeness(one, word)
        if standing is WordStanding.ABSENT and alike >= ALIKE_FROM and not english_words.capitalised_class(one):
            names.append(other.standing(word) is WordStanding.KNOWN)
        elif standing is WordStanding.FAMILIAR and alike < UNLIKE_BELOW:
            ordinary.append(other.standing(word) is WordStanding.KNOWN)
    if min(len(names), len(ordinary)) < ENOUGH_TO_CALIBRATE:
        return OTHER
    name, word_share = ((sum(found) + 1) / (len(found) + 2) for found in (names, ordinary))
    points = {WordStanding.KNOWN: log(name / word_share), WordStanding.ABSENT: log((1 - name) / (1 - word_share))}
    return {standing: max(-OTHER_MOST, min(OTHER_MOST, value)) for standing, value in points.items()}


def _classify(pair: Pair, cases: list[Signal], sides: Sides, context: Context, weights: Weights) -> PairClassification:
    """Add up the signals of one pair."""
    ruled = [*cases, *name_signals(pair, *sides, context)]
    start, signals = corrected(ruled, name_traits(pair, *sides, context), weights)
    points = start + sum(signal.points for signal in signals)
    return PairClassification(PROPER_NOUN if points > 0 else None, points, tuple(signals))


def _faulted(found: PairClassification, fault: Fault | None) -> PairClassification:
    """The pair as invalid, if there is a fault; a name in another form is a name."""
    if fault is None or (fault.rule in CLASHES and found.label == PROPER_NOUN):
        return found
    return replace(found, label=INVALID, reason=fault.reason)


def corrected(signals: list[Signal], traits: Sequence[Trait], weights: Weights) -> tuple[float, list[Signal]]:
    """The start and the signals of a pair: where there are weights, those of the rule are scaled, and the traits added."""
    if not weights:
        return START, signals
    scale = weights["rule"]
    scaled = [Signal(one.name, scale * one.points, one.evidence) for one in signals]
    learnt = [Signal(one.name, weights[one.name] * one.value, one.evidence) for one in traits if one.name in weights]
    return weights["start"] + scale * START, scaled + learnt


def name_signals(pair: tuple[str, str], source: SideKnowledge, target: SideKnowledge, context: Context) -> list[Signal]:
    """Every signal for or against a proper noun."""
    gazetteer = _gazetteer_signal(pair, (source.english, target.english))
    alike = likeness(*pair)
    beside = alike >= ALIKE_FROM and _beside_a_translation(pair, context)
    points = _likeness_points(pair, alike)
    signals = [gazetteer]
    here, there = _territories(pair, source, target)
    if pair[0] != pair[1] and here & there:
        points = max(points, 0.0)
        signals.append(Signal("territories", BOTH_TERRITORIES, "the same country, region or city in CLDR"))
    signals.append(Signal("likeness", points, f"likeness {alike:.2f}"))
    supported = gazetteer.points >= ENOUGH_SUPPORT or beside
    signals += _standing_signals(pair[0], source, context.weights[0], supported=supported, beside_place=bool(there))
    signals += _standing_signals(pair[1], target, context.weights[1], supported=supported, beside_place=bool(here))
    for word, side in ((pair[0], source), (pair[1], target)):
        signals += _given_signals(word, side)
    if pair[0] == pair[1] and untranslated(pair[0], source, target):
        signals.append(Signal("untranslated", UNTRANSLATED, "the same on both sides, but no word of one of them"))
    if not (source.english or target.english) and pair[0] != pair[1] and alike >= ALIKE_FROM:
        signals += _heard_signals(pair, gazetteer)
    if beside:
        signals.append(Signal("beside", BESIDE, "stands beside a translation that sounds different"))
    return signals


def _likeness_points(pair: tuple[str, str], alike: float) -> float:
    """Names are spelled alike in one script and sound alike across scripts; within one script cognates look alike too."""
    if pair[0] == pair[1]:
        return IDENTICAL_POINTS
    scale = WITHIN_A_SCRIPT if script(pair[0]) == script(pair[1]) else ACROSS_SCRIPTS
    return next(points for least, points in scale if alike >= least)


def _beside_a_translation(pair: tuple[str, str], context: Context) -> bool:
    """Whether one of the two words has another partner that it does not sound like: cherry – чери beside cherry – череша."""
    return any(likeness(*other) < UNLIKE_BELOW for other in context.partners(pair))


def _standing_signals(
    word: str, side: SideKnowledge, weights: dict[WordStanding, float], *, supported: bool, beside_place: bool
) -> list[Signal]:
    """How ordinary the word is; that a small list lacks it counts in full only where something else speaks for a name."""
    standing = side.standing(word)
    if not side.english:
        points = weights.get(standing, 0.0)
        if standing is WordStanding.ABSENT and not supported:
            points = min(points, ABSENT_ALONE)
        return [Signal("standing", points, f"{word}: {standing.value} in {side.language or 'its language'}")]
    signals = [Signal("standing", ENGLISH[standing], f"{word}: {_in_english(standing)}")]
    if standing is WordStanding.ABSENT and english_words.capitalised_class(word):
        instance = english_words.instance(word) or name_facts(word, english=True).people >= WIDESPREAD
        also_name = instance or beside_place
        points = CLASS_AND_INSTANCE if also_name else CAPITALISED_CLASS
        signals.append(Signal("class", points, f"{word}: a capitalised class in WordNet"))
    return signals


def _heard_signals(pair: tuple[str, str], gazetteer: Signal) -> list[Signal]:
    """What English says, on average, of the words that both words sound like, where neither is English."""
    words = heard_as(*pair)
    if not words:
        return []
    english = side_knowledge(ENGLISH_CODE)
    points = [HEARD[english.standing(word)] for word in words]
    listed = [gazetteer_points(word, english=True)[0] for word in words]
    more = max(sum(listed) / len(listed) - max(gazetteer.points, NO_GAZETTEER), 0.0)
    return [Signal("heard", sum(points) / len(points) + more, f"both sound like English {', '.join(words)}")]


def _given_signals(word: str, side: SideKnowledge) -> list[Signal]:
    """What a corpus, a tagger and a frequency list say, where the user gives them."""
    signals = []
    if side.capitals is not None and side.capitals.seen.get(word, 0) >= ENOUGH_IN_CORPUS:
        seen, capital = side.capitals.seen[word], side.capitals.capital.get(word, 0)
        points = _log_odds((capital + 0.5) / (seen + 1)) - _log_odds(side.capitals.baseline)
        points = max(-MOST_FROM_CORPUS, min(MOST_FROM_CORPUS, points))
        signals.append(Signal("corpus", points, f"{word}: {capital} of {seen} with a capital in the corpus"))
    if side.tag is not None:
        tag = side.tag(word)
        points = TAGGED_NAME if tag == "PROPN" else TAGGED_OTHER
        signals.append(Signal("tagger", points, f"{word}: tagged {tag}"))
    if side.zipf is not None and side.zipf(word) >= COMMON_ZIPF:
        signals.append(Signal("frequency", COMMON, f"{word}: zipf {side.zipf(word):.1f}"))
    return signals


def _log_odds(share: float) -> float:
    return log(share / (1 - share))


def _in_english(standing: WordStanding) -> str:
    told = {
        WordStanding.ABSENT: "in no list of lower-case English words",
        WordStanding.RARE: "a rare lower-case English word",
        WordStanding.FAMILIAR: "a familiar lower-case English word",
    }
    return told[standing]


def _gazetteer_signal(pair: tuple[str, str], english: tuple[bool, bool]) -> Signal:
    """The better of what the gazetteers say of the two words; one word on both sides is looked up as English.

    Without English, that two different words are both listed counts more than that one is.
    """
    own = (any(english),) * 2 if pair[0] == pair[1] else english
    weaker, stronger = sorted(gazetteer_points(word, english=side) for word, side in zip(pair, own, strict=True))
    points, evidence = stronger
    if not any(english) and weaker[0] > 0 and pair[0] != pair[1]:
        points, evidence = points + weaker[0] / 2, f"{evidence}; {weaker[1]}"
    return Signal("gazetteer", points, evidence)


def _territories(
    pair: tuple[str, str], source: SideKnowledge, target: SideKnowledge
) -> tuple[frozenset[str], frozenset[str]]:
    """The codes of the places that the two words name."""
    return (
        name_facts(pair[0], english=source.english).territories,
        name_facts(pair[1], english=target.english).territories,
    )
