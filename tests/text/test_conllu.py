"""CoNLL-U: tokens, ranges and empty nodes, and lines that are none."""

import gzip

import pytest

from mteval.core.errors import DataError
from mteval.text.conllu import Token, read_lemma_lines, stream_sentences

REST = "\t_" * 6
TEXT = (
    "# text = Im Haus\n"
    f"1-2\tIm\t_\t_{REST}\n1\tIn\tin\tADP{REST}\n2\tdem\tder\tDET{REST}\n"
    f"3\tHaus\t_\tNOUN{REST}\n3.1\tx\tx\tX{REST}\n\n\n# only a comment\n\n"
    f"1\tNew York\tNew York\tPROPN{REST}"
)


@pytest.mark.parametrize("packed", [False, True])
def test_ranges_are_kept_and_empty_nodes_left_out(tmp_path, packed):
    path = tmp_path / ("x.conllu.gz" if packed else "x.conllu")
    path.write_bytes(gzip.compress(TEXT.encode()) if packed else TEXT.encode())
    first, second = stream_sentences(path)
    assert first == (
        Token(1, "Im", "Im", "_", last=2),
        Token(1, "In", "in", "ADP"),
        Token(2, "dem", "der", "DET"),
        Token(3, "Haus", "Haus", "NOUN"),
    )
    assert [token.form for token in second] == ["New York"]


def test_lemma_lines_have_one_lemma_a_token(tmp_path):
    (tmp_path / "x.conllu").write_text(TEXT, encoding="utf-8")
    assert read_lemma_lines(tmp_path / "x.conllu").lines == ("in der Haus", "New_York")
    (tmp_path / "x.lemmas").write_text("in der Haus\nNew York\n", encoding="utf-8")
    assert read_lemma_lines(tmp_path / "x.lemmas").lines == ("in der Haus", "New York")


def test_a_line_with_other_columns_is_located(tmp_path):
    (tmp_path / "x.conllu").write_text(f"1\ta\ta\tX{REST}\n2\tb\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"line 2: 10 columns expected \(CoNLL-U\), found 2"):
        list(stream_sentences(tmp_path / "x.conllu"))
