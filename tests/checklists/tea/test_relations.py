"""Relations of columns taken apart into products."""

import random

from mteval.checklists.tea.relations import decompose


def test_columns_that_exclude_each_other_keep_enough_values():
    names = ["Juan", "Luis", "Paco", "Ana", "Eva", "Sara"]
    rows = [(a, "alto" if a in names[:3] else "alta", b) for a in names for b in names if a != b]
    for seed in range(10):
        for made in decompose(random.Random(seed).sample(rows, 18)).products:
            assert all(len(made.values[column]) >= len(group) for group in made.distinct for column in group)
            shared = set(made.values[0]) & set(made.values[2])
            assert made.distinct or not shared
