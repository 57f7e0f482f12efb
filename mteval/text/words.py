"""Words as ROUGE compares them, in any script."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from types import SimpleNamespace

from mteval.core.errors import UsageError, suggestion

Cut = Callable[[str], list[str]]

ASCII_WORD = re.compile(r"[a-z0-9]+")
NAMES = ("unicode", "rouge-score", "none")
REMEMBERED_LINES = 1 << 17

# Where none of these occurs (marks, joiners, scripts beyond Latin, Greek and Cyrillic), letters and digits are all there is.
SPECIAL = re.compile(r"[\u0300-\u036f\u0483-\u0489\u0530-\u1fff\u200c\u200d\u2070-\U0010ffff]")
PLAIN_WORD = re.compile(r"[^\W_]+")

# Scripts written without spaces: each character, with the marks on it, stands for a word.
UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
# Vowel signs (marks) and joiners belong to the word; a pattern of letters alone would break Hindi words apart.
WORD_OF_ANY_SCRIPT = (
    rf"[{UNSPACED}]\p{{M}}*|[[\p{{L}}\p{{N}}]--[{UNSPACED}]][[\p{{L}}\p{{M}}\p{{N}}\u200c\u200d]--[{UNSPACED}]]*"
)


@cache
def word_cutter(name: str, *, stemmer: bool = False) -> Cut:
    """How a line is cut into words: `unicode`, `rouge-score` (ASCII letters and digits), or `none` (at spaces).

    Lines once cut are remembered, so that several metrics over the same lines cut them once.
    """
    if name == "rouge-score":
        return lru_cache(maxsize=REMEMBERED_LINES)(_rouge_score_words(stemmer=stemmer))
    cutters: dict[str, Cut] = {"unicode": unicode_words, "none": str.split}
    if name not in cutters:
        raise UsageError(f"tokenize={name} is not possible. {suggestion(name, NAMES)}")
    return lru_cache(maxsize=REMEMBERED_LINES)(_stemmed(cutters[name]) if stemmer else cutters[name])


def _rouge_score_words(*, stemmer: bool) -> Cut:
    """rouge-score's own words: runs of a–z and 0–9 after lower-casing; whatever else there is goes."""
    # Not its DefaultTokenizer, which imports all of NLTK (half a second) also where nothing is stemmed.
    from rouge_score.tokenize import tokenize

    stems = SimpleNamespace(stem=porter_stem()) if stemmer else None

    def cut(line: str) -> list[str]:
        words: list[str] = tokenize(line, stems)
        return words

    return cut


def unicode_words(line: str) -> list[str]:
    """Runs of letters, marks and digits of any script, lower-cased and composed (NFC)."""
    if line.isascii():
        return ASCII_WORD.findall(line.lower())
    line = unicodedata.normalize("NFC", line.lower())
    return _pattern()(line) if SPECIAL.search(line) else PLAIN_WORD.findall(line)


@cache
def _pattern() -> Callable[[str], list[str]]:
    import regex

    found: Callable[[str], list[str]] = regex.compile(WORD_OF_ANY_SCRIPT, regex.VERSION1).findall
    return found


def _stemmed(cut: Cut) -> Cut:
    stem = porter_stem()

    def cut_and_stem(line: str) -> list[str]:
        # As in rouge-score and ROUGE-1.5.5, short words stay as they are.
        return [stem(word) if len(word) > 3 else word for word in cut(line)]

    return cut_and_stem


@cache
def porter_stem() -> Callable[[str], str]:
    """Porter's stemmer for English in NLTK's version, which rouge-score uses, remembering words."""
    from nltk.stem.porter import PorterStemmer

    stem: Callable[[str], str] = PorterStemmer().stem
    return lru_cache(maxsize=1 << 18)(stem)
