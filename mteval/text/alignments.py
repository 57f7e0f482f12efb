"""Word alignments between sources and translations: read in Pharaoh's form, or made by eflomal."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from mteval.core.errors import DataError
from mteval.text.eflomal import FORWARD, REVERSE, find_eflomal, run_eflomal
from mteval.text.lines import read_lines
from mteval.text.writing import write_lines

Tokens = Sequence[str]
Links = frozenset[tuple[int, int]]
INSTEAD = "give alignments=FILE"


def read_links(path: Path, sources: Sequence[Tokens], targets: Sequence[Tokens]) -> list[Links]:
    """Read `0-0 1-2 …` lines, source index first, from 0; an index outside its sentence is an error."""
    lines = read_lines(path).lines
    if len(lines) != len(sources):
        raise DataError(path, f"{len(sources)} lines expected, one for each sentence, found {len(lines)}.")
    return parse_links(lines, sources, targets, path)


def parse_links(lines: Sequence[str], sources: Sequence[Tokens], targets: Sequence[Tokens], path: Path) -> list[Links]:
    """Links from lines that are at hand; `path` is named in errors."""
    return [
        _checked(_links(line, number, path), len(source), len(target), number, path)
        for number, (line, source, target) in enumerate(zip(lines, sources, targets, strict=True), start=1)
    ]


def write_links(path: Path, alignments: Sequence[Links]) -> None:
    """Write alignments in Pharaoh's form; they belong to one system, so a file that is there is not overwritten."""
    if path.exists():
        raise DataError(path, "is there already. Give it as alignments=FILE, or save to another name.")
    write_lines(path, (" ".join(f"{one}-{other}" for one, other in sorted(links)) for links in alignments))


def align(
    sources: Sequence[Tokens], targets: Sequence[Tokens], wanted: str = "matching=aligned", instead: str = INSTEAD
) -> list[Links]:
    """Align with eflomal in both directions: links both agree on, for a source token without any those of either.

    `wanted` is what needs the program, `instead` how to do without: said where it is not there.
    """
    program = find_eflomal(wanted, instead)
    pairs = [(source, target) for source, target in zip(sources, targets, strict=True) if source and target]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run_eflomal(program, pairs, folder, instead)
        both = [_read_plain(folder / direction) for direction in (FORWARD, REVERSE)] if pairs else [[], []]
    merged = iter([_merge(one, other) for one, other in zip(*both, strict=True)])
    return [next(merged) if source and target else frozenset() for source, target in zip(sources, targets, strict=True)]


def _read_plain(path: Path) -> list[Links]:
    lines = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    return [_links(line, number, path) for number, line in enumerate(lines, start=1)]


def _merge(forward: Links, reverse: Links) -> Links:
    agreed = forward & reverse
    linked = {source for source, _ in agreed}
    return agreed | {link for link in forward | reverse if link[0] not in linked}


def _links(line: str, number: int, path: Path) -> Links:
    try:
        pairs = [link.split("-") for link in line.split()]
        return frozenset((int(one), int(other)) for one, other in pairs)
    except ValueError:
        raise DataError(path, "links of the form 0-0 1-2 expected.", line=number) from None


def _checked(links: Links, sources: int, targets: int, number: int, path: Path) -> Links:
    for one, other in sorted(links):
        if not (0 <= one < sources and 0 <= other < targets):
            problem = (
                f"the link {one}-{other} lies outside the sentences ({sources} and {targets} tokens, counted from 0). "
                "Were other tokens aligned? See the option tokens=moses|blanks."
            )
            raise DataError(path, problem, line=number)
    return links
