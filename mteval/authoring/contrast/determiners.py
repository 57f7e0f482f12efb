"""Determiners that show the gender of the noun after them, by language; nouns of unknown gender are learnt from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

MASCULINE, FEMININE, NEUTER = "masc", "fem", "neut"


def _table(masculine: str, feminine: str) -> dict[str, str]:
    return {**dict.fromkeys(masculine.split(), MASCULINE), **dict.fromkeys(feminine.split(), FEMININE)}


DETERMINERS = {
    # "mon", "ton", "son" stand before feminine nouns too, if they begin with a vowel.
    "fr": _table("un le du au ce cet aucun quel tout", "une la cette ma ta sa aucune quelle toute"),
    # "el" and "un" stand before feminine nouns with a stressed a (el agua), which are few.
    "es": _table("un el del al este ese aquel los unos estos", "una la esta esa aquella las unas estas"),
    "it": _table("un uno il lo del dello al allo nel questo i gli", "una la della alla nella questa le"),
    "pt": _table("um o do ao no este esse os uns", "uma a da à na esta essa as umas"),
    "ca": _table("un el del al aquest els uns", "una la aquesta les unes"),
    # "ein", "dem" and "die" stand before nouns of two genders, or before plurals.
    "de": {
        **_table("einen keinen jeden seinen diesen", "eine einer keine zur"),
        **dict.fromkeys(("das", "ins", "ans", "aufs", "dieses", "jedes"), NEUTER),
    },
}
# A noun has the gender of nearly all of its determiners, if it was seen with enough of them.
LEAST, SHARE = 3, 0.85


def genders(rows: Iterable[tuple[str, str, int]]) -> dict[str, str]:
    """The gender of each form, from how often it was seen after determiners of each."""
    counts: dict[str, Counter[str]] = {}
    for form, gender, number in rows:
        counts.setdefault(form, Counter())[gender] += number
    found = {}
    for form, seen in counts.items():
        gender, number = seen.most_common(1)[0]
        if seen.total() >= LEAST and number >= SHARE * seen.total():
            found[form] = gender
    return found
