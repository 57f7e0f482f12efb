"""Any program that reads lines: sources in and translations out, or source and target in and a score out."""

from __future__ import annotations

import hashlib
import json
import math
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from mteval.analysis.line_program import ProgramError, found_program, one_line, run_lines
from mteval.analysis.model_files import file_digest
from mteval.core.errors import CapabilityError, UsageError
from mteval.core.options import choice, real_number, refuse_unknown
from mteval.core.protocols import Options
from mteval.core.queries import Answer, LogProb, LogProbs, Query, Translate, Translation
from mteval.core.registry import systems
from mteval.core.results import Finding


@systems.register("command")
class Command:
    """`command:PROGRAM ARGUMENTS`: one line in, one line out; split as a shell would, but never run by one.

    To translate, it is given sources. To score, it is given `source TAB target` lines and writes one number for each;
    `better=higher` (log-probabilities; the default) or `lower` (costs, whose sign is turned). Options: better, timeout in
    seconds, cache (true: answers are kept for the next run, by the program's bytes and its arguments; false by default,
    since a program may change its mind).
    """

    answers = (Translate, LogProb)
    deterministic = False

    def __init__(self, argument: str, options: Options) -> None:
        refuse_unknown(options, ("better", "timeout", "cache"), "command")
        try:
            self._arguments = shlex.split(argument)
        except ValueError as error:
            raise UsageError(f"The command '{argument}' cannot be split into arguments: {error}.") from None
        if not self._arguments:
            raise UsageError("No command is given. Write command:PROGRAM ARGUMENTS.")
        self._program = found_program(self._arguments[0], "Give the path of one that can be run.")
        self._sign = 1.0 if choice(options.get("better", "higher"), ("higher", "lower"), "better") == "higher" else -1.0
        self._timeout = real_number(options["timeout"], "timeout") if "timeout" in options else None
        self._cached = choice(options.get("cache", "false"), ("true", "false"), "cache") == "true"

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Answer the queries in order, with one run of the program for each kind of question."""
        queries = list(queries)
        for query in queries:
            if not isinstance(query, Translate | LogProb):
                raise CapabilityError(f"command translates and scores; it cannot answer '{type(query).__name__}'.")
        translations = iter(self._translations([query for query in queries if isinstance(query, Translate)]))
        scores = iter(self._scores([query for query in queries if isinstance(query, LogProb)]))
        for query in queries:
            yield next(translations) if isinstance(query, Translate) else next(scores)

    @property
    def signature(self) -> dict[str, str]:
        """The command as it was run, and which scores are better."""
        return {"command": shlex.join(self._arguments), "better": "higher" if self._sign > 0 else "lower"}

    @property
    def fingerprint(self) -> str:
        """Empty (answers are not kept) unless `cache=true`: then a digest of the program, its arguments and files they name."""
        if not self._cached:
            return ""
        files = [path for path in map(Path, (self._program, *self._arguments[1:])) if path.is_file()]
        parts = [self._arguments, self._sign, [file_digest(path) for path in files]]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def findings(self) -> Iterable[Finding]:
        """None."""
        return ()

    def _run(self, lines: Sequence[str]) -> list[str]:
        if not lines:
            return []
        return run_lines([self._program, *self._arguments[1:]], lines, self._timeout)

    def _translations(self, queries: Sequence[Translate]) -> list[Answer]:
        return [Translation(line) for line in self._run([one_line(query.source) for query in queries])]

    def _scores(self, queries: Sequence[LogProb]) -> list[Answer]:
        lines = [f"{_field(query.source)}\t{_field(target)}" for query in queries for target in query.targets]
        values = iter([self._number(line, number) for number, line in enumerate(self._run(lines), start=1)])
        return [LogProbs(tuple(next(values) for _ in query.targets)) for query in queries]

    def _number(self, line: str, number: int) -> float:
        try:
            value = float(line.strip())
        except ValueError:
            raise ProgramError(
                f"'{self._arguments[0]}' wrote '{line[:60]}' in line {number}, which is no number."
            ) from None
        if math.isinf(value) and value * self._sign > 0:
            raise ProgramError(f"'{self._arguments[0]}' wrote '{line}' in line {number}: no target is infinitely good.")
        return value * self._sign


def _field(text: str) -> str:
    return one_line(text).replace("\t", " ")
