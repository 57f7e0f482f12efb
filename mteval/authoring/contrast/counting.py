"""Counts by shard: which words are linked, which forms lemmas have, which determiners stand before them."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

from mteval.authoring.contrast.cutting import is_word
from mteval.authoring.contrast.determiners import DETERMINERS
from mteval.authoring.contrast.merging import merge_in_rounds
from mteval.authoring.contrast.sentences import BadLinksError, Links, Side, Unit, both_sides, one_to_one, parse_links
from mteval.authoring.contrast.settings import TextSettings
from mteval.authoring.contrast.shards import Record, read_records
from mteval.core.errors import DataError
from mteval.text.writing import write_text

Row = tuple[str, str, int]
LINKS, FORMS, DETERMINED = "links.tsv", "forms.tsv", "determined.tsv"


@dataclass(frozen=True, slots=True)
class CountingPlan:
    """What the counting of every shard shares; `link_files` names the user's alignments by corpus, for messages.

    `key` names the links by what they are: the aligner does not make the same ones twice.
    """

    text: TextSettings
    links: Path
    link_files: tuple[str, ...]
    key: str = ""


def aligned_records(shard: Path, plan: CountingPlan) -> Iterator[tuple[Record, str]]:
    """The records of a shard with their links, the user's or the aligner's."""
    own = plan.links / f"{shard.stem}.links"
    lines = own.read_text(encoding="utf-8").split("\n") if own.exists() else None
    for number, record in enumerate(read_records(shard)):
        yield record, record.links or (lines[number] if lines else "")


def checked_links(record: Record, line: str, lengths: tuple[int, int], plan: CountingPlan) -> Links:
    """One-to-one links of a record; links outside the sentences are an error that names the user's file and line."""
    try:
        return one_to_one(parse_links(line, *lengths))
    except BadLinksError as error:
        raise DataError(plan.link_files[record.corpus] or "alignment", str(error), line=record.line) from None


def count_shard(shard: Path, output: Path, plan: CountingPlan) -> dict[str, Any]:
    """Count one shard into sorted tables; links between words of at least two letters only.

    Tokens are counted as they stand, and each distinct one is lemmatised once at the end.
    """
    sides = both_sides(plan.text)
    determiners = DETERMINERS.get(plan.text.languages[1].split("-")[0].lower(), {})
    linked: Counter[tuple[Unit, Unit]] = Counter()
    seen: Counter[Unit] = Counter()
    pairs: Counter[tuple[Unit, Unit]] = Counter()
    refused: Counter[str] = Counter()
    number = 0
    for record, line in aligned_records(shard, plan):
        number += 1
        sources = sides[0].units(record.source, record.source_analysis)
        targets = sides[1].units(record.target, record.target_analysis)
        links = checked_links(record, line, (len(sources), len(targets)), plan)
        if not links:
            refused["no-links"] += 1
        linked.update([(sources[one], targets[other]) for one, other in links])
        seen.update(targets)
        if determiners:
            pairs.update(pairwise(targets))
    tables = (
        (LINKS, _link_table(linked, sides)),
        (FORMS, _form_table(seen, sides[1])),
        (DETERMINED, _determined(pairs, sides[1], determiners)),
    )
    for name, counts in tables:
        write_text(output.with_suffix(f".{name}"), _table(counts))
    return {"pairs": number, "links": tables[0][1].total(), "refused": refused}


def _link_table(linked: Counter[tuple[Unit, Unit]], sides: tuple[Side, Side]) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for (one, other), number in linked.items():
        (form, lemma), (target, translation) = sides[0].spelled(one), sides[1].spelled(other)
        if is_word(form) and is_word(target):
            counts[lemma, translation] += number
    return counts


def _form_table(seen: Counter[Unit], side: Side) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for unit, number in seen.items():
        form, lemma = side.spelled(unit)
        if is_word(form):
            counts[lemma, form] += number
    return counts


def _determined(
    pairs: Counter[tuple[Unit, Unit]], side: Side, determiners: Mapping[str, str]
) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for (before, unit), number in pairs.items():
        gender = determiners.get(side.spelled(before)[0])
        form = side.spelled(unit)[0]
        if gender and is_word(form):
            counts[form, gender] += number
    return counts


def _table(counts: Counter[tuple[str, str]]) -> str:
    return "".join(f"{one}\t{other}\t{number}\n" for (one, other), number in sorted(counts.items()))


def merged(paths: Sequence[Path]) -> Iterator[Row]:
    """The sums of several sorted tables, in order; only one line of each is held."""
    return merge_in_rounds(paths, _merge, _line)


def _merge(paths: Sequence[Path]) -> Iterator[Row]:
    with ExitStack() as stack:
        files = [stack.enter_context(path.open(encoding="utf-8", newline="\n")) for path in paths]
        rows = heapq.merge(*(map(_row, file) for file in files))
        for key, group in groupby(rows, key=itemgetter(0, 1)):
            yield key[0], key[1], sum(row[2] for row in group)


def _row(line: str) -> Row:
    one, other, number = line.rstrip("\n").split("\t")
    return one, other, int(number)


def _line(row: Row) -> str:
    return f"{row[0]}\t{row[1]}\t{row[2]}"
