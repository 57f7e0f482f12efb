"""Preceding sentences for contrastive items, from line-aligned context files or from whole documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from mteval.core.errors import DataError, UsageError
from mteval.core.options import FILE, FOLDER, WHOLE, Option, whole_number
from mteval.core.records import ContrastItem
from mteval.core.suites import SuiteSource
from mteval.text.lines import read_lines

Items = tuple[ContrastItem, ...]
SIDES = ("source_context", "target_context")
CONTEXT_OPTIONS = (
    Option("context", WHOLE, None, "so many preceding sentences (1 where there is context, else 0)", minimum=0),
    Option("source_context", FILE, None, "preceding source sentences, so many lines per item or per contrast"),
    Option("target_context", FILE, None, "preceding target sentences, in the same way"),
    Option("documents", FOLDER, None, "whole documents, named by 'document id', in which items are found by line"),
)


def add_context(items: Items, source: SuiteSource, languages: Sequence[str]) -> Items:
    """Give every item the number of preceding sentences the options ask for."""
    named = ((side, source.options[side] or source.files.get(side)) for side in SIDES)
    files: dict[str, Path] = {side: path for side, path in named if path}
    documents, size = source.options["documents"], source.options["context"]
    if size is None:
        size = 1 if files or documents else 0
    if size == 0:
        return items
    if documents:
        return _from_documents(items, documents, size, languages)
    if not files:
        raise UsageError(
            f"context={size} needs the context itself: source_context=FILE, target_context=FILE or documents=DIR."
        )
    return _from_files(items, files, size)


def _from_files(items: Items, files: Mapping[str, Path], size: int) -> Items:
    blocks = {side: _blocks(path, items, size) for side, path in files.items()}
    nothing: list[tuple[str, ...]] = [()] * len(items)
    sides = (blocks.get(side, nothing) for side in SIDES)
    return tuple(
        replace(item, source_context=before, target_context=after)
        for item, before, after in zip(items, *sides, strict=True)
    )


def _blocks(path: Path, items: Items, size: int) -> list[tuple[str, ...]]:
    """The context of each item; files may repeat it for every contrast."""
    lines = read_lines(path).lines
    scored = sum(1 + len(item.contrasts) for item in items)
    if len(lines) == size * len(items):
        steps = [size] * len(items)
    elif len(lines) == size * scored:
        steps = [size * (1 + len(item.contrasts)) for item in items]
    else:
        problem = (
            f"{size * scored} lines expected ({size} for each of {scored} references and contrasts) or {size * len(items)} "
            f"({size} for each of {len(items)} items), found {len(lines)}. Is context={size} right?"
        )
        raise DataError(path, problem)
    starts = [0]
    for step in steps[:-1]:
        starts.append(starts[-1] + step)
    return [_there(lines[start : start + size]) for start in starts]


def _there(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(line for line in lines if line.strip())


def _from_documents(items: Items, folder: Path, size: int, languages: Sequence[str]) -> Items:
    if not folder.is_dir():
        raise DataError(folder, "no such folder. Give the folder of documents as documents=DIR.")
    paths = {path.name: path for path in sorted(folder.rglob("*")) if path.is_file()}
    return tuple(_in_document(item, number, paths, size, languages) for number, item in enumerate(items, start=1))


def _in_document(
    item: ContrastItem, number: int, paths: Mapping[str, Path], size: int, languages: Sequence[str]
) -> ContrastItem:
    name = str(item.extra.get("document id", ""))
    target = paths.get(Path(name).name)
    if target is None:
        raise UsageError(f"Item {number} is from document '{name}', which is not under documents=DIR.")
    original = target.with_name(target.name.removesuffix(f".{languages[1]}") + f".{languages[0]}")
    line = whole_number(str(item.extra.get("segment id", "")), f"segment id of item {number}", minimum=1)
    return replace(
        item,
        source_context=_before(original, line, size),
        target_context=_before(target, line, size),
    )


def _before(path: Path, line: int, size: int) -> tuple[str, ...]:
    lines = _document(path)
    if line > len(lines):
        raise DataError(path, f"has {len(lines)} lines, but an item stands on line {line}. Is it the right document?")
    return _there(lines[max(line - 1 - size, 0) : line - 1])


@lru_cache(maxsize=64)
def _document(path: Path) -> tuple[str, ...]:
    return tuple(read_lines(path).lines)
