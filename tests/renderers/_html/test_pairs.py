"""Pairs of systems: the matrix both ways, and the tests by number."""

from dataclasses import replace

from mteval.renderers._html.pairs import matrices, pair_tests
from mteval.renderers._presentation import standings
from tests.renderers.reading import one_metric


def rows(results):
    return standings("s", results.reports, results)


def test_the_matrix_is_best_first_and_says_who_is_better_where_lower_is():
    (matrix,) = matrices(rows(one_metric(3.0, 1.0, p=0.01, higher=False)))
    assert matrix.names == ("b", "a")
    assert [[cell.kind for cell in row] for row in matrix.rows] == [["self", "better"], ["worse", "self"]]
    assert [[cell.text for cell in row] for row in matrix.rows] == [["", "-2.00"], ["+2.00", ""]]


def test_a_pair_that_was_not_tested_says_so():
    results = one_metric(3.0, 2.0, 1.0, p=0.5)
    (matrix,) = matrices(rows(replace(results, comparisons=results.comparisons[:1])))
    assert matrix.rows[0][2].title == "a and c were not tested"


def test_tests_are_told_by_number_and_what_is_unknown_is_null():
    assert pair_tests(rows(one_metric(3.0, 1.0, p=0.2)), ["b", "a"]) == [[0, 1, 0, 2.0, None, None, 0.2, 0.2]]
