"""What every form of report shows the same way."""

import math
from dataclasses import replace

import pytest

from mteval.core.results import Finding, PairedTest, Ranks, Report, Results, Scale, Score, Slice
from mteval.renderers._presentation import (
    grouped_findings,
    rank_ranges,
    score_of,
    slice_scores,
    standings,
    told_findings,
    verdict,
)
from mteval.renderers._presentation import test_note as make_note
from tests.renderers.reading import one_metric


def score(metric, value, signature="a:1|b:2", **more):
    return Score(metric, {metric: value, "n": 3.0, "x": 1.0}, {}, 9, 0, True, signature, spec=metric, **more)


def report(name, *scores, findings=(), slices=()):
    return Report({"name": "s"}, {"name": name}, scores, tuple(slices), tuple(findings))


def test_a_finding_of_several_systems_is_told_once():
    same, own = Finding("skipped", "1 case"), Finding("skipped", "2 cases")
    reports = [report("a", findings=[same, same]), report("b", findings=[own, same])]
    assert grouped_findings(reports) == [(same, ["a", "b"]), (own, ["b"])]


def test_findings_of_many_systems_are_told_once_a_code_with_the_counts_of_all():
    reports = [report(f"s{n}", findings=[Finding("loop", f"{n} lines loop", n)] if n else ()) for n in range(7)]
    called = {f"s{n}": f"S{n}" for n in range(7)}
    assert told_findings(reports, called) == [("loop", "6 lines loop [S6; also S5 5, S4 4, S3 3, S2 2, S1 1]")]
    assert told_findings(reports[:3], called) == [("loop", "1 lines loop [S1]"), ("loop", "2 lines loop [S2]")]


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


@pytest.mark.parametrize(
    ("values", "p", "said"),
    [
        ((7.0,), 1.0, "A has m 7.00."),
        ((3.0, 7.0), 0.01, "B leads with m 7.00; it is significantly better than A (permutation test)."),
        (
            (3.0, 7.0, 5.0),
            0.01,
            "B leads with m 7.00; it is significantly better than all 2 others (permutation test, Holm).",
        ),
        (
            (3.0, 7.0),
            0.21,
            "B and A lead together with m 7.00 and 3.00: their difference of 4.00 is not significant "
            "(p = 0.210, permutation test).",
        ),
        (
            (3.0, 7.0, 5.0),
            0.21,
            "B leads with m 7.00, but not significantly before C and A (permutation test, Holm).",
        ),
        (
            (1.0, 2.0, 3.0, 4.0, 5.0, 6.0),
            0.21,
            "F leads with m 6.00, but not significantly before 5 others (E, D, C …) (permutation test, Holm).",
        ),
        ((math.nan,), 1.0, "No system has a value on m."),
    ],
)
def test_a_sentence_says_who_wins_and_how_sure_that_is(values, p, said):
    results = one_metric(*values, p=p)
    (found,) = standings("s", results.reports, results)
    assert verdict(found, {name: name.upper() for name in "abcdef"}) == said


def test_without_tests_nothing_is_said_to_be_sure():
    results = replace(one_metric(1.0, 2.0, p=0.01), comparisons=())
    (found,) = standings("s", results.reports, results)
    said = verdict(found, {"a": "a", "b": "b"})
    assert said == "b has the best value, m 2.00; systems were not tested against each other."


def test_systems_without_a_value_come_last():
    results = one_metric(1.0, math.nan, 2.0, p=0.01)
    (found,) = standings("s", results.reports, results)
    assert found.order == ["c", "a", "b"]
    assert [found.is_worse_than_first(name) for name in "abc"] == [True, False, False]
