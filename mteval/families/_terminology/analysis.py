"""Texts prepared for finding terms: tokens and lemmas, by the lemmatiser the user chose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mteval.families._terminology.compounds import compound_finder
from mteval.families._terminology.matching import AnalysedText
from mteval.text.lemmatisers import Lemmatiser, open_lemmatiser
from mteval.text.lemmatisers.dictionary import has_dictionary, known_words
from mteval.text.moses import moses_tokenizer

SHORTEST_STEM = 4
CAPITAL_NOUNS = ("de", "lb")
# Endings that words missing from a dictionary (new technical terms, mostly) are inflected by; common grammar, lists of ours.
ENDINGS = {
    "de": ("s", "n", "en", "es", "e", "er", "em"),
    "nl": ("s", "en", "'s"),
    "sv": ("n", "en", "ar", "er", "arna", "erna", "et", "s"),
    "da": ("n", "en", "er", "erne", "et", "s"),
    "nb": ("n", "en", "er", "ene", "et", "s"),
    "en": ("s", "es", "'s", "ed", "ing"),
    "es": ("s", "es"),
    "pt": ("s", "es"),
    "fr": ("s", "x"),
    "bg": ("а", "ът", "я", "ят", "та", "то", "те", "и", "ите", "ове", "овете"),
    "ru": ("а", "у", "ом", "е", "ы", "и", "ов", "ам", "ами", "ах", "ой", "ю", "я"),
    "cs": ("u", "a", "em", "y", "ů", "ům", "ech", "e", "ou", "i"),
    "pl": ("u", "a", "em", "y", "ów", "om", "ach", "e", "ą", "ę", "i"),
    "it": (),
}


@dataclass(frozen=True, slots=True)
class Analyser:
    """Cuts and lemmatises texts of one language; without a lemmatiser words are compared as they are written."""

    language: str
    lemmatiser: Lemmatiser | None = None
    lemmatiser_name: str = "none"

    def analyse(self, texts: Sequence[str], *, terms: bool = False) -> list[AnalysedText]:
        """The texts with their tokens and lemmas; a lemmatiser sees them all at once. Terms are no whole sentences."""
        cut = moses_tokenizer(self.language)
        sentences = [list(cut(text)) for text in texts]
        lowered = [[token.lower() for token in tokens] for tokens in sentences]
        layers = [lowered]
        if self.lemmatiser is not None:
            layers.append(self.lemmatiser.lemmatise(sentences))
        if self.lemmatiser is not None and self.lemmatiser_name == "simplemma":
            # It sees no context, so a capital letter at the beginning of a sentence hides a word from its dictionary. But a
            # German noun is none without it: `Gas` would be a form of `gasen`.
            capitals = self.language in CAPITAL_NOUNS
            plain = [
                _plain(tokens, first=0 if terms else 1) if capitals else low
                for tokens, low in zip(sentences, lowered, strict=True)
            ]
            layers.append(self.lemmatiser.lemmatise(plain))
        guesses = _guesses(self.language) if self.lemmatiser is not None else _no_guesses
        return [
            AnalysedText(text, tuple(words), tuple(_forms(layers, place, guesses)), self._nouns(sentences[place]))
            for place, (text, words) in enumerate(zip(texts, lowered, strict=True))
        ]

    def _nouns(self, tokens: Sequence[str]) -> tuple[bool, ...]:
        return tuple(self.language in CAPITAL_NOUNS and token[:1].isupper() for token in tokens)

    def lemma_lines(self, texts: Sequence[str]) -> list[str]:
        """The lemmas of each text, joined as WMT25's script does; without a lemmatiser the tokens."""
        cut = moses_tokenizer(self.language)
        sentences = [list(cut(text)) for text in texts]
        lemmas = sentences if self.lemmatiser is None else self.lemmatiser.lemmatise(sentences)
        return ["|||".join(line).lower() for line in lemmas]


def open_analyser(language: str, lemmatiser: str, model: str = "") -> Analyser:
    """The analyser of a language; simplemma without a dictionary for it means no lemmas."""
    if lemmatiser == "none" or (lemmatiser == "simplemma" and not has_dictionary(language)):
        return Analyser(language)
    return Analyser(language, open_lemmatiser(lemmatiser, language, model), lemmatiser)


def _forms(
    layers: Sequence[Sequence[Sequence[str]]], place: int, guesses: Callable[[str], frozenset[str]]
) -> Iterator[frozenset[str]]:
    for forms in zip(*(layer[place] for layer in layers), strict=True):
        yield guesses(forms[0]) | {form.lower() for form in forms}


def _plain(tokens: Sequence[str], *, first: int) -> list[str]:
    """Tokens in lower case but for nouns: those from the place `first` on with a capital letter."""
    return [token if place >= first and token[:1].isupper() else token.lower() for place, token in enumerate(tokens)]


def _no_guesses(token: str) -> frozenset[str]:
    return frozenset((token,))


@lru_cache(maxsize=16)
def _guesses(language: str) -> Callable[[str], frozenset[str]]:
    """What a word missing from the dictionary may be a form of: without an ending, and by its last part."""
    known, finder, endings = known_words(language), compound_finder(language), ENDINGS.get(language, ())
    if known is None:
        return _no_guesses

    @lru_cache(maxsize=1 << 16)
    def guesses(token: str) -> frozenset[str]:
        if known(token) or known(token.capitalize()) or not token[0].isalpha():
            return frozenset((token,))
        bare = {token.removesuffix(ending) for ending in endings if len(token) - len(ending) >= SHORTEST_STEM}
        return frozenset((token, *bare, *((finder.lemma_by_head(token),) if finder else ())))

    return guesses
