"""What a user hands over to be scored, and the test set that is in it, where a file holds more than lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError, UsageError
from mteval.core.records import HeldDocument, HeldOutput
from mteval.core.results import Finding
from mteval.evaluation.given import References, Texts, given_lines, given_systems, several_texts
from mteval.evaluation.given_test_sets import (
    GivenTestSet,
    format_of_test_set,
    lines_test_set,
    read_outputs,
    read_test_set,
    with_metadata,
)
from mteval.evaluation.named_test_sets import named_test_set
from mteval.evaluation.segment_metadata import read_metadata
from mteval.text.lines import Lines


@dataclass(frozen=True, slots=True)
class GivenFiles:
    """Translations, references and what goes with them, as they were given."""

    translations: Mapping[str, Texts] | Sequence[Texts] | Texts
    references: Sequence[Texts] | Texts
    source: Texts | None
    documents: Texts | None
    slices: str | Path | None

    def test_set(
        self, named: str, languages: Sequence[str], options: Mapping[str, Any], *, joined: bool
    ) -> GivenTestSet | None:
        """The test set with the outputs to score; None where plain lines are scored one by one."""
        texts = dict(self._named_texts())
        formats = {key: _format(text) for key, (_, text) in texts.items()}
        main = self._main(named, languages, options, texts, formats, joined=joined)
        if main is None:
            return None
        if self.slices is not None and main.format != "lines":
            main = with_metadata(main, read_metadata(Path(self.slices)))
        outputs, findings = list(main.contents.outputs), list(main.contents.findings)
        for key, (name, text) in texts.items():
            if _path(text) == main.path and main.format != "lines":
                continue
            found, seen = _outputs(text, name, main, formats[key])
            outputs += found
            findings += seen
        _require_outputs(outputs, main)
        return replace(main, contents=replace(main.contents, outputs=tuple(outputs), findings=tuple(findings)))

    def _named_texts(self) -> Iterator[tuple[int, tuple[str, Texts]]]:
        if isinstance(self.translations, Mapping):
            yield from enumerate(self.translations.items())
        else:
            yield from enumerate(("", text) for text in several_texts(self.translations))

    def _main(
        self,
        named: str,
        languages: Sequence[str],
        options: Mapping[str, Any],
        texts: Mapping[int, tuple[str, Texts]],
        formats: Mapping[int, str],
        *,
        joined: bool,
    ) -> GivenTestSet | None:
        """The test set itself: by name, as the reference, as the first translation that holds one, or of lines."""
        columns = several_texts(self.references)
        whole = [(text, found) for text in columns if (found := _format(text))]
        held = [(texts[key][1], found) for key, found in formats.items() if found]
        if named:
            self._refuse_beside(f"-t {named}", references=bool(columns))
            return named_test_set(named, languages)
        if whole:
            if len(columns) > 1:
                raise UsageError(
                    f"{whole[0][0]} holds a whole test set, so it is the only reference. Leave the others out."
                )
            self._refuse_beside(str(whole[0][0]), references=False)
            return _read(*whole[0], languages, options)
        if held and not columns:
            self._refuse_beside(str(held[0][0]), references=False)
            return _read(*held[0], languages, options)
        if not (held or joined):
            return None
        lines = tuple(given_lines(text, f"reference {place}") for place, text in enumerate(columns, start=1))
        metadata = None if self.slices is None else read_metadata(Path(self.slices))
        return lines_test_set(
            References(lines, _lines(self.source, "source"), _lines(self.documents, "documents"), metadata)
        )

    def _refuse_beside(self, what: str, *, references: bool) -> None:
        """A whole test set has its own references, source and documents."""
        for given, option in (
            (references, "-r"),
            (self.source is not None, "-s"),
            (self.documents is not None, "--documents"),
        ):
            if given:
                raise UsageError(f"{what} brings its own source, references and documents. Leave {option} out.")


def _outputs(
    text: Texts, name: str, main: GivenTestSet, format: str
) -> tuple[tuple[HeldOutput, ...], tuple[Finding, ...]]:
    path = _path(text)
    if path is not None:
        return read_outputs(path, name, main, format)
    ((told, lines),) = given_systems({name: text} if name else [text]).items()
    return (HeldOutput(told, lines.path, {"": HeldDocument(tuple(lines.lines))}),), lines.findings


def _require_outputs(outputs: Sequence[HeldOutput], main: GivenTestSet) -> None:
    names = [one.system for one in outputs]
    if not names:
        raise DataError(
            main.path, "holds no translation of a system. Give one to score, with this file as reference (-r)."
        )
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise UsageError(f"Two systems are named '{twice[0]}'. Name them apart, as in NAME=FILE.")


def _read(text: Texts, format: str, languages: Sequence[str], options: Mapping[str, Any]) -> GivenTestSet:
    path = _path(text)
    if path is None:
        raise UsageError("A test set is a file.")
    return read_test_set(path, format, languages, options)


def _format(text: Texts) -> str:
    path = _path(text)
    return "" if path is None else format_of_test_set(path)


def _path(text: Texts) -> Path | None:
    return Path(text) if isinstance(text, str | Path) else None


def _lines(texts: Texts | None, name: str) -> Lines | None:
    return None if texts is None else given_lines(texts, name)
