"""CheckList files: what is read is what was written, and what is wrong is said with its place."""

from __future__ import annotations

import json

import pytest

from mteval.checklists.checklist import parse_checklist, read_checklist, write_checklist
from mteval.core.errors import DataError

DOCUMENT = {
    "language": "en",
    "task": "sentiment",
    "status": "draft, not checked by native speakers",
    "labels": ["negative", "neutral", "positive"],
    "author": "kept",
    "capabilities": {
        "Negation": {
            "description": "Negated words.",
            "tests": [
                {"template": "It was not {good}.", "label": ["negative", "neutral"], "support": 187},
                {"template": "It was {good}.", "type": "DIR", "then": ["It was very {good}."], "expect": "not-lower"},
                {"template": "{name} came.", "type": "INV", "vary": "name", "variants": 2},
            ],
        },
        "Pairs": {"description": "", "tests": [{"template": ["{name} came.", "Somebody came."], "label": "positive"}]},
    },
    "lexicons": {"good": ["good", "nice"], "name": ["Ann", "Bo"]},
}


def write(tmp_path, document):
    path = tmp_path / "checklist.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_writing_gives_back_the_document(tmp_path):
    checklist = read_checklist(write(tmp_path, DOCUMENT))
    write_checklist(checklist, tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text(encoding="utf-8")) == DOCUMENT
    assert read_checklist(tmp_path / "again.json") == checklist


def test_tests_keep_labels_kinds_and_unknown_keys():
    checklist = parse_checklist(DOCUMENT)
    negated, directional, invariant, pair = checklist.tests
    assert negated.labels == ("negative", "neutral")
    assert negated.kind == "MFT"
    assert negated.extra == {"support": 187}
    assert directional.then == (("It was very {good}.",),)
    assert invariant.vary == "name"
    assert pair.template == ("{name} came.", "Somebody came.")
    assert checklist.capabilities == ("Negation", "Pairs")


def test_extracted_templates_are_a_checklist_of_one_capability():
    checklist = parse_checklist({"templates": [{"template": "{x} is here", "support": 3}], "lexicons": {"x": ["A"]}})
    assert [test.template for test in checklist.tests] == [("{x} is here",)]


def broken(**changes):
    test = {"template": "It was {good}.", "label": "positive"} | changes
    test = {key: value for key, value in test.items() if value is not None}
    return {"capabilities": {"C": {"tests": [test]}}, "lexicons": {"good": ["good"]}}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "no CheckList"),
        ({"capabilities": {"C": {}}}, "capability 'C' has no list of tests"),
        (broken(template=None), "test 1 has no template"),
        (broken(template=[]), "a template is a text"),
        (broken(type="ABC"), "type 'ABC'"),
        (broken(type="INV"), 'exactly one of "vary"'),
        (broken(type="DIR", vary="good"), 'needs "expect"'),
        (broken(type="INV", then=[["a", "b"]]), "another number of texts"),
        (broken(label={"a": 1}), "a word or a list of words"),
        (broken(variants="many"), "no whole number"),
        (broken() | {"lexicons": {"good": []}}, "lexicon 'good' is empty"),
        (broken() | {"lexicons": []}, "an object of lists"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, document, message):
    with pytest.raises(DataError, match=message):
        read_checklist(write(tmp_path, document))


def test_a_lexicon_whose_name_ends_in_a_digit_is_refused(tmp_path):
    """{city2} would draw on 'city' beside it, silently."""
    tests = {"tests": [{"template": "To {city2}.", "label": "positive"}]}
    document = {"capabilities": {"Vocabulary": tests}, "lexicons": {"city": ["Rome", "Oslo"], "city2": ["Lima"]}}
    with pytest.raises(DataError, match="No template can draw on a lexicon named 'city2'"):
        read_checklist(write(tmp_path, document))


def test_a_file_that_is_no_json_is_refused_with_its_line(tmp_path):
    path = tmp_path / "broken.json"
    path.write_text('{\n "capabilities": oops}', encoding="utf-8")
    with pytest.raises(DataError, match="line 2"):
        read_checklist(path)
