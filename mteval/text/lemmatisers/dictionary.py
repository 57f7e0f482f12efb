"""Lemmas from simplemma's dictionaries: in the base install, 50 languages, no context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from mteval.core.errors import UsageError
from mteval.text.lemmatisers import Lemmatiser, Sentences

REMEMBERED_WORDS = 200_000


def has_dictionary(language: str) -> bool:
    """Whether simplemma knows a language, by its two-letter code."""
    import simplemma

    try:
        simplemma.is_known("a", lang=language)
    except ValueError:
        return False
    return bool(language)


@lru_cache(maxsize=64)
def simple_lemmatiser(language: str) -> Callable[[str], str] | None:
    """The lemma of a word by itself, an unknown word being its own; None where there is no dictionary of the language."""
    if not has_dictionary(language):
        return None
    import simplemma

    return lru_cache(maxsize=REMEMBERED_WORDS)(lambda word: str(simplemma.lemmatize(word, lang=language)))


@lru_cache(maxsize=64)
def known_words(language: str) -> Callable[[str], bool] | None:
    """Whether a word, as written, is in the dictionary of a language; None where there is no dictionary."""
    if not has_dictionary(language):
        return None
    import simplemma

    return lru_cache(maxsize=REMEMBERED_WORDS)(lambda word: bool(simplemma.is_known(word, lang=language)))


@dataclass(frozen=True, slots=True)
class DictionaryLemmatiser:
    """Looks every token up by itself."""

    lemma: Callable[[str], str]

    def lemmatise(self, sentences: Sentences) -> list[list[str]]:
        """The lemma of each token; an unknown word is its own."""
        return [[self.lemma(token) for token in tokens] for tokens in sentences]


def load(language: str, model: str = "") -> Lemmatiser:
    """The dictionary of a language; simplemma needs no model file."""
    if model:
        raise UsageError("lemmatiser=simplemma takes no model. Leave the option out, or use udpipe or stanza.")
    lemma = simple_lemmatiser(language)
    if lemma is None:
        raise UsageError(
            f"simplemma has no dictionary for '{language}'. Use lemmatiser=stanza or udpipe with a model, or a lemma file."
        )
    return DictionaryLemmatiser(lemma)
