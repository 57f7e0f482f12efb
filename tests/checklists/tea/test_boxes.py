"""The fewest boxes of allowed cells that hold every needed one, against every choice of boxes."""

from itertools import chain, combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.checklists.tea.boxes import cover

CELLS = list(product(range(3), range(3)))


def subsets(values):
    return [frozenset(chosen) for size in range(1, len(values) + 1) for chosen in combinations(values, size)]


BOXES = list(product(subsets(range(3)), subsets(range(3))))


def fewest(needed, allowed):
    """The size of the smallest set of boxes inside the allowed cells, by trying them all."""
    inside = [set(product(*box)) for box in BOXES if set(product(*box)) <= allowed]
    return next(
        size
        for size in range(1, len(needed) + 1)
        if any(needed <= set(chain(*chosen)) for chosen in combinations(inside, size))
    )


@settings(max_examples=60, deadline=None)
@given(st.sets(st.sampled_from(CELLS), min_size=1, max_size=5), st.sets(st.sampled_from(CELLS), max_size=9))
def test_boxes_hold_what_is_needed_and_nothing_forbidden(needed, more):
    allowed = needed | more
    found = cover(needed, allowed)
    held = set(chain(*(product(*box) for box in found)))
    assert needed <= held <= allowed
    assert len(found) == fewest(needed, allowed)


def test_one_product_is_one_box():
    assert cover(CELLS, CELLS) == [(frozenset(range(3)), frozenset(range(3)))]
    assert cover([], CELLS) == []


def test_agreement_makes_two():
    masculine, feminine = product((0, 1), (0,)), product((2, 3), (1,))
    cells = [*masculine, *feminine]
    assert sorted(map(sorted, (box[0] for box in cover(cells, cells)))) == [[0, 1], [2, 3]]
