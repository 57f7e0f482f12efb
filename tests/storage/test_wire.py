"""Stored results as JSON holds them: null and NaN, what may be left out, what may not."""

from __future__ import annotations

import math

import msgspec
import pytest

from mteval.core import results
from mteval.storage import wire


def nan_as_word(value):
    return "nan" if isinstance(value, float) and math.isnan(value) else value


def test_null_is_nan_wherever_a_number_may_be_missing():
    stored = wire.StoredTest(
        "s", "m", "a", "b", None, 0.5, None, "t", 3, "m", {"f": (0.5, None, 1.0), "g": (None, None, None)}
    )
    found = wire.numbers(stored)
    assert nan_as_word(found["difference"]) == nan_as_word(found["p_adjusted"]) == "nan"
    assert found["p_value"] == 0.5
    assert [nan_as_word(one) for one in found["differences"]["f"]] == [0.5, "nan", 1.0]
    assert all(map(math.isnan, found["differences"]["g"]))


def test_null_stays_null_where_it_means_something_else():
    case = wire.StoredCase("a", "skipped", statistics={"bleu": None})
    assert wire.numbers(case)["statistics"] == {"bleu": None}
    assert wire.numbers(case)["source"] is None
    assert wire.numbers(wire.StoredScale())["beside"] is None


def test_a_case_with_a_field_nobody_knows_is_refused():
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.json.decode(b'{"id": "a", "outcome": "passed", "colour": 1}', type=wire.StoredCase)


def test_testing_that_a_run_did_not_say_is_left_out():
    stored = msgspec.json.decode(b'{"seed": 3}', type=wire.StoredTesting)
    assert msgspec.to_builtins(stored) == {"seed": 3}


@pytest.mark.parametrize(
    ("kind", "stored"),
    [
        (results.Scale, wire.StoredScale),
        (results.Score, wire.StoredScore),
        (results.PairedTest, wire.StoredTest),
        (results.Ranks, wire.StoredRanks),
        (results.CaseResult, wire.StoredCase),
        (results.Finding, wire.StoredFinding),
        (results.Slice, wire.StoredSlice),
    ],
)
def test_no_field_of_a_result_is_lost_on_disk(kind, stored):
    assert set(stored.__struct_fields__) == set(kind.__dataclass_fields__)


def test_a_stored_report_has_every_field_of_a_report():
    assert set(results.Report.__dataclass_fields__) <= set(wire.StoredReport.__struct_fields__)
