"""Judgements of a set's items, written into its manifest as precision, interval and agreement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from pathlib import Path
from typing import TypeVar

from mteval.authoring.annotation.database import Database
from mteval.core import registry
from mteval.core.errors import DataError, MtevalError
from mteval.core.formatting import harmless_cell
from mteval.core.records import ContrastItem
from mteval.human.contrast_judgements import KIND, ContrastJudgement, read_contrast_judgements
from mteval.human.set_precision import LEVEL, SetPrecision, set_precision
from mteval.library import find_manifest, read_manifest
from mteval.storage.manifests import Judged, with_judged
from mteval.text.numbers import whole_number
from mteval.text.packed import is_pipe, raw_bytes
from mteval.text.writing import write_text

PEOPLE = "people"
MAGIC = b"SQLite format 3\x00"
Entry = TypeVar("Entry")


def judge_set(suite: str, judgements: Path, by: str = PEOPLE, *, write: bool = True) -> tuple[SetPrecision, Path]:
    """The precision of a suite by these judgements, written into its manifest unless told otherwise."""
    manifest = find_manifest(suite)
    source = read_manifest(manifest)
    if source.family != "contrastive":
        raise DataError(
            manifest, f"is of the family '{source.family}'; only contrastive sets have items judged like this."
        )
    given = list(_judgements(judgements))
    if not given:
        raise MtevalError(f"{judgements} holds no judgement yet.")
    items = registry.formats.find(source.format)().read(source).records
    for one in given:
        _require_same_texts(one, items, judgements)
    found = set_precision(given)
    if write:
        write_text(manifest, with_judged(manifest, _table(found, by, source.digest)))
    return found, manifest


def _judgements(path: Path) -> Iterator[ContrastJudgement]:
    """Those of the server's database, or of a table."""
    if is_pipe(path) or not raw_bytes(path).startswith(MAGIC):
        yield from read_contrast_judgements(path)
        return
    database = Database(path)
    kind = database.meta("kind")
    if kind != KIND:
        raise DataError(path, f'is of a {kind} job, not of one with kind = "{KIND}".')
    for one in database.decisions():
        try:
            yield ContrastJudgement.of(one.item, one.annotator, one.payload)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise DataError(path, f"the decision on item {one.item} is damaged.") from None


def _require_same_texts(judged: ContrastJudgement, items: Sequence[ContrastItem], path: Path) -> None:
    number, _, place = judged.item.partition("/")
    item = _at(items, number)
    contrast = _at(item.contrasts, place) if item else None
    if (
        item is None
        or contrast is None
        or _texts(item.reference, contrast.text) != _texts(judged.reference, judged.contrast)
    ):
        raise DataError(path, f"the item {judged.item} has other texts than the suite: it was judged in another set.")


def _texts(reference: str, contrast: str) -> tuple[str, ...]:
    """As the CSV export writes them, so that either can be compared with what the set holds."""
    return tuple(harmless_cell(text.strip()) for text in (reference, contrast))


def _at(entries: Sequence[Entry], number: str) -> Entry | None:
    place = whole_number(number)
    return entries[place - 1] if place is not None and 1 <= place <= len(entries) else None


def _table(found: SetPrecision, by: str, digest: str) -> Judged:
    low, high = found.interval
    good = found.agreement[-1]
    return Judged(
        by=by,
        data=digest,
        items=found.items,
        annotators=found.annotators,
        precision=_rounded(found.precision) or 0.0,
        interval=None if isnan(low) else (round(low, 4), round(high, 4)),
        level=LEVEL,
        words=found.words or None,
        **{name: _rounded(share) for name, share in found.shares.items() if name != "good"},
        equal=_rounded(good.equal),
        agreement=_rounded(good.alpha),
    )


def _rounded(value: float) -> float | None:
    return None if isnan(value) else round(value, 4)
