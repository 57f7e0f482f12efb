"""Languages as file names tell them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mteval.text.languages import CODES, LONG_CODES, languages_in_name, long_code, short_code, target_in_name


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        ("cs-en.mucow.scoring.json", ("cs", "en")),
        ("newstest2017.FBK.4870.en-de.txt", ("en", "de")),
        ("wmt_eng-fra", ("eng", "fra")),
        ("en-de-fr.txt", ("en", "de")),
        ("Xen-de.txt", ()),
        ("en-deu4", ("en", "deu")),
        ("pretty-long.txt", ()),
        ("EN-DE.txt", ()),
        ("en_de.txt", ()),
    ],
)
def test_a_pair_is_two_short_words_with_a_hyphen(name, pair):
    assert languages_in_name(Path("folder-xx-yy") / name) == pair


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("system.zh", "zh"),
        ("system.zho", "zh"),
        ("system.DE.gz", "de"),
        ("system.es.zst", "es"),
        ("newstest.en-de.txt", "de"),
        ("wmt.eng-fra.out", "fr"),
        # The ending tells nothing, or no language.
        ("system.txt", ""),
        ("zh", ""),
        # What looks like a pair but names no two languages is no pair.
        ("run-out.de", "de"),
        ("run-out.txt", ""),
    ],
)
def test_the_target_is_the_second_of_a_pair_or_the_ending(name, language):
    assert target_in_name(Path(name)) == language


@pytest.mark.parametrize(
    ("language", "code"), [("zh-Hant-TW", "zh"), ("zho", "zh"), ("EN_us", "en"), ("hsb", "hsb"), ("deu-DE", "de")]
)
def test_the_shortest_code_without_region_or_script(language, code):
    assert short_code(language) == code


@pytest.mark.parametrize(("language", "code"), [("zh-Hant-TW", "zho"), ("en", "eng"), ("deu", "deu"), ("qqq", "qqq")])
def test_the_code_of_three_letters_where_one_is_known(language, code):
    assert long_code(language) == code
    assert short_code(long_code(language)) == short_code(language)


def test_every_long_code_and_its_short_one_are_known():
    assert {*LONG_CODES, *LONG_CODES.values()} <= CODES
