"""The CheckList family: which texts are asked, and which answers fail."""

from __future__ import annotations

import json

import pytest

from mteval.core import registry
from mteval.core.errors import DataError, UsageError
from mteval.core.evidence import Outcome, Skipped
from mteval.core.queries import Classification, Classify, Translate, Translation, Unanswered
from mteval.evaluation.run import family_of
from mteval.library import bare_suite, load_suite

LABELS = ["negative", "neutral", "positive"]
LEXICONS = {"good": ["good", "nice"], "name": ["Ann", "Bo", "Cy"], "thing": ["film", "book"], "number": ["17", "1,250"]}


@pytest.fixture
def suite_of(tmp_path):
    def make(*tests, task="sentiment", options=None, **more):
        document = {"language": "en", "task": task, "labels": LABELS, "capabilities": {"C": {"tests": list(tests)}}}
        document |= {"lexicons": LEXICONS} | more
        path = tmp_path / "checklist.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return load_suite(bare_suite(path, "checklist"), {"instances": "0", **(options or {})})

    return make


def outcomes(suite, answer):
    """Judge with a function from text to label, pair (label, probabilities) or translation."""
    answers = []
    for case in suite.cases:
        given = answer(case.query.source if isinstance(case.query, Translate) else " / ".join(case.query.texts))
        if isinstance(case.query, Translate):
            answers.append(Translation(given))
        else:
            answers.append(Classification(*given) if isinstance(given, tuple) else Classification(given))
    return list(family_of(suite).judge_all(suite, answers))


def shown(evidence):
    signs = {Outcome.PASSED: "+", Outcome.FAILED: "-", Outcome.UNDECIDED: "?"}
    return "".join("s" if isinstance(one, Skipped) else signs[one.outcome] for one in evidence)


def test_every_instance_is_a_case_with_its_capability(suite_of):
    suite = suite_of({"template": "The {thing} was {good}.", "label": "positive"})
    assert [case.query for case in suite.cases] == [
        Classify((text,), tuple(LABELS))
        for text in ("The film was good.", "The film was nice.", "The book was good.", "The book was nice.")
    ]
    assert suite.cases[0].tags["capability"] == ("C",)
    assert suite.cases[0].tags["language"] == ("en",)
    assert suite.cluster == "template"


def test_any_accepted_label_passes(suite_of):
    suite = suite_of({"template": "The {thing} was not good.", "label": ["negative", "neutral"]})
    assert shown(outcomes(suite, lambda text: "neutral" if "film" in text else "negative")) == "++"
    assert shown(outcomes(suite, lambda text: "positive")) == "--"


def test_labels_may_be_begun_mapped_or_in_other_case(suite_of):
    test = {"template": "The {thing} was good.", "label": "positive"}
    assert shown(outcomes(suite_of(test), lambda text: "POS")) == "++"
    mapped = suite_of(test, options={"label_map": "LABEL_2:positive,LABEL_0:negative"})
    assert shown(outcomes(mapped, lambda text: "LABEL_2" if "film" in text else "LABEL_0")) == "+-"
    with pytest.raises(UsageError, match="label_map=LABEL_9"):
        outcomes(suite_of(test), lambda text: "LABEL_9")


def test_invariance_fails_if_any_variant_changes(suite_of):
    suite = suite_of({"template": "{name} saw the {thing}.", "type": "INV", "vary": "name", "variants": 2})
    assert len(suite.cases) == 6
    stays = outcomes(suite, lambda text: "positive" if "film" in text else "negative")
    assert shown(stays) == "+??+??"
    moves = outcomes(suite, lambda text: "positive" if "film" in text or text.startswith("Bo") else "negative")
    assert sorted(shown(moves)) == sorted("+??-??")
    failed = next(one for one in moves if one.outcome is Outcome.FAILED)
    assert failed.detail["failed_variants"]


def test_a_perturbed_copy_is_judged_with_its_original(suite_of):
    suite = suite_of({"template": "The {thing} was good.", "type": "INV", "perturbation": "lowercase"})
    assert [case.query.texts[0] for case in suite.cases[:2]] == ["The film was good.", "the film was good."]
    assert shown(outcomes(suite, lambda text: "positive" if text[0] == "T" else "negative")) == "-?-?"


def test_pairs_of_texts_are_perturbed_in_the_hypothesis(suite_of):
    suite = suite_of({"template": ["A {thing}.", "It is."], "type": "INV", "perturbation": "uppercase"})
    assert suite.cases[1].query.texts == ("A film.", "IT IS.")


@pytest.mark.parametrize(
    ("expect", "answers", "sign"),
    [
        ("not-lower", ("neutral", "positive"), "+"),
        ("not-lower", ("neutral", "negative"), "-"),
        ("not-higher", ("neutral", "positive"), "-"),
        ("higher", ("neutral", "neutral"), "-"),
        ("lower", ("neutral", "negative"), "+"),
        ("different", ("neutral", "neutral"), "-"),
        ("same", ("neutral", "neutral"), "+"),
    ],
)
def test_directions(suite_of, expect, answers, sign):
    suite = suite_of({"template": "It was.", "type": "DIR", "then": ["It was very."], "expect": expect})
    assert shown(outcomes(suite, lambda text: answers["very" in text]))[0] == sign


def test_probabilities_may_drift_by_the_tolerance(suite_of):
    test = {"template": "It was.", "type": "DIR", "then": ["It was very."], "expect": "not-lower"}

    def answer(text):
        p = 0.75 if "very" in text else 0.9
        return "positive", {"positive": p, "negative": 1 - p, "neutral": 0.0}

    assert shown(outcomes(suite_of(test), answer)) == "-?"
    assert shown(outcomes(suite_of(test, options={"tolerance": "0.2"}), answer)) == "+?"


def test_slots_of_then_are_filled_with_the_same_values(suite_of):
    suite = suite_of({"template": "A {thing}.", "type": "INV", "then": ["A {good} {thing}."]})
    assert [case.query.texts[0] for case in suite.cases[:2]] == ["A film.", "A good film."]


def test_an_unanswered_member_skips_the_test_case(suite_of):
    suite = suite_of({"template": "A {thing}.", "type": "INV", "perturbation": "lowercase"})
    answers = [
        Classification("positive"),
        Unanswered("too long"),
        Classification("positive"),
        Classification("positive"),
    ]
    assert shown(family_of(suite).judge_all(suite, answers)) == "ss+?"


def mt(suite_of, *tests, **more):
    return suite_of(*tests, task="translation", target="es", **more)


def test_numbers_must_arrive_with_whatever_separators(suite_of):
    suite = mt(suite_of, {"template": "We saw {number} birds.", "expect": [{"numbers": True}]})
    good = {"We saw 17 birds.": "Vimos 17 pájaros.", "We saw 1,250 birds.": "Vimos 1.250 pájaros."}
    assert shown(outcomes(suite, good.get)) == "++"
    assert shown(outcomes(suite, lambda text: "Vimos 17 pájaros.")) == "+-"
    assert shown(outcomes(suite, lambda text: "Vimos ١٧ o 1 250 pájaros.")) == "++"


def test_names_glossary_and_negators(suite_of):
    tests = (
        {"template": "{name} runs.", "expect": [{"keep": "name"}]},
        {"template": "The {thing}.", "expect": [{"glossary": "thing"}]},
        {"template": "I do not.", "expect": [{"any": ["no", "nunca"]}]},
        {"template": "I do.", "expect": [{"none": ["no", "nunca"]}]},
    )
    suite = mt(suite_of, *tests, glossary={"thing": {"film": ["película", "filme"]}})
    good = {"Ann runs.": "Ann corre.", "Bo runs.": "Bo corre.", "Cy runs.": "Cirilo corre.", "The film.": "El filme."}
    good |= {"The book.": "El libro.", "I do not.": "No lo hago.", "I do.": "Lo hago."}
    # Nothing is known of the book, so that case is skipped.
    assert shown(outcomes(suite, good.get)) == "++-" + "+s" + "+" + "+"
    bad = {"I do not.": "Lo noto.", "I do.": "No."}
    assert shown(outcomes(suite, lambda text: bad.get(text, "")))[-2:] == "--"


def test_translations_stay_the_same_but_for_the_varied_value(suite_of):
    suite = mt(suite_of, {"template": "{name} runs.", "type": "INV", "vary": "name", "variants": 2})
    assert shown(outcomes(suite, lambda text: text.replace(" runs", " corre"))) == "+??"
    assert shown(outcomes(suite, lambda text: f"{text[:2]} va." if text[:2] == "Cy" else f"{text[:3]} corre.")) == "-??"


def test_another_value_must_show_in_the_translation(suite_of):
    test = {"template": "A {thing1}.", "type": "DIR", "then": ["A {thing2}."], "expect": [{"different": True}]}
    suite = mt(suite_of, test)
    assert shown(outcomes(suite, lambda text: text.upper())) == "+?+?"
    assert shown(outcomes(suite, lambda text: "Uno.")) == "-?-?"


def test_an_empty_translation_fails(suite_of):
    suite = mt(suite_of, {"template": "{name} runs.", "type": "INV", "vary": "name"})
    assert shown(outcomes(suite, lambda text: "")) == "-??"


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


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ({"template": "A {thing}."}, 'needs "expect"'),
        ({"template": "A {thing}.", "expect": [{"number": True}]}, "no check of a translation"),
        ({"template": "A {thing}.", "expect": [{"keep": "name"}]}, "'name' is none of its slots"),
    ],
)
def test_checks_of_translations_are_checked_when_loading(suite_of, test, message):
    with pytest.raises(DataError, match=message):
        mt(suite_of, test)


def test_instances_are_bounded_and_seeded(suite_of):
    test = {"template": "{name} saw the {good} {thing}.", "label": "neutral"}
    some = suite_of(test, options={"instances": "5", "seed": "4"})
    again = suite_of(test, options={"instances": "5", "seed": "4"})
    other = suite_of(test, options={"instances": "5", "seed": "5"})
    assert len(some.cases) == 5
    assert [case.query for case in some.cases] == [case.query for case in again.cases]
    assert [case.query for case in some.cases] != [case.query for case in other.cases]


def test_a_constant_system_and_a_missing_label_are_reported(suite_of):
    suite = suite_of({"template": "The {thing} was good.", "label": "positive"})
    family = family_of(suite)

    def codes(labels):
        answers = [Classification(label) for label in labels]
        return [finding.code for finding in family.inspect(suite, answers, family.judge_all(suite, answers))]

    assert codes(["positive", "positive"]) == ["constant-answer"]
    assert codes(["positive", "negative"]) == ["label-never-given"]


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


def test_duplicates_with_other_labels_are_found_by_lint(suite_of):
    suite = suite_of({"template": "A {thing}.", "label": "positive"}, {"template": "A film.", "label": "negative"})
    assert [finding.code for finding in family_of(suite).lint(suite)] == ["duplicate-item", "label-clash"]


def test_export_gives_one_line_a_text(suite_of):
    suite = suite_of({"template": ["A {thing}.", "It is a {thing}."], "label": "positive"})
    assert list(family_of(suite).export(suite)) == ["A film.\tIt is a film.", "A book.\tIt is a book."]


def test_unknown_options_are_refused():
    with pytest.raises(Exception, match="instances"):
        registry.families.find("checklist")({"instance": "3"})
