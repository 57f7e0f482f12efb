"""Checks of translations: numbers, names, glossaries, words that must or must not stand."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError
from tests.families.checklist_answers import mt, outcomes, shown


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
        ({"template": "A {thing}."}, 'needs "expect"'),
        ({"template": "A {thing}.", "expect": [{"number": True}]}, "no check of a translation"),
        ({"template": "A {thing}.", "expect": [{"keep": "name"}]}, "'name' is none of its slots"),
    ],
)
def test_checks_of_translations_are_checked_when_loading(suite_of, test, message):
    with pytest.raises(DataError, match=message):
        mt(suite_of, test)
