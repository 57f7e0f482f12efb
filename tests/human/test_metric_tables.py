"""Every correlation of every metric in a table, beside a constant and a random one."""

from mteval.core.results import RATE, Report, Score
from mteval.human.metric_tables import metric_tables

FLOORS = {
    "constant": {"pairwise_accuracy": 0.0, "pearson": None},
    "random": {"pairwise_accuracy": 0.5, "pearson": 0.01},
}


def report(name, accuracy, **values):
    score = Score("correlation", {"pairwise_accuracy": accuracy, **values}, {}, 9, 0, True, "", scale=RATE)
    return Report({"name": "wmt"}, {"name": name}, (score,), extras={"floors": FLOORS})


def test_metrics_stand_best_first_and_floors_last():
    (table,) = metric_tables([report("worse", 0.4, pearson=0.25), report("better", 0.75, pearson=float("nan"))])
    assert table.header == ("system level", "accuracy", "Pearson")
    assert table.rows == (
        ("better", "0.750", "–"),
        ("worse", "0.400", "0.250"),
        ("(constant)", "0.000", "–"),
        ("(random)", "0.500", "0.010"),
    )


def test_each_level_has_its_own_table():
    found = list(metric_tables([report("one", 0.4, segment_acc_eq=0.6)]))
    assert [table.header for table in found] == [("system level", "accuracy"), ("segment level", "acc-eq")]


def test_ratings_have_none():
    assert list(metric_tables([Report({"name": "r"}, {"name": "A"}, ())])) == []
