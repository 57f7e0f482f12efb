"""One line in, one line out."""

from __future__ import annotations

from mteval.systems._line_program import one_line


def test_every_sort_of_line_break_becomes_a_space():
    assert one_line("a\r\nb\u2028c\x85d\x0be") == "a b c d e"
