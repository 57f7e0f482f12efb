"""Accuracy against chance, read back from the picture."""

from __future__ import annotations

import math

from mteval.core import registry
from mteval.core.results import Report, Score, Slice
from mteval.families._contrastive.charts import accuracy_sections
from tests.charts.reading import HOSTILE, assert_escaped, own_texts, text, tree

TICKS = ["0", "0.25", "0.5", "0.75", "1"]


def score(value, n=10, interval=(0.1, 0.9)):
    intervals = {} if interval is None else {"accuracy": interval}
    return Score("accuracy", {"accuracy": value, "chance": 0.5}, intervals, n, 0, True, "")


def report(value, system="good", suite="senses", slices=(), **score_options):
    parts = tuple(Slice(tag, name, (score(rate, **score_options),)) for tag, name, rate in slices)
    return Report({"name": suite}, {"name": system}, (score(value, **score_options),), parts)


def rows(svg):
    """The labels and the notes of a picture, in the order they are drawn."""
    texts = own_texts(svg, "text")[len(TICKS) :]
    return list(zip(texts[::2], texts[1::2], strict=True))


def test_each_suite_has_its_section_with_every_system():
    one, other = accuracy_sections([report(0.625), report(0.25, "bad"), report(1.0, suite="words")])
    assert (one.title, one.anchor) == ("Accuracy against chance: senses", "contrastive-0")
    assert (other.title, other.anchor) == ("Accuracy against chance: words", "contrastive-1")
    assert rows(tree(one.html)) == [("good", "0.625 n=10"), ("bad", "0.250 n=10")]
    assert rows(tree(other.html)) == [("good", "1.000 n=10")]


def test_dots_intervals_and_chance_lie_where_the_report_says():
    (section,) = accuracy_sections([report(0.625)])
    (dot,) = tree(section.html).iter("circle")
    chance, interval = [line for line in tree(section.html).iter("line") if line.get("y1") != "4"]
    assert float(dot.get("cx")) == 300 + 420 * 0.625
    assert float(chance.get("x1")) == 300 + 420 * 0.5
    assert [float(interval.get(end)) for end in ("x1", "x2")] == [300 + 420 * 0.1, 300 + 420 * 0.9]


def test_rows_are_labelled_with_slice_and_system_worst_first():
    slices = [("type", "verb", 0.75), ("type", "noun", 0.5)]
    (section,) = accuracy_sections([report(0.5, slices=slices), report(0.5, "bad", slices=slices)])
    (details,) = tree(section.html).iter("details")
    assert "open" in details.attrib
    assert text(details.find("summary")) == "Accuracy by type"
    assert [label for label, _ in rows(details)] == ["noun: good", "noun: bad", "verb: good", "verb: bad"]
    assert [note for _, note in rows(details)] == ["0.500 n=10"] * 2 + ["0.750 n=10"] * 2


def test_a_slice_the_first_system_lacks_is_still_labelled():
    (section,) = accuracy_sections(
        [report(0.5, slices=[("type", "noun", 0.5)]), report(0.5, "bad", slices=[("type", "verb", 0.25)])]
    )
    (details,) = tree(section.html).iter("details")
    assert rows(details) == [("noun: good", "0.500 n=10"), ("verb: bad", "0.250 n=10")]


def test_bins_are_shown_from_low_to_high():
    slices = [("distance", name, 0.5) for name in (">15", "2-3", "0", "1k-2k", "unknown")]
    (section,) = accuracy_sections([report(0.5, slices=slices)])
    (details,) = tree(section.html).iter("details")
    assert [label for label, _ in rows(details)] == ["0", "2-3", ">15", "1k-2k", "unknown"]


def test_of_many_slices_the_hardest_are_shown_and_folded():
    slices = [("sense", f"s{number}", number / 30) for number in range(30)]
    slices[3] = ("sense", "s3", math.nan)
    (section,) = accuracy_sections([report(0.5, slices=slices)])
    (details,) = tree(section.html).iter("details")
    assert "open" not in details.attrib
    assert text(details.find("summary")) == "Accuracy by sense (the 24 hardest of 30 for good)"
    assert [label for label, _ in rows(details)] == [f"s{number}" for number in range(25) if number != 3]


def test_without_resamples_the_values_stand_alone():
    for interval in (None, (math.nan, math.nan)):
        slices = [("type", "noun", 0.5), ("type", "verb", 0.5)]
        (section,) = accuracy_sections([report(0.625, slices=slices, interval=interval)])
        assert "nan" not in section.html
        assert len(list(tree(section.html).iter("circle"))) == 3
        assert "stroke-linecap" not in section.html


def test_a_tag_with_one_value_is_the_whole_suite_again():
    (section,) = accuracy_sections([report(0.5, slices=[("type", "noun", 0.5)])])
    assert list(tree(section.html).iter("details")) == []


def test_reports_without_accuracy_have_no_section():
    assert list(accuracy_sections([Report({"name": "s"}, {"name": "a"}, ())])) == []


def test_names_are_escaped():
    names = [HOSTILE + part for part in ("system", "other", "tag", "slice")]
    slices = [(names[2], names[3], 0.5), (names[2], "other", 0.5)]
    reports = [report(0.5, name, HOSTILE, slices) for name in names[:2]]
    (section,) = accuracy_sections(reports)
    assert_escaped(section.html, *names)
    assert section.title == f"Accuracy against chance: {HOSTILE}"


def test_the_system_named_in_a_title_is_escaped():
    slices = [("sense", f"s{number}", 0.5) for number in range(30)]
    (section,) = accuracy_sections([report(0.5, HOSTILE, slices=slices)])
    assert_escaped(section.html, f"the 24 hardest of 30 for {HOSTILE}")


def test_the_picture_escapes_what_it_shows():
    score = Score("accuracy", {"accuracy": 0.5, "chance": 0.4}, {"accuracy": (0.4, 0.6)}, 10, 0, True, "")
    nothing = Score("accuracy", {"accuracy": math.nan, "chance": math.nan}, {}, 0, 10, True, "")
    slices = (Slice("sense", "<script>", (score,)), Slice("sense", "none", (nothing,)))
    report = Report({"name": "s<u>", "family": "contrastive"}, {"name": "<b>"}, (score,), slices)
    (section,) = registry.families.find("contrastive").view.sections((report,))
    assert "<script>" not in section.html
    assert "<b>" not in section.html
    assert "&lt;script&gt;" in section.html
