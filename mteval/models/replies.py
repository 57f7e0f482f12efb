"""What a model's reply says: a number, a label, a choice; with the few repairs that are safe, and None otherwise."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

_NUMBER = r"[-+]?\d+(?:[.,]\d+)?"
# Reasoning that some models write before the answer.
_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[a-z]*\n?(.*?)```", re.DOTALL)
_LABELLED = re.compile(
    rf"\b(?:score|rating|grade|final answer|answer|quality|note|punktzahl)\b[\"'*_]*\s*(?:is|of)?\s*[:=]?\s*[\"'*_]*({_NUMBER})",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"^[^\w+-]*({_NUMBER})\s*(?:/\s*\d+|out of \d+|points?|%)?\W*$", re.IGNORECASE)
_OUT_OF = re.compile(rf"({_NUMBER})\s*(?:/|out of)\s*(\d+)", re.IGNORECASE)


def plain_reply(reply: str) -> str:
    """A reply without the model's thoughts and without a code fence around it."""
    text = _THOUGHT.sub("", reply).strip()
    fenced = _FENCE.fullmatch(text)
    return fenced.group(1).strip() if fenced else text


def read_number(reply: str, low: float, high: float) -> float | None:
    """The rating a reply gives; None where it gives none, several that differ, or one outside the scale.

    In order: the number alone (`85`, `85/100`, `**85**`), a number after "score" or the like, out of the scale's top
    (`85/100`), and the only number on the last line.
    """
    text = plain_reply(reply)
    alone = _ALONE.match(text)
    if alone:
        return _within(alone.group(1), low, high)
    for found in (_labelled(text), _out_of(text, high), _last_line(text)):
        values = {_number(one) for one in found}
        if len(values) == 1:
            return _within(found[0], low, high)
        if len(values) > 1:
            return None
    return None


def read_label(reply: str, labels: Sequence[str]) -> str | None:
    """Which of the labels a reply chooses; None where it names none or several."""
    text = plain_reply(reply)
    by_form = {_form(label): label for label in labels}
    if _form(text) in by_form:
        return by_form[_form(text)]
    named = {
        label
        for form, label in by_form.items()
        if form and re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text.casefold())
    }
    # "not_entailment" names "entailment" too: what lies within another label that is named does not count.
    outer = {label for label in named if not any(_form(label) in _form(other) and label != other for other in named)}
    return outer.pop() if len(outer) == 1 else None


def read_json(reply: str) -> Any:
    """The JSON object or list in a reply; None where there is none that can be read."""
    text = plain_reply(reply)
    decoder = json.JSONDecoder()
    for place, character in enumerate(text):
        if character in "{[":
            try:
                return decoder.raw_decode(text[place:])[0]
            except json.JSONDecodeError:
                continue
    return None


def _labelled(text: str) -> list[str]:
    return _LABELLED.findall(text)


def _out_of(text: str, high: float) -> list[str]:
    return [value for value, top in _OUT_OF.findall(text) if float(top) == high]


def _last_line(text: str) -> list[str]:
    lines = [line for line in text.splitlines() if line.strip()]
    return re.findall(rf"(?<![\w.]){_NUMBER}(?![\w])", lines[-1]) if lines else []


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _within(text: str, low: float, high: float) -> float | None:
    value = _number(text)
    return value if low <= value <= high else None


def _form(text: str) -> str:
    return text.strip().strip("\"'`*_.,:;!()[]“”„").casefold()
