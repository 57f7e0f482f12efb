import pytest

from mteval.text.numbers import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("017", 17), ("٣", 3), ("²", None), ("", None), ("-1", None), ("1.5", None),
     ("9" * 18, 10**18 - 1), ("9" * 5000, None)],
)  # fmt: skip
def test_only_decimal_digits_are_a_number(text, number):
    assert whole_number(text) == number
