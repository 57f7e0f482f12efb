"""Control ratings beside the rating they control."""

from pathlib import Path

from mteval.core.evidence import Rating
from mteval.human.annotator_controls import control_pairs, control_results
from mteval.human.ratings import Ratings


def rating(item, value, kind="target", annotator="ann", **detail):
    return Rating(item, annotator, "adequacy", value, "A", {"type": kind, **detail})


RATED = (
    *(rating(str(item), 4.0) for item in range(8)),
    *(rating(str(item), 1.0, "degraded") for item in range(6)),
    rating("0", 5.0, "repeat"),
    rating("99", 3.0, "repeat"),  # nothing to repeat
    rating("c", 90.0, "check", expected=[0, 40]),
    rating("d", 3.0, "check"),  # does not say what is right
    rating("0", 4.0, annotator="bob"),
)


def test_each_control_is_paired_with_the_rating_of_the_same_translation():
    found = control_pairs(RATED)
    assert found["ann"].repeats == [(4.0, 5.0)]
    assert found["ann"].degraded == [(4.0, 1.0)] * 6
    assert found["ann"].checks == [(90.0, 0.0, 40.0)]
    assert (found["bob"].repeats, found["bob"].degraded, found["bob"].checks) == ([], [], [])


def test_scales_without_controls_are_left_out():
    fluent = Rating("0", "ann", "fluency", 4.0, "A")
    results = control_results(Ratings(Path("r.csv"), (*RATED, fluent), ranges={"adequacy": (1.0, 5.0)}))
    assert list(results) == ["adequacy"]
    ann = next(one for one in results["adequacy"] if one.annotator == "ann")
    assert (ann.repeats, ann.degraded, ann.checks) == (1, 6, 1)
    assert ann.degraded_drop == 3.0
    assert ann.degraded_p == 0.5**6  # six of six lower, one-sided
    assert ann.failed == ("checks",)
