"""Small changes to a text that should not change its meaning: typos, case, punctuation, links, contractions."""

from __future__ import annotations

import itertools
import random
import re
import unicodedata
from collections.abc import Callable

from mteval.core.errors import UnknownNameError

Perturbation = Callable[[str, random.Random], str]

_ENDS = ".!?。！？।؟…"
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_VOWEL_SIGNS = range(10, 36)
_HANDLES = ("@mika", "@weekend_reader", "@tomo42", "@city_guide", "@rosa_l")
_LINKS = ("https://example.org/x7Qa", "https://example.com/r/9fk2", "https://example.net/p?id=318")
_CONTRACTIONS = (
    ("did not", "didn't"),
    ("does not", "doesn't"),
    ("do not", "don't"),
    ("is not", "isn't"),
    ("are not", "aren't"),
    ("was not", "wasn't"),
    ("were not", "weren't"),
    ("have not", "haven't"),
    ("has not", "hasn't"),
    ("could not", "couldn't"),
    ("would not", "wouldn't"),
    ("cannot", "can't"),
    ("will not", "won't"),
    ("I am", "I'm"),
    ("it is", "it's"),
    ("that is", "that's"),
    ("we are", "we're"),
    ("they are", "they're"),
)


def perturb(name: str, text: str, seed: int = 0) -> str:
    """The text changed in one way; the same seed makes the same change, and a text it cannot touch comes back as it was."""
    if name not in PERTURBATIONS:
        raise UnknownNameError("perturbation", name, PERTURBATIONS)
    return PERTURBATIONS[name](text, random.Random(f"{seed}\0{name}\0{text}"))


def letters(word: str) -> list[str]:
    """The letters of a word as readers see them: combining marks and joined consonants stay with their letter."""
    clusters: list[str] = []
    for character in word:
        joins = unicodedata.category(character).startswith("M") or character in "\u200c\u200d"
        virama = bool(clusters) and unicodedata.combining(clusters[-1][-1]) == 9
        if clusters and (joins or virama):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _in_one_word(text: str, generator: random.Random, change: Callable[[list[str], int], None], least: int = 4) -> str:
    """Change one place inside one word of at least `least` letters; first and last letters stay, as in real typos."""
    pieces = [letters(piece) for piece in _pieces(text)]
    places = [
        (number, position)
        for number, word in enumerate(pieces)
        if len(word) >= least and word[0][0].isalpha()
        for position in range(1, len(word) - 2)
    ]
    if not places:
        return text
    number, position = generator.choice(places)
    change(pieces[number], position)
    return "".join("".join(word) for word in pieces)


def _pieces(text: str) -> list[str]:
    """The words of a text and what is between them; not `\\w`, which leaves out the vowel signs of Indic scripts."""
    runs = itertools.groupby(text, key=lambda character: unicodedata.category(character)[0] in "LM")
    return ["".join(run) for _, run in runs]


def swap_letters(text: str, generator: random.Random) -> str:
    """Swap two neighbouring letters inside one word."""

    def swap(word: list[str], position: int) -> None:
        word[position], word[position + 1] = word[position + 1], word[position]

    return _in_one_word(text, generator, swap)


def drop_letter(text: str, generator: random.Random) -> str:
    """Leave out one letter inside one word."""
    return _in_one_word(text, generator, lambda word, position: word.__delitem__(position))


def double_letter(text: str, generator: random.Random) -> str:
    """Write one letter inside one word twice."""
    return _in_one_word(text, generator, lambda word, position: word.insert(position, word[position]))


def neighbouring_key(text: str, generator: random.Random) -> str:
    """Replace one Latin letter inside one word by its neighbour on the keyboard."""

    def hit_neighbour(word: list[str], position: int) -> None:
        for row in _KEYS:
            place = row.find(word[position].lower())
            if place >= 0:
                word[position] = generator.choice([row[i] for i in (place - 1, place + 1) if 0 <= i < len(row)])

    return _in_one_word(text, generator, hit_neighbour)


def contractions(text: str, generator: random.Random) -> str:
    """Contract every English form that can be contracted; where there is none, write contracted ones out."""
    shorter = _replace_all(text, [(long, short) for long, short in _CONTRACTIONS])
    return shorter if shorter != text else _replace_all(text, [(short, long) for long, short in _CONTRACTIONS])


def _replace_all(text: str, pairs: list[tuple[str, str]]) -> str:
    for old, new in pairs:
        text = re.sub(rf"\b{re.escape(old)}\b", new, text)
    return text


def final_punctuation(text: str, generator: random.Random) -> str:
    """Take the final full stop away, or put one where there is none."""
    stripped = text.rstrip()
    bare = stripped.rstrip(_ENDS)
    return bare.rstrip() if bare != stripped else stripped + "."


def strip_accents(text: str, generator: random.Random) -> str:
    """Leave out what hurried writers leave out: accents on Latin and Greek letters, Arabic and Hebrew vowel signs.

    In other scripts a mark makes another letter (й, ئ, ख़, が), so it stays.
    """
    kept: list[str] = []
    base = ""
    for character in unicodedata.normalize("NFD", text):
        place = unicodedata.combining(character)
        base = character if not place else base
        accent = place and unicodedata.name(base, "").startswith(("LATIN", "GREEK"))
        if not (accent or place in _VOWEL_SIGNS):
            kept.append(character)
    return unicodedata.normalize("NFC", "".join(kept))


PERTURBATIONS: dict[str, Perturbation] = {
    "typo": swap_letters,
    "drop-letter": drop_letter,
    "double-letter": double_letter,
    "keyboard": neighbouring_key,
    "contractions": contractions,
    "punctuation": final_punctuation,
    "accents": strip_accents,
    "lowercase": lambda text, generator: text.lower(),
    "uppercase": lambda text, generator: text.upper(),
    "link": lambda text, generator: f"{text} {generator.choice(_LINKS)}",
    "handle": lambda text, generator: f"{generator.choice(_HANDLES)} {text}",
}
