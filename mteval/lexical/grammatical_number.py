"""Whether a word is a singular or a plural, as far as lemmas and endings tell."""

from __future__ import annotations

from mteval.lexical.english_forms import NOUN, PLURAL, SINGULAR, english_readings
from mteval.text.lemmatisers.dictionary import known_words, simple_lemmatiser

# Languages whose nouns have a plural of their own, and the endings of singulars that often have not (der Finger, die Finger).
# Left out are those where many plurals look like singulars (Danish and Swedish neuters, Hindi masculines) or all of them do.
SAME_IN_BOTH: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("be", "bg", "el", "et", "fi", "hu", "lt", "lv", "mk", "nl", "pl", "ro", "ru", "sl", "uk"), ()),
    **{"cs": ("í",), "sk": ("ie",), "de": ("er", "el", "en", "chen", "lein"), "it": ("à", "è", "ì", "ò", "ù")},
    **{"es": ("s",), "pt": ("s",), "ca": ("s",), "fr": ("s", "x", "z")},
}
# Which inflected nouns are plurals: German ones unless they end so, Romance ones if they end so; elsewhere a case or an
# article may be all that differs.
SINGULAR_CASES = {"de": ("s",)}
PLURAL_ENDINGS = {**dict.fromkeys(("ca", "es", "pt"), ("s",)), "fr": ("s", "x")}


def knows_number(language: str) -> bool:
    """Whether singulars of a language can be told from plurals."""
    return language in SAME_IN_BOTH and known_words(language) is not None


def english_numbers(word: str) -> frozenset[str]:
    """The numbers that an English form has as a noun, rare readings left out."""
    return frozenset(reading.form for reading in english_readings(word) if reading.part == NOUN)


def number(word: str, language: str) -> str:
    """The number of a lower-cased noun by its lemma: singular, plural or, where that says nothing, empty."""
    lemmatise, known = simple_lemmatiser(language), known_words(language)
    if lemmatise is None or known is None or not knows_number(language):
        return ""
    lemmas = {lemmatise(form).lower() for form in (word, word.capitalize()) if known(form)}
    if not lemmas:
        return ""
    if word in lemmas:
        return "" if word.endswith(SAME_IN_BOTH[language]) else SINGULAR
    cases, endings = SINGULAR_CASES.get(language), PLURAL_ENDINGS.get(language, ())
    plural = word.endswith(endings) if cases is None else not word.endswith(cases)
    return PLURAL if plural else ""
