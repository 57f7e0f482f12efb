"""Seconds per segment, stored or from the clock, breaks left out."""

from mteval.core.evidence import Rating
from mteval.human.annotation_time import seconds_per_segment


def test_gaps_between_ratings_count_but_breaks_do_not():
    ends = (0.0, 10.0, 30.0, 5000.0, 5020.0)
    ratings = [Rating(str(n), "ann", "esa", 1, "A", {"end": end}) for n, end in enumerate(ends)]
    assert seconds_per_segment(ratings) == {"ann": 20.0}


def test_stored_seconds_come_first_and_silence_is_left_out():
    ratings = [Rating("1", "ann", "esa", 1, "A", {"seconds": 7, "end": 1.0}), Rating("1", "bob", "esa", 1)]
    assert seconds_per_segment(ratings) == {"ann": 7.0}
