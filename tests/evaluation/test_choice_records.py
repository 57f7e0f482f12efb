"""A record of a choice is believed as long as the lines it is of are there."""

import pytest

from mteval.core.errors import DataError
from mteval.evaluation.choice_records import ChoiceRecord, kin, overestimate, read_record, record_path, write_record

RECORD = ChoiceRecord("mbr", "chrf", "chrf?beta=1", "nc:6", 2, 4)


def test_a_record_is_read_back_until_its_lines_change(tmp_path):
    output = tmp_path / "chosen"
    output.write_text("a\nb\n")
    write_record(RECORD, output, ["a", "b"])
    found = read_record(output)
    assert found is not None
    assert (found.metric, found.candidates) == ("chrf", 4)
    output.write_text("a\nc\n")
    assert read_record(output) is None


def test_no_record_no_finding(tmp_path):
    assert read_record(tmp_path / "nothing") is None


def test_a_damaged_record_is_named(tmp_path):
    output = tmp_path / "chosen"
    output.write_text("a\n")
    record_path(output).write_text("[1, 2")
    with pytest.raises(DataError, match=r"rerank\.json"):
        read_record(output)


def test_metrics_that_count_the_same_things_are_kin():
    assert kin("chrf", "chrf++")
    assert kin("bleu", "bleu")
    assert not kin("bleu", "comet")


def test_the_finding_names_rule_and_metric():
    assert "minimum Bayes risk with chrf?beta=1" in overestimate(RECORD, "chrf").message
