"""What stands before a word and changes with its first sound: a/an, le/l', de/d', ce/cet, y/e."""

from __future__ import annotations

import re
from collections.abc import Callable

from mteval.text.articles import expected_article

# (text before, word put in, word taken out, gender of the word put in) -> the text before as it must be, or a reason.
Junction = Callable[[str, str, str, str], tuple[str, str]]
REFUSED = "elision"

# French words whose h is aspirated, by their beginnings; every other h is silent.
ASPIRATED = re.compile(
    r"h(?:a(?!b[ei]|bit|ll?ein|meçon|rmoni|st)|é(?:ros|ron|risson|ler|tre)|e(?:nnir|urt|aume)|i(?:bou|di|ppie?s?$|sser|ssé|"
    r"érarchi|t$|p-hop)|o(?:bby|chet|ckey|lland|mard|ngr|nt|quet|rs|t-dog|ttes?$|uss|ux)|u(?:blot|it(?!r)|ms?$|rl|rr|ss|tte|ées?$))"
)
ALWAYS_FULL = ("onze", "onzième", "oui", "ouistiti", "yaourt", "yacht", "yoga", "yo-yo", "week-end", "uhlan")
VOWELS = "aàâäeéèêëiîïoôöuùûüyœæ"


def french_vowel(word: str) -> bool:
    """Whether a French word makes the word before it elide."""
    folded = word.lower()
    if folded.startswith(ALWAYS_FULL) or ASPIRATED.match(folded):
        return False
    if folded.startswith("y"):
        return len(folded) > 1 and (folded[1] not in VOWELS or folded.startswith("yeux"))
    return folded[:1] in VOWELS or folded.startswith("h")


ELIDING = {"le": "l'", "la": "l'", "de": "d'", "que": "qu'", "je": "j'", "me": "m'", "te": "t'", "se": "s'", "ne": "n'"}
BEFORE_VOWEL = {"ce": "cet ", "du": "de l'", "au": "à l'", "ma": "mon ", "ta": "ton ", "sa": "son "}
RESTORED = {"d'": "de ", "qu'": "que ", "j'": "je ", "m'": "me ", "t'": "te ", "s'": "se ", "n'": "ne ", "cet": "ce "}
BY_GENDER = {
    ("de l'", "masc"): "du ", ("de l'", "fem"): "de la ", ("à l'", "masc"): "au ", ("à l'", "fem"): "à la ",
    ("l'", "masc"): "le ", ("l'", "fem"): "la ", ("mon", "fem"): "ma ", ("ton", "fem"): "ta ", ("son", "fem"): "sa ",
    ("mon", "masc"): "mon ", ("ton", "masc"): "ton ", ("son", "masc"): "son ",
}  # fmt: skip
CHANGING = (
    "beau",
    "bel",
    "nouveau",
    "nouvel",
    "vieux",
    "vieil",
    "fou",
    "fol",
    "mou",
    "mol",
    "jusqu'",
    "lorsqu'",
    "puisqu'",
)
FRENCH_TAIL = re.compile(r"(?:\b(?:de|à) (?=l['’]$))?\b(?:\w+['’]|\w+\s+)$", re.IGNORECASE)


def french(before: str, word: str, original: str, gender: str) -> tuple[str, str]:
    """Elide or restore le, la, de, que, ce, du, au, ma … as the new word's first sound wants."""
    opens = french_vowel(word)
    tail = FRENCH_TAIL.search(before)
    if opens == french_vowel(original) or tail is None:
        return before, ""
    found = tail.group().lower().replace("’", "'").strip()
    if found in CHANGING:
        return before, REFUSED
    if opens:
        wanted = ELIDING.get(found) or BEFORE_VOWEL.get(found)
    elif found in ("l'", "de l'", "à l'", "mon", "ton", "son"):
        wanted = BY_GENDER.get((found, gender))
        if wanted is None:
            return before, "gender-unknown-after-elision"
    else:
        wanted = RESTORED.get(found)
    return (before[: tail.start()] + _like(tail.group(), wanted) if wanted else before), ""


def english(before: str, word: str, original: str, gender: str) -> tuple[str, str]:
    """Put a or an as the new word wants."""
    tail = re.search(r"\b(an?)(\s+)$", before, re.IGNORECASE)
    if tail is None:
        return before, ""
    article = expected_article(word)
    return before[: tail.start()] + _like(tail.group(1), article) + tail.group(2), ""


def spanish(before: str, word: str, original: str, gender: str) -> tuple[str, str]:
    """y before i- is e, o before o- is u."""
    tail = re.search(r"\b([yeou])(\s+)$", before, re.IGNORECASE)
    if tail is None:
        return before, ""
    closed, rounded = re.match(r"h?i(?!e)", word.lower()), re.match(r"h?o", word.lower())
    found = tail.group(1).lower()
    wanted = ("e" if closed else "y") if found in "ye" else ("u" if rounded else "o")
    return before[: tail.start()] + _like(tail.group(1), wanted) + tail.group(2), ""


ITALIAN_CLASSES = (re.compile(r"h?[aeiouàèéìòù]"), re.compile(r"s[^aeiou]|z|gn|ps|pn|x|y"))
ARTICLES = re.compile(
    r"(?:\w+['’]|\b(?:il|lo|la|un|uno|una|del|dello|della|al|allo|alla|nel|nello|nella|dal|dallo|dalla|sul|sullo|sulla|quel|"
    r"quello|quella|bel|bello|i|gli|dei|degli|ai|agli|el|als|dels|de|em|et|es)\s+)$",
    re.IGNORECASE,
)


def cautious(before: str, word: str, original: str, gender: str) -> tuple[str, str]:
    """Italian and Catalan: refuse where an article stands before the word and the class of the first sound changes."""
    classes = [next((n for n, one in enumerate(ITALIAN_CLASSES) if one.match(w.lower())), 9) for w in (word, original)]
    return before, REFUSED if classes[0] != classes[1] and ARTICLES.search(before) else ""


def unchanged(before: str, word: str, original: str, gender: str) -> tuple[str, str]:
    """Nothing before the word depends on its first sound."""
    return before, ""


def junction(language: str) -> Junction:
    """The rule of a language."""
    rules: dict[str, Junction] = {"fr": french, "en": english, "es": spanish, "it": cautious, "ca": cautious}
    return rules.get(language.split("-", maxsplit=1)[0].lower(), unchanged)


def _like(model: str, text: str) -> str:
    """The text with a capital if the model has one."""
    return text[:1].upper() + text[1:] if model[:1].isupper() else text
