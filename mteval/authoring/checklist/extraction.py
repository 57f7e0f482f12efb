"""Extracting templates from a file of instances, with the method and tokenizer the user wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mteval.checklists.tea.better import extract
from mteval.checklists.tea.extraction import Extraction, unique_lines
from mteval.checklists.tea.faithful import extract_faithfully
from mteval.checklists.tea.lemmas import Lemmatise, extract_by_lemmas
from mteval.checklists.tea.tokens import published_tokenizer, suited_tokenizer, tokenizer
from mteval.core.errors import DataError, UsageError
from mteval.text.documents import parse_json
from mteval.text.lemmatisers import open_lemmatiser
from mteval.text.lines import read_lines

Report = Callable[[str, int, int], None]
LONGEST = 400
"""Words and signs of an instance: the work grows with their square, and nobody makes templates of whole pages."""


@dataclass(frozen=True, slots=True)
class ExtractionSettings:
    """How templates are to be extracted."""

    method: str = "better"
    tokenizer: str | None = None
    k: int = 2
    alpha: float = 0.05
    values: Path | None = None
    lemmas: str = ""


def extract_file(path: Path, wishes: ExtractionSettings, report: Report | None = None) -> Extraction:
    """Extract templates from a file with one instance a line.

    Empty lines do not count and repeated ones count once; the settings of the outcome say how many there were.
    """
    lines = read_lines(path).lines
    distinct = len(unique_lines(lines))
    if not distinct:
        raise DataError(path, "holds no instances. Give one sentence a line.")
    _require_sentences(path, lines)
    empty = sum(not line.strip() for line in lines)
    extraction = _extraction(lines, wishes, report)
    left_out = {"empty_lines": empty, "repeated_lines": len(lines) - empty - distinct}
    return replace(extraction, settings={**extraction.settings, **left_out})


def _require_sentences(path: Path, lines: Sequence[str]) -> None:
    cut = suited_tokenizer(lines)
    for number, line in enumerate(lines, start=1):
        size = len(cut(line)) if len(line) > LONGEST else 0
        if size > LONGEST:
            problem = f"has {size} words and signs; an instance has {LONGEST} at most. Give one sentence a line."
            raise DataError(path, problem, line=number)


def _extraction(lines: Sequence[str], wishes: ExtractionSettings, report: Report | None) -> Extraction:
    cut = tokenizer(wishes.tokenizer) if wishes.tokenizer else None
    if wishes.lemmas:
        if wishes.method != "tea":
            raise UsageError("--lemmas belongs to --method tea.")
        cut = cut or (suited_tokenizer(lines) if " " in "".join(lines) else published_tokenizer(lines))
        return extract_by_lemmas(lines, lemmatiser(wishes.lemmas), cut=cut, k=wishes.k, report=report)
    if wishes.method == "tea":
        return extract_faithfully(lines, k=wishes.k, tokenizer=cut or published_tokenizer(lines), report=report)
    if wishes.values is None:
        return extract(lines, tokenizer=cut, alpha=wishes.alpha)
    sources = read_values(wishes.values, len(lines))
    kept = [place for place, line in enumerate(lines) if line.strip()]
    return extract(
        [lines[place] for place in kept],
        tokenizer=cut,
        alpha=wishes.alpha,
        sources=[sources[place] for place in kept],
        one_template=_one_template(wishes.values),
    )


def lemmatiser(spec: str) -> Lemmatise:
    """The lemmatiser of `LANG=simplemma`, `LANG=udpipe:FILE` or `LANG=stanza:FOLDER`."""
    language, equals, rest = spec.partition("=")
    name, _, model = rest.partition(":")
    if not equals or not language or not name:
        raise UsageError(
            f"--lemmas {spec} is not possible. Write LANG=simplemma, LANG=udpipe:FILE or LANG=stanza:FOLDER."
        )
    return open_lemmatiser(name, language, model).lemmatise


def _one_template(path: Path) -> bool:
    """Whether a file of values says of no line that it has another template than the others."""
    lines = read_lines(path).lines
    if not lines or not lines[0].lstrip().startswith("{"):
        return True
    found = (parse_json(line, path, line=number) for number, line in enumerate(lines, 1))
    return len({str(one.get("template", "")) for one in found if isinstance(one, dict)}) == 1


def read_values(path: Path, wanted: int) -> list[dict[str, str]]:
    """The source values of each line: JSON objects (or what `expand --json` prints), or a table with a header, by tabs."""
    lines = read_lines(path).lines
    if lines and lines[0].lstrip().startswith("{"):
        values = [_from_json(line, number, path) for number, line in enumerate(lines, 1)]
    else:
        header = lines[0].split("\t") if lines else []
        values = [dict(zip(header, line.split("\t"), strict=False)) for line in lines[1:]]
    if len(values) != wanted:
        raise DataError(path, f"has the values of {len(values)} lines, but there are {wanted} instances. Align them.")
    return values


def _from_json(line: str, number: int, path: Path) -> dict[str, str]:
    found = parse_json(line, path, line=number)
    values = found.get("values", found) if isinstance(found, dict) else None
    if not isinstance(values, dict) or not all(isinstance(value, str) for value in values.values()):
        raise DataError(path, "an object of slot names and values is expected.", line=number)
    return values
