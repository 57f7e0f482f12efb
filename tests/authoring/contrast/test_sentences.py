"""Links of a sentence."""

from mteval.authoring.contrast.sentences import one_to_one, parse_links


def test_only_one_to_one_links_count():
    assert one_to_one([(0, 0), (1, 1), (1, 2), (3, 2), (4, 4)]) == [(0, 0), (4, 4)]
    assert one_to_one([(0, 1), (1, 0)]) == [(0, 1), (1, 0)]
    assert parse_links("-", 1, 1) == []
