"""Translations another program made: one a line, in the order `mteval export` gives the sources.

A file whose name ends in `.jsonl` holds a JSON object a line; the translation stands under the name of the target language
(`"de"`, as in WMT's files) or under the one that `?field=NAME` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError, UsageError
from mteval.core.options import FILE, TEXT, Option, read_options
from mteval.core.protocols import Options
from mteval.core.queries import Answer, Query, Translate, Translation
from mteval.core.results import Finding
from mteval.storage.digests import SHORT, file_digest
from mteval.text.conllu import read_lemma_lines
from mteval.text.documents import json_lines
from mteval.text.lines import Lines, read_lines, read_text, require_same_length
from mteval.text.packed import is_input


@registry.systems.register("output-file")
class OutputFile:
    """Answers `Translate` from a file with one translation a line."""

    answers: ClassVar[tuple[type, ...]] = (Translate,)
    options: ClassVar = (
        Option(
            "lemmas", FILE, None, "a line of lemmas for each translation, spaces between; CoNLL-U if it ends in .conllu"
        ),
        Option(
            "alignments", FILE, None, "word links to the source for each translation: 0-0 1-2, source first, from 0"
        ),
        Option("field", TEXT, None, "where the file ends in .jsonl: the name the translation stands under"),
    )

    def __init__(self, argument: str, options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the system backend 'output-file'")
        self.path = Path(argument)
        self._findings: list[Finding] = []
        self._target = ""

    def speaking(self, source: str, target: str) -> OutputFile:
        """The same file, whose JSON objects name the translation by its language."""
        del source
        self._target = target
        return self

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Deal the lines out to the queries; a file of another length is refused whole."""
        _require_translate(queries)
        lines = self._lines()
        _require_count(lines, queries)
        self._findings = list(lines.findings)
        lemmas = self._beside(lines, self.chosen["lemmas"])
        links = self._beside(lines, self.chosen["alignments"])
        for text, lemma, link in zip(lines.lines, lemmas, links, strict=True):
            yield Translation(text, lemma, links=link)

    @property
    def signature(self) -> Mapping[str, str]:
        """Which file the answers came from."""
        return {"backend": "output-file", "file": self.path.name, "sha256": _digest(self.path)}

    @property
    def fingerprint(self) -> str:
        """Reading a file is cheaper than caching it."""
        return ""

    def findings(self) -> Iterable[Finding]:
        """What was seen while reading."""
        return tuple(self._findings)

    def _lines(self) -> Lines:
        if not self.path.name.removesuffix(".gz").removesuffix(".xz").endswith(".jsonl"):
            if self.chosen["field"]:
                raise UsageError("The option field is for files that end in .jsonl. Leave it out.")
            return read_lines(self.path)
        rows = json_lines(read_text(self.path), self.path)
        field = self.chosen["field"] or self._target
        return Lines(self.path, tuple(_field(row, field, self.path, line) for line, row in rows))

    def _beside(self, lines: Lines, path: Path | None) -> Sequence[str | None]:
        if path is None:
            return [None] * len(lines)
        others = read_lemma_lines(path)
        require_same_length(lines, others)
        self._findings.extend(others.findings)
        return others.lines


def _field(row: Any, field: str, path: Path, line: int) -> str:
    """The translation in one JSON object; its line breaks are blanks, as in a file of lines."""
    if not isinstance(row, dict):
        raise DataError(path, "a JSON object is expected on every line.", line=line)
    text = row.get(field)
    if not isinstance(text, str):
        names = ", ".join(name for name, value in row.items() if isinstance(value, str)) or "none"
        wanted = f"there is no text under '{field}'" if field else "the target language is not known"
        raise DataError(path, f"{wanted}. Say where the translation stands: ?field=NAME, one of {names}.", line=line)
    return " ".join(text.split("\n"))


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


def _digest(path: Path) -> str:
    return file_digest(path)[:SHORT] if is_input(path) else ""
