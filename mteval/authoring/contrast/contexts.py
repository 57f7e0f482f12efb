"""What stands before a noun narrows what its form can be: articles, numerals, prepositions.

The tables hold closed classes of words as grammars of German and French have them. What they do not know leaves every
reading possible, so that nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import product

from mteval.lexical.nouns import CASES, FEMININE, MASCULINE, NEUTER, PLURAL, SINGULAR, Reading

Allowed = Callable[[Reading], bool]
Slots = frozenset[Reading]
LONGEST_PHRASE = 5
TOKEN = re.compile(r"\w+(?:-\w+)*['’]?|[^\w\s]")
ALL_GENDERS = (MASCULINE, FEMININE, NEUTER)


def _slots(genders: Iterable[str], numbers: Iterable[str], cases: Iterable[str]) -> Slots:
    return frozenset(Reading(*one) for one in product(genders, numbers, cases))


def _plural(*cases: str) -> Slots:
    return _slots(ALL_GENDERS, (PLURAL,), cases)


def _singular(genders: Iterable[str], *cases: str) -> Slots:
    return _slots(genders, (SINGULAR,), cases)


EITHER = (MASCULINE, NEUTER)
STRONG = {
    "er": _singular((MASCULINE,), "nom") | _singular((FEMININE,), "gen", "dat") | _plural("gen"),
    "e": _singular((FEMININE,), "nom", "acc") | _plural("nom", "acc"),
    "es": _singular((NEUTER,), "nom", "acc") | _singular(EITHER, "gen"),
    "en": _singular((MASCULINE,), "acc") | _plural("dat") | _singular(EITHER, "gen"),
    "em": _singular(EITHER, "dat"),
}
BARE = _singular((MASCULINE,), "nom") | _singular((NEUTER,), "nom", "acc")
ARTICLES = {
    "der": STRONG["er"],
    "die": STRONG["e"],
    "das": _singular((NEUTER,), "nom", "acc"),
    "den": _singular((MASCULINE,), "acc") | _plural("dat"),
    "dem": STRONG["em"],
    "des": _singular(EITHER, "gen"),
}


def _german_determiners() -> dict[str, Slots]:
    found = dict(ARTICLES)
    for stem in ("dies", "jen", "jed", "welch", "manch", "solch"):
        found |= {stem + ending: slots for ending, slots in STRONG.items()}
    for stem in ("ein", "kein", "mein", "dein", "sein", "ihr", "unser", "euer"):
        own = {ending: slots for ending, slots in STRONG.items() if ending not in ("es", "en")}
        own |= {"es": _singular(EITHER, "gen"), "en": _singular((MASCULINE,), "acc") | _plural("dat"), "": BARE}
        number = (SINGULAR,) if stem == "ein" else (SINGULAR, PLURAL)
        for ending, slots in own.items():
            found[stem + ending] = frozenset(one for one in slots if one.number in number)
    found |= {"eure": found["ihre"], "euren": found["ihren"], "eurem": found["ihrem"], "eurer": found["ihrer"]}
    found |= dict.fromkeys(("im", "am", "beim", "vom", "zum"), _singular(EITHER, "dat"))
    found |= dict.fromkeys(
        ("ins", "ans", "aufs", "durchs", "fürs", "ums", "übers", "unters", "vors", "hinters"),
        _singular((NEUTER,), "acc"),
    )
    return found | {"zur": _singular((FEMININE,), "dat")}


NUMERALS = frozenset((
    "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "mehrere", "mehreren",
    "mehrerer", "einige", "einigen", "einiger", "viele", "vielen", "vieler", "wenige", "wenigen", "weniger", "beide",
    "beiden", "beider", "verschiedene", "verschiedenen", "verschiedener", "zahlreiche", "zahlreichen",
))  # fmt: skip
PREPOSITIONS = {
    **dict.fromkeys(["mit", "bei", "von", "zu", "aus", "nach", "seit", "gegenüber"], ("dat",)),
    **dict.fromkeys(["für", "durch", "gegen", "ohne", "um"], ("acc",)),
    **dict.fromkeys(
        ["in", "an", "auf", "über", "unter", "vor", "hinter", "neben", "zwischen", "entlang"], ("acc", "dat")
    ),
    **dict.fromkeys(["wegen", "während", "trotz", "statt"], ("gen", "dat")),
}
DETERMINERS = _german_determiners()
RELATIVES = frozenset(ARTICLES)
# Lower-case words that end as adjectives do and are none: behind them no noun phrase goes on.
NO_ADJECTIVES = frozenset((
    "oder", "aber", "er", "sie", "es", "wer", "sehr", "hier", "unter", "über", "hinter", "neben", "ihnen", "ihm", "denen",
    "deren", "einander", "während", "eine", "einen",
))  # fmt: skip


def german(before: str) -> Allowed:
    """What a German article, numeral or preposition before the noun allows, adjectives between them left aside."""
    tokens = TOKEN.findall(before)
    adjectives = 0
    while len(tokens) > 1 and _is_german_adjective(tokens):
        adjectives += tokens.pop().isalpha()
    if adjectives and len(tokens) > 1 and _modifies_adjective(tokens):
        tokens.pop()
    slots: Slots = _slots(ALL_GENDERS, (SINGULAR, PLURAL), CASES)
    word = tokens.pop().lower() if tokens else ""
    if word in DETERMINERS:
        if word in RELATIVES and _opens_relative_clause(tokens):
            return lambda _: False
        slots = DETERMINERS[word]
    elif word in NUMERALS or (word.isdigit() and word != "1"):
        slots = _plural(*CASES)
    else:
        tokens.append(word)
    cases = PREPOSITIONS.get(tokens[-1].lower(), CASES) if tokens else CASES
    # Behind "die Frau, der Kinder …" or in "während der Junge …" a preposition is none: then nothing is left.
    return lambda reading: reading in slots and reading.case in cases


def _is_german_adjective(tokens: list[str]) -> bool:
    word = tokens[-1]
    known = word in DETERMINERS or word in NUMERALS or word in PREPOSITIONS or word in NO_ADJECTIVES
    if word == "," or word in ("und", "sehr"):
        # Between two adjectives: ein großer, roter Ball.
        return len(tokens) > 1 and bool(re.fullmatch(r"[a-zäöüß-]+(?:e|en|er|es|em)", tokens[-2])) and not known
    return not known and bool(re.fullmatch(r"[a-zäöüß-]+(?:e|en|er|es|em)|rosa|lila|orange|beige|pink", word))


def _modifies_adjective(tokens: list[str]) -> bool:
    """Whether an adverb stands between an article or preposition and an adjective: mit leuchtend roten Lippen."""
    word, before = tokens[-1], tokens[-2].lower()
    closed = word.lower() in DETERMINERS or word in NUMERALS or word in PREPOSITIONS
    return word.isalpha() and word.islower() and not closed and (before in DETERMINERS or before in PREPOSITIONS)


def _opens_relative_clause(tokens: list[str]) -> bool:
    """Whether a comma stands before the article, or before the preposition before it: then it may be a pronoun."""
    last = tokens[-1].lower() if tokens else ""
    return last == "," or (last in PREPOSITIONS and tokens[-2:-1] == [","])


FRENCH_PLURAL = (
    "les", "des", "ces", "mes", "tes", "ses", "aux", "nos", "vos", "leurs", "deux", "trois", "quatre", "cinq", "six", "sept",
    "huit", "neuf", "dix", "plusieurs", "quelques", "certains", "certaines", "différents", "différentes", "divers",
    "diverses", "nombreux", "nombreuses",
)  # fmt: skip
FRENCH = {
    **dict.fromkeys(("le", "un", "du", "au", "ce", "cet", "aucun", "quel", "tout"), ((MASCULINE,), (SINGULAR,))),
    **dict.fromkeys(("la", "une", "cette", "ma", "ta", "sa", "aucune", "quelle", "toute"), ((FEMININE,), (SINGULAR,))),
    **dict.fromkeys(("l'", "mon", "ton", "son", "notre", "votre", "leur", "chaque"), (ALL_GENDERS, (SINGULAR,))),
    **dict.fromkeys(FRENCH_PLURAL, (ALL_GENDERS, (PLURAL,))),
}
# Adjectives that commonly stand before French nouns.
FRENCH_BEFORE = re.compile(
    r"(?:petit|grand|gros|gross|jeune|beau|bel|belle|joli|vieux|vieil|vieille|bon|bonn|nouveau|nouvel|nouvelle|haut|long|longu|"
    r"autre|même|premier|première|dernier|dernière|seul|large|énorme)(?:e?s?|x)"
)


def french(before: str) -> Allowed:
    """What a French article or numeral before the noun allows, an adjective between them left aside."""
    tokens = [token.lower().replace("’", "'") for token in TOKEN.findall(before)]
    while tokens and FRENCH_BEFORE.fullmatch(tokens[-1]):
        tokens.pop()
    word = tokens[-1] if tokens else ""
    genders, numbers = FRENCH.get(word, (ALL_GENDERS, (SINGULAR, PLURAL)))
    if word.isdigit() and word != "1":
        numbers = (PLURAL,)
    return lambda reading: reading.gender in genders and reading.number in numbers


def anything(before: str) -> Allowed:
    """Nothing is known of what stands before a noun."""
    return lambda _: True


CONTEXTS: Mapping[str, Callable[[str], Allowed]] = {"de": german, "fr": french}


def context(language: str) -> Callable[[str], Allowed]:
    """The rules of a language."""
    return CONTEXTS.get(language.split("-", maxsplit=1)[0].lower(), anything)
