"""Translations into another language."""

from tests.evaluation.triage.small_batches import SOURCES, batch, found

FRENCH = "Ma petite sœur a oublié son parapluie dans le train ce matin."


def test_a_line_in_another_language_is_found():
    assert found(batch(_4=FRENCH, _9="Моя сестра забыла свой зонт в поезде сегодня утром."))["wrong-language"] == (
        "5",
        "10",
    )


def test_names_and_short_lines_are_left_in_peace():
    assert "wrong-language" not in found(
        batch(_4="Real Madrid, Paris Saint-Germain, Manchester United", _5="Oh là là!")
    )


def test_rare_words_of_the_right_language_are_no_foreign_ones():
    text = "Der Bundesgerichtshof verhandelte über Kernbrennstoffe und die Stromnetze der Nachbarländer."
    assert "wrong-language" not in found(batch(_4=text))


def test_the_source_is_a_copy_and_not_told_twice():
    assert found(batch(_4=SOURCES[4])) == {"identical-to-source": ("5",)}
