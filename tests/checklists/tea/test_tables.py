"""Rows with a value far too rare for its column are slips, not values."""

from mteval.checklists.tea.tables import Table, without_rare_values


def table(*columns):
    rows = tuple(zip(*columns, strict=True))
    return Table(tuple(range(len(rows))), rows)


def test_a_value_seen_once_among_many_is_taken_out():
    kept, rare = without_rare_values(table(["a"] * 20 + ["b"] * 20 + ["slip"], ["x"] * 41))
    assert len(kept.rows) == 40
    assert rare.rows == (("slip", "x"),)
    assert rare.sentences == (40,)
    assert kept.columns == [["a"] * 20 + ["b"] * 20, ["x"] * 40]


def test_few_uses_of_each_value_say_nothing():
    # A Poisson law of mean 4 gives one or none with 9 %.
    assert without_rare_values(table(["a"] * 4 + ["b"] * 4 + ["c"]))[1] is None


def test_what_makes_up_half_of_the_rows_is_no_slip():
    once = [f"v{i}" for i in range(30)]
    assert without_rare_values(table(once))[1] is None
