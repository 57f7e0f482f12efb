"""Findings of a page: those that touch most cases first, with the cases of all systems that have them."""

from mteval.core.results import Finding, Report
from mteval.renderers._html.findings import shown_findings


def report(name, *findings):
    return Report({"name": "s"}, {"name": name}, (), findings=findings)


def test_cases_of_several_systems_are_drawn_together_and_unknown_ones_left_out():
    one, other = Finding("tie", "tied", 2, ("b", "gone")), Finding("tie", "tied", 2, ("a", "b"))
    (found,) = shown_findings([report("x", one), report("y", other)], {"a": 0, "b": 1})
    assert (found.systems, found.cases) == ((), (0, 1))


def test_most_cases_come_first_then_most_systems():
    few, many, both = Finding("few", "", 1), Finding("many", "", 9), Finding("both", "", 1)
    found = shown_findings([report("x", few, both, many), report("y", both)], {})
    assert [one.finding.code for one in found] == ["many", "both", "few"]
    assert [one.systems for one in found] == [("x",), (), ("x",)]
