"""Tables as HTML."""

from mteval.charts.tables import Cell, Column, number_table, plain_table
from tests.charts.reading import HOSTILE, assert_escaped, table, text, tree


def test_a_plain_table_holds_its_texts():
    found = tree(plain_table(("name", "mean"), [("ana", "3.37"), ("ben", "–")], "People"))
    assert table(found) == [["name", "mean"], ["ana", "3.37"], ["ben", "–"]]
    assert text(next(found.iter("caption"))) == "People"
    assert {one.get("scope") for one in found.iter("th")} == {"col"}


def test_a_plain_table_needs_no_caption():
    assert "caption" not in plain_table(("a",), [])


def test_a_table_of_numbers_names_its_rows_and_scrolls():
    found = tree(number_table("P@1", [Column("step"), Column("sys", "#123456")], [("first", [Cell("0.5", "[0, 1]")])]))
    (region,) = found
    assert (region.get("role"), region.get("tabindex"), region.get("aria-label")) == ("region", "0", "P@1")
    assert table(found) == [["step", "■ sys"], ["first", "0.5 [0, 1]"]]
    assert [(one.get("scope"), one.get("class")) for one in found.iter("th")] == [
        ("col", None),
        ("col", "number"),
        ("row", None),
    ]
    assert [(one.get("class"), text(one)) for one in found.iter("span") if one.get("class")] == [("dim", "[0, 1]")]


def test_texts_are_escaped():
    names = [HOSTILE + str(number) for number in range(5)]
    assert_escaped(plain_table(names[:1], [names[1:2]], names[2]), *names[:3])
    assert_escaped(
        number_table(names[0], [Column(names[1], names[4])], [(names[2], [Cell(names[3], names[4])])]), *names
    )
