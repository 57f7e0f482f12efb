"""Translations another program made: one a line, in the order `mteval export` gives the sources.

`lemmas=FILE` adds a lemma line for each translation (blank-separated lemmas, or CoNLL-U for a name ending in .conllu).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError
from mteval.core.options import refuse_unknown
from mteval.core.protocols import Options
from mteval.core.queries import Answer, Query, Translate, Translation
from mteval.core.results import Finding
from mteval.text.conllu_lemmas import read_lemma_lines
from mteval.text.lines import Lines, read_lines, require_same_length


@registry.systems.register("output-file")
class OutputFile:
    """Answers `Translate` from a file with one translation a line."""

    answers: ClassVar[tuple[type, ...]] = (Translate,)
    deterministic: ClassVar[bool] = True

    def __init__(self, argument: str, options: Options) -> None:
        refuse_unknown(options, ("lemmas",), "output-file")
        self.path = Path(argument)
        self.lemmas = Path(options["lemmas"]) if "lemmas" in options else None
        self._findings: list[Finding] = []

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Deal the lines out to the queries; a file of another length is refused whole."""
        _require_translate(queries)
        lines = read_lines(self.path)
        _require_count(lines, queries)
        self._findings = [*lines.findings, *_empty(lines)]
        lemmas = self._lemma_lines(lines)
        for text, lemma in zip(lines.lines, lemmas, strict=True):
            yield Translation(text, lemma)

    @property
    def signature(self) -> Mapping[str, str]:
        """Which files the answers came from."""
        read = {"backend": "output-file", "file": self.path.name, "sha256": _digest(self.path)}
        return {**read, "lemmas": self.lemmas.name} if self.lemmas else read

    @property
    def fingerprint(self) -> str:
        """Reading a file is cheaper than caching it."""
        return ""

    def findings(self) -> Iterable[Finding]:
        """What was seen while reading."""
        return tuple(self._findings)

    def _lemma_lines(self, lines: Lines) -> Sequence[str | None]:
        if self.lemmas is None:
            return [None] * len(lines)
        lemmas = read_lemma_lines(self.lemmas)
        require_same_length(lines, lemmas)
        self._findings.extend(lemmas.findings)
        return lemmas.lines


def _require_translate(queries: Sequence[Query]) -> None:
    asked = {type(query).__name__ for query in queries if not isinstance(query, Translate)}
    if asked:
        raise CapabilityError(
            f"output-file only gives translations, but the suite asks for {', '.join(sorted(asked))}. "
            "Use score-file:FILE or a model that scores."
        )


def _require_count(lines: Lines, queries: Sequence[Query]) -> None:
    if len(lines) != len(queries):
        problem = (
            f"{len(queries)} translations expected, one a line, found {len(lines)}. "
            "'mteval export' gives the sources to translate, in order."
        )
        raise DataError(lines.path, problem)


def _empty(lines: Lines) -> Iterator[Finding]:
    numbers = [number for number, line in enumerate(lines.lines, start=1) if not line.strip()]
    if numbers:
        message = f"{len(numbers)} translations in {lines.path.name} are empty (first in line {numbers[0]})."
        yield Finding("empty-line", message, count=len(numbers))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12] if path.is_file() else ""
