"""Whether a word is a singular or a plural, as far as lemmas and endings tell."""

from __future__ import annotations

from mteval.lexical.english_forms import NOUN, PLURAL, SINGULAR, english_readings
from mteval.text.lemmatisers.dictionary import known_words, simple_lemmatiser

# German nouns with these endings mostly look alike in both numbers: der Finger, die Finger.
SAME_IN_BOTH = {"de": ("er", "el", "en", "chen", "lein")}
# Languages whose inflected nouns are plurals unless they end so; elsewhere a case or an article may be all that differs.
SINGULAR_CASES = {"de": ("s",)}


def english_numbers(word: str) -> frozenset[str]:
    """The numbers that an English form has as a noun, rare readings left out."""
    return frozenset(reading.form for reading in english_readings(word) if reading.part == NOUN)


def number(word: str, language: str) -> str:
    """The number of a lower-cased noun by its lemma: singular, plural or, where that says nothing, empty."""
    lemmatise, known = simple_lemmatiser(language), known_words(language)
    if lemmatise is None or known is None:
        return ""
    lemmas = {lemmatise(form).lower() for form in (word, word.capitalize()) if known(form)}
    if not lemmas:
        return ""
    if word in lemmas:
        return "" if word.endswith(SAME_IN_BOTH.get(language, ())) else SINGULAR
    cases = SINGULAR_CASES.get(language)
    return "" if cases is None or word.endswith(cases) else PLURAL
