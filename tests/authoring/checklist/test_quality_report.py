"""CheckLists measured: one row each, and their mean."""

import json
import math

import pytest

from mteval.authoring.checklist.quality_report import QualityRequest, mean_row, measure, without_nan
from mteval.core.errors import UsageError
from mteval.core.options import parse_system

LABELS = ["negative", "positive"]


@pytest.fixture
def checklist(tmp_path):
    def write(name, *templates, things=("film", "book"), capability="Vocabulary"):
        tests = [{"template": text, "label": label} for text, label in templates]
        document = {"language": "en", "task": "sentiment", "labels": LABELS}
        document |= {"capabilities": {capability: {"tests": tests}}, "lexicons": {"thing": list(things)}}
        (tmp_path / name).write_text(json.dumps(document), encoding="utf-8")
        return tmp_path / name

    return write


GOOD, BAD = ("The {thing} was good.", "positive"), ("The {thing} was bad.", "negative")


def test_only_what_can_be_measured_is(checklist):
    document = measure([checklist("a.json", GOOD)], QualityRequest())
    (row,) = document["checklists"]
    assert set(row) == {"checklist", "diversity"}
    assert "mean" not in document


def test_rates_against_a_verified_checklist(checklist, tmp_path):
    ours, verified = checklist("a.json", GOOD, BAD), checklist("v.json", GOOD)
    for path, labels in ((ours, "positive\n" * 4), (verified, "positive\nnegative\n")):
        (tmp_path / f"{path.stem}.labels").write_text(labels)
    system = parse_system(f"predictions:{tmp_path}/{{name}}.labels")
    (row,) = measure([ours], QualityRequest(verified=(verified,), system=system))["checklists"]
    # Always positive: two of four fail; on the verified one the second of two.
    assert row["failure_rates"] == {"Vocabulary": 0.5}
    assert (row["failure_rate"], row["verified_failure_rate"], row["fr_diff"]) == (0.5, 0.5, 0.0)
    assert math.isnan(row["pearson"])  # one capability
    assert row["match"]["strict"] == {"precision": 0.5, "recall": 1.0, "f1": pytest.approx(2 / 3)}


def test_one_verified_checklist_for_all_or_one_each(checklist):
    paths = [checklist(f"{name}.json", GOOD) for name in "abc"]
    assert len(measure(paths, QualityRequest(verified=(paths[0],)))["checklists"]) == 3
    with pytest.raises(UsageError, match="--verified is given 2 times for 3 CheckLists"):
        measure(paths, QualityRequest(verified=tuple(paths[:2])))


def test_the_mean_is_over_those_that_have_a_number():
    rows = [{"a": 1, "b": {"c": 2.0}, "name": "x"}, {"a": 3, "b": {"c": math.nan}, "name": "y"}, {"d": 5}]
    assert mean_row(rows) == {"a": 2.0, "b": {"c": 2.0}, "d": 5.0}


def test_numbers_there_are_none_of_are_null():
    assert without_nan({"a": [math.nan, 1], "b": {"c": math.nan}}) == {"a": [None, 1], "b": {"c": None}}


def test_models_need_the_same_labels(checklist, tmp_path):
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**json.loads(checklist("a.json", GOOD).read_text()), "labels": ["positive", "other"]}))
    with pytest.raises(UsageError, match="different labels"):
        measure([tmp_path / "a.json", other], QualityRequest(scratch=tmp_path))
