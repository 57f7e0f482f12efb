"""Verdicts on dictionary predictions from a table."""

import pytest

from mteval.core.errors import DataError
from mteval.human.dictionary_verdicts import read_verdicts


def table(tmp_path, *rows, header="annotator\tsource\tprediction\tverdict\tprediction_right"):
    path = tmp_path / "verdicts.tsv"
    path.write_text("".join(f"{row}\n" for row in (header, *rows)), encoding="utf-8")
    return path


def test_verdicts_of_several_people_are_settled_by_majority(tmp_path):
    path = table(
        tmp_path,
        "ann\tdog\thunde\tother-form\t",
        "ben\tdog\thunde\tother-form\t",
        "cy\tdog\thunde\twrong\t",
        "ann\tcat\tkater\tgold-wrong\tTrue",
    )
    assert [(one.source, one.verdict, one.right) for one in read_verdicts(path)] == [
        ("dog", "other-form", True),
        ("cat", "gold-wrong", True),
    ]


def test_an_unknown_verdict_is_named_with_its_line(tmp_path):
    with pytest.raises(DataError, match=r"line 2.*'maybe' is none of wrong, other-form"):
        read_verdicts(table(tmp_path, "ann\tdog\thunde\tmaybe\t"))


def test_a_table_without_its_columns_is_refused(tmp_path):
    with pytest.raises(DataError, match="not found: verdict"):
        read_verdicts(table(tmp_path, "dog\thunde", header="source\tprediction"))


def test_commas_separate_as_well_as_tabs(tmp_path):
    header = "annotator,source,gold,prediction,verdict,wrong_gold,prediction_right"
    path = table(tmp_path, 'ann,dog,"hund, hunde",hündin,synonym,,', header=header)
    assert [(one.source, one.prediction, one.right) for one in read_verdicts(path)] == [("dog", "hündin", True)]
