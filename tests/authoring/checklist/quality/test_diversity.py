"""Numbers of templates and values, counted by hand; CT-BLEU by characters where there are no spaces."""

from __future__ import annotations

import pytest
import sacrebleu

from mteval.authoring.checklist.quality.diversity import diversity
from mteval.checklists.checklist import parse_checklist


def checklist(language, *templates, **lexicons):
    tests = [{"template": template, "label": "x"} for template in templates]
    return parse_checklist({"language": language, "capabilities": {"C": {"tests": tests}}, "lexicons": lexicons})


def test_templates_and_values_in_use_are_counted_once():
    made = checklist("en", "A {x}.", "A {x}.", "The {x} {y}.", x=["a", "b"], y=["c"], unused=["d"])
    found = diversity(made)
    assert (found.templates, found.values, found.instances) == (2, 3, 4)


def test_languages_without_spaces_are_compared_by_characters():
    made = checklist("ja", "この{x}は楽しい。", "あの{x}は悲しい。", x=["本"])
    first, second = "この本は楽しい。", "あの本は悲しい。"
    by_characters = [
        sacrebleu.sentence_bleu(" ".join(a), [" ".join(b)], tokenize="none").score
        for a, b in ((first, second), (second, first))
    ]
    found = diversity(made)
    assert found.mean_bleu == pytest.approx(sum(by_characters) / 2)
    assert found.ct_bleu == pytest.approx(sum(by_characters) / 4)
