"""Human scores of an mt-metrics-eval test set, as the gold that metrics are judged by.

Give one file `human-scores/LP.NAME.seg.score`, or the test set's folder where it has one language pair and one kind of
human score. Put metrics to it with `--system metric-scores:metric-scores/LP/NAME-REF.seg.score`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import Rating
from mteval.core.protocols import Contents
from mteval.core.suites import SuiteSource
from mteval.human.score_files import HUMAN_FILE, choose_pair, human_files, read_scores, reference_names
from mteval.text.writing import write_text


@registry.formats.register("evalset")
class EvalSet:
    """Reads and writes segment-level human scores."""

    family: ClassVar[str] = "human"
    reads_folders: ClassVar[bool] = True

    def read(self, source: SuiteSource) -> Contents:
        """One record per system and segment that people scored; references scored as systems are left out."""
        path = source.files["data"]
        folder, pair, name, file = _locate(path, "-".join(source.languages) or None)
        scores = read_scores(file)
        references = reference_names(folder, pair)
        records = tuple(
            Rating(str(segment + 1), "", name, float(value), system)
            for system, row in zip(scores.systems, scores.values, strict=True)
            if system not in references
            for segment, value in enumerate(row)
            if not np.isnan(value)
        )
        if not records:
            raise DataError(file, "holds no scores of systems, only None or references.")
        languages = tuple(pair.split("-", 1))
        return Contents(records, source.languages or languages, customs={"ask": "metrics"}, files=(file,))

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write `SYSTEM SCORE` lines, system by system, None where a segment has no score."""
        segments = max(int(one.item) for one in records)
        systems = dict.fromkeys(one.system for one in records)
        values = {(one.system, int(one.item)): one.value for one in records}
        lines = [
            f"{system}\t{values.get((system, segment))}\n" for system in systems for segment in range(1, segments + 1)
        ]
        write_text(path, "".join(lines))

    def recognise(self, head: bytes, path: Path) -> bool:
        """A file name of mt-metrics-eval's human scores."""
        return bool(HUMAN_FILE.match(path.name)) and path.parent.name == "human-scores"


def _locate(path: Path, wanted: str | None) -> tuple[Path, str, str, Path]:
    """The test set's folder, the language pair, the name of the human score, and its file."""
    if path.is_dir():
        pair = choose_pair(path, wanted)
        files = human_files(path, pair, "seg")
        if len(files) != 1:
            names = ", ".join(file.name for file in files.values()) or "none"
            raise DataError(path, f"has these segment-level human scores for {pair}: {names}. Name one of the files.")
        name, file = next(iter(files.items()))
        return path, pair, name, file
    match = HUMAN_FILE.match(path.name)
    if not match or match["level"] != "seg":
        raise DataError(path, "LP.NAME.seg.score expected, such as human-scores/en-de.mqm.seg.score.")
    return path.parent.parent, match["pair"], match["name"], path
