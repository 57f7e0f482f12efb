"""One template fitted to instances cut at their slots."""

from mteval.checklists.tea.dependence import known_row
from mteval.checklists.tea.fitting import Place, fit, joined_texts, segmented
from mteval.checklists.tea.tokens import words


def fitted(lines):
    """Lines of (text, values, labels of its words)."""
    rows = [known_row(text, values, words) for text, values, _ in lines]
    known = {n: segmented(rows[n], labels) for n, (_, _, labels) in enumerate(lines) if labels}
    return fit(rows, known, range(len(rows)), words)


def test_neighbouring_words_of_a_slot_are_one_place():
    row = known_row("in New York today", {}, words)
    found = segmented(row, ("", "city", "city", ""))
    assert found.frame == ("in ", Place("city"), " today")
    assert found.contents == ("New York",)


def test_what_most_rows_say_is_the_entry():
    found = fitted([("in Rom", {"city": "Rome"}, ("", "city"))] * 2 + [("in Roma", {"city": "Rome"}, ("", "city"))])
    assert found.entries == {"city": {"Rome": "Rom"}}
    assert (found.right, found.wrong) == ((0, 1), (2,))


def test_rows_cut_otherwise_teach_the_words_of_a_value():
    found = fitted([("in Rom", {"city": "Rome"}, ("", "city")), ("in Wien", {"city": "Vienna"}, None)])
    assert found.entries["city"]["Vienna"] == "Wien"
    assert not found.wrong


def test_places_of_one_slot_share_their_core():
    labels = ("job", "job", "", "job", "job")
    lines = [(f"el {x} ve al {x}", {"job": x}, labels) for x in ("juez", "mago", "rey")]
    found = fitted(lines)
    assert found.frame == ("el ", Place("job"), " ve al ", Place("job"))
    assert not found.wrong


def test_a_value_without_words_yet_says_nothing():
    found = fitted([("in Rom", {"city": "Rome"}, ("", "city"))])
    assert found.says({"city": "Oslo"}) is None
    assert found.says({"city": "Rome"}) == "in Rom"


def test_joined_texts():
    assert joined_texts(["a", "", "b", Place("x"), "c"]) == ("ab", Place("x"), "c")
