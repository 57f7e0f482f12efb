"""What is kept, lost and added, by hand."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mteval.metrics._integrity.comparison import compare, matching


@pytest.mark.parametrize(
    ("source", "translation", "languages"),
    [
        ("It costs 1,234.5 euros.", "Es kostet 1.234,5 Euro.", "en-de"),
        ("1.5 million people", "1 500 000 души", "en-bg"),
        ("12 books", "१२ किताबें", "en-hi"),
        ("1,500,000 people", "150万人", "en-zh"),
        ("300 people", "三百人", "en-zh"),
        ("On 2024-05-03", "Am 3. Mai 2024", "en-de"),
        ("On May 3", "Am 3.5.", "en-de"),
        ("at 5:30 pm", "um 17.30 Uhr", "en-de"),
        ("at 5 pm", "um 17 Uhr", "en-de"),
        ("$5 and 10%", "5 US-Dollar und zehn Prozent", "en-de"),
        ("7 people", "sieben Leute", "en-de"),
        ("the 16th century", "el siglo XVI", "en-es"),
        ("{count, plural, one {# day} other {# days}}", "{count, plural, one {# Tag} other {# Tage}}", "en-de"),
        ("%s of %d", "von %2$d das %1$s", "en-de"),
        ("12,34,567 rupees", "1.234.567 Rupien", "hi-de"),
    ],
)
def test_what_means_the_same_is_kept(source, translation, languages):
    found = compare(source, translation, *languages.split("-"))
    assert (found.lost, found.added) == ([], [])
    assert found.kept


@pytest.mark.parametrize(
    ("source", "translation", "languages", "lost"),
    [
        ("It costs 1,234 euros.", "Es kostet 1,234 Euro.", "en-de", ["1,234"]),
        ("3 people", "4 Leute", "en-de", ["3"]),
        ("1.5 million", "1,5", "en-de", ["1.5"]),
        ("in 2016", "през 2106 г.", "en-bg", ["2016"]),
        ("10% of them", "10 davon", "en-de", ["%"]),
        ("$5", "5 €", "en-de", ["USD"]),
        ("Go to https://example.org/a", "Gehen Sie zu https://example.org/b", "en-de", ["https://example.org/a"]),
        ("Hello {name}", "Hallo {Name}", "en-de", ["{name}"]),
        ("<b>x</b>", "<b>x", "en-de", ["</b>"]),
        ("Yes 🎉", "Ja", "en-de", ["🎉"]),
        ("`ls`", "ls", "en-de", ["`ls`"]),
    ],
)
def test_each_loss_is_named(source, translation, languages, lost):
    assert [text for _, text in compare(source, translation, *languages.split("-")).lost] == lost


def test_a_conversion_is_kept_and_named():
    found = compare("20 feet deep", "6 Meter tief", "en", "de")
    assert (found.lost, found.added) == ([], [])
    assert found.converted == [("number", "20 → 6")]


sets = st.lists(st.frozensets(st.integers(0, 4).map(float), max_size=2), max_size=5)


@given(sets, sets)
def test_the_matching_is_as_large_as_brute_force_finds(left, right):
    pairs = matching(left, right)
    assert all(left[one] & right[other] for one, other in pairs.items())
    assert len(set(pairs.values())) == len(pairs)
    wide = [*right, *[frozenset()] * len(left)]
    best = (
        max(
            sum(bool(one & wide[other]) for one, other in zip(left, order, strict=True))
            for order in permutations(range(min(len(wide), len(right) + 2)), len(left))
        )
        if len(left) <= min(len(wide), len(right) + 2)
        else None
    )
    assert best is None or len(pairs) == best
