"""The gender that a translation gives a person: by the noun where its forms differ, by the article where they do not.

German, French and Spanish; the words are our own drafts (people.tsv). Nothing is read from pronouns or adjectives, nor from
plurals, so that many translations stay unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

import regex

FEMALE, MALE, NEUTRAL, UNKNOWN = "female", "male", "neutral", "unknown"
LANGUAGES = ("de", "fr", "es")
BOTH = frozenset([FEMALE, MALE])
# A mark of the gender-fair forms stays inside of its word: Lehrer*in, avocat·e, médico/a.
WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*(?:[*:_·•⋅@/(]-?\p{L}[\p{L}\p{M}]*\)?)*")
MARK = regex.compile(r"[*:_·•⋅@/(]")
ARTICLES: Mapping[str, Mapping[str, frozenset[str]]] = {
    "de": {
        MALE: frozenset(
            [
                "dem",
                "den",
                "des",
                "ein",
                "einem",
                "einen",
                "eines",
                "diesem",
                "diesen",
                "dieser",
                "jedem",
                "jeden",
                "jeder",
            ]
        ),
        FEMALE: frozenset(["die", "eine", "einer", "diese", "jede", "zur"]),
    },
    "fr": {
        MALE: frozenset(["le", "un", "du", "au", "ce", "cet", "aucun"]),
        FEMALE: frozenset(["la", "une", "cette", "aucune", "ma", "ta", "sa", "femme"]),
    },
    "es": {
        MALE: frozenset(["el", "un", "del", "al", "este", "ese", "aquel", "ningún", "otro", "nuestro"]),
        FEMALE: frozenset(["la", "una", "esta", "esa", "aquella", "ninguna", "otra", "nuestra"]),
    },
}
# Nouns made of adjectives: the ending and the article say the gender together; the rest may be plurals.
GERMAN_ADJECTIVAL = {
    "r": {MALE: frozenset(["ein", "kein", "mein", "unser"])},
    "": {MALE: frozenset(["der", "dieser", "jeder"]), FEMALE: frozenset(["die", "eine", "diese", "jede", "keine"])},
    "n": {
        MALE: frozenset(["dem", "den", "des", "einem", "einen", "eines"]),
        FEMALE: frozenset(["der", "einer", "zur"]),
    },
}
# Spanish says `el` before these though they are feminine.
STRESSED_A = frozenset(["ama de llaves"])
WEAK = ("ent", "ant", "ist", "yst", "ekt", "ilot", "eut", "urg", "err")


@dataclass(frozen=True, slots=True)
class SeenGender:
    """The gender that a translation shows of a person, and the words that show it."""

    gender: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonWords:
    """What a person may be called in one language: each form with the genders that it may have."""

    forms: Mapping[str, frozenset[str]]
    adjectival: frozenset[str] = frozenset()


@cache
def people() -> Mapping[tuple[str, str], PersonWords]:
    """The words for people by language and English word."""
    text = resources.files(__package__).joinpath("people.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return {
        (language, row[0]): _person(cell, language)
        for row in rows[1:]
        for language, cell in zip(rows[0][1:], row[1:], strict=True)
        if cell.strip() != "/"
    }


def seen_gender(text: str, profession: str, language: str) -> SeenGender:
    """The gender of a person in a translation; unknown where no word decides, or where words disagree."""
    person = people().get((language, profession))
    if person is None:
        return SeenGender(UNKNOWN)
    found = [(words, gender) for words, gender in _mentions(text, person, language) if gender != UNKNOWN]
    genders = {gender for _, gender in found}
    return SeenGender(genders.pop() if len(genders) == 1 else UNKNOWN, tuple(words for words, _ in found))


def _mentions(text: str, person: PersonWords, language: str) -> Iterator[tuple[str, str]]:
    words = WORD.findall(text)
    for place, word in enumerate(words):
        article = words[place - 1] if place else ""
        shown = f"{article} {word}".strip()
        if _gender_fair(word, person, language):
            yield word, NEUTRAL
        elif phrase := _phrase(words, place, person):
            before = "" if phrase in STRESSED_A else article.lower()
            yield shown, _agreed(person.forms[phrase], before, language)
        elif language == "de" and (ending := _adjectival(word, person)) is not None:
            yield shown, _of_article(article.lower(), GERMAN_ADJECTIVAL[ending])


def _phrase(words: list[str], place: int, person: PersonWords) -> str:
    """The longest form that begins at a word."""
    for length in (3, 2, 1):
        phrase = _key(" ".join(words[place : place + length]))
        if phrase in person.forms:
            return phrase
    return ""


def _agreed(genders: frozenset[str], article: str, language: str) -> str:
    """The noun's gender unless its article contradicts; the article's where the noun has both."""
    if MARK.search(article):
        return NEUTRAL
    listed = {gender for gender in BOTH if article in ARTICLES[language][gender]}
    left = genders & listed if listed else genders
    return next(iter(left)) if len(left) == 1 else UNKNOWN


def _of_article(article: str, listed: Mapping[str, frozenset[str]]) -> str:
    if MARK.search(article):
        return NEUTRAL
    return next((gender for gender, articles in listed.items() if article in articles), UNKNOWN)


def _adjectival(word: str, person: PersonWords) -> str | None:
    """The ending of a German noun made of an adjective, None for other words."""
    endings = (end for end in GERMAN_ADJECTIVAL if word.endswith(end))
    return next((end for end in endings if _key(word.removesuffix(end)) in person.adjectival), None)


def _gender_fair(word: str, person: PersonWords, language: str) -> bool:
    inner = language == "de" and word.endswith("In") and _key(word) in person.forms
    parts = MARK.split(word.removesuffix(")"))
    return inner or (len(parts) > 1 and bool({_key(parts[0]), _key("".join(parts))} & person.forms.keys()))


def _person(cell: str, language: str) -> PersonWords:
    forms: dict[str, frozenset[str]] = {}
    adjectival: set[str] = set()
    for gender, half in zip((MALE, FEMALE), cell.split("/"), strict=True):
        for noun in filter(None, map(str.strip, half.split("|"))):
            if noun.endswith("*"):
                adjectival.add(_key(noun[:-1]))
                continue
            for form in _singular(noun, gender, language):
                forms[_key(form)] = forms.get(_key(form), frozenset()) | {gender}
    return PersonWords(forms, frozenset(adjectival))


def _singular(noun: str, gender: str, language: str) -> Iterator[str]:
    """The singular forms of a noun: German masculines have a genitive, and the weak ones an -n."""
    yield noun
    if language != "de" or gender == FEMALE:
        return
    if noun.endswith("e"):
        yield noun + "n"
    elif noun.endswith(WEAK):
        yield noun + "en"
    else:
        yield noun + "s"
        yield noun + "es"


def _key(noun: str) -> str:
    return noun.casefold()
