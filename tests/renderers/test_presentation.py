"""What every form of report shows the same way."""

import math
from dataclasses import replace

import pytest

from mteval.core.results import Finding, PairedTest, Ranks, Report, Results, Scale, Score, Slice
from mteval.renderers._presentation import grouped_findings, rank_ranges, score_of, slice_scores, standings
from mteval.renderers._presentation import test_note as make_note


def score(metric, value, signature="a:1|b:2", **more):
    return Score(metric, {metric: value, "n": 3.0, "x": 1.0}, {}, 9, 0, True, signature, spec=metric, **more)


def report(name, *scores, findings=(), slices=()):
    return Report({"name": "s"}, {"name": name}, scores, tuple(slices), tuple(findings))


def test_a_finding_of_several_systems_is_told_once():
    same, own = Finding("skipped", "1 case"), Finding("skipped", "2 cases")
    reports = [report("a", findings=[same, same]), report("b", findings=[own, same])]
    assert grouped_findings(reports) == [(same, ["a", "b"]), (own, ["b"])]


def test_a_system_without_a_metric_has_no_value_there():
    reports = [report("a", score("bleu", 1.0)), report("b", score("ter", 2.0), score("bleu", 3.0))]
    bleu, ter = standings("s", reports, Results(tuple(reports)))
    assert (bleu.spec, ter.spec) == ("bleu", "ter")
    assert [bleu.scores[name].value for name in "ab"] == [1.0, 3.0]
    assert math.isnan(ter.scores["a"].value)
    assert (ter.scores["a"].n, ter.scores["a"].intervals) == (0, {})
    assert score_of(reports[0].scores, "ter") is None


def test_ranks_are_those_of_the_suite_and_metric():
    reports = [report(name, score("bleu", 1.0)) for name in "abc"]
    ranks = (
        Ranks("other", "bleu", (("c",), ("a", "b")), spec="bleu"),
        Ranks("s", "bleu", (("b",), ("a",)), 0.126, "bleu", {"b": (1, 1), "a": (2, 3)}),
    )
    (found,) = standings("s", reports, Results(tuple(reports), ranks=ranks))
    assert [found.rank(name) for name in "abc"] == ["#2–3", "#1", ""]
    assert [found.best_rank(name) for name in "abc"] == [2, 1, 0]
    assert found.note.startswith("bleu: differences below 0.13 would be missed")
    (untested,) = standings("s", reports, Results(tuple(reports)))
    assert (untested.rank("a"), untested.best_rank("a"), untested.note, untested.test_note) == ("", 0, "", "")


def test_runs_of_old_have_the_ranks_of_their_clusters():
    ranks = Ranks("s", "bleu", (("b", "d"), ("a",), ("c", "e", "f")))
    assert rank_ranges(ranks) == {"b": (1, 2), "d": (1, 2), "a": (3, 3), "c": (4, 6), "e": (4, 6), "f": (4, 6)}
    assert rank_ranges(replace(ranks, ranges={"a": (1, 6)})) == {"a": (1, 6)}


def after_draws(*draws):
    return [PairedTest("s", "bleu", "a", "b", 1.0, 0.5, 0.5, "permutation", draws=count) for count in draws]


@pytest.mark.parametrize(
    ("draws", "note"),
    [
        ([0], "permutation test (exact)"),
        ([10_000], "permutation test (10\u202f000 draws)"),
        ([10_000, 20_000, 10_000], "permutation test (up to 20\u202f000 draws), Holm's correction for 3 pairs"),
        ([0, 500, 500], "permutation test (exact or up to 500 draws), Holm's correction for 3 pairs"),
        ([], ""),
    ],
)
def test_a_note_says_which_test_was_made_and_how_often_it_drew(draws, note):
    assert make_note(after_draws(*draws)) == note


def test_a_signature_is_what_all_have_in_common():
    reports = [report("a", score("m", 1.0, "a:1|b:2|c:3")), report("b", score("m", 1.0, "a:1|c:3|b:9"))]
    assert standings("s", reports, Results(()))[0].signature == "a:1|c:3"


@pytest.mark.parametrize(("beside", "keys"), [(None, ["n", "x"]), (("x", "bleu"), ["x"]), ((), [])])
def test_the_scale_says_what_stands_beside_the_headline(beside, keys):
    reports = [report("a", score("bleu", 1.0, scale=Scale(4, beside=beside)))]
    (found,) = standings("s", reports, Results(()))
    assert (found.beside, found.decimals, found.higher_is_better) == (keys, 4, True)


def test_slices_are_looked_up_by_tag_and_metric():
    one = report("a", slices=[Slice("t", "x", (score("bleu", 1.0), score("ter", 2.0))), Slice("u", "y", ())])
    assert {value: found.value for value, found in slice_scores(one, "t", "ter").items()} == {"x": 2.0}
    assert slice_scores(one, "u", "ter") == {}
