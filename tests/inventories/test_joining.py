"""Groups of what is the same."""

from hypothesis import given
from hypothesis import strategies as st

from mteval.inventories._joining import joined


def test_groups_join_over_others():
    assert joined([1, 10, 2, 11, 3], lambda one, other: abs(one - other) == 1) == [[10, 11], [1, 2, 3]]


@given(st.lists(st.integers(0, 40), unique=True))
def test_every_member_is_in_one_group_and_same_ones_are_in_the_same(numbers):
    groups = joined(numbers, lambda one, other: abs(one - other) <= 2)
    assert sorted(one for group in groups for one in group) == sorted(numbers)
    for group in groups:
        others = [one for other in groups if other is not group for one in other]
        assert all(abs(one - other) > 2 for one in group for other in others)
        assert all(high - low <= 2 for low, high in zip(sorted(group), sorted(group)[1:], strict=False))
