import pytest

from mteval.core.errors import DataError
from mteval.text.tables import header_of, named_rows, table_rows


def test_rows_have_the_line_they_end_in():
    assert list(table_rows('a,b\n\n"x\ny",z\n', "t", ",")) == [(1, ["a", "b"]), (4, ["x\ny", "z"])]
    assert header_of("a\tb\n1\t2\n", "t", "\t") == ["a", "b"]
    assert header_of("", "t", "\t") == []


def test_short_rows_are_filled_and_long_ones_cut():
    rows = [row for _, row in named_rows("a\tb\n1\n1\t2\t3\n", "t", "\t")]
    assert rows == [{"a": "1", "b": ""}, {"a": "1", "b": "2"}]


def test_a_cell_beyond_all_measure_is_an_error_with_its_line():
    with pytest.raises(DataError, match="t, line 2: is not a proper table"):
        list(table_rows("a\n" + "x" * 200_000 + "\n", "t", ","))
