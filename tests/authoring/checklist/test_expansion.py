"""Instances of a CheckList file, or of extracted templates."""

import json

import pytest

from mteval.authoring.checklist.expansion import Selection, instances_of, read_tests
from mteval.core.errors import DataError, UnknownNameError

DOCUMENT = {
    "capabilities": {
        "pairs": {"tests": [{"template": ["{x1} beats {x2}.", "{x2} loses."], "label": "yes"}]},
        "plain": {"tests": [{"template": "{x} came.", "label": ["a", "b"], "suspected": True}]},
    },
    "lexicons": {"x": ["Al", "Bo", "Cy"]},
}


@pytest.fixture
def path(tmp_path):
    (tmp_path / "c.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
    return tmp_path / "c.json"


def test_every_instance_says_where_it_comes_from(path):
    first, *rest = instances_of(path, Selection())
    assert first == {
        "texts": ["Al beats Bo.", "Bo loses."],
        "values": {"x1": "Al", "x2": "Bo"},
        "template": ["{x1} beats {x2}.", "{x2} loses."],
        "capability": "pairs",
        "label": ["yes"],
    }
    assert len(rest) == 6 - 1 + 3


def test_a_selection_narrows_it_down(path):
    assert len(list(instances_of(path, Selection(limit=2)))) == 4
    assert {one["capability"] for one in instances_of(path, Selection(capabilities=("plain",)))} == {"plain"}
    assert {one["capability"] for one in instances_of(path, Selection(drop_suspected=True))} == {"pairs"}
    assert list(instances_of(path, Selection(2, seed=1))) == list(instances_of(path, Selection(2, seed=1)))
    with pytest.raises(UnknownNameError, match="Did you mean 'plain'"):
        list(instances_of(path, Selection(capabilities=("plane",))))


def test_extracted_templates_are_texts_or_objects(tmp_path):
    document = {"templates": ["{x} es {y}.", {"template": "{x}!", "support": 3}], "lexicons": {"x": ["a"], "y": ["b"]}}
    (tmp_path / "t.json").write_text(json.dumps(document), encoding="utf-8")
    tests, lexicons = read_tests(tmp_path / "t.json")
    assert [(test.template, test.capability) for test in tests] == [
        (("{x} es {y}.",), "extracted"),
        (("{x}!",), "extracted"),
    ]
    assert {key: list(values) for key, values in lexicons.items()} == {"x": ["a"], "y": ["b"]}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{\n oops", "line 2: is not JSON"),
        ('{"templates": "x"}', '"templates" is no list'),
        ('{"templates": ["{x}"], "lexicons": {}}', "t.json: Unknown slot"),
    ],
)
def test_what_cannot_be_expanded_is_refused_with_its_file(tmp_path, text, problem):
    (tmp_path / "t.json").write_text(text)
    with pytest.raises(DataError, match=problem):
        list(instances_of(tmp_path / "t.json", Selection()))
