"""The contrastive family: when a reference wins, what is skipped, what is found."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path

import pytest

from mteval.core import registry
from mteval.core.errors import CapabilityError, MtevalError
from mteval.core.evidence import Outcome, Skipped
from mteval.core.protocols import Contents
from mteval.core.queries import LogProbs, Unanswered
from mteval.core.records import Contrast, ContrastItem
from mteval.core.suites import SuiteSource
from mteval.statistics.guessing import probability_of_at_most


def item(contrasts=2, **changes):
    given = {"source": "s", "reference": "the ref", "word": "w", "sense": "x", **changes}
    return ContrastItem(contrasts=tuple(Contrast(f"contrast {i}", "type", f"r{i}") for i in range(contrasts)), **given)


def loaded(*items, **options):
    source = SuiteSource("suite", "contrastive", "mucow-scoring", {"data": Path("x.json")})
    family = registry.families.find("contrastive")(options)
    return family, family.load(source, Contents(items or (item(),), languages=("cs", "en")))


def judged(values, contrasts=None, tokens=(), **options):
    family, suite = loaded(item(len(values) - 1 if contrasts is None else contrasts), **options)
    return family.judge(suite.cases[0], LogProbs(tuple(values), tuple(tokens)))


@pytest.mark.parametrize(
    ("values", "outcome", "wins"),
    [
        ((-1, -2, -3), Outcome.PASSED, 2),
        ((-2, -1, -3), Outcome.FAILED, 1),
        ((-3, -1, -2), Outcome.FAILED, 0),
        ((-1, -1, -2), Outcome.FAILED, 1),
    ],
)
def test_the_reference_must_strictly_beat_every_contrast(values, outcome, wins):
    verdict = judged(values)
    assert (verdict.outcome, verdict.wins, verdict.contests) == (outcome, wins, 2)
    assert verdict.chance == pytest.approx(1 / 3)
    assert verdict.stratum == "w:x"


def test_items_without_contrasts_are_skipped_or_pass():
    assert judged((-1,)) == Skipped("no contrasts")
    verdict = judged((-1,), empty_contrasts="pass")
    assert (verdict.outcome, verdict.contests, verdict.chance) == (Outcome.PASSED, 0, 1.0)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_skipped_not_wrong(value):
    assert judged((-1, value)) == Skipped("not a number")
    assert judged((value, -1)) == Skipped("not a number")


def test_ties_can_be_skipped():
    assert judged((-1, -1), ties="skip") == Skipped("tie")
    assert judged((-2, -2, -1), ties="skip").outcome is Outcome.FAILED


def test_length_normalisation():
    # "the ref" has 7 characters, "contrast 0" has 10.
    assert judged((-7.0, -9.0)).outcome is Outcome.PASSED
    assert judged((-7.0, -9.0), normalise="characters").outcome is Outcome.FAILED
    assert judged((-7.0, -9.0), tokens=(2, 3), normalise="tokens").outcome is Outcome.FAILED
    with pytest.raises(CapabilityError, match="Use normalise=characters"):
        judged((-7.0, -9.0), normalise="tokens")


def test_incomplete_answers_and_unknown_options_are_refused():
    with pytest.raises(CapabilityError, match=r"asks for 3 scores .* gave 2"):
        judged((-1, -2), contrasts=2)
    with pytest.raises(MtevalError, match="Did you mean 'normalise'"):
        loaded(normalize="tokens")
    family, suite = loaded()
    assert family.judge(suite.cases[0], Unanswered("too long")) == Skipped("too long")


def test_data_defects_are_named_with_their_cases():
    same = Contrast("the  ref", "type", "r")
    family, suite = loaded(item(), item(contrasts=0, source="t"), item(), ContrastItem("u", "the ref", (same,)))
    found = {finding.code: (finding.count, finding.cases) for finding in suite.findings}
    assert found == {
        "item-without-contrasts": (1, ("2",)),
        "duplicate-item": (1, ("3",)),
        "contrast-equals-reference": (1, ("4",)),
    }
    assert suite.cluster == "word"
    assert list(family.export(suite))[:3] == ["s\tthe ref", "s\tcontrast 0", "s\tcontrast 1"]
    assert len(list(family.export(suite))) == 3 + 1 + 3 + 2


def codes(family, suite, answers):
    evidence = [family.judge(case, answer) for case, answer in zip(suite.cases, answers, strict=True)]
    return {finding.code: finding for finding in family.inspect(suite, answers, evidence)}


def test_a_wrong_sign_is_noticed_and_bad_luck_is_not():
    items = [item(1, source=str(i)) for i in range(40)]
    family, suite = loaded(*items)
    right = [LogProbs((-1.0, -2.0) if i < 34 else (-2.0, -1.0)) for i in range(40)]
    wrong = [LogProbs(tuple(-value for value in answer.values)) for answer in right]
    unlucky = [LogProbs((-1.0, -2.0) if i < 17 else (-2.0, -1.0)) for i in range(40)]
    assert "suspicious-sign" not in codes(family, suite, right)
    assert "better=higher" in codes(family, suite, wrong)["suspicious-sign"].message
    assert "suspicious-sign" not in codes(family, suite, unlucky)


def test_nan_and_ties_are_counted():
    family, suite = loaded(item(1, source="a"), item(1, source="b"), item(1, source="c"))
    found = codes(family, suite, [LogProbs((math.nan, -1)), LogProbs((-1, -1)), LogProbs((-1, -2))])
    assert found["not-a-number"].cases == ("1",)
    assert found["tie"].cases == ("2",)


def test_guessing_probability_is_exact():
    chances = (0.5, 0.2, 0.9, 1 / 3)
    for passed in range(5):
        outcomes = product((0, 1), repeat=4)
        by_hand = sum(
            math.prod(p if o else 1 - p for o, p in zip(one, chances, strict=True))
            for one in outcomes
            if sum(one) <= passed
        )
        assert probability_of_at_most(passed, chances) == pytest.approx(by_hand)


def test_guessing_probability_of_many_cases_is_nearly_exact():
    chances = [0.5, 1 / 3] * 2400
    exact = probability_of_at_most(1950, chances)
    assert probability_of_at_most(1950 + 0, [*chances, *[0.0] * 300]) == pytest.approx(exact, rel=0.02)


def test_cases_of_one_query_are_asked_once():
    family, suite = loaded(item(3, source="a"), item(1, source="b"), unit="error")
    queries, places = suite.questions()
    assert (len(queries), places) == (2, (0, 0, 0, 1))
    answer = LogProbs((-2.0, -1.0, -3.0, -4.0))
    outcomes = [family.judge(case, answer).outcome for case in suite.cases[:3]]
    assert outcomes == [Outcome.FAILED, Outcome.PASSED, Outcome.PASSED]


def test_context_is_exported_in_columns_of_its_own():
    family, suite = loaded(
        item(1, source_context=("Before .", "Then ."), target_context=("Davor .",)), item(0, source="t")
    )
    assert list(family.export(suite)) == [
        "s\tthe ref\tBefore . ||| Then .\tDavor .",
        "s\tcontrast 0\tBefore . ||| Then .\tDavor .",
        "t\tthe ref\t\t",
    ]


def test_defects_are_called_by_their_cases():
    same = ContrastItem("s", "the ref", (Contrast("x", "t"), Contrast("the ref", "t")))
    for unit, case in (("item", "1"), ("error", "1.2")):
        _, suite = loaded(same, unit=unit)
        assert suite.findings[0].cases == (case,)
        assert case in {one.id for one in suite.cases}
