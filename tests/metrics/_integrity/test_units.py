"""Units and conversions, checked by the definitions of the units."""

from mteval.metrics._integrity.units import is_conversion, unit_after


def test_a_conversion_may_be_rounded_but_not_wrong():
    mile, kilometre, foot, metre = (unit_after(f" {name}") for name in ("miles", "km", "feet", "метра"))
    assert is_conversion(125, mile, 200, kilometre)
    assert is_conversion(500, foot, 150, metre)
    assert not is_conversion(125, mile, 300, kilometre)
    assert not is_conversion(35, kilometre, 53, kilometre)
    assert not is_conversion(5, mile, 8, unit_after(" kg"))


def test_temperatures_have_another_zero():
    assert is_conversion(20, unit_after(" °C"), 68, unit_after(" °F"))
    assert not is_conversion(20, unit_after(" °C"), 36, unit_after(" °F"))


def test_what_is_no_unit():
    assert unit_after(" people") is None
    assert unit_after(" г.") is None
    assert unit_after("") is None
