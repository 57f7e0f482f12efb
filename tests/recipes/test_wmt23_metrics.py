"""The WMT23 metrics task: published numbers on the shared language pair, and the same path on test sets of our own."""

import tarfile

import pytest

from mteval.core.errors import DataError
from mteval.recipes import wmt23_metrics
from mteval.recipes._reproduction import reproduce
from mteval.statistics.shared_swaps import ScoreSwaps
from tests.evaluation.small_test_sets import SEGMENTS, SYSTEMS, write_pair

# What mt-metrics-eval gives for en-de: system Pearson, segment Pearson, acc-t; then soft pairwise accuracy, by its draws.
PEER = {
    "XCOMET-Ensemble": (0.980235, 0.695323, 0.603986, 0.939409),
    "GEMBA-MQM": (0.992975, 0.502142, 0.572069, 0.982061),
    "COMET": (0.990284, 0.432404, 0.574012, 0.960348),
    "BLEU": (0.916541, 0.192050, 0.519598, 0.857197),
    "chrF": (None, None, 0.519236, 0.836636),
    "prismSrc": (None, None, 0.425692, 0.269591),
}
PEER_AVERAGES = {"XCOMET-Ensemble": 0.845290, "GEMBA-MQM": 0.829907, "COMET": 0.813763, "BLEU": 0.741958}


@pytest.fixture
def few_draws(monkeypatch):
    monkeypatch.setattr(wmt23_metrics, "SWAPS", ScoreSwaps(40, 1))


def numbers(done):
    return {row.label: row.ours for row in done.rows}


def test_en_de_comes_out_as_published(shared, few_draws):
    done = reproduce("wmt23-metrics", shared / "data/wmt23_metrics")
    found = numbers(done)
    tasks = ("system pearson", "segment pearson", "segment acc-t", "system spa")
    for metric, values in PEER.items():
        for task, value in zip(tasks, values, strict=True):
            near = 3e-3 if task == "system spa" else 6e-7
            assert value is None or found[f"en-de {task}: {metric}"] == pytest.approx(value, abs=near)
    for metric, value in PEER_AVERAGES.items():
        assert found[f"average (en-de): {metric}"] == pytest.approx(value, abs=1e-6)
    assert found["accuracy (en-de): GEMBA-MQM"] == 1
    assert found["accuracy (en-de): XCOMET-Ensemble"] == pytest.approx(62 / 66)
    assert done.same
    assert any("he-en, zh-en" in note for note in done.notes)


def test_three_pairs_have_plain_labels_and_every_pair_tested(tmp_path, few_draws):
    folder = tmp_path / "mt-metrics-eval-v2/wmt23"
    for seed, (pair, references) in enumerate(
        (("en-de", ("refA",)), ("he-en", ("refA", "refB")), ("zh-en", ("synthetic_ref", "refA")))
    ):
        write_pair(folder, pair, seed, references)
    done = reproduce("wmt23-metrics", tmp_path)
    found = numbers(done)
    assert {"average: good", "accuracy: noise", "zh-en system spa: fair", "wmt24 average: good"} <= found.keys()
    tables = {table["task"]: table for table in done.tables}
    assert len(tables["average"]["tests"]) == 3
    assert all(0 < test["p_value"] <= 1 for test in tables["average"]["tests"])
    parts = [3 * found["accuracy: good"]]
    for pair in ("en-de", "he-en", "zh-en"):
        parts += [(found[f"{pair} {level} pearson: good"] + 1) / 2 for level in ("system", "segment")]
        parts.append(found[f"{pair} segment acc-t: good"])
    assert found["average: good"] == pytest.approx(sum(parts) / 12)
    assert set(tables["average"]["floors"]) == {"constant", "random"}


def test_the_other_human_translation_is_a_system_and_the_synthetic_one_is_not(tmp_path):
    for pair, references in (("he-en", ("refA", "refB")), ("zh-en", ("synthetic_ref", "refA"))):
        write_pair(tmp_path / "wmt23", pair, 3, references)
    assert wmt23_metrics._table(tmp_path / "wmt23", "he-en")[0].systems == (*SYSTEMS, "refA")
    assert wmt23_metrics._table(tmp_path / "wmt23", "zh-en")[0].systems == SYSTEMS


def test_some_pairs_are_named_in_the_labels_and_archives_are_unpacked(tmp_path, few_draws):
    write_pair(tmp_path / "made/wmt23", "zh-en", 3)
    (tmp_path / "packed").mkdir()
    with tarfile.open(tmp_path / "packed/wmt23.zh-en.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "made/wmt23", "wmt23")
    done = reproduce("wmt23-metrics", tmp_path / "packed")
    assert "average (zh-en): good" in numbers(done)
    assert done.notes[0].startswith("No human scores for en-de, he-en:")
    assert done.published == ()
    assert done.same


def test_what_cannot_be_computed_is_said(tmp_path):
    with pytest.raises(DataError, match="--data"):
        reproduce("wmt23-metrics")
    with pytest.raises(DataError, match="neither a folder wmt23"):
        reproduce("wmt23-metrics", tmp_path)
    write_pair(tmp_path / "wmt23", "en-cs", 3)
    with pytest.raises(DataError, match="for none of en-de, he-en, zh-en"):
        reproduce("wmt23-metrics", tmp_path)
    (tmp_path / "wmt23.tar.gz").write_bytes(b"no archive")
    (tmp_path / "broken").mkdir()
    (tmp_path / "wmt23.tar.gz").rename(tmp_path / "broken/wmt23.tar.gz")
    with pytest.raises(DataError, match="cannot be unpacked"):
        reproduce("wmt23-metrics", tmp_path / "broken")


def test_a_metric_of_another_length_is_named(tmp_path):
    write_pair(tmp_path / "wmt23", "en-de", 3)
    path = tmp_path / "wmt23/metric-scores/en-de/fair-refA.seg.score"
    path.write_text("".join(f"{system}\t1.0\n" for system in SYSTEMS for _ in range(3)))
    with pytest.raises(DataError, match=rf"has 3 scores a system, but the human scores have {SEGMENTS}"):
        reproduce("wmt23-metrics", tmp_path)
