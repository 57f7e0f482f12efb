"""Lines too long to be compared in full: scored by a bound that never flatters, and said so."""

import random

import pytest

import mteval
from mteval.metrics._comparison import common_ends
from mteval.metrics._rouge.ngrams import SkipRouge
from mteval.metrics.rouge_l import RougeL
from mteval.metrics.rouge_lsum import RougeLsum
from mteval.metrics.rouge_w import RougeW

LONG = 2_000_000


def words(count, seed):
    draw = random.Random(seed)
    return " ".join(str(draw.randrange(5000)) for _ in range(count))


@pytest.mark.parametrize(
    ("metric", "count", "worst", "best"),
    [
        ("ter", LONG, 100.0, 0.0),
        ("rouge-l", LONG, 0.0, 100.0),
        ("rouge-lsum", 200_000, 0.0, 100.0),
        ("rouge-w", 20_000, 0.0, 100.0),
        ("rouge-s", 20_000, 0.0, 100.0),
        ("rouge-su?skip=300", 20_000, 0.0, 100.0),
    ],
)
def test_lines_of_very_many_words_end_with_a_finding(metric, count, worst, best):
    translation, reference = words(count, 1), words(count, 2)
    (report,) = mteval.score([translation], [[reference]], metrics=metric).reports
    assert report.scores[0].value == pytest.approx(worst, abs=0.01)
    found = [one for one in report.findings if one.code == "line-too-long"]
    (finding,) = (one for one in found if metric.partition("?")[0] in one.message)
    assert finding.count == 1
    (report,) = mteval.score([reference], [[reference]], metrics=metric).reports
    assert report.scores[0].value == pytest.approx(best)


ROUGES = ("rouge-l", "rouge-lsum", "rouge-w", "rouge-s", "rouge-su", "rouge-s?skip=1", "rouge-su?skip=2")


@pytest.mark.parametrize("metric", ["ter", *ROUGES])
def test_lines_of_usual_length_have_no_such_finding(metric):
    (report,) = mteval.score(["a b c"] * 3, [["a c b"] * 3], metrics=metric).reports
    assert "line-too-long" not in [one.code for one in report.findings]


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [("abcd", "abxd", 3), ("aa", "aaa", 2), ("", "a", 0), ("xyz", "abc", 0), ("ab", "ab", 2)],
)
def test_words_at_both_ends_are_counted_once(one, other, shared):
    assert common_ends(one, other) == common_ends(other, one) == shared


def test_the_bounds_never_flatter(monkeypatch):
    """Beside the exact values of the same lines."""
    draw = random.Random(3)
    pairs = [[" ".join(draw.choices("abcde", k=draw.randint(1, 12))) for _ in range(2)] for _ in range(200)]
    translations, references = map(list, zip(*pairs, strict=True))

    def scores(metric):
        (report,) = mteval.score(translations, [references], metrics=metric).reports
        return [case.scores[metric] for case in report.cases]

    exact = {metric: scores(metric) for metric in ("ter", *ROUGES)}
    monkeypatch.setattr("mteval.metrics._ter.shifts.MOST_CELLS", 0)
    for rouge in (RougeL, RougeLsum, RougeW):
        monkeypatch.setattr(rouge, "most_cells", 0)
    monkeypatch.setattr(SkipRouge, "most_pairs", 0)
    assert all(bound >= value for bound, value in zip(scores("ter"), exact["ter"], strict=True))
    for metric in ROUGES:
        bounds = scores(metric)
        assert bounds != exact[metric]
        assert all(bound <= value + 1e-9 for bound, value in zip(bounds, exact[metric], strict=True)), metric
