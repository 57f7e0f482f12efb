"""Scripts that texts are written in: which one, and whether it puts spaces between words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import islice

SAMPLE = 2000
"""Texts looked at, from the beginning."""

# Scripts written without spaces between words. Korean has spaces, but its endings stick to them.
UNSPACED = {
    "han": re.compile(r"[\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"),
    "kana": re.compile(r"[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f]"),
    "thai": re.compile(r"[\u0e00-\u0e7f]"),
    "lao": re.compile(r"[\u0e80-\u0eff]"),
    "burmese": re.compile(r"[\u1000-\u109f]"),
    "khmer": re.compile(r"[\u1780-\u17ff]"),
    "tibetan": re.compile(r"[\u0f00-\u0fff]"),
}
HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
BEYOND_ASCII = re.compile(r"[^\x00-\u02ff\u2000-\u206f\u20a0-\u20cf]")
LANGUAGES = {"thai": "th", "lao": "lo", "burmese": "my", "khmer": "km", "tibetan": "bo"}


def script_of(texts: Iterable[str]) -> str:
    """The script most letters are written in, by Unicode name."""
    letters: Counter[str] = Counter()
    for text in islice(texts, SAMPLE):
        for letter in text:
            if letter.isalpha():
                letters[unicodedata.name(letter, "UNKNOWN").split()[0].split("-")[0]] += 1
    return letters.most_common(1)[0][0].capitalize() if letters else "no"


def language_by_script(texts: Iterable[str]) -> str:
    """The language that a script written without spaces, or Hangul, tells; "" for every other script.

    Kana tell Japanese, Han characters without kana Chinese. A few foreign words do not count.
    """
    sample = list(islice(texts, SAMPLE))
    joined = "".join(text for text in sample if BEYOND_ASCII.search(text))
    if not joined:
        return ""
    letters = sum(map(str.isalpha, "".join(sample)))
    found = {name: len(pattern.findall(joined)) for name, pattern in UNSPACED.items()}
    hangul = len(HANGUL.findall(joined))
    if 2 * hangul > letters:
        return "ko"
    if 2 * sum(found.values()) <= letters:
        return ""
    most = max(found, key=lambda name: found[name])
    if most in ("han", "kana"):
        return "ja" if 20 * found["kana"] > found["han"] else "zh"
    return LANGUAGES[most]
