"""Test sets as mt-metrics-eval lays them out."""

import numpy as np
import pytest

from mteval.core.errors import DataError, UsageError
from mteval.human.score_files import (
    choose_pair,
    human_files,
    language_pairs,
    metric_files,
    read_scores,
    reference_names,
)


@pytest.fixture
def folder(tmp_path):
    for name in (
        "human-scores/en-de.mqm.seg.score",
        "human-scores/en-de.mqm.sys.score",
        "human-scores/en-de.wmt-appraise.z.seg.score",
        "human-scores/zh-en.mqm.sys.score",
        "human-scores/README.txt",
        "metric-scores/en-de/BLEU-refA.seg.score",
        "metric-scores/en-de/COMET-22.v1-src.seg.score",
        "metric-scores/en-de/BLEU-refA.domain.score",
        "references/en-de.refA.txt",
        "references/en-de.ref.B.txt",
        "references/zh-en.refA.txt",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("A 1\n")
    return tmp_path


def test_files_are_told_by_pair_name_and_level(folder):
    assert language_pairs(folder) == ("en-de", "zh-en")
    assert list(human_files(folder, "en-de", "seg")) == ["mqm", "wmt-appraise.z"]
    assert list(metric_files(folder, "en-de", "seg")) == ["BLEU-refA", "COMET-22.v1-src"]
    assert metric_files(folder, "zh-en", "seg") == {}
    assert reference_names(folder, "en-de") == {"refA", "ref.B"}


def test_a_pair_is_chosen_where_there_are_several(folder, tmp_path):
    assert choose_pair(folder, "zh-en") == "zh-en"
    with pytest.raises(UsageError, match=r"several language pairs.*en-de, zh-en"):
        choose_pair(folder, None)
    with pytest.raises(UsageError, match="no human scores for 'en-fr'"):
        choose_pair(folder, "en-fr")
    with pytest.raises(DataError, match="no such folder"):
        choose_pair(tmp_path / "none", None)
    with pytest.raises(DataError, match="no mt-metrics-eval test set"):
        choose_pair(folder / "references", None)


def test_scores_are_a_row_of_segments_for_every_system(tmp_path):
    path = tmp_path / "x.seg.score"
    path.write_text("sys A\t1.5\nsys A\tNone\nB -2\nB 3e1\n\n")
    scores = read_scores(path, "mqm")
    assert (scores.name, scores.systems) == ("mqm", ("sys A", "B"))
    np.testing.assert_array_equal(scores.values, [[1.5, np.nan], [-2, 30]])
    np.testing.assert_array_equal(scores.of(("B", "unknown")), [[-2, 30], [np.nan, np.nan]])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("\n", "holds no scores"),
        ("A\n", "line 1: 'SYSTEM SCORE' expected"),
        ("A x\n", "line 1: the score 'x' is neither a number nor None"),
        ("A nan\n", "line 1: the score nan is not a finite number"),
        ("A 1\nA 2\nB 1\n", "line 3: 'A' has 2 scores, but 'B', which ends here, has 1"),
    ],
)
def test_what_does_not_line_up_is_refused(tmp_path, text, problem):
    (tmp_path / "x").write_text(text)
    with pytest.raises(DataError, match=problem):
        read_scores(tmp_path / "x")
