"""Word links from attention; weights and links are counted by hand."""

from mteval.models.attention import word_links, words_of_pieces


def join(pieces):
    return "".join(pieces).replace("_", " ").strip()


def test_pieces_belong_to_the_words_between_blanks():
    assert words_of_pieces(["_a", "_bl", "ue", "_", "shirt"], join) == [0, 1, 1, -1, 2]
    assert words_of_pieces([], join) == []


def test_a_word_goes_with_the_source_word_its_pieces_attend_to_most():
    # Two source words (the second of two pieces), three words of the translation (the first of two pieces).
    weights = [[0.6, 0.2, 0.2], [0.3, 0.3, 0.4], [0.5, 0.3, 0.2], [0.3, 0.3, 0.4]]
    # First word: 0.9 on the first, 1.1 on the second; a tie of the second word is the first's; third word: 0.3, 0.7.
    assert word_links([0, 1, 1], [0, 0, 1, 2], weights) == "1-0 0-1 1-2"


def test_pieces_of_no_word_link_nothing():
    assert word_links([-1, 0], [0, -1], [[0.9, 0.1], [0.9, 0.1]]) == "0-0"
    assert word_links([0], [], []) == ""
    assert word_links([], [0], [[]]) == ""
