"""CSV: every value of every system and slice, with all its digits."""

from __future__ import annotations

import csv
import io
import math

import pytest

from mteval.evaluation.views import render
from tests.renderers.conftest import SPECIAL


def read(results):
    """Rows of the report by suite, system, tag, slice, metric and key."""
    rows = list(csv.DictReader(io.StringIO(render(results, "csv"))))
    keys = ("suite", "system", "tag", "slice", "metric", "key")
    found = {tuple(row[key] for key in keys): row for row in rows}
    assert len(found) == len(rows)
    return found


def parts(results):
    """Every score of every report with the tag and the value of its slice."""
    for report in results.reports:
        for score in report.scores:
            yield report, "", "", score
        for part in report.slices:
            for score in part.scores:
                yield report, part.tag, part.value, score


def as_number(text):
    return float(text) if text else math.nan


@pytest.mark.parametrize("name", ["scored", "contrasted"])
def test_every_value_is_there_with_all_its_digits(name, request):
    results = request.getfixturevalue(name)
    found = read(results)
    for report, tag, value, score in parts(results):
        for key, number in score.values.items():
            row = found.pop((report.suite["name"], report.system["name"], tag, value, score.spec, key))
            low, high = score.intervals.get(key, (math.nan, math.nan))
            shown = [as_number(row[column]) for column in ("value", "low", "high")]
            assert shown == pytest.approx([number, low, high], rel=0, abs=0, nan_ok=True)
            assert (int(row["n"]), int(row["skipped"])) == (score.n, score.skipped)
            assert row["signature"] == score.signature
    assert found == {}


def test_what_is_not_there_is_an_empty_cell_and_what_was_skipped_is_counted(contrasted):
    found = read(contrasted)
    row = found[f"{SPECIAL}.json", "silent", "", "", "accuracy", "accuracy"]
    assert (row["value"], row["low"], row["high"], row["n"], row["skipped"]) == ("", "", "", "0", "4")
    row = found[f"{SPECIAL}.json", SPECIAL, "", "", "accuracy", "accuracy"]
    assert (row["n"], row["skipped"]) == ("3", "1")


def test_values_have_the_precision_of_the_result_not_of_a_scale(scored):
    assert read(scored)["reference 1", SPECIAL, "", "", "quarters", "same"]["value"] == "0.375"


def test_an_interval_never_stands_beside_an_empty_value(contrasted):
    beside = [(row["key"], row["low"], row["high"]) for row in read(contrasted).values() if not row["value"]]
    assert {(low, high) for _, low, high in beside} == {("", "")}
