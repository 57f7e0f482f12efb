"""Languages and scripts of lines."""

from mteval.text.language_identification import base_code, identifier, relatives, scripts


def test_a_tag_is_reduced_to_its_language():
    assert [base_code(tag) for tag in ("zh-Hant-TW", "pt_BR", "DE")] == ["zh", "pt", "de"]


def test_languages_alike_are_not_told_apart():
    assert {"hr", "sr", "bs"} <= relatives("sr")
    assert relatives("de") == {"de"}


def test_scripts_are_counted_by_letter():
    assert scripts(["aß 1!", "жук", "漢字かな"]) == {"LATIN": 2, "CYRILLIC": 3, "HAN": 4}


def test_sentences_are_identified():
    likely = identifier()("Моя сестра забыла свой зонт в поезде сегодня утром.")
    assert max(likely, key=likely.get) == "ru"
