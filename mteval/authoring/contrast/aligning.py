"""Word alignments by eflomal, called as a program: whole blocks of shards at a time, both directions."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from mteval.authoring.contrast.sentences import Side, both_sides, forms_of
from mteval.authoring.contrast.settings import TextSettings
from mteval.authoring.contrast.shards import Record, read_records, summary_path
from mteval.text.eflomal import FORWARD, REVERSE, find_eflomal, run_eflomal
from mteval.text.writing import write_text

Tokens = tuple[Sequence[str], Sequence[str]]
INSTEAD = "give alignments you have: --alignment FILE"


def blocks(shards: Sequence[Path], size: int) -> Iterator[list[Path]]:
    """Shards in groups of about `size` pairs: what one run of the aligner holds in memory."""
    block: list[Path] = []
    pairs = 0
    for shard in shards:
        block.append(shard)
        pairs += json.loads(summary_path(shard).read_text(encoding="utf-8"))["pairs"]
        if pairs >= size:
            yield block
            block, pairs = [], 0
    if block:
        yield block


def align_block(shards: Sequence[Path], folder: Path, text: TextSettings) -> None:
    """Align the pairs of several shards together; each shard gets a file with a line of links for each record.

    Links are those on which both directions agree, which makes them one-to-one. Lines of records that came with links,
    and of sentences too long for the aligner, are empty.
    """
    outputs = [folder / f"{shard.stem}.links" for shard in shards]
    if all(output.exists() for output in outputs):
        return
    program = find_eflomal("--aligner eflomal", INSTEAD)
    sides = both_sides(text)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as name:
        work = Path(name)
        run_eflomal(program, _pairs(shards, sides, text.longest), work, INSTEAD)
        _distribute(shards, outputs, work, sides, text.longest)


def _pairs(shards: Sequence[Path], sides: tuple[Side, Side], longest: int) -> Iterator[Tokens]:
    """What the aligner sees, in lower case, since case tells it nothing."""
    for shard in shards:
        for record in read_records(shard):
            tokens = wanted(record, sides, longest)
            if tokens is not None:
                yield [token.lower() for token in tokens[0]], [token.lower() for token in tokens[1]]


def wanted(record: Record, sides: tuple[Side, Side], longest: int) -> Tokens | None:
    """The tokens of a record that the aligner is to see; None where it is not."""
    if record.links:
        return None
    tokens = forms_of(record, sides)
    return tokens if all(0 < len(one) <= longest for one in tokens) else None


def _distribute(
    shards: Sequence[Path], outputs: Sequence[Path], work: Path, sides: tuple[Side, Side], longest: int
) -> None:
    with (work / FORWARD).open(encoding="utf-8") as one, (work / REVERSE).open(encoding="utf-8") as other:
        for shard, output in zip(shards, outputs, strict=True):
            lines = []
            for record in read_records(shard):
                if wanted(record, sides, longest) is None:
                    lines.append("")
                else:
                    backward = set(other.readline().split())
                    lines.append(" ".join(link for link in one.readline().split() if link in backward))
            write_text(output, "".join(f"{line}\n" for line in lines))
