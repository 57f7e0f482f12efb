"""Translations into another language than the one asked for.

A line is looked at only if its words are unknown to the references (or, without references, to the other systems). Letters
of another script decide alone; otherwise a language identifier is asked. Short lines and mere names are left in peace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import numpy as np

from mteval.evaluation.triage.clues import Clues, Ratios
from mteval.evaluation.triage.symptom import Symptom, widespread
from mteval.text.language_identification import Likelihoods, base_code, identifier, relatives, scripts

FEWEST_WORDS = 4
FEWEST_PLAIN = 3
FEWEST_LETTERS = 12
KNOWN = 0.55
LEAST_USUAL = 0.5
IMPOSSIBLE, UNLIKELY = 0.005, 0.03
CONFIDENT, LIKELY = 0.6, 0.25
SAMPLE = 60
FOREIGN_SCRIPT = 0.3
SMALL_WORDS = 0.01
FEW_SMALL = 0.5
NO_SMALL = 0.12


def _shares(clues: Clues, lines: Sequence[int], known: frozenset[str]) -> Ratios:
    """The share of the words of each line that are among the known ones."""
    return np.array([sum(map(known.__contains__, clues.words[line])) / len(clues.words[line]) for line in lines])


def _small_words(clues: Clues) -> frozenset[str]:
    """The words that hold a language together: those in a hundredth of the references (or of another system's lines)."""
    counts = Counter(chain.from_iterable(clues.model_words))
    least = max(3, SMALL_WORDS * len(clues))
    return frozenset(word for word, count in counts.items() if count >= least)


def _unknown(clues: Clues) -> list[int]:
    """Lines whose words the references and other systems hardly know, or that lack the small words of the language.

    They are all the lines where there is nothing to compare with.
    """
    long_enough = [line for line, words in enumerate(clues.words) if len(words) >= FEWEST_WORDS]
    if not clues.vocabulary or not long_enough:
        return long_enough if clues.batch.target_language else []
    strange = np.zeros(len(long_enough), dtype=bool)
    for known, least, lowest in ((clues.vocabulary, KNOWN, LEAST_USUAL), (_small_words(clues), FEW_SMALL, 0.0)):
        shares = _shares(clues, long_enough, known)
        strange |= shares < least * max(lowest, float(np.percentile(shares, 75)))
    return [line for line, odd in zip(long_enough, strange.tolist(), strict=True) if odd]


def _worth_asking(clues: Clues, lines: Sequence[int]) -> bool:
    """Whether the identifier should be loaded: some line has neither known words nor the small ones of the language."""
    if not clues.vocabulary or not lines:
        return bool(lines)
    bare = _shares(clues, lines, _small_words(clues)) <= NO_SMALL
    unknown = _shares(clues, lines, clues.vocabulary) < KNOWN
    return bool((bare & unknown).any())


def _without_names(clues: Clues, line: int) -> str:
    """A line without the words that the source or a rival has too, where they are capitalised or figures."""
    shared = {word for text in clues.witnesses(line) for word in text.split()}
    return " ".join(word for word in clues.lines[line].split() if word not in shared or word[:1].islower())


def _is_plain(text: str) -> bool:
    """Whether a text has enough words that are no names: written small, or in a script without capitals."""
    words = [word for word in text.split() if word[:1].isalpha()]
    small = sum(word[:1].islower() or word.lower() == word.upper() for word in words)
    letters = sum(map(str.isalpha, text))
    return letters >= FEWEST_LETTERS and (small >= FEWEST_PLAIN or (len(words) <= 2 and small > 0))


def _foreign_script(clues: Clues, lines: Sequence[int]) -> dict[int, str]:
    """Lines mostly in a script that their references or other systems do not use."""
    found = {}
    for line in lines:
        own, rivals = scripts([clues.lines[line]]), scripts(clues.rivals(line))
        if sum(own.values()) < FEWEST_LETTERS or not rivals:
            continue
        expected = rivals.most_common(1)[0][0]
        if (
            own[expected] < FOREIGN_SCRIPT * sum(own.values())
            and rivals[expected] > 2 * FOREIGN_SCRIPT * rivals.total()
        ):
            found[line] = own.most_common(1)[0][0].title()
    return found


def _expected(clues: Clues) -> frozenset[str]:
    """The languages that are right: the one declared, and the one the references or most translations are in."""
    declared = base_code(clues.batch.target_language)
    sample = range(0, len(clues), max(1, len(clues) // SAMPLE))
    models = [text for line in sample for text in clues.rivals(line)[:1] or [clues.lines[line]]]
    ask = identifier()
    if ask is None:
        return relatives(declared)
    likely = ask(" ".join(models))
    found = max(likely, key=likely.__getitem__)
    if declared and (not clues.vocabulary or declared in relatives(found)):
        found = declared
    return relatives(declared) | relatives(found)


def _foreign_language(clues: Clues, lines: Sequence[int]) -> dict[int, str]:
    """Lines that the identifier puts into another language than expected, and its guess.

    Where a foreign language is common, a line that is more likely in it than in the right one is in it too.
    """
    plain = [line for line in lines if _is_plain(clues.lines[line])]
    ask = identifier() if _worth_asking(clues, plain) else None
    if ask is None:
        return {}
    expected = _expected(clues)
    least, most = (LIKELY, UNLIKELY) if clues.vocabulary else (CONFIDENT, IMPOSSIBLE)
    found, doubtful = {}, {}
    for line in plain:
        likely = ask(_without_names(clues, line))
        best = max(likely, key=likely.__getitem__)
        right = sum(likely.get(language, 0) for language in expected)
        if best not in expected and likely[best] >= least and right <= most * likely[best]:
            found[line] = best
        else:
            doubtful[line] = {language: share for language, share in likely.items() if share > right}
    return found | _in_common_languages(found, doubtful, len(clues))


def _in_common_languages(found: Mapping[int, str], doubtful: Mapping[int, Likelihoods], total: int) -> dict[int, str]:
    """Doubtful lines that may be in a language which many lines are in."""
    common = [language for language, count in Counter(found.values()).most_common() if widespread(count, total)]
    guesses = {line: next(filter(likely.__contains__, common), "") for line, likely in doubtful.items()}
    return {line: guess for line, guess in guesses.items() if guess}


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find translations into a wrong language, line by line."""
    unknown = [line for line in _unknown(clues) if line not in clues.explained]
    found = _foreign_script(clues, unknown)
    found |= _foreign_language(clues, [line for line in unknown if line not in found])
    if found:
        lines = tuple(sorted(found))
        guesses = ", ".join(f"{guess} {count}" for guess, count in Counter(found.values()).most_common(3))
        verb = "is" if len(lines) == 1 else "are"
        wanted = f" not in '{clues.batch.target_language}'" if clues.batch.target_language else " in the wrong language"
        message = (
            f"{clues.count(lines)} {verb}{wanted} (it looks like: {guesses}), e.g. {clues.example(lines)}. "
            "Was the system told the target language?"
        )
        yield Symptom("wrong-language", lines, message)
