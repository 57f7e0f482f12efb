"""Majorities, corrected P@k, and who was right."""

from mteval.authoring.annotation.dictionary_results import contests, precision, updated_gold
from mteval.human.dictionary_verdicts import Opinion, settle

GOLD = {"house": ("maison",), "car": ("voiture", "auto"), "odd": ("pomme",)}


def test_majority_settles_and_a_tie_stays_open():
    opinions = [Opinion("a", "x", "synonym"), Opinion("a", "x", "synonym"), Opinion("a", "x", "wrong")]
    tied = [Opinion("b", "y", "synonym"), Opinion("b", "y", "wrong")]
    assert [(one.source, one.verdict) for one in settle(opinions + tied)] == [("a", "synonym"), ("b", "unresolved")]


def test_right_predictions_join_the_gold_and_wrong_gold_leaves():
    verdicts = settle(
        [
            Opinion("house", "logis", "synonym"),
            Opinion("car", "autos", "other-form"),
            Opinion("car", "chien", "wrong"),
            Opinion("odd", "bizarre", "gold-wrong", ("pomme",), True),
        ]
    )
    assert updated_gold(GOLD, verdicts) == {
        "house": ("maison", "logis"),
        "car": ("voiture", "auto", "autos"),
        "odd": ("bizarre",),
    }


def test_a_source_left_without_gold_leaves_the_denominator():
    updated = updated_gold(GOLD, settle([Opinion("odd", "x", "gold-wrong", ("pomme",))]))
    assert precision(GOLD, {"house": ("maison",), "odd": ("x",)}, 1) == (1, 2)
    assert precision(updated, {"house": ("maison",), "odd": ("x",)}, 1) == (1, 1)


def test_who_was_right_counts_125_against_50():
    """The paper's 2×2 has 125 words only the first system got right and 50 only the second."""
    gold = {f"w{i}": ("g",) for i in range(300)}
    first = {f"w{i}": ("g",) if i < 225 else ("x",) for i in range(300)}
    second = {f"w{i}": ("g",) if i < 100 or i >= 250 else ("x",) for i in range(300)}
    (table,) = contests(gold, {"A": first, "B": second})
    assert (table.both, table.only_a, table.only_b, table.neither) == (100, 125, 50, 25)
