"""What an extraction gives back: shares, names, and lines that count."""

import math
from itertools import islice

from mteval.checklists.tea.extraction import ExtractedTemplate, Extraction, letters, unique_lines


def test_shares_by_hand():
    templates = (ExtractedTemplate("{A} b", 3), ExtractedTemplate("c", 1, suspected=True, examples=("c",)))
    found = Extraction("better", templates, {"A": ("x", "y")}, 5, 4, generated=8, unseen=4, unsampled=3)
    assert found.coverage == 4 / 5
    assert found.unseen_share == 4 / 8
    assert found.over_generation == (4 - 3) / 8
    assert [one.template for one in found.suspected] == ["c"]
    document = found.document()
    assert document["lexicons"] == {"A": ["x", "y"]}
    assert ["examples" in entry for entry in document["templates"]] == [False, True]


def test_over_nothing_is_no_number():
    empty = Extraction("better", (), {}, 0, 0, 0, 0)
    assert math.isnan(empty.coverage)
    assert math.isnan(empty.over_generation)
    assert math.isnan(empty.unseen_share)


def test_letters_go_on_after_z():
    names = list(islice(letters(), 26 + 26 * 26 + 2))
    assert (names[0], names[25], names[26], names[27], names[51], names[52]) == ("A", "Z", "AA", "AB", "AZ", "BA")
    assert names[-2:] == ["AAA", "AAB"]
    assert len(set(names)) == len(names)


def test_empty_and_repeated_lines_do_not_count():
    assert unique_lines(["b", "", "a", " ", "b"]) == ("b", "a")
