"""Answers kept on disk by content, so that a killed run loses at most one batch."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mteval.core import queries as vocabulary
from mteval.core.errors import MtevalError
from mteval.core.protocols import System
from mteval.core.queries import Answer, Candidate, Query, RankedWords
from mteval.storage.content_cache import ContentCache
from mteval.storage.digests import json_digest

CHUNK = 256
Progress = Callable[[int, int], None]


def query_key(fingerprint: str, query: Query) -> str:
    """A digest of the system and the question: equal keys have equal answers."""
    return json_digest([fingerprint, type(query).__name__, asdict(query)])


def encode_answer(answer: Answer) -> str:
    """An answer as JSON."""
    return json.dumps([type(answer).__name__, asdict(answer)], ensure_ascii=False)


def decode_answer(text: str) -> Answer:
    """The answer that was encoded."""
    kind, fields = json.loads(text)
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
    if kind == RankedWords.__name__:
        fields["candidates"] = tuple(Candidate(**candidate) for candidate in fields["candidates"])
    answer: Answer = getattr(vocabulary, kind)(**fields)
    return answer


class AnswerCache:
    """Answers by system and question; each batch is kept before the next is asked for."""

    def __init__(self, folder: Path | None = None) -> None:
        self._cache = ContentCache("answers", folder)

    def known(self, keys: Sequence[str]) -> dict[str, Answer]:
        """The answers there are for these keys."""
        return {key: decode_answer(answer) for key, answer in self._cache.known(keys).items()}

    def keep(self, answers: Sequence[tuple[str, Answer]]) -> None:
        """Store answers durably."""
        self._cache.keep({key: encode_answer(answer) for key, answer in answers})


def answer_all(
    system: System, queries: Sequence[Query], cache: AnswerCache | None, progress: Progress | None = None
) -> list[Answer]:
    """Ask a system everything, in order; what the cache knows is not asked again."""
    fingerprint = system.fingerprint
    if not fingerprint or cache is None:
        return _collect(system, queries, progress)
    keys = [query_key(fingerprint, query) for query in queries]
    known = cache.known(list(dict.fromkeys(keys)))
    missing = list({key: query for key, query in zip(keys, queries, strict=True) if key not in known}.items())
    done = len(queries) - len(missing)
    for start in range(0, len(missing), CHUNK):
        if progress:
            progress(done + start, len(queries))
        chunk = missing[start : start + CHUNK]
        answers = _collect(system, [query for _, query in chunk], None)
        fresh = list(zip([key for key, _ in chunk], answers, strict=True))
        cache.keep(fresh)
        known.update(fresh)
    if progress:
        progress(len(queries), len(queries))
    return [known[key] for key in keys]


def _collect(system: System, queries: Sequence[Query], progress: Progress | None) -> list[Answer]:
    answers: list[Answer] = []
    for answer in _checked(system.answer(queries), len(queries)):
        answers.append(answer)
        if progress and (len(answers) % 64 == 0 or len(answers) == len(queries)):
            progress(len(answers), len(queries))
    return answers


def _checked(answers: Iterator[Any], expected: int) -> Iterator[Any]:
    count = 0
    for answer in answers:
        count += 1
        yield answer
    if count != expected:
        raise MtevalError(f"The system gave {count} answers to {expected} queries. Its answers cannot be told apart.")
