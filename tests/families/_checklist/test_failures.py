"""Failures grouped by template."""

from __future__ import annotations

from mteval.core.queries import Classification
from mteval.evaluation.run import family_of


def test_failures_are_grouped_by_template_worst_first(suite_of):
    suite = suite_of(
        {"template": "The {thing} was good.", "label": "positive"}, {"template": "The {thing}.", "label": "neutral"}
    )
    family = family_of(suite)
    answers = [Classification(label) for label in ("positive", "negative", "negative", "positive")]
    groups = family.extras(suite, answers, family.judge_all(suite, answers), None)["failures"]
    assert [(group["template"], group["failed"], group["decided"]) for group in groups] == [
        ("The {thing}.", 2, 2),
        ("The {thing} was good.", 1, 2),
    ]
    assert groups[1]["examples"][0]["texts"] == [{"text": "The book was good.", "answer": "negative"}]
