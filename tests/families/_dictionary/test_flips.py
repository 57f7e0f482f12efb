"""Two systems that change places from one step to the next, and whether chance explains it."""

from __future__ import annotations

import pytest

from mteval.families._dictionary.view import DictionaryView
from tests.families.dictionary_suites import (
    answered,
    marked,
    names_and_words,
    report,
)


def test_a_ranking_that_flips_is_found():
    reports = [report("a", 0.5, 0.3, 0.2), report("b", 0.4, 0.3, 0.3), report("c", 0.1, 0.1, 0.1)]
    found = DictionaryView().findings(reports, ())
    assert sorted(found) == ["a", "b"]
    assert [finding.code for finding in found["a"]] == ["ranking-flip"]
    assert "without invalid pairs (0.200 to 0.300). The ranking rests" in found["a"][0].message


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        (("1" * 40, "0" * 30), ("0" * 40, "10" * 15), "Both differences are beyond chance"),
        (("1" * 12 + "0" * 28, "0" * 30), ("0" * 40, "1" + "0" * 29), "Only the first difference is beyond chance"),
        (("110100" * 6 + "1111", "0" * 30), ("110100" * 6 + "0111", "0" * 30), None),
        (("1" * 2 + "0" * 38, "0" * 30), ("0" * 40, "1" + "0" * 29), "Neither difference is beyond chance"),
    ],
)
def test_a_flip_says_whether_chance_explains_it(tmp_path, a, b, verdict):
    suite = names_and_words(tmp_path, 40, 30)
    results = answered(suite, a=marked(suite, *a), b=marked(suite, *b))
    found = [one.message for one in results.reports[0].findings if one.code == "ranking-flip"]
    assert [verdict in message for message in found] == ([True] if verdict else [])
    if verdict:
        difference, low, high = results.comparisons[0].differences["p@1"]
        assert f"difference {difference:+.3f} [{low:+.3f}, {high:+.3f}]" in found[0]


def test_the_other_order_of_systems_tells_the_same_flip(tmp_path):
    suite = names_and_words(tmp_path, 40, 30)
    given = {"a": marked(suite, "1" * 40, "0" * 30), "b": marked(suite, "0" * 40, "10" * 15)}
    messages = [
        {one.message for one in answered(suite, **order).reports[0].findings if one.code == "ranking-flip"}
        for order in (given, dict(reversed(given.items())))
    ]
    assert messages[0] == messages[1] != set()


def test_equal_systems_and_unscored_steps_do_not_flip():
    nothing = float("nan")
    reports = [report("a", 0.5, 0.3), report("b", 0.5, 0.4), report("c", nothing, 0.1), report("d", 0.4, nothing)]
    assert not DictionaryView().findings(reports, ())
