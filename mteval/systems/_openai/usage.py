"""What asking a server costs: tokens, money, time; how much may be spent; and which answers came out cut, empty or refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from mteval.core.errors import DataError, UsageError
from mteval.core.results import Finding
from mteval.systems._openai.endpoint import EndpointError
from mteval.text.lines import read_text

BYTES_PER_TOKEN = 3.0
"""Of UTF-8: a rough guess for plans and budgets, replaced by what the server counts as soon as it answers."""
MILLION = 1_000_000
PERCENTILES = (50, 90, 99)


@dataclass(frozen=True, slots=True)
class TokenPrice:
    """What a million tokens cost, in whatever currency the table is in."""

    prompt: float
    completion: float

    def of(self, prompt: int, completion: int) -> float:
        """What so many tokens cost."""
        return (prompt * self.prompt + completion * self.completion) / MILLION


def read_price(path: Path, model: str) -> TokenPrice:
    """The price of a model in a table: name, price of a million prompt tokens, of a million completion tokens.

    Columns are parted by tabs or commas; `#` starts a comment; a name that ends in `*` stands for all that begin so, the
    longest such name counting.
    """
    found: dict[str, TokenPrice] = {}
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        cells = [cell.strip() for cell in text.split("\t" if "\t" in text else ",")]
        try:
            name, prompt, completion = cells[0], float(cells[1]), float(cells[2])
        except (IndexError, ValueError):
            problem = (
                "a model, the price of a million prompt tokens and that of a million completion tokens are expected"
            )
            raise DataError(path, problem, line=number) from None
        if name == model or (name.endswith("*") and model.startswith(name[:-1])):
            found[name] = TokenPrice(prompt, completion)
    if not found:
        raise DataError(path, f"there is no price of '{model}' in this table")
    return found.get(model) or found[max(found, key=len)]


def estimated_tokens(text: str) -> int:
    """About how many tokens a text has."""
    return max(1, round(len(text.encode("utf-8", "surrogatepass")) / BYTES_PER_TOKEN))


@dataclass(slots=True)
class Budget:
    """How much may be spent over the whole life of a system; what is under way counts with the most it can cost."""

    price: TokenPrice | None = None
    max_tokens: int | None = None
    max_cost: float | None = None
    _tokens: int = 0
    _cost: float = 0.0
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        if self.max_cost is not None and self.price is None:
            raise UsageError("max_cost needs to know what tokens cost: add prices=FILE (model, prompt, completion).")

    def reserve(self, prompt: int, completion: int) -> None:
        """Take the most a request can cost from the budget, or refuse it."""
        with self._lock:
            tokens = self._tokens + prompt + completion
            cost = self._cost + self._of(prompt, completion)
            if self.max_tokens is not None and tokens > self.max_tokens:
                raise EndpointError(_spent(f"max_tokens={self.max_tokens}", f"{self._tokens} tokens"))
            if self.max_cost is not None and cost > self.max_cost:
                raise EndpointError(_spent(f"max_cost={self.max_cost:g}", f"{self._cost:.4g}"))
            self._tokens, self._cost = tokens, cost

    def settle(self, reserved: tuple[int, int], used: tuple[int, int]) -> None:
        """Put what was reserved and not used back."""
        with self._lock:
            self._tokens += sum(used) - sum(reserved)
            self._cost += self._of(*used) - self._of(*reserved)

    def _of(self, prompt: int, completion: int) -> float:
        return self.price.of(prompt, completion) if self.price else 0.0


def _spent(limit: str, amount: str) -> str:
    return (
        f"The next question could go beyond {limit}: {amount} are spent or under way. Answers that were kept are not asked "
        "for again, so that a run with a larger budget goes on from here."
    )


@dataclass(slots=True)
class UsageTally:
    """What the questions of one run took."""

    price: TokenPrice | None = None
    calls: int = 0
    kept: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    paid_prompt_tokens: int = 0
    paid_completion_tokens: int = 0
    estimated: bool = False
    refused: int = 0
    cut: int = 0
    empty: int = 0
    failed: int = 0
    seconds: list[float] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def count(self, used: tuple[int, int], seconds: float | None, *, estimated: bool) -> None:
        """One reply: fresh and in so many seconds, or (None) one kept from before, which costs nothing."""
        prompt, completion = used
        with self._lock:
            self.prompt_tokens += prompt
            self.completion_tokens += completion
            self.estimated |= estimated
            if seconds is None:
                self.kept += 1
                return
            self.calls += 1
            self.paid_prompt_tokens += prompt
            self.paid_completion_tokens += completion
            self.seconds.append(seconds)

    def plan(self, prompt: int, completion: int) -> None:
        """One request that a dry run leaves out."""
        with self._lock:
            self.calls += 1
            self.paid_prompt_tokens += prompt
            self.paid_completion_tokens += completion

    def note(self, *, refused: bool = False, cut: bool = False, empty: bool = False, failed: bool = False) -> None:
        """How one answer came out."""
        with self._lock:
            self.refused += refused
            self.cut += cut
            self.empty += empty
            self.failed += failed

    def record(self) -> dict[str, Any]:
        """What a report keeps of it, JSON-ready."""
        cost = self._cost()
        return {
            "calls": self.calls,
            "kept": self.kept,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "paid_tokens": self.paid_prompt_tokens + self.paid_completion_tokens,
            **({"tokens_estimated": True} if self.estimated else {}),
            **({} if cost is None else {"cost": cost}),
            **({"latency": latencies(self.seconds)} if self.seconds else {}),
            "refused": self.refused,
            "cut": self.cut,
            "empty": self.empty,
            "failed": self.failed,
        }

    def findings(self) -> Iterator[Finding]:
        """What a reader of the score must know of how it was obtained."""
        for code, count, what in (
            ("refused-answer", self.refused, "answers were refused by the model or a filter, and count as they came"),
            ("cut-answer", self.cut, "answers were cut at the greatest length; raise max_length"),
            ("empty-answer", self.empty, "answers were empty"),
            (
                "failed-request",
                self.failed,
                "requests came to nothing, and their cases are skipped; run again to ask them",
            ),
        ):
            if count:
                yield Finding(code, f"{count} {what}.", count)
        if self.calls or self.kept:
            yield Finding("usage", self._sentence(), self.calls)

    def planned(self) -> Iterator[Finding]:
        """What a run would take, by a dry one."""
        cost = self._cost()
        money = "" if cost is None else f", at most {cost:.4g} by the price table"
        message = (
            f"Nothing was asked. A run would make {self.calls} calls ({self.kept} answers are kept from before), with about "
            f"{self.paid_prompt_tokens} prompt tokens and at most {self.paid_completion_tokens} completion tokens{money}."
        )
        yield Finding("dry-run", message, self.calls)

    def _cost(self) -> float | None:
        return None if self.price is None else self.price.of(self.paid_prompt_tokens, self.paid_completion_tokens)

    def _sentence(self) -> str:
        about = "about " if self.estimated else ""
        cost = self._cost()
        money = "" if cost is None else f", cost {cost:.4g}"
        times = ", ".join(f"{key} {value:.2f} s" for key, value in latencies(self.seconds).items())
        return (
            f"{self.calls} calls and {self.kept} kept replies: {about}{self.prompt_tokens} prompt and "
            f"{self.completion_tokens} completion tokens{money}{f'; latency {times}' if times else ''}."
        )


def latencies(seconds: list[float]) -> dict[str, float]:
    """Percentiles of the seconds replies took, each a time that was measured."""
    ordered = sorted(seconds)
    if not ordered:
        return {}
    return {f"p{p}": ordered[max(0, -(-p * len(ordered) // 100) - 1)] for p in PERCENTILES}


def used_tokens(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """The tokens a reply says were used; None where it does not say."""
    usage = data.get("usage")
    if not isinstance(usage, dict):
        return None
    prompt, completion = usage.get("prompt_tokens"), usage.get("completion_tokens") or 0
    counts = [one for one in (prompt, completion) if isinstance(one, int) and one >= 0]
    return (counts[0], counts[1]) if len(counts) == 2 else None
