"""The lists of words have values that make sense."""

from mteval.metrics._integrity.words import LARGER, MONTHS, NUMBERS, SCALES, is_form


def test_every_language_has_the_small_numbers_twelve_months_and_scales():
    for language, table in NUMBERS.items():
        assert {float(value) for value in (*range(21), 30, 40, 50, 60, 70, 80, 90, 100, 1000)} <= set(table), language
        assert sorted(MONTHS[language]) == list(map(float, range(1, 13))), language
        assert 1e6 in SCALES[language], language
        assert language in LARGER


def test_a_form_with_a_star_is_a_beginning():
    assert is_form("dollars", (("dollar", True),))
    assert not is_form("dollars", (("dollar", False),))
