"""Vectors as text: read to the bit, and named with their line where they are broken."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.core.errors import DataError
from mteval.vectors.embeddings import load_embeddings
from tests.vectors.vector_files import write


def test_gensim_agrees_to_the_bit(tmp_path):
    gensim = pytest.importorskip("gensim.models", reason="gensim is the oracle here")
    rng = np.random.default_rng(1)
    values = rng.standard_normal((300, 20)) * 10.0 ** rng.integers(-30, 6, (300, 20))
    shapes = ["%.4f", "%.6g", "%.17g", "%r", "%.25e"]
    lines = [
        f"w{i} " + " ".join((shapes[(i + j) % 5] % float(v)) for j, v in enumerate(row)) for i, row in enumerate(values)
    ]
    path = write(tmp_path / "x.vec", "300 20\n" + "\n".join(lines) + "\n")
    theirs = gensim.KeyedVectors.load_word2vec_format(str(path))
    ours = load_embeddings(path)
    assert list(ours.words) == theirs.index_to_key
    assert (ours.vectors == theirs.vectors).all()


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.floats(-1e30, 1e30, width=64), st.floats(-(2.0**100), 2.0**100, width=32), st.decimals(-9, 9, places=9)
    )
)
def test_a_number_is_read_as_numpy_reads_it(tmp_path_factory, value):
    path = write(tmp_path_factory.mktemp("n") / "x.vec", f"w {value} 1.0\n")
    assert load_embeddings(path).vectors[0, 0] == np.float32(str(value))


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", None, "empty"),
        ("3 2\na 1 2\nb 3 4\n", 1, "promises 3"),
        ("1 2\na 1 2\nb 3 4\n", 1, "promises 1"),
        ("2 3\na 1 2\nb 3 4\n", 1, "3 dimensions"),
        ("3 0\n\t\nb 0.3 0.4\n", 1, "0 dimensions, but the next line has 0"),
        ("2 " + "9" * 5000 + "\na 1 2\nb 3 4\n", 1, "more than any file holds"),
        ("2 2\na 1 2\nb 3\n", 3, "2 numbers expected"),
        ("2 2\na 1 2\nb 3 4 5\n", 3, "2 numbers expected"),
        ("a 1 2\n\nb 3 4\n", 2, "2 numbers expected"),
        ("a 1 2\nb nan 4\n", 2, "NaN"),
        ("a 1 2\nb 3 inf\n", 2, "NaN or infinity"),
        ("a 1 2\nb 3 1e99\n", 2, "infinity"),
        ("a 1 2\nb 3 4,5\n", 2, "4,5"),
        ("just some words\n", 1, "no numbers"),
        ("word\n", 1, "expected"),
    ],
)
def test_broken_text_is_named_with_its_line(tmp_path, text, line, problem):
    with pytest.raises(DataError, match=problem) as caught:
        load_embeddings(write(tmp_path / "x.vec", text))
    assert caught.value.line == line
