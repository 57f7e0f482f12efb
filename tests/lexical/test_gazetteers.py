"""Points for words in the gazetteers."""

from mteval.lexical.gazetteers import MOST_FROM_GAZETTEERS, NO_GAZETTEER, gazetteer_points


def test_a_word_in_no_gazetteer_speaks_against_a_name():
    assert gazetteer_points("qwrt", english=True) == (NO_GAZETTEER, "qwrt: in no gazetteer")


def test_points_grow_with_the_lists_up_to_a_limit():
    london, told = gazetteer_points("london", english=True)
    assert london == MOST_FROM_GAZETTEERS
    assert "a country or zone city in CLDR" in told
    # Places count in the languages that call them so: London is no English word for Лондон.
    assert gazetteer_points("лондон", english=True)[0] < gazetteer_points("лондон", english=False)[0]
