"""The CheckList family: which texts are asked, and which answers fail."""

from __future__ import annotations

import pytest

from mteval.core import registry
from mteval.core.evidence import Outcome
from mteval.core.queries import Classification, Classify, Unanswered
from mteval.evaluation.run import family_of
from tests.families.checklist_answers import outcomes, shown

LABELS = ["negative", "neutral", "positive"]


def test_every_instance_is_a_case_with_its_capability(suite_of):
    suite = suite_of({"template": "The {thing} was {good}.", "label": "positive"})
    assert [case.query for case in suite.cases] == [
        Classify((text,), tuple(LABELS))
        for text in ("The film was good.", "The film was nice.", "The book was good.", "The book was nice.")
    ]
    assert suite.cases[0].tags["capability"] == ("C",)
    assert suite.cases[0].tags["language"] == ("en",)
    assert suite.cluster == "template"


def test_invariance_fails_if_any_variant_changes(suite_of):
    suite = suite_of({"template": "{name} saw the {thing}.", "type": "INV", "vary": "name", "variants": 2})
    assert len(suite.cases) == 6
    stays = outcomes(suite, lambda text: "positive" if "film" in text else "negative")
    assert shown(stays) == "+??+??"
    moves = outcomes(suite, lambda text: "positive" if "film" in text or text.startswith("Bo") else "negative")
    assert sorted(shown(moves)) == sorted("+??-??")
    failed = next(one for one in moves if one.outcome is Outcome.FAILED)
    assert failed.detail["failed_variants"]


def test_an_unanswered_member_skips_the_test_case(suite_of):
    suite = suite_of({"template": "A {thing}.", "type": "INV", "perturbation": "lowercase"})
    answers = [
        Classification("positive"),
        Unanswered("too long"),
        Classification("positive"),
        Classification("positive"),
    ]
    assert shown(family_of(suite).judge_all(suite, answers)) == "ss+?"


def test_a_constant_system_and_a_missing_label_are_reported(suite_of):
    suite = suite_of({"template": "The {thing} was good.", "label": "positive"})
    family = family_of(suite)

    def codes(labels):
        answers = [Classification(label) for label in labels]
        return [finding.code for finding in family.inspect(suite, answers, family.judge_all(suite, answers))]

    assert codes(["positive", "positive"]) == ["constant-answer"]
    assert codes(["positive", "negative"]) == ["label-never-given"]


def test_duplicates_with_other_labels_are_found_by_lint(suite_of):
    suite = suite_of({"template": "A {thing}.", "label": "positive"}, {"template": "A film.", "label": "negative"})
    assert [finding.code for finding in family_of(suite).lint(suite)] == ["duplicate-item", "label-clash"]


def test_export_gives_one_line_a_text(suite_of):
    suite = suite_of({"template": ["A {thing}.", "It is a {thing}."], "label": "positive"})
    assert list(family_of(suite).export(suite)) == ["A film.\tIt is a film.", "A book.\tIt is a book."]


def test_unknown_options_are_refused():
    with pytest.raises(Exception, match="instances"):
        registry.families.find("checklist")({"instance": "3"})
