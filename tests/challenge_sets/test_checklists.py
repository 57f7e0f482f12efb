"""The CheckLists we ship: complete, loadable, and honest about who has checked them."""

from __future__ import annotations

import pytest

from mteval.checklists.checklist import read_checklist
from mteval.checklists.templates import parse_template
from mteval.evaluation.run import family_of
from mteval.library import find_suite, load_suite, manifests

SENTIMENT = (
    "Vocabulary",
    "Negation",
    "Temporal",
    "Semantic Role Labelling",
    "Relational",
    "Robustness",
    "Fairness",
)
NLI = ("Co-reference", "Spatial", "Conditional", "Comparative", "Causal")
MT = ("Numbers", "Dates", "Negation", "Names", "Units", "Gender", "Consistency")
OURS = {
    **{f"sentiment-checklist-{language}": (SENTIMENT, 30) for language in ("en", "hi", "fr", "de", "es", "ar", "ja")},
    **{f"nli-checklist-{language}": (NLI, 18) for language in ("en", "hi")},
    **{f"mt-checklist-en-{language}": (MT, 30) for language in ("es", "fr", "de")},
    "mt-checklist-en": (MT, 20),
}


@pytest.fixture(params=OURS)
def name(request):
    return request.param


def read(name):
    return read_checklist(find_suite(name).files["data"])


def test_every_capability_is_there_with_enough_templates(name):
    capabilities, least = OURS[name]
    checklist = read(name)
    assert checklist.capabilities == capabilities
    assert len({test.template for test in checklist.tests}) >= least
    assert all(checklist.tests_of(capability) for capability in capabilities)
    assert all(checklist.descriptions.values())


def test_it_loads_and_has_no_contradicting_labels(name):
    suite = load_suite(find_suite(name), {"instances": "30"})
    assert {case.tags["capability"][0] for case in suite.cases} == set(OURS[name][0])
    assert "label-clash" not in [finding.code for finding in family_of(suite).lint(suite)]
    assert "perturbation-without-effect" not in [finding.code for finding in suite.findings]


def test_every_lexicon_is_used_and_has_no_doubles(name):
    checklist = read(name)
    texts = [text for test in checklist.tests for text in (*test.template, *(t for then in test.then for t in then))]
    used = {slot.key for text in texts for slot in parse_template(text).slots}
    assert used == set(checklist.lexicons)


def test_the_glossary_knows_every_value_it_is_asked_for(name):
    checklist = read(name)
    for test in checklist.tests:
        for check in test.expect if isinstance(test.expect, list) else ():
            if "glossary" in check:
                slot = check["glossary"].rstrip("0123456789")
                forms = checklist.glossary[check.get("forms", slot)]
                assert set(checklist.lexicons[slot]) <= set(forms), (test.title, slot)


def test_what_no_native_speaker_has_checked_says_so(name):
    checklist, source = read(name), find_suite(name)
    unchecked = name not in ("sentiment-checklist-en", "nli-checklist-en", "mt-checklist-en")
    assert checklist.status.startswith("draft") == unchecked
    assert source.status == ("draft" if unchecked else "original")


def test_each_is_listed():
    assert set(OURS) <= set(manifests())
