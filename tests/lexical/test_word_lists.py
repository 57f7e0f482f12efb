"""Every shipped word list names its source and licence, and is the file its manifest describes."""

from __future__ import annotations

import hashlib
import tomllib

import pytest

from mteval.core.errors import DataError, UnknownNameError
from mteval.lexical import word_lists as lexicons
from mteval.lexical.word_lists import lexicon_folder, read_lexicon


@pytest.mark.parametrize("name", ["names", "english", "morphology"])
def test_lists_name_source_licence_and_digest(name):
    folder = lexicon_folder(name)
    manifest = tomllib.loads((folder / "lexicon.toml").read_text(encoding="utf-8"))
    assert manifest["name"] == name
    assert manifest["lists"]
    for facts in manifest["lists"].values():
        assert facts["source"]
        assert facts["licence"]
        assert hashlib.sha256((folder / facts["path"]).read_bytes()).hexdigest() == facts["sha256"]


@pytest.mark.parametrize(("lexicon", "name"), [("names", "people"), ("names", "places"), ("english", "words")])
def test_lists_are_sorted_and_lower_case(lexicon, name):
    words = list(read_lexicon(lexicon, name))
    assert words == sorted(words)
    assert all(word == word.lower() for word in words)


def test_a_list_that_was_changed_is_refused(tmp_path, monkeypatch):
    (tmp_path / "lexicon.toml").write_text('[lists.a]\npath = "a.txt"\nsha256 = "00"\n', encoding="utf-8")
    (tmp_path / "a.txt").write_text("x\n", encoding="utf-8")
    monkeypatch.setattr(lexicons, "lexicon_folder", lambda name: tmp_path)
    with pytest.raises(DataError, match="sha256 differs"):
        read_lexicon("changed", "a")


def test_an_unknown_list_is_named():
    with pytest.raises(UnknownNameError, match="people"):
        read_lexicon("names", "persons")
