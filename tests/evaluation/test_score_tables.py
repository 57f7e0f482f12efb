"""Human and metric scores lined up, from a test set and from ratings."""

import numpy as np
import pytest

from mteval.core.errors import DataError, UsageError
from mteval.evaluation.open_test_set import TestSetChoice
from mteval.evaluation.score_tables import from_ratings, from_test_set
from mteval.storage.digests import contents_digest

NAN = np.nan
SYSTEMS = ("A", "B", "C")
HUMAN = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, NAN]])
METRIC = np.array([[10.0, 20.0], [30.0, 40.0], [50.0, 60.0]])


def write(path, matrix, systems=SYSTEMS):
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = [(name, value) for name, row in zip(systems, matrix, strict=True) for value in np.atleast_1d(row)]
    path.write_text("".join(f"{name}\t{'None' if np.isnan(value) else value}\n" for name, value in cells))
    return path


@pytest.fixture
def folder(tmp_path):
    """A test set with segment scores of two metrics, system scores of one, and a reference scored as a system."""
    made = tmp_path / "wmtx"
    write(made / "human-scores/en-de.mqm.seg.score", [*HUMAN, [9.0, 9.0], [NAN, NAN]], (*SYSTEMS, "refA", "unrated"))
    write(made / "human-scores/en-de.mqm.sys.score", [1.5, 3.5, 5.0])
    for name in ("M-refA", "N-refA"):
        write(made / f"metric-scores/en-de/{name}.seg.score", METRIC[::-1], SYSTEMS[::-1])
    write(made / "metric-scores/en-de/M-refA.sys.score", [1.0, 2.0, 3.0])
    (made / "references").mkdir()
    (made / "references/en-de.refA.txt").write_text("x\ny\n")
    return made


def taken(folder, languages=None, human=None, level="auto", metrics=(), files=None):
    return from_test_set(folder, TestSetChoice(languages, human, level, metrics, files or {}))


def test_segments_are_taken_where_there_are_any(folder):
    gold, candidates = taken(folder)
    assert gold.name == "wmtx.en-de.mqm"
    assert gold.systems == SYSTEMS  # neither the reference nor what nobody rated
    np.testing.assert_array_equal(gold.scores, HUMAN)
    assert gold.digest == contents_digest([folder / "human-scores/en-de.mqm.seg.score"])
    assert [one.name for one in candidates] == ["M-refA", "N-refA"]
    for one in candidates:
        np.testing.assert_array_equal(one.scores, METRIC)


def test_system_scores_are_taken_where_asked_for_or_where_there_are_no_others(folder):
    gold, candidates = taken(folder, level="sys")
    assert gold.scores.tolist() == [[1.5], [3.5], [5.0]]
    assert [(one.name, one.scores.tolist()) for one in candidates] == [("M-refA", [[1.0], [2.0], [3.0]])]
    (folder / "human-scores/en-de.mqm.seg.score").unlink()
    assert taken(folder)[0].scores.shape == (3, 1)


def test_metrics_may_be_chosen_and_files_added(folder, tmp_path):
    own = write(tmp_path / "mine.score", METRIC + 1)
    assert [one.name for one in taken(folder, metrics=["N-refA"])[1]] == ["N-refA"]
    _, candidates = taken(folder, metrics=["N-refA"], files={"mine": own})
    assert [one.name for one in candidates] == ["N-refA", "mine"]
    np.testing.assert_array_equal(candidates[1].scores, METRIC + 1)
    assert [one.name for one in taken(folder, files={"mine": own})[1]] == ["M-refA", "N-refA", "mine"]


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        ({"metrics": ["O-refA"]}, "has no segment scores of 'O-refA'. Did you mean"),
        ({"metrics": ["N-refA"], "level": "sys"}, "has no system scores of 'N-refA'"),
        ({"human": "mqn"}, "has no segment scores 'mqn' for en-de. Did you mean 'mqm'?"),
        ({"human": "esa", "level": "sys"}, "has no system scores 'esa' for en-de"),
    ],
)
def test_what_a_test_set_does_not_have_is_said(folder, wish, problem):
    with pytest.raises(UsageError, match=problem):
        taken(folder, **wish)


def test_of_many_metrics_a_few_are_named(folder):
    for number in range(60):
        write(folder / f"metric-scores/en-de/Neural{number:02}-refA.seg.score", METRIC)
    with pytest.raises(UsageError, match=r"'xyz'\. It has 62: M, N, Neural00, Neural01, Neural02, …"):
        taken(folder, metrics=["xyz"])


def test_one_of_several_human_scores_must_be_chosen(folder):
    write(folder / "human-scores/en-de.esa.seg.score", HUMAN + 1)
    with pytest.raises(UsageError, match=r"Choose the human scores of .*, en-de, with --human: esa, mqm"):
        taken(folder)
    gold, _ = taken(folder, human="esa")
    assert gold.name == "wmtx.en-de.esa"
    np.testing.assert_array_equal(gold.scores, HUMAN + 1)


def test_without_human_scores_of_the_level_there_is_none_to_choose(folder):
    (folder / "human-scores/en-de.mqm.sys.score").unlink()
    with pytest.raises(UsageError, match="none at this level"):
        taken(folder, level="sys")


def test_one_system_cannot_be_correlated(folder):
    write(folder / "human-scores/en-de.mqm.seg.score", [[1.0, 2.0], [3.0, 4.0]], ("A", "refA"))
    with pytest.raises(DataError, match=r"mqm.seg.score: fewer than two systems"):
        taken(folder)


def test_two_systems_are_enough(folder):
    write(folder / "human-scores/en-de.mqm.seg.score", HUMAN[:2], SYSTEMS[:2])
    assert taken(folder)[0].systems == ("A", "B")


def test_without_metric_scores_there_is_nothing_to_correlate(folder):
    for path in (folder / "metric-scores/en-de").iterdir():
        path.unlink()
    with pytest.raises(UsageError, match="no metric scores"):
        taken(folder)


def test_a_metric_must_have_as_many_scores_as_people_gave(folder, tmp_path):
    own = write(tmp_path / "mine.score", [1.0, 2.0, 3.0])
    with pytest.raises(DataError, match=r"mine.score: has 1 scores a system, but the human scores have 2"):
        taken(folder, files={"mine": own})


def test_a_metric_of_other_systems_is_refused(folder, tmp_path):
    own = write(tmp_path / "mine.score", METRIC, ("X", "Y", "Z"))
    with pytest.raises(DataError, match=r"mine.score: scores none of the systems people scored: A, B, C"):
        taken(folder, files={"mine": own})


def test_a_system_a_metric_does_not_score_has_no_scores(folder, tmp_path):
    own = write(tmp_path / "mine.score", METRIC[:2], SYSTEMS[:2])
    scores = taken(folder, files={"mine": own})[1][-1].scores
    np.testing.assert_array_equal(scores, [[10, 20], [30, 40], [NAN, NAN]])


RATED = [("ann", 1, "A", 2, 1), ("bob", 1, "A", 4, 3), ("ann", 2, "A", 1, 5), ("ann", 2, "B", 5, 3)]


@pytest.fixture
def ratings(tmp_path):
    rows = "".join(f"{annotator},{item},{system},{a},{f}\n" for annotator, item, system, a, f in RATED)
    path = tmp_path / "r.csv"
    path.write_text(f"annotator,item,system,adequacy,fluency\n{rows}")
    return path


def test_mean_ratings_are_gold_item_n_being_line_n(ratings, tmp_path):
    own = write(tmp_path / "m.score", [[1.0, 2, 3], [4, 5, 6]], ("A", "B"))
    gold, (candidate,) = from_ratings(ratings, "adequacy", {"m": own})
    assert (gold.name, gold.systems) == ("r.csv.adequacy", ("A", "B"))
    np.testing.assert_array_equal(gold.scores, [[3, 1, NAN], [NAN, 5, NAN]])
    assert gold.digest == contents_digest([ratings])
    assert candidate.name == "m"
    np.testing.assert_array_equal(candidate.scores, [[1, 2, 3], [4, 5, 6]])


def test_without_a_scale_all_scales_are_averaged(ratings, tmp_path):
    own = write(tmp_path / "m.score", [[1.0, 2], [4, 5]], ("A", "B"))
    gold, _ = from_ratings(ratings, None, {"m": own})
    assert gold.name == "r.csv"
    np.testing.assert_array_equal(gold.scores, [[2.5, 3], [NAN, 4]])


def test_scores_of_whole_systems_stand_beside_means_over_items(ratings, tmp_path):
    """System A has 3 and 1 on its two items, so 2."""
    own = write(tmp_path / "m.score", [1.0, 2.0], ("A", "B"))
    gold, _ = from_ratings(ratings, "adequacy", {"m": own})
    assert gold.scores.tolist() == [[2.0], [5.0]]


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(DataError, match=r"none.csv: no such file or folder"):
        from_ratings(tmp_path / "none.csv", None, {"m": tmp_path / "m"})


def test_ratings_alone_are_not_enough(ratings):
    with pytest.raises(UsageError, match="--scores NAME=FILE"):
        from_ratings(ratings, None, {})


def test_a_scale_nobody_rated_is_refused(ratings, tmp_path):
    own = write(tmp_path / "m.score", [1.0, 2.0], ("A", "B"))
    with pytest.raises(UsageError, match=r"no scale 'adequat'. Did you mean 'adequacy'"):
        from_ratings(ratings, "adequat", {"m": own})


def test_ratings_of_one_system_cannot_be_correlated(tmp_path):
    (tmp_path / "r.csv").write_text("annotator,item,system,adequacy\nann,1,A,3\nann,2,A,3\n")
    own = write(tmp_path / "m.score", [1.0, 2.0], ("A", "B"))
    with pytest.raises(DataError, match=r"r.csv: rates fewer than two systems"):
        from_ratings(tmp_path / "r.csv", None, {"m": own})


@pytest.mark.parametrize("item", ["x1", "0", "3"])
def test_an_item_that_is_no_line_of_the_scores_is_refused(tmp_path, item):
    (tmp_path / "r.csv").write_text(f"annotator,item,system,adequacy\nann,1,A,3\nann,{item},B,3\n")
    own = write(tmp_path / "m.score", [[1.0, 2.0], [3.0, 4.0]], ("A", "B"))
    with pytest.raises(DataError, match=f"item '{item}' is no segment number from 1 to 2"):
        from_ratings(tmp_path / "r.csv", None, {"m": own})


def test_the_longest_score_file_says_how_many_segments_there_are(ratings, tmp_path):
    files = {
        "short": write(tmp_path / "short.score", [[1.0, 2], [4, 5]], ("A", "B")),
        "long": write(tmp_path / "long.score", [[1.0, 2, 3], [4, 5, 6]], ("A", "B")),
    }
    with pytest.raises(DataError, match=r"short.score: has 2 scores a system, but the human scores have 3"):
        from_ratings(ratings, None, files)
