"""Counts by shard: which words are linked, which forms lemmas have, which determiners stand before them."""

from __future__ import annotations

import heapq
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from mteval.authoring.contrast.cutting import is_word
from mteval.authoring.contrast.determiners import DETERMINERS
from mteval.authoring.contrast.sentences import BadLinksError, Side, both_sides, forms_of, one_to_one, parse_links
from mteval.authoring.contrast.settings import TextSettings
from mteval.authoring.contrast.shards import Record, read_records
from mteval.core.errors import DataError
from mteval.text.writing import write_text

Row = tuple[str, str, int]
LINKS, FORMS, DETERMINED = "links.tsv", "forms.tsv", "determined.tsv"
# More files than this are merged in rounds, so that no more are ever open.
MOST_FILES = 200


@dataclass(frozen=True, slots=True)
class CountingPlan:
    """What the counting of every shard shares; `link_files` names the user's alignments by corpus, for messages."""

    text: TextSettings
    links: Path
    link_files: tuple[str, ...]


def aligned_records(shard: Path, plan: CountingPlan) -> Iterator[tuple[Record, str]]:
    """The records of a shard with their links, the user's or the aligner's."""
    own = plan.links / f"{shard.stem}.links"
    lines = own.read_text(encoding="utf-8").split("\n") if own.exists() else None
    for number, record in enumerate(read_records(shard)):
        yield record, record.links or (lines[number] if lines else "")


def checked_links(record: Record, line: str, lengths: tuple[int, int], plan: CountingPlan) -> list[tuple[int, int]]:
    """One-to-one links of a record; links outside the sentences are an error that names the user's file and line."""
    try:
        return one_to_one(parse_links(line, *lengths))
    except BadLinksError as error:
        raise DataError(plan.link_files[record.corpus] or "alignment", str(error), line=record.line) from None


def count_shard(shard: Path, output: Path, plan: CountingPlan) -> dict[str, Any]:
    """Count one shard into sorted tables; links between words of at least two letters only."""
    sides = both_sides(plan.text)
    determiners = DETERMINERS.get(plan.text.languages[1].split("-")[0].lower(), {})
    linked: Counter[tuple[str, str]] = Counter()
    forms: Counter[tuple[str, str]] = Counter()
    determined: Counter[tuple[str, str]] = Counter()
    refused: Counter[str] = Counter()
    pairs = 0
    for record, line in aligned_records(shard, plan):
        pairs += 1
        sources, targets = forms_of(record, sides)
        links = checked_links(record, line, (len(sources), len(targets)), plan)
        if not links:
            refused["no-links"] += 1
        lemmas = sides[1].lemmas(targets, record.target_analysis)
        linked.update(_word_links(record, sides[0], sources, lemmas, links))
        for place, (form, lemma) in enumerate(zip(targets, lemmas, strict=True)):
            if is_word(form):
                folded = form.lower()
                forms[lemma, folded] += 1
                before = targets[place - 1].lower() if place else ""
                if before in determiners:
                    determined[folded, determiners[before]] += 1
    for name, counts in ((LINKS, linked), (FORMS, forms), (DETERMINED, determined)):
        write_text(output.with_suffix(f".{name}"), _table(counts))
    return {"pairs": pairs, "links": sum(linked.values()), "refused": refused}


def _word_links(
    record: Record, side: Side, sources: Sequence[str], targets: Sequence[str], links: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, str]]:
    lemmas = side.lemmas(sources, record.source_analysis)
    for one, other in links:
        if is_word(sources[one]) and is_word(targets[other]):
            yield lemmas[one], targets[other]


def _table(counts: Counter[tuple[str, str]]) -> str:
    return "".join(f"{one}\t{other}\t{number}\n" for (one, other), number in sorted(counts.items()))


def merged(paths: Sequence[Path]) -> Iterator[Row]:
    """The sums of several sorted tables, in order; only one line of each is held."""
    if len(paths) <= MOST_FILES:
        yield from _merge(paths)
        return
    with tempfile.TemporaryDirectory(dir=paths[0].parent) as name:
        rounds = []
        for start in range(0, len(paths), MOST_FILES):
            rounds.append(Path(name) / f"{start}.tsv")
            _write_rows(rounds[-1], _merge(paths[start : start + MOST_FILES]))
        yield from merged(rounds)


def _merge(paths: Sequence[Path]) -> Iterator[Row]:
    with ExitStack() as stack:
        files = [stack.enter_context(path.open(encoding="utf-8", newline="\n")) for path in paths]
        rows = heapq.merge(*(map(_row, file) for file in files))
        for key, group in groupby(rows, key=itemgetter(0, 1)):
            yield key[0], key[1], sum(row[2] for row in group)


def _row(line: str) -> Row:
    one, other, number = line.rstrip("\n").split("\t")
    return one, other, int(number)


def _write_rows(path: Path, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{one}\t{other}\t{number}\n" for one, other, number in rows)
