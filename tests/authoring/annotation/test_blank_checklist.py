"""What annotators who begin with an empty page have named and written so far."""

import pytest

from mteval.authoring.annotation.blank_checklist import descriptions, made_so_far, read_head
from mteval.authoring.annotation.database import Decision
from mteval.authoring.annotation.work import FormError


def added(number, capability, description, template, label):
    payload = {
        "action": "add",
        "capability": capability,
        "description": description,
        "template": [template],
        "labels": [label],
    }
    return Decision(number, "", "ann", 0, "new", payload, 1.0, 1.0, final=False, undone=False)


WRITTEN = [
    added(0, "Negation", "not", "No {x}.", "negative"),
    added(1, "Names", "", "{x} came.", "neutral"),
    added(2, "Negation", "", "Never {x}.", "negative"),
    added(3, "Names", "people", "I saw {x}.", "neutral"),
]


def test_the_page_shows_capabilities_with_their_templates_in_the_order_of_writing():
    shown = made_so_far(WRITTEN)
    assert [(name, about, [one["template"] for one in tests]) for name, about, tests in shown["capabilities"]] == [
        ("Negation", "not", [["No {x}."], ["Never {x}."]]),
        ("Names", "people", [["{x} came."], ["I saw {x}."]]),
    ]
    assert shown["labels"] == ["negative", "neutral"]
    assert shown["latest"] == "Names"
    assert made_so_far([])["capabilities"] == []


def test_an_empty_description_leaves_the_one_there_is():
    assert descriptions(WRITTEN) == {"Negation": "not", "Names": "people"}


def test_blanks_around_names_do_not_make_another_capability():
    form = {"capability": " No  names ", "label": " x ", "description": ""}
    assert read_head(form) == {"capability": "No names", "description": "", "labels": ["x"]}


def test_names_without_end_are_refused():
    with pytest.raises(FormError, match="longer than 200"):
        read_head({"capability": "x" * 201, "label": "y"})
    with pytest.raises(FormError, match="The description is longer than 200"):
        read_head({"capability": "x", "label": "y", "description": "x" * 201})
