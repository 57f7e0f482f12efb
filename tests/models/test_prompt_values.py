"""Languages, terms, examples and scales for prompts."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError, UsageError
from mteval.models.prompt_values import PromptTable, read_scale, translation_values


def test_terms_are_given_where_they_occur_as_words(tmp_path):
    path = tmp_path / "t.tsv"
    path.write_text("bank\tUfer\n\nsteam engine\tDampfmaschine\n", encoding="utf-8")
    table = PromptTable.read(path)
    assert [one["source"] for one in table.within("A Bank, a STEAM ENGINE.")] == ["bank", "steam engine"]
    assert table.within("Bankers and steam.") == []
    assert PromptTable.read(None).all() == []


def test_a_line_without_a_tab_is_located(tmp_path):
    path = tmp_path / "t.tsv"
    path.write_text("bank\tUfer\ndog\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 2"):
        PromptTable.read(path)


def test_languages_are_named():
    values = translation_values("x", ("eng", "pt-BR"))
    assert (values["source_language"], values["target_language"]) == ("English", "Brazilian Portuguese")


@pytest.mark.parametrize(("text", "expected"), [("0-100", (0, 100)), ("-25-0", (-25, 0)), ("1 – 5", (1, 5))])
def test_a_scale_has_two_ends(text, expected):
    assert read_scale(text, "scale") == expected


@pytest.mark.parametrize("text", ["100", "5-1", "a-b", ""])
def test_what_is_no_scale_is_refused(text):
    with pytest.raises(UsageError, match="scale="):
        read_scale(text, "scale")
