"""Scripts: which one a text is written in, and what language that tells."""

from __future__ import annotations

import pytest

from mteval.text.scripts import SAMPLE, language_by_script, script_of


@pytest.mark.parametrize(
    ("texts", "script"),
    [
        (["Guten Tag"], "Latin"),
        (["Добрый день", "abc"], "Cyrillic"),
        (["καλημέρα"], "Greek"),
        (["नमस्ते"], "Devanagari"),
        (["你好"], "Cjk"),
        (["123 …", ""], "no"),
        ([], "no"),
    ],
)
def test_the_script_most_letters_have(texts, script):
    assert script_of(texts) == script


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["你好，世界"], "zh"),
        (["私は学生です"], "ja"),
        (["カタカナ"], "ja"),
        (["안녕하세요 세계"], "ko"),
        (["สวัสดีชาวโลก"], "th"),
        (["ສະບາຍດີ"], "lo"),
        (["မင်္ဂလာပါ"], "my"),
        (["សួស្តី"], "km"),
        (["བཀྲ་ཤིས"], "bo"),
        # Scripts with spaces tell nothing, nor do foreign words; more than half of the letters must.
        (["Добрый день"], ""),
        (["नमस्ते दुनिया"], ""),
        (["The word 你好 means hello"], ""),
        (["你好 OK"], ""),
        (["你好吗 OK"], "zh"),
        ([""], ""),
        ([], ""),
    ],
)
def test_scripts_without_spaces_tell_the_language(texts, language):
    assert language_by_script(texts) == language


def test_a_few_kana_among_many_characters_are_japanese_and_fewer_are_a_quotation():
    assert language_by_script(["漢" * 100 + "の" * 6]) == "ja"
    assert language_by_script(["漢" * 100 + "の" * 5]) == "zh"


def test_only_the_beginning_is_looked_at():
    assert script_of(["a"] * SAMPLE + ["жжжж"] * 5 * SAMPLE) == "Latin"
    assert language_by_script(["a"] * SAMPLE + ["漢漢漢漢"] * 5 * SAMPLE) == ""
