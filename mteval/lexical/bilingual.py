"""What a bilingual dictionary says of a word: its senses, and the translations of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

OTHER = "x"
"""The part of speech of words that are no nouns, verbs, adjectives or adverbs."""

PARTS = {
    **dict.fromkeys(("n", "noun", "s", "subst", "pn", "name", "proper noun"), "n"),
    **dict.fromkeys(("v", "vt", "vi", "vr", "verb", "trans", "intr", "refl"), "v"),
    **dict.fromkeys(("a", "adj", "adjective"), "a"),
    **dict.fromkeys(("r", "adv", "adverb"), "r"),
    **dict.fromkeys(
        ("art", "article", "conj", "det", "int", "interj", "intj", "num", "particle", "prep", "pron"), OTHER
    ),
}
GENDERS = {
    **dict.fromkeys(("masc", "m", "masculine"), "masc"),
    **dict.fromkeys(("fem", "f", "feminine"), "fem"),
    **dict.fromkeys(("neut", "neutr", "neuter"), "neut"),
}
OPENING, CLOSING, SEPARATORS = "([{<", ")]}>", ",;|،、，；"
LABELS = ">}"
"""What is in brackets that close so is grammar; what is in others is a note."""
HYPHEN = "\u2010"
NOUNS_ONLY = frozenset(("pl", "sg", "pl only", "sg only"))


@dataclass(frozen=True, slots=True)
class TargetWord:
    """A translation, without what its dictionary adds in brackets: part of speech (n, v, a, r, x, or ""), gender, notes."""

    word: str
    pos: str = ""
    gender: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DictionarySense:
    """One sense of a word as its dictionary parts them; `synonyms` are other words of the word's own language.

    `gender` is that of the word itself, where the dictionary says it.
    """

    id: str
    translations: tuple[TargetWord, ...]
    pos: str = ""
    gloss: str = ""
    synonyms: tuple[str, ...] = ()
    gender: str = ""


Lookup = Callable[[str], Sequence[DictionarySense]]
"""The senses of a word in a dictionary, whatever its capitals; nothing for a word it does not have."""


def grammar(labels: Sequence[str]) -> tuple[str, str]:
    """The part of speech and the gender that a dictionary's labels say: `fem, n, sg` is a feminine noun."""
    plain = [label.strip().rstrip(".").casefold() for label in labels]
    parts = [PARTS[label] for label in plain if label in PARTS]
    genders = dict.fromkeys(GENDERS[label] for label in plain if label in GENDERS)
    noun = "n" if genders or NOUNS_ONLY.intersection(plain) else ""
    return (parts[0] if parts else noun), ",".join(genders)


def split_translations(line: str) -> Iterator[TargetWord]:
    """The translations of one line, parted at commas and semicolons that stand in no bracket."""
    depth, text, inner = 0, "", ""
    notes: list[str] = []
    labels: list[str] = []
    for sign in f"{line},":
        if sign in OPENING:
            depth += 1
            inner = inner if depth > 1 else ""
        elif sign in CLOSING and depth:
            depth -= 1
            if not depth:
                (labels.extend(inner.split(",")) if sign in LABELS else notes.append(inner.strip()))
                text += " "
        elif depth:
            inner += sign
        elif sign in SEPARATORS:
            if word := _word(text):
                yield TargetWord(word, *grammar(labels), tuple(filter(None, notes)))
                notes, labels = [], []
            text = ""
        else:
            text += sign


def _word(text: str) -> str:
    word = " ".join(text.replace(HYPHEN, "-").split())
    return word[:-1] if word.endswith(".") and "." not in word[:-1] else word
