"""From files of word vectors to files of aligned word vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from mteval.authoring.alignment.adversarial import STARTS, muse_adversarial
from mteval.authoring.alignment.problem import AlignedVectors, Method, Pairs, Problem, Progress, silent
from mteval.authoring.alignment.procrustes import procrustes
from mteval.authoring.alignment.rcsls import rcsls
from mteval.authoring.alignment.vecmap import vecmap_supervised
from mteval.authoring.alignment.vecmap_unsupervised import vecmap_unsupervised
from mteval.core.errors import DataError, UnknownNameError, UsageError
from mteval.core.records import DictionaryPair
from mteval.core.results import Finding
from mteval.text.word_pairs import read_word_pairs
from mteval.vectors.embeddings import Embeddings, load_embeddings, write_vec
from mteval.vectors.missing_words import explain_no_overlap

METHODS: Mapping[str, Method] = {
    "procrustes": procrustes,
    "vecmap-supervised": vecmap_supervised,
    "vecmap-unsupervised": vecmap_unsupervised,
    "rcsls": rcsls,
    "muse-adversarial": muse_adversarial,
}
UNSUPERVISED = ("vecmap-unsupervised", "muse-adversarial")


@dataclass(frozen=True, slots=True)
class Order:
    """What to align, how, and where the result goes."""

    source: Path
    target: Path
    method: str
    output: Path
    dictionary: Path | None = None
    vocabulary: int = 0
    seed: int = 0
    iterations: int | None = None
    progress: Progress = field(default=silent)
    start: str = STARTS[0]
    restarts: int = 1
    learning_words: int | None = None


@dataclass(frozen=True, slots=True)
class AlignmentOutcome:
    """What was written, and what the method and the files had to say."""

    files: tuple[Path, Path]
    words: tuple[int, int]
    pairs: int
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


def align_files(order: Order) -> AlignmentOutcome:
    """Read both files, align them, and write source.vec and target.vec into the output folder."""
    if order.method not in METHODS:
        raise UnknownNameError("alignment method", order.method, METHODS)
    if order.method in UNSUPERVISED and order.dictionary is not None:
        raise UsageError(f"The method '{order.method}' uses no dictionary. Leave --dictionary out.")
    if order.method != "muse-adversarial" and (order.start, order.restarts) != (STARTS[0], 1):
        raise UsageError(f"The method '{order.method}' has no starts to choose. Leave --start and --restarts out.")
    if order.method not in UNSUPERVISED and order.learning_words is not None:
        raise UsageError(f"The method '{order.method}' learns from its dictionary. Leave --learning-words out.")
    source, target = (load_embeddings(path, order.vocabulary) for path in (order.source, order.target))
    pairs = None if order.dictionary is None else _training_pairs(order.dictionary, source, target)
    options = order.seed, order.iterations, order.progress, order.start, order.restarts, order.learning_words
    problem = Problem(source.vectors, target.vectors, pairs, *options)
    aligned = METHODS[order.method](problem)
    files = _write(order.output, source, target, aligned)
    words = len(source.words), len(target.words)
    findings = (*source.findings, *target.findings)
    return AlignmentOutcome(files, words, 0 if pairs is None else len(pairs), aligned.notes, findings)


def _training_pairs(path: Path, source: Embeddings, target: Embeddings) -> Pairs:
    return rows_of_pairs(path, read_word_pairs(path).pairs, source.words, target.words)


def rows_of_pairs(path: Path, pairs: Sequence[DictionaryPair], source: Sequence[str], target: Sequence[str]) -> Pairs:
    """The pairs both of whose words have vectors; a word is looked up as written, then lower-cased."""
    rows = [{word: row for row, word in enumerate(words)} for words in (source, target)]
    found = [(_row(rows[0], pair.source), _row(rows[1], pair.target)) for pair in pairs]
    known = [(x, y) for x, y in found if x is not None and y is not None]
    if not known:
        sides = ("source", {p.source for p in pairs}, 0), ("target", {p.target for p in pairs}, 1)
        for side, wanted, place in sides:
            if all(pair[place] is None for pair in found):
                raise DataError(path, explain_no_overlap(side, wanted, rows[place], rows[1 - place]))
        raise DataError(path, "no pair has both its words among the vectors.")
    array = np.array(known, dtype=np.int64)
    return Pairs(array[:, 0], array[:, 1])


def _row(rows: Mapping[str, int], word: str) -> int | None:
    row = rows.get(word)
    return row if row is not None else rows.get(word.lower())


def _write(folder: Path, source: Embeddings, target: Embeddings, aligned: AlignedVectors) -> tuple[Path, Path]:
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; -o wants a folder.")
    folder.mkdir(parents=True, exist_ok=True)
    files = folder / "source.vec", folder / "target.vec"
    write_vec(files[0], source.words, aligned.source)
    write_vec(files[1], target.words, aligned.target)
    return files
