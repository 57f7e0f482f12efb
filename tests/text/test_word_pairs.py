"""Word pairs: a tab wins over spaces, repeats and empty lines are told."""

import pytest

from mteval.core.errors import DataError
from mteval.text.word_pairs import read_word_pairs


def test_words_may_hold_spaces_where_there_is_a_tab(tmp_path):
    path = tmp_path / "en-de.txt"
    path.write_text("New York\tNew York\n\ncat  katze\ncat\tkatze\n", encoding="utf-8")
    found = read_word_pairs(path, {"pos": ("noun",)})
    assert [(pair.source, pair.target, pair.line) for pair in found.pairs] == [
        ("New York", "New York", 1),
        ("cat", "katze", 3),
        ("cat", "katze", 4),
    ]
    assert {pair.tags["pos"] for pair in found.pairs} == {("noun",)}
    assert [(finding.code, finding.count) for finding in found.findings] == [("empty-line", 1), ("duplicate-item", 1)]
    assert "cat – katze" in found.findings[1].message


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is empty"),
        ("\n\n", "no word pair"),
        ("a b c\n", "line 1: 2 columns expected .* found 3"),
        ("a\tb\n\tc\n", "line 2: the source word is empty"),
    ],
)
def test_what_is_no_dictionary_is_refused(tmp_path, text, problem):
    (tmp_path / "d").write_text(text)
    with pytest.raises(DataError, match=problem):
        read_word_pairs(tmp_path / "d")
