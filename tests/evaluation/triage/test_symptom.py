"""Words for symptoms."""

from mteval.evaluation.triage.symptom import named, shortened, widespread


def test_three_in_a_hundred_are_widespread_but_not_fewer_than_five():
    assert [widespread(count, total) for count, total in ((4, 10), (5, 10), (29, 1000), (30, 1000))] == [
        False,
        True,
        False,
        True,
    ]


def test_what_is_usual_is_not_widespread():
    assert not widespread(30, 100, usual=11)
    assert widespread(33, 100, usual=11)


def test_long_texts_and_lists_are_cut():
    assert shortened("a " * 50) == f"'{('a ' * 30).strip()}…'"
    assert named(list("abcdefg")) == "cases a, b, c, d, e and 2 more"
    assert named(["a"]) == "case a"
