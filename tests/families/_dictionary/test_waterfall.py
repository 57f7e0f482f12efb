"""What is left of P@1 step by step, with intervals."""

from __future__ import annotations

import math

import pytest

from mteval.core.queries import RankedWords
from mteval.evaluation.settings import Settings
from mteval.families._dictionary.waterfall import WATERFALL, wilson_interval
from tests.families.dictionary_suites import (
    answered,
    load,
    marked,
    names_and_words,
    ranked,
)


def test_wilson_interval():
    # Wilson's interval of 8 of 10, as in Newcombe (1998) style tables and statsmodels: .4902 to .9433.
    assert wilson_interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_waterfall_by_hand(annotated, tmp_path):
    table = tmp_path / "eng"
    table.write_text("tree\ttrees\tN;PL\ntree\ttree\tN;SG\n", encoding="utf-8")
    _, suite = load(annotated, "muse-pos", unimorph=str(table))
    answers = {
        "baum": ranked("trees", {"tree": 2}),  # wrong, but an inflection
        "see": ranked("lake", {"lake": 1, "sea": 3}),  # right
        "tor": ranked("goal", {"gate": 4, "goal": 1}),  # right by the name only
        "welt": ranked("world", {"world": 1}),  # right, a name
        "katze": RankedWords(False),  # unknown
        "ball": ranked("x", {"train": 9}),  # wrong, an invalid pair
    }
    (found,) = answered(suite, s=[answers[case.id] for case in suite.cases]).reports
    extras = found.extras
    steps = [(step["step"], step["value"], step["n"]) for step in extras["waterfall"]]
    assert steps == [
        ("headline", 3 / 5, 5),
        ("without names", 1 / 4, 4),
        ("without invalid pairs", 1 / 3, 3),
        ("inflected forms credited", 2 / 3, 3),
        ("unknown words counted as wrong", 2 / 4, 4),
    ]
    assert extras["pos"]["noun"]["by_source"]["value"] == pytest.approx(2 / 3)
    assert extras["pos"]["noun"]["by_pair"]["value"] == pytest.approx(1 / 3)
    wrong = extras["false_false_positives"]
    assert (wrong["wrong"], wrong["inflections"], wrong["synonyms"]) == (2, 1, 0)
    (score,) = found.supporting
    assert [score.values[key] for key in WATERFALL.values()] == [step["value"] for step in extras["waterfall"]]
    assert [score.intervals[key] for key in WATERFALL.values()] == [tuple(s["interval"]) for s in extras["waterfall"]]


def test_the_waterfall_follows_the_seed_and_needs_resamples(tmp_path):
    suite = names_and_words(tmp_path, 40, 30)
    given = marked(suite, "10" * 20, "110" * 10)

    def intervals(**settings):
        (found,) = answered(suite, Settings(**settings), s=given).reports
        return [tuple(step["interval"]) for step in found.extras["waterfall"]]

    assert intervals(resamples=100, seed=1) == intervals(resamples=100, seed=1) != intervals(resamples=100, seed=2)
    assert all(math.isnan(low) and math.isnan(high) for low, high in intervals(resamples=0))


def test_a_report_holds_what_each_source_word_did(annotated):
    _, suite = load(annotated, "muse-pos")
    answers = [ranked("sea", {"lake": 2, "sea": 1}) if case.id == "see" else RankedWords(False) for case in suite.cases]
    step = answered(suite, s=answers).reports[0].extras["waterfall"][0]
    expected = [int(case.id == "see") for case in suite.cases]
    assert (step["right"], step["counted"]) == (expected, expected)


def test_a_word_with_many_pairs_is_counted_in_full(tmp_path):
    pairs = "".join(f"run\tt{i}\n" for i in range(40))
    (tmp_path / "en-de.txt").write_text(pairs)
    _, suite = load(tmp_path / "en-de.txt", convention="xling", names="none")
    answers = [ranked("t0", {case.gold.references[0]: 1}) for case in suite.cases]
    step = answered(suite, s=answers).reports[0].extras["waterfall"][0]
    assert (step["right"], step["counted"]) == ([40], [40])


def test_gold_targets_of_other_pairs_are_counted_apart(dictionary):
    family, suite = load(dictionary, convention="xling")
    given = [
        ranked("sea", {target: 2}) if case.id.startswith("see → lake") else RankedWords(False)
        for case in suite.cases
        for target in case.gold.references
    ]
    wrong = answered(suite, s=given).reports[0].extras["false_false_positives"]
    assert (wrong["wrong"], wrong["other_gold"], wrong["share"]) == (2, 2, 0.0)
    lake = next(case for case in suite.cases if case.id == "see → lake")
    assert family.judge(lake, given[suite.cases.index(lake)]).detail["candidates_are"] == ["gold"]
