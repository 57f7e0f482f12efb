"""Several references: the best one, the jackknife and summed counts, worked out by hand after Lin (2004), section 2.1."""

import pytest

import mteval

# "police killed the gunman" against three references; words in common 2, 1 and 4 of 3, 2 and 5 words.
TRANSLATION = "police killed the gunman"
REFERENCES = ("police the end", "gunman ran", "the police killed a gunman")
F = (4 / 7, 2 / 6, 8 / 9)


def f_of(multi, metric="rouge-1"):
    results = mteval.score([TRANSLATION], [[one] for one in REFERENCES], metrics=f"{metric}?multi={multi}")
    return results.reports[0].score(metric)


def test_the_best_reference_counts():
    assert f_of("best").value == pytest.approx(100 * F[2])


def test_the_jackknife_is_the_mean_best_of_all_but_one():
    # Without the first and without the second the third is best, without the third the first.
    assert f_of("jackknife").value == pytest.approx(100 * (F[2] + F[2] + F[0]) / 3)


def test_counts_are_summed_before_they_are_divided():
    score = f_of("sum")
    recall, precision = 7 / 10, 7 / 12
    assert score.values["recall"] == pytest.approx(100 * recall)
    assert score.values["precision"] == pytest.approx(100 * precision)
    assert score.value == pytest.approx(100 * 2 * recall * precision / (recall + precision))


@pytest.mark.parametrize("metric", ["rouge-1", "rouge-2", "rouge-l", "rouge-lsum", "rouge-w", "rouge-s", "rouge-su"])
@pytest.mark.parametrize("multi", ["jackknife", "sum"])
def test_one_reference_is_the_same_whatever_the_rule(metric, multi):
    texts = (["the cat sat on a mat"], [["a cat sat on the mat"]])
    values = [
        mteval.score(*texts, metrics=f"{metric}?multi={one}").reports[0].scores[0].values for one in ("best", multi)
    ]
    assert values[0] == values[1]


def test_the_signature_says_which_rule():
    assert "|multi:jackknife|" in f_of("jackknife").signature
    assert "multi" not in f_of("best").signature
