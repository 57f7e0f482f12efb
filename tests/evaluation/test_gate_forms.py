"""A gate's outcome as lines, Markdown and JUnit XML, read back by those who know the forms."""

from dataclasses import replace
from math import inf, nan
from xml.etree import ElementTree

import pytest

from mteval.evaluation.gate import Change, FallenCase
from mteval.evaluation.gate_forms import answer_line, gate_junit, gate_lines, gate_markdown, summary_line
from mteval.evaluation.gate_limits import Bound, GateLimits, GateOutcome

CASE = FallenCase("7", "the | <b>cat</b>", ("die *Katze*",), "die Katze", "das\x1b[31m Ding\uffff")
WHOLE = Change(
    "senses", "mine", "bleu", "", "", 30.0, 25.5, 1e-9, 2.5e-9, True, ("7",), "permutation", 0, False, 2, (CASE,)
)
PART = replace(WHOLE, tag="type", value="x", p_adjusted=0.0123)
REPEATED = replace(WHOLE, tag="domain", value="news", repeats=True)
HARMLESS = replace(WHOLE, spec="chrf", p_value=0.5, p_adjusted=1.0, fallen=())
BOUND = Bound("senses", "mine", "bleu", "min", 30, 25.5, 2)
FAILED = GateOutcome([WHOLE, PART, REPEATED, HARMLESS], [BOUND, replace(BOUND, limit=20)], GateLimits())
PASSED = GateOutcome([HARMLESS], [], GateLimits())


def test_each_drop_has_one_line_with_its_slices_and_cases_below():
    assert list(gate_lines(FAILED, 1)) == [
        "MISSED senses mine bleu: 25.50, must be ≥ 30",
        "DROPPED senses bleu: 30.00 → 25.50 (p = 2.5e-09)",
        "  also in [type=x] bleu: 30.00 → 25.50 (p = 0.012)",
        "  case 7",
        "    source    the | <b>cat</b>",
        "    reference die *Katze*",
        "    before    die Katze",
        "    now       das\x1b[31m Ding\uffff",
    ]
    assert list(gate_lines(PASSED, 1)) == []


def test_what_repeats_another_is_not_counted():
    assert summary_line(FAILED) == (
        "3 scores and slices compared, 3 lower, 2 significantly; 2 scores against a bound, 1 outside."
    )


def test_a_lost_score_says_so():
    lost = replace(WHOLE, after=nan, p_adjusted=0.0, fallen=())
    assert lost.loss == inf
    assert list(gate_lines(GateOutcome([lost], [], GateLimits()), 1)) == [
        "DROPPED senses bleu: 30.00 → – (cannot be scored any more)"
    ]


def test_junit_is_xml_with_a_failure_for_each_that_fails():
    suite = ElementTree.fromstring(gate_junit(FAILED, 1))
    assert (suite.tag, suite.get("tests"), suite.get("failures")) == ("testsuite", "5", "3")
    assert len(suite.findall("testcase")) == 5
    failures = suite.findall("testcase/failure")
    assert [one.get("message") for one in failures][1] == "bleu: 30.00 → 25.50 (p = 2.5e-09)"
    assert "now: das\\x1b[31m Ding\ufffd" in failures[1].text


def test_markdown_is_a_table_that_no_text_breaks_out_of():
    markdown = pytest.importorskip("markdown_it", reason="markdown-it-py reads Markdown back")
    page = markdown.MarkdownIt("commonmark").enable("table").render(gate_markdown(FAILED, 1))
    assert "❌ The gate failed" in page
    assert page.count("<table>") == 2
    assert "<td>the | &lt;b&gt;cat&lt;/b&gt;</td>" in page
    assert "<td>die *Katze*</td>" in page
    assert "✅ The gate passed" in gate_markdown(PASSED, 1)


def test_markdown_has_one_row_per_drop_with_the_slices_it_shows_in():
    rows = [line for line in gate_markdown(FAILED, 0).splitlines() if line.startswith("| senses")]
    assert [row.count(" → ") for row in rows] == [0] * len(rows)
    assert len(rows) == len(FAILED.missed) + len(list(FAILED.grouped()))
    assert sum("also in \\[type=x\\]" in row for row in rows) == 1


def test_lines_name_the_system_where_there_are_several():
    other = replace(WHOLE, system="theirs", p_adjusted=0.9, worse=False)
    both = GateOutcome((WHOLE, other), (), GateLimits())
    assert list(gate_lines(both, 0)) == ["DROPPED senses mine bleu: 30.00 → 25.50 (p = 2.5e-09)"]


def test_a_source_that_nobody_gave_has_no_line():
    case = replace(CASE, source="")
    (drop,) = [replace(WHOLE, fallen=(case,))]
    lines = list(gate_lines(GateOutcome((drop,), (), GateLimits()), 1))
    assert [line.split()[0] for line in lines[2:]] == ["reference", "before", "now"]


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        ("ein Satz", "ein Satz"),
        (None, "–"),
        ({"text": "a", "lemmas": ["b"]}, "a"),
        ({"scores": [-1.23456, -2.0]}, "scores [-1.235, -2]"),
        ({"label": "positive"}, "label positive"),
    ],
)
def test_an_answer_is_shown_on_one_line(answer, line):
    assert answer_line(answer) == line
