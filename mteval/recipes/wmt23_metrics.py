"""The WMT23 metrics task: which metrics agree best with MQM ratings of en-de, he-en and zh-en (Freitag et al. 2023).

Ten tasks: pairwise accuracy over all systems of the three pairs, and per pair Pearson's r of systems, Pearson's r of segments
and acc_eq of segments with calibrated ties. Beside them the rules of WMT24 on the same data: soft pairwise accuracy and acc_eq.
Give mt-metrics-eval's data with `--data DIR`: the folder wmt23, one that holds it, or its archives.
"""

from __future__ import annotations

import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import ClassVar

from mteval.core.errors import DataError
from mteval.evaluation.metric_tasks import ScoreTable, TaskTable, average_table, task_tables, wmt23_tasks, wmt24_tasks
from mteval.evaluation.open_test_set import NO_OUTLIERS, TestSetChoice
from mteval.evaluation.score_tables import from_test_set
from mteval.human.score_files import human_files, language_pairs, read_scores
from mteval.recipes._reproduction import PublishedFile, PublishedNumber, Reproduction, recipes
from mteval.statistics.shared_swaps import ScoreSwaps

NAME = "wmt23"
REFERENCES = {"en-de": "refA", "he-en": "refB", "zh-en": "refA"}
OUTLIER = "synthetic_ref"
SWAPS = ScoreSwaps(1000, 12345)
# The submissions that WMT23 ranks: each team's primary one, and the baselines. Others are shown without a rank.
RANKED = frozenset(
    [
        "Calibri-COMET22",
        "Calibri-COMET22-QE",
        "cometoid22-wmt22",
        "eBLEU",
        "embed_llama",
        "GEMBA-MQM",
        "KG-BERTScore",
        "MaTESe",
        "MEE4",
        "MetricX-23",
        "MetricX-23-QE",
        "mre-score-labse-regular",
        "mbr-metricx-qe",
        "sescoreX",
        "tokengram_F",
        "XCOMET-Ensemble",
        "XCOMET-QE-Ensemble",
        "XLsim",
        "BERTscore",
        "BLEU",
        "BLEURT-20",
        "chrF",
        "COMET",
        "CometKiwi",
        "docWMT22CometDA",
        "docWMT22CometKiwiDA",
        "f200spBLEU",
        "MS-COMET-QE-22",
        "prismRef",
        "prismSrc",
        "Random-sysname",
        "YiSi-1",
    ]
)
# Freitag et al. 2023, table 1: average over the ten tasks, to three digits.
AVERAGES = {
    "XCOMET-Ensemble": 0.825,
    "MetricX-23": 0.808,
    "GEMBA-MQM": 0.802,
    "COMET": 0.779,
    "BLEU": 0.696,
    "chrF": 0.694,
}
# What mt-metrics-eval prints for the same data.
EN_DE = {
    "en-de system pearson": (
        5e-7,
        {"XCOMET-Ensemble": 0.980235, "GEMBA-MQM": 0.992975, "COMET": 0.990284, "BLEU": 0.916541},
    ),
    "en-de segment pearson": (
        5e-7,
        {"XCOMET-Ensemble": 0.695323, "GEMBA-MQM": 0.502142, "COMET": 0.432404, "BLEU": 0.192050},
    ),
    "en-de segment acc-t": (
        5e-7,
        {"XCOMET-Ensemble": 0.603986, "GEMBA-MQM": 0.572069, "COMET": 0.574012, "BLEU": 0.519598},
    ),
    "en-de system spa": (3e-3, {"XCOMET-Ensemble": 0.939409, "GEMBA-MQM": 0.982061, "BLEU": 0.857197}),
}


@recipes.register("wmt23-metrics")
class Wmt23Metrics:
    """The tables of the WMT23 metrics task and WMT24's rules on its data, with every pair of metrics tested (needs --data)."""

    files: ClassVar[tuple[PublishedFile, ...]] = ()

    def reproduce(self, files: Mapping[str, Path], folder: Path | None) -> Reproduction:
        """Every metric of the folder on every task that its language pairs allow."""
        del files
        if folder is None:
            raise DataError(NAME, "is not fetched. Give --data the folder of mt-metrics-eval's test sets.")
        with _test_set(folder) as found:
            there = [pair for pair in REFERENCES if pair in language_pairs(found)]
            if not there:
                raise DataError(found, f"has human scores for none of {', '.join(REFERENCES)}.")
            data = {pair: _table(found, pair) for pair in there}
        tables = _tables(data, there)
        rows = tuple(chain.from_iterable(_rows(label, table) for label, table in tables.items()))
        return Reproduction(
            rows, tuple(_notes(there, tables)), tuple(table.record(RANKED) for table in tables.values())
        )


def _table(folder: Path, pair: str) -> ScoreTable:
    """Human translations other than the reference count as systems; the synthetic one does not."""
    human = human_files(folder, pair, "seg").get("mqm")
    if human is None:
        raise DataError(folder, f"has no MQM scores of segments for {pair}.")
    outliers = OUTLIER if OUTLIER in read_scores(human).systems else NO_OUTLIERS
    choice = TestSetChoice(pair, "mqm", "seg", reference=REFERENCES[pair], humans=True, outliers=outliers)
    return from_test_set(folder, choice)


def _tables(data: Mapping[str, ScoreTable], there: list[str]) -> dict[str, TaskTable]:
    """All tables by label; averages and pooled accuracy name the language pairs unless all are there."""
    some = "" if len(there) == len(REFERENCES) else f" ({', '.join(there)})"
    old, new = wmt23_tasks(there), wmt24_tasks(there)
    found = task_tables(data, list({task.label: task for task in (*old, *new)}.values()), SWAPS)
    average = average_table([found[task.label] for task in old], f"average{some}")
    later = average_table([found[task.label] for task in new], f"wmt24 average{some}")
    accuracy = found.pop("accuracy")
    pooled = replace(accuracy, task=replace(accuracy.task, label=f"accuracy{some}"))
    return {table.task.label: table for table in (average, pooled, *found.values(), later)}


def _rows(label: str, table: TaskTable) -> Iterator[PublishedNumber]:
    tolerance, published = (5e-4, AVERAGES) if label == "average" else EN_DE.get(label, (0.0, {}))
    for metric, value in table.values().items():
        yield PublishedNumber(f"{label}: {metric}", published.get(metric), value, tolerance)


def _notes(there: list[str], tables: Mapping[str, TaskTable]) -> Iterator[str]:
    missing = [pair for pair in REFERENCES if pair not in there]
    if missing:
        yield f"No human scores for {', '.join(missing)}: averages and accuracy are over {', '.join(there)}."
    yield (
        f"Ranks and p-values are from {SWAPS.draws} draws: scores change places (PERM-BOTH); for acc-t, the outcomes of pairs. "
        "The latter, WMT's own test, finds too many differences (see scripts/benchmarks/README.md). "
        "Soft pairwise accuracy is the value that ever more draws approach; published ones are from 1 000."
    )
    for label, table in tables.items():
        floors = ", ".join(f"{kind} {value:.3f}" for kind, value in table.floors.items())
        yield f"{label}: a metric that knows nothing gets {floors}."


@contextmanager
def _test_set(folder: Path) -> Iterator[Path]:
    """The folder of the test set: given, below the one given, or unpacked from archives there."""
    if not folder.is_dir():
        raise DataError(folder, "is no folder. Give --data the folder of mt-metrics-eval's test sets.")
    places = (folder, *sorted(path.parent for path in folder.glob("**/human-scores") if path.parent.name == NAME))
    found = next((place for place in places if (place / "human-scores").is_dir()), None)
    archives = sorted(path for path in folder.glob(f"*{NAME}*") if path.name.endswith((".tar.xz", ".tar.gz", ".tgz")))
    if found is not None:
        yield found
        return
    if not archives:
        raise DataError(folder, f"holds neither a folder {NAME} with human-scores nor an archive of it.")
    with tempfile.TemporaryDirectory() as unpacked:
        for archive in archives:
            _unpack(archive, Path(unpacked))
        with _test_set(Path(unpacked)) as inside:
            yield inside


def _unpack(archive: Path, folder: Path) -> None:
    try:
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
    except (tarfile.TarError, EOFError, OSError) as error:
        raise DataError(archive, f"cannot be unpacked ({error}).") from None
