"""MuCoW at WMT 2019, scoring variant: the accuracies of the Nematus models, every total, origin and sense."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

from mteval.api import run
from mteval.core.results import Report
from mteval.evaluation.settings import Settings
from mteval.recipes._reproduction import PublishedFile, PublishedNumber, Reproduction, recipes
from mteval.text.lines import read_lines

MUCOW = "Helsinki-NLP/MuCoW"
COMMIT = "805bdb906a3ae372e30dcebcfc94f6f617a595ae"
PAIRS = ("cs-en", "tr-en")
ROW = re.compile(r"(?P<label>.+) : (?P<correct>\d+) (?P<all>\d+) [\d.]+$")


@recipes.register("mucow-wmt19")
class MucowWmt19:
    """Raganato et al. (2019), Table 5, Nematus: correct items of cs-en and tr-en as counted by the released script."""

    files: ClassVar[tuple[PublishedFile, ...]] = (
        PublishedFile(
            MUCOW,
            COMMIT,
            "WMT2019/scoring test suite/json/cs-en.mucow.scoring.json",
            "044da1df7b5c391b1c3199c229f24386c94f703490f999f45f059baa20c2a183",
        ),
        PublishedFile(
            MUCOW,
            COMMIT,
            "WMT2019/scoring test suite/score/nematus.score.cs-en.mucow.txt",
            "d431ee03dea06b444a19b1d0556ff523c7dc5386f24c7d55e68ee731bb6a3da5",
        ),
        PublishedFile(
            MUCOW,
            COMMIT,
            "WMT2019/scoring test suite/accuracy/acc.nematus.cs-en.mucow.txt",
            "e3e6cd0fbef3bb801a7fd4edbedbced865297a93fe5e0bbecb1906de0a860203",
        ),
        PublishedFile(
            MUCOW,
            COMMIT,
            "WMT2019/scoring test suite/json/tr-en.mucow.scoring.json",
            "11c5f24608a753b79665e5a78488b1cf0f09cb23ab6c302ecb99ca9b7ff9ed1d",
        ),
        PublishedFile(
            MUCOW,
            COMMIT,
            "WMT2019/scoring test suite/score/nematus.score.tr-en.mucow.txt",
            "662634560952ffe161884742f9893ff3b4c261d42033be09a44675ba7e81e6b4",
        ),
        PublishedFile(
            MUCOW,
            COMMIT,
            "WMT2019/scoring test suite/accuracy/acc.nematus.tr-en.mucow.txt",
            "5825c84cfe4a69f768c88e61d3bff4189529cd0779715cb9a2fbc26a2069acaf",
        ),
    )

    def reproduce(self, files: Mapping[str, Path], folder: Path | None) -> Reproduction:
        """Score every item with the released Nematus scores, an item without contrasts counting as right."""
        rows = [row for pair in PAIRS for row in _rows(pair, files)]
        notes = (
            "Items whose contrast equals the reference cannot be won and count as wrong, as in the released script.",
            "Guessing gets about .39 (cs-en) and .38 (tr-en): read an accuracy against that.",
        )
        return Reproduction(tuple(rows), notes)


def _rows(pair: str, files: Mapping[str, Path]) -> Iterator[PublishedNumber]:
    results = run(
        str(files[f"{pair}.mucow.scoring.json"]),
        systems=f"score-file:{files[f'nematus.score.{pair}.mucow.txt']}?better=lower",
        format="mucow-scoring",
        options={"empty_contrasts": "pass"},
        settings=Settings(resamples=0, test="none", keep_cases=False),
    )
    ours = _counts(results.reports[0])
    for line in read_lines(files[f"acc.nematus.{pair}.mucow.txt"]).lines:
        found = ROW.match(line)
        if found:
            label = found["label"].strip()
            correct, decided = ours.get(label, (float("nan"), float("nan")))
            yield PublishedNumber(f"{pair} {label}: correct", float(found["correct"]), correct)
            yield PublishedNumber(f"{pair} {label}: all", float(found["all"]), decided)


def _counts(report: Report) -> dict[str, tuple[float, float]]:
    whole = report.score("accuracy").values
    counts = {"total": (whole["correct"], whole["decided"])}
    for part in report.slices:
        if part.tag in ("origin", "sense"):
            counts[part.value] = (part.scores[0].values["correct"], part.scores[0].values["decided"])
    return counts
