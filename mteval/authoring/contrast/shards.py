"""Shards: pieces of the bitext on disk that any process can take, and the folders their results go to."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any

from mteval.authoring.contrast.analyses import Analysis, stream_analyses
from mteval.authoring.contrast.bitext import stream_pairs
from mteval.authoring.contrast.settings import Corpus, TextSettings, plain
from mteval.core.errors import DataError
from mteval.storage.digests import file_digest, json_digest
from mteval.text.packed import is_pipe
from mteval.text.streaming import stream_lines
from mteval.text.writing import write_text

REPLACED = "\ufffd"


@dataclass(frozen=True, slots=True)
class Record:
    """One sentence pair in a shard: the corpus, its line there (from 1), both sides, and what the user gave with it."""

    corpus: int
    line: int
    source: str
    target: str
    links: str = ""
    source_analysis: str = ""
    target_analysis: str = ""

    def text(self) -> str:
        """The record as one line."""
        given = (self.source, self.target, self.links, self.source_analysis, self.target_analysis)
        return "\t".join((str(self.corpus), str(self.line), *given))


def read_records(path: Path) -> Iterator[Record]:
    """The records of a shard."""
    with path.open(encoding="utf-8", newline="\n") as file:
        for text in file:
            corpus, line, *rest = text.rstrip("\n").split("\t")
            yield Record(int(corpus), int(line), *rest)


def digest(*parts: Any) -> str:
    """A short name for what a stage depends on."""
    return json_digest(plain(list(parts)))[:16]


def fingerprint(corpora: Iterable[Corpus]) -> list[Any]:
    """Files by path, size and time of change: corpora are too large to be hashed at each start."""
    facts: list[Any] = []
    for corpus in corpora:
        for path in corpus.files():
            if is_pipe(path):
                facts.append((corpus.name, str(path), file_digest(path), 0))
                continue
            if not path.is_file():
                raise DataError(path, "no such file. Check the path.")
            facts.append((corpus.name, str(path.resolve()), path.stat().st_size, path.stat().st_mtime_ns))
    return facts


def shard_paths(folder: Path) -> list[Path]:
    """The shards of a folder, in order."""
    return sorted(folder.glob("*.shard"))


def summary_path(shard: Path) -> Path:
    """Where a finished shard's counts are; it is written last, so its presence says the shard is whole."""
    return shard.with_suffix(".json")


def write_summary(summary: Path, counts: Mapping[str, Any]) -> None:
    """Write the counts of a finished piece of work, with the digests of the files of its name: it vouches for them."""
    files = {path.name: file_digest(path) for path in _files_of(summary)}
    write_text(summary, json.dumps({**counts, "files": files}, ensure_ascii=False))


def is_whole(summary: Path) -> bool:
    """Whether a piece of work was finished and its files are still those its summary vouches for."""
    try:
        files = json.loads(summary.read_text(encoding="utf-8"))["files"]
        return bool(files) and all(file_digest(summary.with_name(name)) == found for name, found in files.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def _files_of(summary: Path) -> list[Path]:
    return sorted(path for path in summary.parent.glob(f"{summary.stem}.*") if path != summary)


def write_shards(corpora: tuple[Corpus, ...], text: TextSettings, folder: Path) -> Iterator[int]:
    """Cut all corpora into shards; gives the number of pairs read after each. Shards already there are not rewritten."""
    folder.mkdir(parents=True, exist_ok=True)
    read = 0
    for number, batch in enumerate(_batches(_records(corpora, text), text.shard)):
        shard = folder / f"{number:06d}.shard"
        if not is_whole(summary_path(shard)):
            kept, refused = _sorted_out(batch)
            write_text(shard, "".join(f"{record.text()}\n" for record in kept))
            write_summary(summary_path(shard), {"pairs": len(batch), "refused": refused})
        read += len(batch)
        yield read


def _batches(records: Iterator[Record], size: int) -> Iterator[list[Record]]:
    batch: list[Record] = []
    for record in records:
        batch.append(record)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def _sorted_out(batch: list[Record]) -> tuple[list[Record], Counter[str]]:
    refused: Counter[str] = Counter()
    kept = []
    for record in batch:
        if not (record.source and record.target):
            refused["empty-line"] += 1
        elif REPLACED in record.source or REPLACED in record.target:
            refused["not-utf-8"] += 1
        else:
            kept.append(record)
    return kept, refused


def _records(corpora: tuple[Corpus, ...], text: TextSettings) -> Iterator[Record]:
    for number, corpus in enumerate(corpora):
        line = 0
        beside = (
            (corpus.links, _links(corpus.links)),
            (corpus.source_tags, _analyses(corpus.source_tags)),
            (corpus.target_tags, _analyses(corpus.target_tags)),
        )
        for line, (source, target) in enumerate(stream_pairs(corpus, text.languages), start=1):
            given = [next(found, None) for _, found in beside]
            for (path, _), one in zip(beside, given, strict=True):
                if one is None:
                    raise DataError(path or "", f"ends at {line - 1}, but the corpus '{corpus.name}' has more pairs.")
            yield Record(number, line, source, target, *(one or "" for one in given))
        for path, found in beside:
            if path is not None and next(found, None) is not None:
                raise DataError(path, f"goes on after the {line} pairs of the corpus '{corpus.name}'.")


def _links(path: Path | None) -> Iterator[str]:
    return (line.strip() or "-" for line in stream_lines(path)) if path else repeat("")


def _analyses(path: Path | None) -> Iterator[str]:
    return map(Analysis.pack, stream_analyses(path)) if path else repeat("")
