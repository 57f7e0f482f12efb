"""The tour: every family on embedded data; the parts that make it small and repeatable."""

from __future__ import annotations

import random

import pytest

from mteval.checklists.templates import expand
from mteval.core import registry
from mteval.core.queries import Translation, Unanswered
from mteval.demo.tour import FOLDER, LEXICONS, MODELS, TEMPLATE, degrade, open_model, take, texts
from mteval.evaluation.settings import Settings


@pytest.fixture(scope="module")
def tour():
    told = []
    return take(told.append, Settings(resamples=20, trials=20)), told


def test_every_family_is_on_the_tour(tour):
    view, told = tour
    families = {report.suite["family"] for report in view.results.reports}
    assert families == set(registry.families.names())
    assert len(told) == len(set(told)) >= len(families)


def test_every_suite_a_model_can_answer_is_answered_by_both(tour):
    view, _ = tour
    for _, reports in view.results.by_suite():
        names = {report.system["name"] for report in reports}
        if {report.system["backend"] for report in reports} & {"ctranslate2"}:
            assert set(MODELS) <= names
        assert all(report.scores and report.scores[0].n > 0 for report in reports)


def test_the_degraded_copy_is_worse_than_what_it_was_made_from(tour):
    view, _ = tour
    found = {
        report.system["name"]: report.scores[0].value
        for report in view.results.reports
        if report.suite["name"] == "demo-en-es"
    }
    assert found["degraded copy"] < found["model"]
    assert found["early checkpoint"] < found["model"]


def test_the_last_section_shows_the_templates_found_again(tour):
    view, _ = tour
    assert view.sections[-1].title == "TEA: templates found in translated instances"
    assert str(len(list(expand(TEMPLATE, LEXICONS)))) in view.sections[-1].html


@pytest.mark.parametrize("text", ["one two three four five", "one two", "one", ""])
def test_degrading_loses_a_word_or_swaps_two_and_leaves_short_lines_alone(text):
    words = text.split(" ")
    swapped = {" ".join([*words[:i], words[i + 1], words[i], *words[i + 2 :]]) for i in range(len(words) - 1)}
    shorter = {" ".join([*words[:i], *words[i + 1 :]]) for i in range(len(words) - 1)}
    found = {degrade(text, random.Random(seed)) for seed in range(300)}
    assert found == ({text} | swapped | shorter if len(words) > 2 else {text})


def test_what_was_not_translated_is_an_empty_line():
    assert texts(iter([Translation("a"), Unanswered("too long"), Translation("")])) == ["a", "", ""]


def test_the_models_come_with_the_package():
    for folder in MODELS.values():
        assert (FOLDER / folder).is_dir()
        assert open_model(folder).fingerprint
