"""Any program that reads lines: sources in and translations out, or source and target in and a score out."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from mteval.core.errors import CapabilityError, UsageError
from mteval.core.options import CHOICE, REAL, TRUTH, Option, read_options
from mteval.core.protocols import Options
from mteval.core.queries import Answer, LogProb, LogProbs, Query, Translate, Translation
from mteval.core.registry import systems
from mteval.core.results import Finding
from mteval.storage.digests import file_digest, json_digest
from mteval.systems._line_program import ProgramError, found_program, one_line, run_lines


@systems.register("command")
class Command:
    """`command:PROGRAM ARGUMENTS`: one line in, one line out; split as a shell would, but never run by one.

    To translate, it is given sources. To score, it is given `source TAB target` lines and writes one number for each.
    Answers are kept for the next run only with `cache=true`, by the program's bytes and its arguments, since a program may
    change its mind.
    """

    answers: ClassVar = (Translate, LogProb)
    options: ClassVar = (
        Option(
            "better",
            CHOICE,
            None,
            "of scores, must be said: higher (log-probabilities), lower (costs)",
            choices=("higher", "lower"),
        ),
        Option("timeout", REAL, None, "seconds after which the program is given up (never)", minimum=0, signed=False),
        Option("cache", TRUTH, False, "keep answers for the next run", signed=False),
    )

    def __init__(self, argument: str, options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the system backend 'command'")
        try:
            self._arguments = shlex.split(argument)
        except ValueError as error:
            raise UsageError(f"The command '{argument}' cannot be split into arguments: {error}.") from None
        if not self._arguments:
            raise UsageError("No command is given. Write command:PROGRAM ARGUMENTS.")
        self._program = found_program(self._arguments[0], "Give the path of one that can be run.")
        self._sign = 1.0 if self.chosen["better"] == "higher" else -1.0

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Answer the queries in order, with one run of the program for each kind of question."""
        queries = list(queries)
        for query in queries:
            if not isinstance(query, Translate | LogProb):
                raise CapabilityError(f"command translates and scores; it cannot answer '{type(query).__name__}'.")
        translations = iter(self._translations([query for query in queries if isinstance(query, Translate)]))
        if self.chosen["better"] is None and any(isinstance(query, LogProb) for query in queries):
            raise UsageError(
                f"Are higher or lower scores of '{self._arguments[0]}' better? Add ?better=higher (log-probabilities) or "
                "?better=lower (costs)."
            )
        scores = iter(self._scores([query for query in queries if isinstance(query, LogProb)]))
        for query in queries:
            yield next(translations) if isinstance(query, Translate) else next(scores)

    @property
    def signature(self) -> dict[str, str]:
        """The command as it was run; where a file or folder lies does not show."""
        return {"command": shlex.join(map(_shown, self._arguments))}

    @property
    def fingerprint(self) -> str:
        """Empty (answers are not kept) unless `cache=true`: then a digest of the program, its arguments and files they name."""
        if not self.chosen["cache"]:
            return ""
        files = [Path(part) for part in (self._program, *self._arguments[1:]) if _exists(part) and Path(part).is_file()]
        parts = [self._arguments, self._sign, [file_digest(path) for path in files]]
        return json_digest(parts)

    def findings(self) -> Iterable[Finding]:
        """None."""
        return ()

    def _run(self, lines: Sequence[str]) -> list[str]:
        if not lines:
            return []
        return run_lines([self._program, *self._arguments[1:]], lines, self.chosen["timeout"])

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


def _exists(argument: str) -> bool:
    """Whether an argument names a file or folder; a long one is no name at all."""
    try:
        return Path(argument).exists()
    except OSError:
        return False


def _shown(argument: str) -> str:
    """An argument as signatures show it: of an absolute path, also after `--option=`, only the name."""
    option, equals, value = argument.partition("=")
    for before, path in (("", argument), (option + equals, value)):
        if Path(path).is_absolute() and _exists(path):
            return before + (Path(path).name or path)
    return argument


def _field(text: str) -> str:
    return one_line(text).replace("\t", " ")
