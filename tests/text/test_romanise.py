"""Words of all scripts in Latin letters, and how alike they sound."""

from __future__ import annotations

import pytest

from mteval.text.romanise import consonants, likeness, romanise, script, sounds, spellings


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("washington", "вашингтон"),
        ("jeremy", "джеръми"),
        ("obama", "ओबामा"),
        ("hugo", "هوغو"),
        ("kurt", "クルト"),
        ("maria", "מריה"),
        ("berlin", "ბერლინი"),
    ],
)
def test_names_sound_alike_across_scripts(one, other):
    assert likeness(one, other) >= 0.7
    assert likeness(other, one) == likeness(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("house", "къща"), ("water", "पानी"), ("window", "نافذة"), ("tree", "δέντρο")]
)
def test_translations_do_not(one, other):
    assert likeness(one, other) < 0.7


def test_a_word_is_wholly_like_itself():
    assert likeness("anna", "anna") == 1.0


def test_signs_without_letters_are_like_nothing():
    assert likeness("123", "anna") == 0.0
    assert romanise("123") == ""
    assert script("123") == ""


def test_spellings_of_one_sound_fall_together():
    assert sounds("schiller") == sounds("shiler")
    assert consonants(sounds("karl")[0]) == consonants(sounds("gerl")[0])


@pytest.mark.parametrize(
    ("word", "name"), [("anna", "LATIN"), ("иван", "CYRILLIC"), ("राम", "DEVANAGARI"), ("-אב", "HEBREW")]
)
def test_script(word, name):
    assert script(word) == name


def test_a_vowel_on_a_silent_letter_is_no_consonant():
    assert sounds("أوسلو") == ("auslu",)
    assert likeness("obama", "أوباما") > 0.7
    assert sounds("واشنطن")[0].startswith("v")


@pytest.mark.parametrize(
    ("english", "word"),
    [
        ("cyprus", "سايبرس"),
        ("jordan", "الأردن"),
        ("barbados", "ברבדוס"),
        ("chile", "चिली"),
        ("algeria", "แอลจีเรีย"),
        ("georgia", "जॉर्जिया"),
    ],
)
def test_names_are_heard_through_soft_letters_articles_and_written_order(english, word):
    assert likeness(english, word) > 0.7


@pytest.mark.parametrize(
    ("english", "word"),
    [
        ("google", "جوجل"),
        ("galapagos", "جلاباجوس"),
        ("kosovo", "كوسوفو"),
        ("oman", "عُمان"),
        ("moscow", "מוסקבה"),
        ("fakaofo", "פקאופו"),
        ("burundi", "μπουρούντι"),
        ("dubai", "ντουμπάι"),
        ("djibouti", "τζιμπουτί"),
        ("whitehorse", "γουάιτχορς"),
    ],
)
def test_second_sounds_of_letters_and_sounds_of_two_letters(english, word):
    assert likeness(english, word) >= 0.65


def test_thai_vowels_are_read_after_their_consonant_and_aspirated_stops_as_plain():
    assert spellings("โรม") == ("rom",)
    assert spellings("คิวบา")[0].startswith("ki")


def test_countries_are_told_from_other_countries_in_many_scripts():
    """Against CLDR through Babel: a name and its translation are mostly alike, two different countries hardly ever."""
    babel = pytest.importorskip("babel", reason="Babel has the names of countries")
    english = babel.Locale("en").territories
    for language, least in (
        ("hi", 0.9),
        ("ar", 0.75),
        ("he", 0.75),
        ("fa", 0.75),
        ("th", 0.85),
        ("ru", 0.85),
        ("ka", 0.85),
        ("el", 0.85),
    ):
        names = babel.Locale(language).territories
        pairs = [
            (english[code].lower(), names[code].lower()) for code in sorted(english) if len(code) == 2 and code in names
        ]
        pairs = [pair for pair in pairs if not any(" " in name for name in pair)]
        alike = [likeness(*pair) >= 0.7 for pair in pairs]
        others = [likeness(one, pairs[(i + 7) % len(pairs)][1]) >= 0.7 for i, (one, _) in enumerate(pairs)]
        assert sum(alike) / len(alike) > least, language
        assert sum(others) / len(others) < 0.03, language
