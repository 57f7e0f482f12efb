"""Which file of a model is missing, and whose model a folder looks like."""

import pytest

from mteval.core.errors import DataError
from mteval.models.model_files import first_present, model_folder, require


def test_a_folder_is_asked_for(tmp_path):
    assert model_folder(str(tmp_path), "ctranslate2") == tmp_path
    (tmp_path / "x.bin").touch()
    with pytest.raises(DataError, match=r"this is a file; give the directory .* \(ctranslate2:DIR\)"):
        model_folder(str(tmp_path / "x.bin"), "ctranslate2")
    with pytest.raises(DataError, match=r"no such directory \(--model=DIR\)"):
        model_folder(str(tmp_path / "none"), "--model=")


def test_patterns_are_tried_in_order_and_folders_are_no_files(tmp_path):
    (tmp_path / "b.model").touch()
    (tmp_path / "a.model").touch()
    (tmp_path / "z.first").mkdir()
    assert first_present(tmp_path, ["*.first", "*.model"]) == tmp_path / "a.model"
    assert first_present(tmp_path, ["*.none"]) is None
    assert require(tmp_path, ["b.*"], "the tokenizer", "fairseq") == tmp_path / "b.model"


@pytest.mark.parametrize(
    ("file", "hint"),
    [
        ("model.bin", "looks like a model for ctranslate2:"),
        ("dict.en.txt", "looks like a model for fairseq:"),
        ("notes.txt", "Copy the whole model directory."),
    ],
)
def test_the_missing_file_and_the_likely_toolkit_are_named(tmp_path, file, hint):
    (tmp_path / file).touch()
    with pytest.raises(DataError, match=rf"config\.json or x is missing \(the settings\)\. ?.*{hint}"):
        require(tmp_path, ["config.json", "x"], "the settings", "hugging-face")
