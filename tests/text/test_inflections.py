"""UniMorph tables: paradigms apart, segmentations ignored, other rows refused."""

import pytest

from mteval.core.errors import DataError
from mteval.text.inflections import Inflection, read_inflections


def test_empty_lines_and_a_fourth_column_do_not_count(tmp_path):
    path = tmp_path / "eng"
    path.write_bytes(b"\xef\xbb\xbfgo\twent\tV;PST\n\n go \tgoing\tV;V.PTCP;PRS\tgo|ing\r\n")
    found = read_inflections(path)
    assert found.rows == (Inflection("go", "went", ("V", "PST")), Inflection("go", "going", ("V", "V.PTCP", "PRS")))
    assert {finding.code for finding in found.findings} == {"byte-order-mark", "carriage-return"}


@pytest.mark.parametrize(("text", "problem"), [("a\tb\n", "line 1: 3 columns"), ("\n \n", "holds no inflected form")])
def test_what_is_no_table_is_refused(tmp_path, text, problem):
    (tmp_path / "eng").write_text(text)
    with pytest.raises(DataError, match=problem):
        read_inflections(tmp_path / "eng")
