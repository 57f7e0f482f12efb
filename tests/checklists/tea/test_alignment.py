"""Boundaries that correspond: where sentences differ in one place, and where one value is said several times."""

from __future__ import annotations

from itertools import pairwise, product

from mteval.checklists.tea.alignment import TokenRow, align


def spaced(text):
    return tuple(token for word in text.split(" ") for token in (word, " "))[:-1]


def shared_classes(rows):
    return set.intersection(*(set(row.classes) for row in rows))


def test_a_row_gives_the_text_between_two_boundaries():
    row = TokenRow(0, ("in", " ", "Rome"), (5, 7, 6, 9))
    assert row.place_of(6) == 2
    assert row.between(5, 9) == "in Rome"
    assert row.between(6, 9) == "Rome"


def test_the_edges_of_slots_are_the_boundaries_all_share():
    texts = [f"the {one} sees {other} now" for one, other in product(("cat", "old dog"), ("men", "two boys", "girls"))]
    (rows,) = align([spaced(text) for text in texts])
    assert sorted(row.sentence for row in rows) == list(range(6))
    edges = shared_classes(rows)
    for row, text in zip(sorted(rows, key=lambda one: one.sentence), texts, strict=True):
        places = [row.place_of(edge) for edge in sorted(edges, key=row.place_of)]
        pieces = ["".join(row.tokens[a:b]) for a, b in pairwise(places)]
        assert "".join(pieces) == text
        assert pieces[0:2] == ["the", " "]
        assert {"cat", "old dog"} & set(pieces)
        assert {"men", "two boys", "girls"} & set(pieces)


def test_sentences_that_have_nothing_to_do_with_each_other_stay_apart():
    texts = ["we saw Rome", "we saw Oslo", "we saw Lima", "it rains again"]
    groups = align([spaced(text) for text in texts])
    assert [[row.sentence for row in rows] for rows in groups] == [[0, 1, 2], [3]]


def test_a_value_said_twice_is_one_value():
    texts = [f"{name} is {name} , that is all" for name in ("Ann", "Bob")]
    (rows,) = align([spaced(text) for text in texts])
    names = [{row.between(a, b) for a, b in pairwise(row.classes)} for row in rows]
    assert "Ann" in names[0]
    assert "Bob" in names[1]
    # Everything outside the two names is aligned, and so are their edges.
    assert len(shared_classes(rows)) == len(rows[0].classes)


def test_no_class_stands_twice_in_a_sentence():
    texts = ["a b a b", "a c a b", "b b a b", "a b a c", "a a a b"]
    for rows in align([spaced(text) for text in texts]):
        for row in rows:
            assert len(set(row.classes)) == len(row.classes) == len(row.tokens) + 1
