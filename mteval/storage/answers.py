"""Answers kept on disk by content, so that a killed run loses at most a few seconds or one batch."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, get_args

from mteval.core.errors import MtevalError
from mteval.core.protocols import System
from mteval.core.queries import Answer, Candidate, Query, RankedWords
from mteval.storage.content_cache import ContentCache
from mteval.storage.digests import json_digest

SECONDS = 3.0
"""Answers are kept after about so long, and after a portion at the latest."""

WINDOW = 1024
"""So many questions are put in order of their length."""

ANSWERS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Answer)}
Progress = Callable[[int, int], None]
Asked = tuple[str, Query]
"""A question with its key."""
Asking = Callable[[System, Sequence[Sequence[Query]]], Iterator[tuple[int, Iterable[Answer]]]]
"""Puts portions of questions to a system; gives the place of each portion with its answers, in the order they come."""


def query_key(fingerprint: str, query: Query) -> str:
    """A digest of the system and the question: equal keys have equal answers."""
    return json_digest([fingerprint, type(query).__name__, asdict(query)])


def encode_answer(answer: Answer) -> str:
    """An answer as JSON."""
    return json.dumps([type(answer).__name__, asdict(answer)], ensure_ascii=False)


def decode_answer(text: str) -> Answer:
    """The answer that was encoded."""
    kind, told = json.loads(text)
    if kind not in ANSWERS:
        raise ValueError(f"{kind!r} is no kind of answer")
    told = {key: tuple(value) if isinstance(value, list) else value for key, value in told.items()}
    if kind == RankedWords.__name__:
        told["candidates"] = tuple(Candidate(**candidate) for candidate in told["candidates"])
    answer: Answer = ANSWERS[kind](**told)
    return answer


class AnswerCache:
    """Answers by system and question; each batch is kept before the next is asked for."""

    def __init__(self, folder: Path | None = None) -> None:
        self._cache = ContentCache("answers", folder)

    def known(self, keys: Sequence[str]) -> dict[str, Answer]:
        """The answers there are for these keys."""
        return self._cache.known(keys, decode_answer)

    def keep(self, answers: Sequence[tuple[str, Answer]]) -> None:
        """Store answers durably."""
        self._cache.keep({key: encode_answer(answer) for key, answer in answers})


class MiscountedAnswersError(MtevalError):
    """A system gave more or fewer answers than it was asked questions."""


def answer_all(
    system: System,
    queries: Sequence[Query],
    cache: AnswerCache | None,
    progress: Progress | None = None,
    remote: Asking | None = None,
) -> list[Answer]:
    """Ask a system everything, in order; what the cache knows is not asked again.

    With `remote` the questions are put to the same system elsewhere, several portions side by side.
    """
    fingerprint = system.fingerprint
    if not fingerprint or cache is None:
        return _collect(system, queries, progress, remote)
    keys = [query_key(fingerprint, query) for query in queries]
    known = cache.known(list(dict.fromkeys(keys)))
    unique = list(dict(zip(keys, queries, strict=True)).items())
    done = len(queries) - sum(key not in known for key, _ in unique)
    portions = list(_portions(by_length(unique), known, system.at_once))
    progress = progress or _unseen
    progress(done, len(queries))
    for place, given in (remote or _here)(system, [[query for _, query in portion] for portion in portions]):
        known.update(_kept(portions[place], given, cache))
        done += len(portions[place])
        progress(done, len(queries))
    return [known[key] for key in keys]


def _here(system: System, portions: Sequence[Sequence[Query]]) -> Iterator[tuple[int, Iterable[Answer]]]:
    """Ask one portion after the other in this process."""
    for place, portion in enumerate(portions):
        yield place, system.answer(portion)


def _unseen(done: int, total: int) -> None:
    """Nobody looks at the progress."""


def by_length(asked: Sequence[Asked]) -> list[Asked]:
    """Questions in an order in which those of like length stand together, a long window at a time.

    A model pads what it is asked together to one length. Windows keep its speed even from the beginning to the end.
    """
    windows = (asked[start : start + WINDOW] for start in range(0, len(asked), WINDOW))
    return [one for window in windows for one in sorted(window, key=lambda one: question_length(one[1]))]


def question_length(query: Query) -> int:
    """How many characters a question has, by which questions are put together."""
    return sum(
        len(value) if isinstance(value, str) else sum(map(len, value))
        for value in (getattr(query, field.name) for field in fields(query))
        if isinstance(value, (str, tuple))
    )


def _portions(unique: Sequence[Asked], known: Mapping[str, Answer], size: int) -> Iterator[list[Asked]]:
    """What is not known, cut where a run from the beginning cuts: a model's last digits depend on what it is asked with."""
    rest: list[Asked] = []
    for start in range(0, len(unique), size):
        part = unique[start : start + size]
        missing = [asked for asked in part if asked[0] not in known]
        whole = len(missing) == len(part)
        if rest and (whole or len(rest) + len(missing) > size):
            yield rest
            rest = []
        if whole:
            yield missing
        else:
            rest = rest + missing
    if rest:
        yield rest


def _kept(chunk: Sequence[Asked], given: Iterable[Answer], cache: AnswerCache) -> dict[str, Answer]:
    """The answers given to one chunk, kept every few seconds as they come, and when the work is broken off."""
    answers: dict[str, Answer] = {}
    fresh: list[tuple[str, Answer]] = []
    last = time.monotonic()
    try:
        for (key, _), answer in zip(chunk, _checked(given, len(chunk)), strict=True):
            answers[key] = answer
            fresh.append((key, answer))
            if time.monotonic() - last >= SECONDS:
                cache.keep(fresh)
                fresh, last = [], time.monotonic()
    except MiscountedAnswersError:
        fresh = []  # which answer belongs to which question is not known
        raise
    finally:
        cache.keep(fresh)
    return answers


def _collect(
    system: System, queries: Sequence[Query], progress: Progress | None, remote: Asking | None
) -> list[Answer]:
    answers: list[Answer] = []
    given = _in_order(system, queries, remote) if remote else system.answer(queries)
    for answer in _checked(given, len(queries)):
        answers.append(answer)
        if progress and (len(answers) % 64 == 0 or len(answers) == len(queries)):
            progress(len(answers), len(queries))
    return answers


def _in_order(system: System, queries: Sequence[Query], remote: Asking) -> Iterator[Answer]:
    portions = [queries[start : start + system.at_once] for start in range(0, len(queries), system.at_once)]
    given = dict(remote(system, portions))
    return (answer for place in range(len(portions)) for answer in given[place])


def _checked(answers: Iterable[Any], expected: int) -> Iterator[Any]:
    """As many answers as are expected; at their end, refuse a system that gave fewer or more."""
    count = 0
    for answer in answers:
        count += 1
        if count <= expected:
            yield answer
    if count != expected:
        raise MiscountedAnswersError(
            f"The system gave {count} answers to {expected} queries. Its answers cannot be told apart."
        )
