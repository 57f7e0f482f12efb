"""What a chat model says around the translation, or instead of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from mteval.evaluation.triage import phrases
from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.shared_phrases import shared_ends
from mteval.evaluation.triage.symptom import COMMON_SHARE, Symptom, widespread

OPENING = 90
COLON = re.compile("[:：\n]")
QUOTES = "\"“”„«»'‘’‚「」『』"
BRACKETS = ")]）】"
# "(Note: …", "[Anmerkung: …", or the same on a line of its own.
NOTE = re.compile(r"(?:[(\[（【*—–-]|\n)[\s*]*([^\W\d][^:：()\[\]\n]{0,30})[:：]")
LAST_BRACKET = re.compile(r"[(\[（【]([^()\[\]]{12,})[)\]）】][.\s]*$")
SHORT_START = re.compile(r"[^.,!?:;…]{1,25}[.,!?:;…！，。]")

Sign = Callable[[str], bool]


def _small(text: str) -> str:
    return text.lower().replace("’", "'")


def _before_colon(text: str) -> str:
    """What precedes the first colon or line break, if that comes early; otherwise nothing."""
    start = text[:OPENING]
    colon = COLON.search(start) if _has_early_colon(start) else None
    return _small(start[: colon.start()]).strip(" *_#>\"'“„«") if colon else ""


def _has_early_colon(text: str) -> bool:
    return ":" in text[:OPENING] or "：" in text[:OPENING] or "\n" in text[:OPENING]


def _is_announced(text: str) -> bool:
    """ "Sure, here is what you want: …", "Translation: …", "German (formal): …"."""
    start = _before_colon(text)
    return bool(start) and (re.sub(r"\s*\(.*\)$", "", start) in phrases.LABELS or _opens(start))


def _opens(start: str) -> bool:
    return any(start.startswith(opener) and not start[len(opener) :][:1].islower() for opener in phrases.OPENERS)


def _exclaims(text: str) -> bool:
    """ "Certainly! …": an opener and an exclamation mark."""
    place = text.find("!", 0, OPENING // 3)
    return place > 0 and _small(text[:place]).strip(" *_\"'") in phrases.OPENERS


def _starts_short(text: str) -> bool:
    return SHORT_START.match(text) is not None


def _is_about_translating(text: str) -> bool:
    """A few words about translating before a colon, or in a bracket at the end."""
    start = _before_colon(text)
    last = LAST_BRACKET.search(text) if text.rstrip(" .")[-1:] in BRACKETS else None
    return bool(start or last) and _mentions_translating(f"{start} {last.group() if last else ''}")


def _mentions_translating(text: str) -> bool:
    small = _small(text)
    return any(stem in small for stem in phrases.TRANSLATING)


def _has_note(text: str) -> bool:
    return COLON.search(text) is not None and any(
        _small(word).strip(" *") in phrases.NOTES for word in NOTE.findall(text)
    )


def _has_markup(text: str) -> bool:
    return phrases.MARKUP_SIGN.search(text) is not None and phrases.MARKUP.search(text) is not None


def _has_like_markup(text: str) -> bool:
    """Markup, or a hashtag, before which a system may put a space."""
    return text.lstrip().startswith("#") or _has_markup(text)


def _is_wrapped(text: str) -> bool:
    line = text.strip()
    return len(line) > 2 and line[0] in QUOTES and line[-1] in QUOTES


def _is_quoted(text: str) -> bool:
    line = text.strip().rstrip(".!?,")
    return line[:1] in QUOTES or line[-1:] in QUOTES


def _ends_in_bracket(text: str) -> bool:
    return text.rstrip(" .")[-1:] in BRACKETS and LAST_BRACKET.search(text) is not None


STRONG: tuple[tuple[Sign, Sign], ...] = (
    (_is_announced, _has_early_colon),
    (_exclaims, _starts_short),
    (_is_about_translating, _mentions_translating),
    (_has_note, _has_note),
    (_has_markup, _has_like_markup),
)
"""Signs that accuse a single line, each with what would excuse it in the source or a reference.

Other systems excuse it only where there is neither: two chat models say the same."""
WEAK: tuple[tuple[Sign, Sign], ...] = (
    (_has_early_colon, _has_early_colon),
    (_is_wrapped, _is_quoted),
    (_ends_in_bracket, _ends_in_bracket),
)
"""Signs that are common in text, and accuse only if many lines show them that should not."""


def _alone(beside: Callable[[int], Sequence[str]], lines: Sequence[int], excuse: Sign) -> list[int]:
    """Those of the lines whose sign nothing beside them excuses."""
    return [line for line in lines if not any(map(excuse, beside(line)))]


def _showing(clues: Clues, sign: Sign) -> list[int]:
    return [line for line, text in enumerate(clues.lines) if sign(text)]


def _too_common(clues: Clues, sign: Sign, excuse: Sign) -> list[int]:
    """Lines that alone show a sign, if they are many more than those that alone lack it."""
    showing = _showing(clues, sign)
    if len(showing) < COMMON_SHARE * len(clues) or not (clues.batch.sources or clues.batch.references):
        return []
    alone = [line for line in _alone(clues.witnesses, showing, excuse) if clues.witnesses(line)]
    if not widespread(len(alone), len(clues)):
        return []
    lacking = [line for line, text in enumerate(clues.lines) if not excuse(text) and _all_show(clues, line, sign)]
    return alone if widespread(len(alone), len(clues), len(lacking)) else []


def _all_show(clues: Clues, line: int, sign: Sign) -> bool:
    witnesses = clues.witnesses(line)
    return bool(witnesses) and all(map(sign, witnesses))


def _saying(clues: Clues, said: Sequence[str]) -> list[int]:
    """Lines with one of some phrases, where neither source nor reference has any of them."""
    heard = [phrase for phrase in said if phrase in clues.small_text]

    def says(phrases: Sequence[str], text: str) -> bool:
        small = _small(text)
        return any(phrase in small for phrase in phrases)

    return _alone(clues.originals, _showing(clues, partial(says, heard)), partial(says, said)) if heard else []


def _chatter(clues: Clues) -> set[int]:
    """Lines with signs strong enough by themselves, and those of lines not explained otherwise that share weak ones."""
    strong = {line for sign, excuse in STRONG for line in _alone(clues.originals, _showing(clues, sign), excuse)}
    weak = {line for sign, excuse in WEAK for line in _too_common(clues, sign, excuse)}
    return strong.union(_saying(clues, phrases.FAREWELLS), weak.union(shared_ends(clues)) - clues.explained)


def _symptom(clues: Clues, code: str, lines: Sequence[int], what: str, advice: str) -> Iterator[Symptom]:
    if lines:
        message = f"{clues.count(lines)} {what}, e.g. {clues.example(lines)}. {advice}"
        yield Symptom(code, tuple(lines), message)


def detect(clues: Clues) -> Iterator[Symptom]:
    """Find refusals, and words, notes and markup around translations."""
    refused = _saying(clues, phrases.REFUSALS)
    verb = "refuses" if len(refused) == 1 else "refuse"
    yield from _symptom(
        clues, "refusal", refused, f"{verb} to translate", "Look at the prompt, or leave these cases out."
    )
    around = sorted(_chatter(clues) - set(refused))
    verb = "has" if len(around) == 1 else "have"
    advice = "Ask for the translation alone, or strip what is around it."
    yield from _symptom(clues, "chatter", around, f"{verb} words or marks around the translation", advice)
