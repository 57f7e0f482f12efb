"""Words and phrases looked for in a text of any script: whole words only, with gaps and open endings where wanted."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

GAP = "…"
OPEN_END = "*"


def contains_phrase(text: str, phrases: Sequence[str]) -> bool:
    """Whether one of the phrases stands in the text as whole words, case aside.

    In a phrase `…` stands for any words or none, so that `lo … veo` asks for an order, and `*` at the end of a word for
    any ending (`cruz*`). "n'" ends in its apostrophe.
    """
    plain = plain_text(text)
    return any(_pattern(phrase).search(plain) for phrase in phrases)


def plain_text(text: str) -> str:
    """The text in one case and one form (NFC), apostrophes straight, each run of blanks one blank."""
    folded = unicodedata.normalize("NFC", text).replace("’", "'").casefold()
    return " ".join(folded.split())


@lru_cache(maxsize=4096)
def _pattern(phrase: str) -> Any:
    import regex

    parts = [plain_text(part) for part in phrase.split(GAP)]
    return regex.compile(".*?".join(_part(part) for part in parts if part))


def _part(part: str) -> str:
    """One run of words, bounded as `regex` sees words: its \\w takes vowel signs for parts of a word, that of `re` does not."""
    import regex

    opened = part.endswith(OPEN_END)
    words = [
        regex.escape(word.removesuffix(OPEN_END)) + (r"\w*" if word.endswith(OPEN_END) else "") for word in part.split()
    ]
    before = r"(?<!\w)" if _inside_word(part[0]) else ""
    after = r"(?!\w)" if opened or _inside_word(part[-1]) else ""
    return before + " ".join(words) + after


def _inside_word(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LMN"
