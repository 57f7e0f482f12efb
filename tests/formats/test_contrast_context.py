"""Context of contrastive items, from line-aligned files or from documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from mteval.core.errors import DataError, UsageError
from tests.formats.contrast_items import CONTRAPRO, load, put


@pytest.mark.parametrize("lines", [["", "The hat ."], ["", "The hat ."] * 3])
def test_contrapro_context_from_aligned_files(tmp_path, lines):
    (tmp_path / "c.en").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    path = put(tmp_path / "a.json", CONTRAPRO)
    suite = load("contrapro", path, context="2", source_context=str(tmp_path / "c.en"))
    assert suite.cases[0].query.source_context == ("The hat .",)
    with pytest.raises(DataError, match=r"9 lines expected \(3 for each of 3 references and contrasts\) or 3 "):
        load("contrapro", path, context="3", source_context=str(put_lines(tmp_path / "d.en", 4)))


def put_lines(path: Path, count: int) -> Path:
    path.write_text("line\n" * count, encoding="utf-8")
    return path


def test_contrapro_context_from_documents(tmp_path):
    folder = tmp_path / "documents" / "1999"
    folder.mkdir(parents=True)
    (folder / "film.en").write_text("One .\nThe hat .\nIt is old .\n", encoding="utf-8")
    (folder / "film.de").write_text("Eins .\nDer Hut .\nEr ist alt .\n", encoding="utf-8")
    path = put(tmp_path / "a.json", CONTRAPRO)
    options = {"documents": str(tmp_path / "documents")}
    query = load("contrapro", path, context="1", **options).cases[0].query
    assert (query.source_context, query.target_context) == (("The hat .",), ("Der Hut .",))
    assert load("contrapro", path, context="9", **options).cases[0].query.source_context == ("One .", "The hat .")
    with pytest.raises(UsageError, match="needs the context itself"):
        load("contrapro", path, context="1")
