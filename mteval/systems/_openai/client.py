"""Questions to one model on a server: replies kept on disk as each arrives, spending watched, usage counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from mteval.storage.content_cache import ContentCache
from mteval.storage.digests import json_digest
from mteval.systems._openai.endpoint import Endpoint, ServerReply
from mteval.systems._openai.usage import Budget, UsageTally, estimated_tokens, used_tokens

Question = TypeVar("Question")
Result = TypeVar("Result")
AHEAD = 4
"""Questions waiting for each one under way, so that no connection is idle while a slow answer is waited for."""


class DryRunError(Exception):
    """A request was planned instead of sent."""


@dataclass(frozen=True, slots=True)
class ReplyCache:
    """Replies by what was asked of whom; each is on disk before it is used, so that none is paid for twice."""

    identity: Mapping[str, str]
    store: ContentCache

    def key(self, path: str, body: Mapping[str, Any], draw: int) -> str:
        """A digest of the server, the model and the question."""
        return json_digest([dict(self.identity), path, dict(body), draw])

    def known(self, key: str) -> dict[str, Any] | None:
        """The reply kept under a key."""
        data = self.store.known([key], json.loads).get(key)
        return data if isinstance(data, dict) else None

    def keep(self, key: str, data: Mapping[str, Any]) -> None:
        """Store a reply durably."""
        self.store.keep({key: json.dumps(data, ensure_ascii=False)})


@dataclass(frozen=True, slots=True)
class ModelClient:
    """Asks one model, through the cache and within the budget; in a dry run it only counts."""

    endpoint: Endpoint
    budget: Budget
    tally: UsageTally
    cache: ReplyCache | None = None
    dry: bool = False

    def ask(self, path: str, body: Mapping[str, Any], draw: int = 0) -> dict[str, Any]:
        """The reply to a request, from the cache or from the server."""
        cache = self.cache
        key = "" if cache is None else cache.key(path, body, draw)
        known = None if cache is None else cache.known(key)
        reserved = planned_tokens(body)
        if known is not None:
            self.tally.count(used_tokens(known) or reserved, None, estimated=used_tokens(known) is None)
            return known
        if self.dry:
            self.tally.plan(*reserved)
            raise DryRunError
        reply = self._send(path, body, reserved)
        if cache is not None:
            cache.keep(key, reply.data)
        return reply.data

    def _send(self, path: str, body: Mapping[str, Any], reserved: tuple[int, int]) -> ServerReply:
        self.budget.reserve(*reserved)
        used: tuple[int, int] = (0, 0)
        try:
            reply = self.endpoint.post(path, body)
            told = used_tokens(reply.data)
            used = told or (reserved[0], estimated_tokens(json.dumps(reply.data.get("choices", ""))))
            self.tally.count(used, reply.seconds, estimated=told is None)
        finally:
            self.budget.settle(reserved, used)
        return reply


def planned_tokens(body: Mapping[str, Any]) -> tuple[int, int]:
    """About how many tokens a request holds, and the most its reply can have."""
    texts = [str(body.get("prompt", "")), *(str(message["content"]) for message in body.get("messages", ()))]
    return sum(estimated_tokens(text) for text in texts if text), int(
        body.get("max_tokens", body.get("max_completion_tokens", 0))
    )


def in_order(
    questions: Sequence[Question], answer: Callable[[Question], Result], concurrency: int, abandon: Callable[[], None]
) -> Iterator[Result]:
    """Answers in the order of the questions, so many at once; after an error what is under way is abandoned."""
    pool = ThreadPoolExecutor(max_workers=concurrency, thread_name_prefix="mteval-openai")
    waiting: list[Future[Result]] = []
    feed = iter(questions)
    try:
        while True:
            waiting += [pool.submit(answer, one) for one in islice(feed, concurrency * AHEAD - len(waiting))]
            if not waiting:
                return
            yield waiting.pop(0).result()
    except BaseException:
        abandon()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
