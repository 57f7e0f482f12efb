"""Which texts a test asks: perturbed, varied, sampled; and tests that cannot ask any."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError
from tests.families.checklist_answers import outcomes, shown


def test_a_perturbed_copy_is_judged_with_its_original(suite_of):
    suite = suite_of({"template": "The {thing} was good.", "type": "INV", "perturbation": "lowercase"})
    assert [case.query.texts[0] for case in suite.cases[:2]] == ["The film was good.", "the film was good."]
    assert shown(outcomes(suite, lambda text: "positive" if text[0] == "T" else "negative")) == "-?-?"


def test_pairs_of_texts_are_perturbed_in_the_hypothesis(suite_of):
    suite = suite_of({"template": ["A {thing}.", "It is."], "type": "INV", "perturbation": "uppercase"})
    assert suite.cases[1].query.texts == ("A film.", "IT IS.")


def test_slots_of_then_are_filled_with_the_same_values(suite_of):
    suite = suite_of({"template": "A {thing}.", "type": "INV", "then": ["A {good} {thing}."]})
    assert [case.query.texts[0] for case in suite.cases[:2]] == ["A film.", "A good film."]


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ({"template": "A {thing}."}, "without a label"),
        ({"template": "A {thing}.", "label": "great"}, "not among the file's labels"),
        ({"template": "A {thing}.", "type": "INV", "vary": "name"}, "none of its slots"),
        ({"template": "A {thing}.", "type": "INV", "perturbation": "typos"}, "perturbation 'typos'"),
        ({"template": "A {thing}.", "type": "DIR", "then": ["B."], "expect": "up"}, "expects 'up'"),
    ],
)
def test_tests_that_cannot_be_judged_are_refused(suite_of, test, message):
    with pytest.raises(DataError, match=message):
        suite_of(test)


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ({"template": "A {unknown}.", "label": "positive"}, "checklist.json: Unknown slot"),
        ({"template": "A {thing.", "label": "positive"}, "checklist.json: .*unbalanced"),
        ({"template": "A {thing1} {thing2} {thing3}.", "label": "positive"}, "needs 3 different values"),
    ],
)
def test_templates_that_cannot_be_filled_are_named_with_their_file(suite_of, test, message):
    with pytest.raises(DataError, match=message):
        suite_of(test)


def test_instances_are_bounded_and_seeded(suite_of):
    test = {"template": "{name} saw the {good} {thing}.", "label": "neutral"}
    some = suite_of(test, options={"instances": "5", "seed": "4"})
    again = suite_of(test, options={"instances": "5", "seed": "4"})
    other = suite_of(test, options={"instances": "5", "seed": "5"})
    assert len(some.cases) == 5
    assert [case.query for case in some.cases] == [case.query for case in again.cases]
    assert [case.query for case in some.cases] != [case.query for case in other.cases]
