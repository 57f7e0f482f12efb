"""The text of a server's reply, and whether it was cut, refused or empty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mteval.models.replies import plain_reply
from mteval.systems._openai.endpoint import RequestFailureError


@dataclass(frozen=True, slots=True)
class ReplyText:
    """What a model wrote."""

    text: str
    cut: bool = False
    refused: bool = False

    @property
    def empty(self) -> bool:
        """Whether it wrote nothing."""
        return not self.text


def reply_text(data: Mapping[str, Any], end: str | None = None) -> ReplyText:
    """The first choice of a reply of either kind; the text of a completion ends where `end` begins."""
    choices = data.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(choice, dict):
        raise RequestFailureError("the reply holds no choices", passing=True)
    message = choice.get("message")
    written = message.get("content") if isinstance(message, dict) else choice.get("text")
    refusal = message.get("refusal") if isinstance(message, dict) else None
    if written is not None and not isinstance(written, str):
        raise RequestFailureError("the reply holds no text", passing=True)
    reason = choice.get("finish_reason")
    text = plain_reply(written or str(refusal or ""))
    ended = bool(end) and message is None and str(end) in text
    if ended:
        text = text.partition(str(end))[0].strip()
    return ReplyText(text, cut=reason == "length" and not ended, refused=_refused(reason, refusal))


def _refused(reason: Any, refusal: Any) -> bool:
    return reason in ("content_filter", "refusal") or bool(refusal)
