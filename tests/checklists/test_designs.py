"""Which instances are looked at: counted against all there are."""

from collections import Counter
from itertools import combinations

import pytest

from mteval.checklists.designs import designed_sample, unseen_sample
from mteval.checklists.templates import Filler, parse_template

LEXICONS = {"a": [f"a{n}x" for n in range(9)], "b": [f"b{n}x" for n in range(7)], "c": [f"c{n}x" for n in range(8)]}


def filler(text="{a1} {a2} {b} {c}"):
    return Filler([parse_template(text)], LEXICONS)


def test_all_instances_where_they_are_few():
    assert designed_sample(filler("{a} {b}"), 63) == list(filler("{a} {b}"))


def test_every_value_and_every_pair_of_values_is_there():
    chosen = designed_sample(filler(), 300)
    assert len({one.texts for one in chosen}) == 300
    values = Counter(held for one in chosen for held in one.values.items())
    assert len(values) == 9 + 9 + 7 + 8
    assert min(values.values()) >= 10
    pairs = Counter(pair for one in chosen for pair in combinations(one.values.items(), 2))
    assert len(pairs) == 9 * 8 + 2 * 9 * 7 + 2 * 9 * 8 + 7 * 8


def test_some_instances_differ_in_one_slot_only():
    chosen = [tuple(one.values.values()) for one in designed_sample(filler(), 100)]
    neighbours = sum(
        sum(x != y for x, y in zip(one, other, strict=True)) == 1 for one, other in combinations(chosen, 2)
    )
    assert neighbours > 100


@pytest.mark.parametrize("seed", [0, 1])
def test_same_seed_same_instances(seed):
    assert designed_sample(filler(), 50, seed) == designed_sample(filler(), 50, seed)


def test_unseen_instances_were_not_seen():
    seen = designed_sample(filler(), 200)
    fresh = unseen_sample(filler(), seen, 100)
    assert len(fresh) == 100
    assert not {one.texts for one in seen} & {one.texts for one in fresh}


def test_no_more_than_all_are_unseen():
    seen = designed_sample(filler("{a} {b}"), 60)
    assert len(unseen_sample(filler("{a} {b}"), seen, 100)) == 3
