"""Minutes per template from verification logs, counted by hand."""

from __future__ import annotations

import json

import pytest

from mteval.authoring.checklist.quality.cost import read_log, verification_cost
from mteval.core.errors import DataError

ROWS = [
    {"template": "t1", "annotator": "ann", "seconds": 60},
    {"template": "t1", "annotator": "ann", "seconds": 30},
    {"template": "t2", "annotator": "ann", "seconds": 90},
    {"template": "t1", "annotator": "bo", "seconds": 30},
]


def as_csv(rows):
    return "\n".join([",".join(ROWS[0]), *(",".join(str(value) for value in row.values()) for row in rows)]) + "\n"


@pytest.mark.parametrize(
    "text",
    [json.dumps(ROWS), json.dumps({"entries": ROWS}), "\n".join(map(json.dumps, ROWS)) + "\n", as_csv(ROWS)],
    ids=["array", "object", "lines", "csv"],
)
def test_the_mean_is_over_annotators(tmp_path, text):
    (tmp_path / "log").write_text(text, encoding="utf-8")
    cost = verification_cost(read_log(tmp_path / "log"))
    # ann: 3 minutes on 2 templates; bo: half a minute on 1.
    assert cost.minutes_per_template == pytest.approx((1.5 + 0.5) / 2)
    assert (cost.annotators, cost.templates) == (2, 2)
    assert cost.minutes == pytest.approx(3.5)


def test_work_on_deleted_templates_is_part_of_the_cost_of_the_others(tmp_path):
    log = "annotator,workflow,capability,template,action,result,label,seconds\n"
    log += "ann,tea-ver,C,{x} came.,accept,{x} came.,a,30\nann,tea-ver,C,{x} cames.,delete,,a,60\n"
    log += "ann,tea-ver,D,{x} came.,edit,{x} went.,a,30\n"
    (tmp_path / "log.csv").write_text(log, encoding="utf-8")
    cost = verification_cost(read_log(tmp_path / "log.csv"))
    assert cost.templates == 2
    assert cost.minutes_per_template == pytest.approx(1.0)


def test_times_may_be_given_as_start_and_end(tmp_path):
    row = {"item": "t", "started": "2024-05-01T10:00:00+00:00", "finished": "2024-05-01T10:02:00+00:00"}
    (tmp_path / "log").write_text(json.dumps([row]), encoding="utf-8")
    assert verification_cost(read_log(tmp_path / "log")).minutes_per_template == 2


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"seconds": 3}, "no template"),
        ({"template": "t"}, "needs seconds"),
        ({"template": "t", "seconds": -1}, "cannot"),
    ],
)
def test_entries_that_say_nothing_are_refused(tmp_path, row, message):
    (tmp_path / "log").write_text(json.dumps([row]), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        read_log(tmp_path / "log")


def test_work_on_values_is_counted_apart(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text(
        "template,annotator,seconds,result,kind,values\n"
        "{city},ann,120,,values,4\nIn {city}.,ann,60,En {city}.,template,0\nTo {city}.,ann,30,A {city}.,template,0\n",
        encoding="utf-8",
    )
    cost = verification_cost(read_log(path))
    assert (cost.minutes_per_template, cost.minutes_per_value) == (0.75, 0.5)
    assert (cost.templates, cost.values, cost.minutes) == (2, 4, 3.5)
