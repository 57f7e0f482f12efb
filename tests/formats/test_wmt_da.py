"""WMT's direct assessments: every row counts, repeats and controls are told apart."""

import pytest

from mteval.core.errors import DataError
from mteval.human.ratings import item_type
from mteval.library import read_ratings
from tests.formats.error_files import DA_HEADER
from tests.formats.rating_files import written

ROW = "H{hit}\tW\tcs\ten\tad\t1\tA\t7\t{type}\t3\t{score}\t9.0\n"


def test_rows_of_two_tasks_both_count(tmp_path):
    rows = [ROW.format(hit=1, type="SYSTEM", score=0.5), ROW.format(hit=2, type="SYSTEM", score=0.1)]
    rows += [ROW.format(hit=1, type=kind, score=-1) for kind in ("REPEAT", "BAD_REF", "REF")]
    found = read_ratings(written(tmp_path, "ad.csv", DA_HEADER + "\n" + "".join(rows)))
    assert [(item_type(one), one.value) for one in found.ratings] == [
        ("target", 0.5),
        ("target", 0.1),
        ("repeat", -1),
        ("degraded", -1),
        ("check", -1),
    ]
    assert (found.languages, found.scales) == (("cs-en",), ("z",))


def test_a_short_row_is_refused(tmp_path):
    with pytest.raises(DataError, match="line 2: 12 columns expected, found 1"):
        read_ratings(written(tmp_path, "ad.csv", f"{DA_HEADER}\nx\n"))
