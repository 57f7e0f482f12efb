"""The two ways to ask a server for log-probabilities of a prompt, and a test that tells which of them it can be trusted with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mteval.core.errors import CapabilityError
from mteval.systems._openai.endpoint import RequestFailureError
from mteval.systems._openai.log_probabilities import (
    Reader,
    TokenScores,
    TokenScoresError,
    check_answers,
    echoed,
    of_prompt,
)

Ask = Callable[[Mapping[str, Any]], dict[str, Any]]
PROBE = "The capital of France is"
LIKELY, UNLIKELY = " the city of Paris.\n", " wooden sixteen, although never under.\n"


@dataclass(frozen=True, slots=True)
class ScoringWay:
    """How log-probabilities of a text are asked for, and how they are read from the reply."""

    name: str
    model: str
    extras: Mapping[str, Any]
    read: Reader

    def body(self, text: str) -> dict[str, Any]:
        """The request for one text; a token is generated, since some servers take 0 for no limit, and is not looked at."""
        return {"model": self.model, "prompt": text, "max_tokens": 1, "temperature": 0.0, **self.extras}


def working_way(ask: Ask, model: str, wanted: str, host: str) -> ScoringWay:
    """The way that passes the test, of those wanted; a server that passes none is refused."""
    ways = (
        ScoringWay("echo", model, {"echo": True, "logprobs": 1}, echoed),
        ScoringWay("prompt_logprobs", model, {"prompt_logprobs": 0}, of_prompt),
    )
    reasons = []
    for way in ways:
        if wanted not in ("auto", way.name):
            continue
        try:
            check_answers(_scores(ask, way, LIKELY), _scores(ask, way, UNLIKELY), len(PROBE))
        except (TokenScoresError, RequestFailureError) as problem:
            reasons.append(f"asked with {way.name}, {problem}")
        else:
            return way
    raise CapabilityError(
        f"The server {host} does not return log-probabilities of the prompt that can be used ({'; '.join(reasons)}). Accuracy "
        "would be that of guessing. Use a server that does (vLLM, SGLang, llama-cpp-python with logits_all), or the model "
        "itself with hugging-face:."
    )


def _scores(ask: Ask, way: ScoringWay, target: str) -> TokenScores:
    text = PROBE + target
    return way.read(ask(way.body(text)), text)
