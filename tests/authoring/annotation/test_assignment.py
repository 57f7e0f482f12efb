"""Units are dealt out evenly, as often as wished."""

from collections import Counter

import pytest

from mteval.authoring.annotation.assignment import deal


@pytest.mark.parametrize(("people", "overlap"), [(4, 2), (5, 3), (3, 0), (2, 7)])
def test_every_unit_goes_to_as_many_as_wished_and_evenly(people, overlap):
    names = [f"p{i}" for i in range(people)]
    lists = deal(range(60), names, overlap, seed=1)
    times = Counter(unit for given in lists.values() for unit in given)
    assert set(times.values()) == {min(overlap, people) or people}
    sizes = [len(given) for given in lists.values()]
    assert max(sizes) - min(sizes) <= max(overlap, 1)
    assert all(len(set(given)) == len(given) for given in lists.values())


def test_overlaps_hold_the_whole_group_together():
    lists = deal(range(60), ["a", "b", "c", "d"], 2, seed=1)
    linked = {frozenset((x, y)) for x in lists for y in lists if x < y and set(lists[x]) & set(lists[y])}
    assert len(linked) >= 4
