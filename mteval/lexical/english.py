"""English words by case, familiarity and part of speech, from WordNet's lemmas and SCOWL's word lists."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from mteval.lexical.word_lists import read_lexicon

# WordNet's rules of detachment (morphy(7WN)): suffix, what stands for it in the lemma, part of speech.
ENDINGS = (
    ("s", "", "n"),
    ("ses", "s", "n"),
    ("xes", "x", "n"),
    ("zes", "z", "n"),
    ("ches", "ch", "n"),
    ("shes", "sh", "n"),
    ("men", "man", "n"),
    ("ies", "y", "n"),
    ("s", "", "v"),
    ("ies", "y", "v"),
    ("es", "e", "v"),
    ("es", "", "v"),
    ("ed", "e", "v"),
    ("ed", "", "v"),
    ("ing", "e", "v"),
    ("ing", "", "v"),
    ("er", "", "a"),
    ("est", "", "a"),
    ("er", "e", "a"),
    ("est", "e", "a"),
)
# English writes -es for -s after these; morphy takes it off any verb, and James becomes a form of jam.
BEFORE_ES = ("s", "x", "z", "ch", "sh", "o")
PARTS = {"n": "noun", "v": "verb", "a": "adjective", "r": "adjective"}
DEMONYM_ENDINGS = ("ian", "ean", "ese", "ish")
# Dictionaries hold about four times as many nouns as verbs, running text about twice as many.
PRIORS = {"noun": 2, "verb": 1, "adjective": 1}
FAMILIAR_SIZE = 35  # SCOWL's "small" list: words every reader knows
FAMILIAR_COUNT = 5  # seen that often in WordNet's tagged texts


@dataclass(frozen=True, slots=True)
class Lemma:
    """A WordNet lemma: `l` in lower case, `c` a capitalised class (German, Monday), `u` an abbreviation, `i` an instance."""

    kinds: str
    counts: dict[str, int]


def lower_case(word: str) -> bool:
    """Whether the word, or a word it is a form of, is written in lower case."""
    if word in read_lexicon("english", "words"):
        return True
    return any("l" in lemma.kinds for lemma in _lemmas(word))


def familiar(word: str) -> bool:
    """Whether readers know the lower-case word well."""
    size = int(read_lexicon("english", "words").get(word, "99"))
    count = max((sum(lemma.counts.values()) for lemma in _lemmas(word) if "l" in lemma.kinds), default=0)
    return size <= FAMILIAR_SIZE or count >= FAMILIAR_COUNT


def capitalised_class(word: str) -> bool:
    """Whether the word names members of a class with a capital: nationalities, languages, beliefs, days."""
    if any("c" in lemma.kinds for lemma in _lemmas(word, endings=("n",))):
        return True
    singular = word.removesuffix("s")
    return singular.endswith(DEMONYM_ENDINGS) and (capitalised(word) or capitalised(singular))


def capitalised_adjective(word: str) -> bool:
    """Whether WordNet has the word with a capital, and as an adjective: nationalities, languages, beliefs."""
    return any("c" in lemma.kinds and "a" in lemma.counts for lemma in _lemmas(word, endings=("n",)))


def tagged_count(word: str) -> int:
    """How often WordNet's tagged texts have the word itself as a lemma, if it is written in lower case."""
    lemma = _lemma(word)
    return sum(lemma.counts.values()) if lemma is not None and "l" in lemma.kinds else 0


def listed(word: str) -> bool:
    """Whether WordNet has the word as a lemma, however it is written."""
    return _lemma(word) is not None


def instance(word: str) -> bool:
    """Whether WordNet has the word as the name of one person, place or thing."""
    lemma = _lemma(word)
    return lemma is not None and "i" in lemma.kinds


def capitalised(word: str) -> bool:
    """Whether SCOWL has the word with a capital."""
    return word in read_lexicon("english", "capitalised")


def analysed(word: str) -> list[tuple[str, str, int]]:
    """Part of speech and lemma of every analysis of a form that WordNet has, with a weight by its tagged frequencies."""
    found = []
    for part, lemma in dict.fromkeys(_analyses(word)):
        entry = _lemma(lemma)
        if entry is not None and part in entry.counts and set(entry.kinds) & {"l", "c"}:
            found.append((PARTS[part], lemma, PRIORS[PARTS[part]] * (entry.counts[part] + 1)))
    return found


def part_of_speech(word: str) -> str | None:
    """The likeliest part of speech of a word in a dictionary by WordNet's tagged frequencies; `other` for a word it lacks."""
    weights: Counter[str] = Counter()
    for part, _, weight in analysed(word):
        weights[part] += weight
    if weights:
        return weights.most_common(1)[0][0]
    return "other" if word in read_lexicon("english", "words") else None


def _lemmas(word: str, endings: tuple[str, ...] = ("n", "v", "a")) -> list[Lemma]:
    """The lemmas the word can be a form of."""
    found = (_lemma(lemma) for part, lemma in _analyses(word) if lemma == word or part in endings)
    return [lemma for lemma in found if lemma is not None]


def _analyses(word: str) -> list[tuple[str, str]]:
    """(part of speech, lemma) candidates of a form, itself first; not all of them exist."""
    found = [(part, word) for part in PARTS]
    irregular = read_lexicon("english", "irregular").get(word, "")
    found += [(entry[0], entry[2:]) for entry in irregular.split()]
    for suffix, ending, part in ENDINGS:
        stem = word.removesuffix(suffix)
        if stem != word and len(stem) > 1 and ((suffix, ending) != ("es", "") or stem.endswith(BEFORE_ES)):
            found.append((part, stem + ending))
    return found


@lru_cache(maxsize=100_000)
def _lemma(word: str) -> Lemma | None:
    entry = read_lexicon("english", "wordnet").get(word)
    if entry is None:
        return None
    kinds, _, counts = entry.partition("\t")
    return Lemma(kinds, {part[0]: int(part[1:]) for part in counts.split()})
