"""Log-probabilities of given targets from what a server says of the tokens of a prompt, and how far it can be believed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SLACK = 1e-3
"""Log-probabilities a little above 0 are rounding."""
LEADING = 2
"""Tokens before the text that stand for no text: the beginning of a sequence."""
_STAND_IN = "\ufffd"
_PARTS = re.compile(f"({_STAND_IN}+)")


class TokenScoresError(Exception):
    """What a server said of its tokens cannot be used, and why."""


@dataclass(frozen=True, slots=True)
class TokenScores:
    """The tokens of a text: where each begins in it, and its log-probability (None where the server gave none)."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    values: tuple[float | None, ...]

    def first_after(self, place: int) -> int:
        """Where the first token begins that reaches beyond a place of the text."""
        return next((start for start, end in zip(self.starts, self.ends, strict=True) if end > place), place)

    def total(self, place: int) -> tuple[float, int]:
        """The sum over the tokens that begin at a place or later, and how many they are."""
        scored = [value for start, value in zip(self.starts, self.values, strict=True) if start >= place]
        if not scored or any(value is None for value in scored):
            raise TokenScoresError("some tokens of the target have no log-probability")
        return math.fsum(value for value in scored if value is not None), len(scored)


Reader = Callable[[Mapping[str, Any], str], TokenScores]


def echoed(data: Mapping[str, Any], text: str) -> TokenScores:
    """The tokens of an echoed prompt (`echo` and `logprobs` of /v1/completions)."""
    found = _choice(data).get("logprobs")
    tokens = found.get("tokens") if isinstance(found, dict) else None
    values = found.get("token_logprobs") if isinstance(found, dict) else None
    if not isinstance(tokens, list) or not isinstance(values, list) or len(tokens) != len(values):
        raise TokenScoresError("it does not echo the prompt with log-probabilities")
    if len(tokens) <= 1:
        raise TokenScoresError("it gives log-probabilities of generated tokens only")
    return _placed([str(token) for token in tokens], values, text)


def of_prompt(data: Mapping[str, Any], text: str) -> TokenScores:
    """The tokens of a prompt as vLLM gives them (`prompt_logprobs`): for each place the token that stands there."""
    found = _choice(data).get("prompt_logprobs", data.get("prompt_logprobs"))
    if not isinstance(found, list) or len(found) <= 1:
        raise TokenScoresError("it knows no prompt_logprobs")
    tokens, values = [], []
    for entry in found:
        # Only the token itself is asked for; the first of a text has no probability, and vLLM leaves it out.
        one = next(iter(entry.values()), None) if isinstance(entry, dict) else None
        tokens.append(str(one.get("decoded_token") or "") if isinstance(one, dict) else None)
        values.append(one.get("logprob") if isinstance(one, dict) else None)
    return _placed(tokens, values, text)


def target_scores(scored: Sequence[TokenScores], boundary: int) -> list[tuple[float, int]]:
    """The log-probability of each target and its number of tokens; the texts agree up to the boundary, where targets begin.

    Where the last token of the prompt and the first of a target merge, scoring starts before the merged token, for all.
    """
    place = boundary
    while (earlier := min(one.first_after(place) for one in scored)) < place:
        place = earlier
    return [one.total(place) for one in scored]


def check_answers(first: TokenScores, second: TokenScores, boundary: int) -> None:
    """Refuse what would give every contrast the same chance: zeros, positive values, equal scores of unlike targets."""
    for one in (first, second):
        known = [value for value in one.values if value is not None]
        if not any(known):
            raise TokenScoresError("all its log-probabilities are 0")
        if max(known) > SLACK:
            raise TokenScoresError("its log-probabilities are above 0")
    (one_score, _), (other_score, _) = target_scores((first, second), boundary)
    if math.isclose(one_score, other_score, rel_tol=1e-9, abs_tol=1e-9):
        raise TokenScoresError("it scores two unlike targets the same")


def _choice(data: Mapping[str, Any]) -> Mapping[str, Any]:
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise TokenScoresError("its reply holds no choices")
    return choices[0]


def _placed(tokens: Sequence[str | None], values: Sequence[Any], text: str) -> TokenScores:
    """Find the place of every token by laying tokens end to end; the server's own offsets are not needed.

    Before the text there may be a token or two for its beginning, or a space that the tokenizer puts there.
    """
    for skipped in range(min(LEADING, len(tokens) - 1) + 1):
        for lead in ("", " "):
            starts = _starts([token or "" for token in tokens[skipped:]], lead + text)
            if starts is not None:
                return _scores(starts, values[skipped:], len(lead), len(text))
    if tokens[0] is None:
        return _without_first(tokens, values, text)
    raise TokenScoresError("its tokens do not join up to the prompt")


def _without_first(tokens: Sequence[str | None], values: Sequence[Any], text: str) -> TokenScores:
    """A first token that is not told: what it covers is where the others begin."""
    rest = [token or "" for token in tokens[1:]]
    joined = "".join(rest)
    for length in range(1, len(text)):
        if joined and text.startswith(rest[0], length):
            starts = _starts(rest, text[length:])
            if starts is not None:
                return _scores([0, *(length + start for start in starts)], [None, *values[1:]], 0, len(text))
    raise TokenScoresError("its tokens do not join up to the prompt")


def _scores(starts: Sequence[int], values: Sequence[Any], lead: int, length: int) -> TokenScores:
    places = [max(0, start - lead) for start in starts]
    ends = [*places[1:], length]
    # Tokens that share the bytes of one character begin and end with it.
    for at in range(len(ends) - 2, -1, -1):
        if ends[at] == places[at]:
            ends[at] = ends[at + 1]
    return TokenScores(tuple(places), tuple(ends), tuple(_value(value) for value in values[: len(places)]))


def _value(value: Any) -> float | None:
    if value is None or isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        return None
    return float(value)


def _starts(tokens: Sequence[str], text: str) -> list[int] | None:
    """Where each token of a text begins, up to the end of the text; None where they do not join up to it.

    A token that holds a part of a character's bytes shows a stand-in there, or nothing: a gap, which ends where the next
    whole piece of text is found. Only characters beyond ASCII have parts.
    """
    starts: list[int] = []
    place, least = 0, -1
    for token in tokens:
        if place >= len(text):
            break
        start = place
        for number, piece in enumerate(_pieces(token)):
            if not piece.strip(_STAND_IN):
                least = max(least, min(1, len(piece)))
                continue
            found = _found(text, piece, place, least)
            if found < 0:
                return None
            start = start if number else found
            place, least = found + len(piece), -1
        starts.append(start)
    return starts if place >= len(text) else None


def _pieces(token: str) -> list[str]:
    """A token cut into whole text and stand-ins; "" is a token that shows nothing."""
    if token.startswith("bytes:"):
        return [_STAND_IN]
    return [piece for piece in _PARTS.split(token) if piece] or [""]


def _found(text: str, piece: str, place: int, least: int) -> int:
    """Where a piece of text begins: here, or after a gap of at least so many characters (-1: there is no gap)."""
    at = place + max(0, least)
    while least >= 0 and not text.startswith(piece, at) and at < len(text):
        at += 1
    gap = text[place:at]
    return at if text.startswith(piece, at) and not any(map(str.isascii, gap)) else -1
