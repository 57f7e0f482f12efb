"""Words of instances put down to the slots they come from."""

from mteval.checklists.tea.dependence import WordSources, known_row
from mteval.checklists.tea.tokens import words

SLOTS = ("noun", "adjective")


def labels(lines):
    rows = [known_row(text, dict(zip(SLOTS, values, strict=True)), words) for text, values in lines]
    sources = WordSources(rows, SLOTS)
    return [dict(zip(row.words, sources.labels(n, range(len(rows))), strict=True)) for n, row in enumerate(rows)]


def copies(nouns, adjectives):
    return labels([(f"the {noun} was {adj}", (noun, adj)) for noun in nouns for adj in adjectives])


def test_words_of_values_belong_to_their_slots():
    for found in copies(["food", "crew", "seat"], ["good", "bad", "new"]):
        assert list(found.values()) == ["", "noun", "", "adjective"]


def test_words_shared_by_some_values_are_no_text():
    found = copies(["customer service", "service", "food"], ["good", "bad", "new"])
    assert found[0] == {"the": "", "customer": "noun", "service": "noun", "was": "", "good": "adjective"}


def test_agreeing_words_go_with_the_slot_that_says_them():
    nouns = {"hotel": "el hotel", "club": "el club", "casa": "la casa", "sala": "la sala"}
    lines = [
        (f"{text} era {stem}{'a' if text.startswith('la') else 'o'}", (noun, stem))
        for noun, text in nouns.items()
        for stem in ("buen", "mal", "nuev")
    ]
    for found in labels(lines):
        assert list(found.values()) == ["noun", "noun", "", "adjective"]


def test_places_of_words_count_white_space():
    row = known_row("so,  so good", {}, words)
    assert row.words == ("so", ",", "so", "good")
    assert row.between(2, 3) == "so good"
    assert row.between(0, 2) == "so,  so"
