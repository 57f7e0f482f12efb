"""Marks in a text are taken off and counted without each other; broken ones are noticed."""

from mteval.human.error_spans import MarkedText, joined_category, read_marks


def test_marks_are_not_counted():
    assert read_marks("a <v>bc</v> d") == MarkedText("a bc d", (2, 4))
    assert read_marks("plain") == MarkedText("plain")


def test_a_mark_without_its_partner_is_broken():
    assert read_marks("a <v>bc") == MarkedText("a bc", (2, 4), broken=True)
    assert read_marks("a bc</v>") == MarkedText("a bc", broken=True)


def test_categories_are_joined():
    assert joined_category(["Accuracy", "Omission"]) == "Accuracy/Omission"
    assert joined_category(None) == ""
