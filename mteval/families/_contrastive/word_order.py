"""Contrasts that only put the reference's words in another order, in languages where that is another right translation.

Where word order is free, a phrase may move: a contrast is wrong by its order only if it takes a word from the one it leans on. In
Hindi, postpositions and auxiliaries follow their word, and क्या at the head of a clause makes it a yes-no question; in Russian,
prepositions and negation precede theirs. Other languages are not judged. The rule is broad: what moves out of the middle of a
phrase without taking such a word along counts as free, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

PUNCTUATION = "।॥.,;:!?…\"'«»„“”‘’()-–—"


@dataclass(frozen=True, slots=True)
class FreeOrder:
    """What does not move freely in a language: words that must follow or precede the one they lean on.

    `after_forms` follow only words with one of the `endings` (auxiliaries a participle, not a noun); `after_words` follow only
    one of the `openers` (the second word of a compound postposition); `heads` change the meaning of a clause that they begin.
    """

    after: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()
    after_forms: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ()
    after_words: frozenset[str] = frozenset()
    openers: frozenset[str] = frozenset()
    heads: frozenset[str] = frozenset()


def _forms(text: str) -> frozenset[str]:
    return frozenset(text.split())


HINDI_POSTPOSITIONS = _forms("में पर से को ने का की के तक द्वारा ही भी")
HINDI_AUXILIARIES = _forms("सकता सकती सकते सका सकी सके चुका चुकी चुके रहा रही रहे पाता पाती पाते पाया पाई पाए")
HINDI = FreeOrder(
    after=HINDI_POSTPOSITIONS | HINDI_AUXILIARIES,
    after_forms=_forms("हूँ हूं हैं है हो था थी थे थीं होगा होगी होंगे"),
    endings=("ता", "ती", "ते", "ना", "गया", "गई", "गए", "गयी", "गये", *sorted(HINDI_AUXILIARIES)),
    after_words=_forms("लिए साथ पास बाद पहले ऊपर नीचे सामने पीछे बारे बिना तरह ओर"),
    openers=_forms("के की से"),
    heads=_forms("क्या"),
)
RUSSIAN_PREPOSITIONS = _forms(
    "в во на с со к ко у о об обо от ото до из изо за по под подо над надо при без безо для про через перед между около после"
)
RUSSIAN = FreeOrder(before=RUSSIAN_PREPOSITIONS | _forms("не ни"))
LANGUAGES = {"hi": HINDI, "ru": RUSSIAN}


def is_other_order(reference: str, contrast: str, language: str) -> bool:
    """Whether a contrast is the reference with its phrases in another order, in a language known here to allow that."""
    order = LANGUAGES.get(language.split("-", maxsplit=1)[0].lower())
    first, second = _words(reference), _words(contrast)
    if order is None or not first or first == second or sorted(first) != sorted(second):
        return False
    if (first[0] != second[0]) and order.heads.intersection((first[0], second[0])):
        return False
    return _leaning(first, order) == _leaning(second, order)


def _words(text: str) -> list[str]:
    return [word for part in text.split() if (word := part.strip(PUNCTUATION).casefold())]


def _leaning(words: Sequence[str], order: FreeOrder) -> Counter[tuple[str, str]]:
    """Every word that leans on another, with that one."""
    pairs: Counter[tuple[str, str]] = Counter()
    for earlier, word, later in zip(("", *words), words, (*words[1:], ""), strict=False):
        if _follows(earlier, word, order):
            pairs[word, earlier] += 1
        if word in order.before:
            pairs[word, later] += 1
    return pairs


def _follows(earlier: str, word: str, order: FreeOrder) -> bool:
    return (
        word in order.after
        or (word in order.after_forms and earlier.endswith(order.endings))
        or (word in order.after_words and earlier in order.openers)
    )
