"""Reports as values: found by name, flattened, grouped by suite."""

import math
from dataclasses import replace

import pytest

from mteval.core.results import PERCENT, RATE, Finding, PairedTest, Ranks, Report, Results, Scale, Score, Slice


def score(metric="bleu", n=3, skipped=1, **values):
    values = values or {"bleu": 20.0, "bp": 0.9}
    return Score(metric, values, {"bleu": (15.0, 25.0)}, n, skipped, True, f"metric:{metric}")


def report(suite="s", system="a", scores=(), slices=()):
    return Report({"name": suite}, {"name": system}, tuple(scores), tuple(slices))


def test_the_headline_is_the_first_value():
    made = score(first=2.0, second=5.0)
    assert (made.headline, made.value) == ("first", 2.0)


def test_a_score_is_found_by_its_metric():
    scores = [score("bleu", bleu=1.0), score("chrf", chrf=2.0)]
    assert report(scores=scores).score("chrf").value == 2.0
    with pytest.raises(KeyError, match="ter"):
        report(scores=scores).score("ter")


def test_every_value_is_a_row():
    part = Slice("document", "d1", (score(n=1, skipped=0, bleu=7.0),))
    rows = list(report("suite", "mine", [replace(score(), spec="bleu?tokenize=none")], [part]).rows())
    assert [(row["tag"], row["slice"], row["key"], row["value"], row["n"], row["skipped"]) for row in rows] == [
        ("", "", "bleu", 20.0, 3, 1),
        ("", "", "bp", 0.9, 3, 1),
        ("document", "d1", "bleu", 7.0, 1, 0),
    ]
    first = rows[0]
    assert (first["suite"], first["system"], first["metric"]) == ("suite", "mine", "bleu?tokenize=none")
    assert (first["low"], first["high"], first["signature"]) == (15.0, 25.0, "metric:bleu")
    assert rows[2]["metric"] == "bleu"


def test_a_value_without_an_interval_has_no_bounds():
    row = list(report(scores=[score()]).rows())[1]
    assert math.isnan(row["low"])
    assert math.isnan(row["high"])


def test_reports_are_grouped_by_suite_in_the_order_they_came():
    reports = [report("s2", "a"), report("s1", "a"), report("s2", "b")]
    found = [(suite, [one.system["name"] for one in group]) for suite, group in Results(tuple(reports)).by_suite()]
    assert found == [("s2", ["a", "b"]), ("s1", ["a"])]


def test_a_finding_counts_one_unless_it_says_otherwise():
    assert Finding("code", "Something is wrong.").count == 1


def test_a_score_is_a_95_per_cent_one_with_two_decimals_unless_it_says_otherwise():
    """What results written before these fields existed are read as."""
    assert (score().level, score().spec, score().scale) == (0.95, "", Scale(2))
    assert (PERCENT.decimals, RATE.decimals, RATE.counts, RATE.coverage) == (2, 4, (), "")


def test_tests_of_older_results_have_no_cases_and_no_spec():
    test = PairedTest("s", "bleu", "a", "b", 1.0, 0.5, 0.5, "bootstrap")
    assert (test.n, test.spec, test.differences) == (0, "", {})
    ranks = Ranks("s", "bleu", (("a",), ("b",)))
    assert ranks.spec == ""
    assert math.isnan(ranks.detectable)
