"""Word alignments by eflomal, called as a program: whole blocks of shards at a time, both directions."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from mteval.authoring.contrast.sentences import Side, both_sides, forms_of
from mteval.authoring.contrast.settings import TextSettings
from mteval.authoring.contrast.shards import Record, read_records, summary_path
from mteval.core.errors import MissingDependencyError, MtevalError
from mteval.text.writing import write_text

Tokens = tuple[Sequence[str], Sequence[str]]


def find_eflomal() -> str:
    """The eflomal program, on the path or beside this Python."""
    beside = str(Path(sys.executable).parent)
    found = shutil.which("eflomal-align") or shutil.which("eflomal-align", path=beside)
    if found is None:
        remedy = "pip install 'mteval-suites[align]', or give alignments you have: --alignment FILE."
        raise MissingDependencyError("--aligner eflomal", "eflomal", remedy)
    return found


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
    program = find_eflomal()
    sides = both_sides(text)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as name:
        work = Path(name)
        with (work / "text").open("w", encoding="utf-8", newline="\n") as file:
            for shard in shards:
                for record in read_records(shard):
                    tokens = wanted(record, sides, text.longest)
                    if tokens is not None:
                        file.write(f"{_plain(tokens[0])} ||| {_plain(tokens[1])}\n")
        if (work / "text").stat().st_size:
            _run(program, work)
        else:
            for direction in ("forward", "reverse"):
                (work / direction).touch()
        _distribute(shards, outputs, work, sides, text.longest)


def wanted(record: Record, sides: tuple[Side, Side], longest: int) -> Tokens | None:
    """The tokens of a record that the aligner is to see; None where it is not."""
    if record.links:
        return None
    tokens = forms_of(record, sides)
    return tokens if all(0 < len(one) <= longest for one in tokens) else None


def _distribute(
    shards: Sequence[Path], outputs: Sequence[Path], work: Path, sides: tuple[Side, Side], longest: int
) -> None:
    with (work / "forward").open(encoding="utf-8") as one, (work / "reverse").open(encoding="utf-8") as other:
        for shard, output in zip(shards, outputs, strict=True):
            lines = []
            for record in read_records(shard):
                if wanted(record, sides, longest) is None:
                    lines.append("")
                else:
                    backward = set(other.readline().split())
                    lines.append(" ".join(link for link in one.readline().split() if link in backward))
            write_text(output, "".join(f"{line}\n" for line in lines))


def _run(program: str, folder: Path) -> None:
    command = [program, "-i", "text", "-f", "forward", "-r", "reverse", "--overwrite"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not (folder / "reverse").exists():
        reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise MtevalError(f"eflomal failed: {reason}. Give alignments you have instead: --alignment FILE.")


def _plain(tokens: Sequence[str]) -> str:
    # The program splits at blanks and at "|||"; case tells it nothing.
    return " ".join("".join(token.lower().split()).replace("|||", "/") or "_" for token in tokens)
