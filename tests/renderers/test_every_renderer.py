"""One run of two suites, several systems, metrics, slices, findings and pairs: every form of report shows all of it."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace

import pytest

from mteval.core import registry
from mteval.core.results import Results
from mteval.evaluation.views import render
from mteval.storage.reports import json_ready, to_json
from tests.charts.reading import tree
from tests.renderers.conftest import FOREIGN, PLAIN
from tests.renderers.reading import headline, latex_tables, markdown_sections, number, renamed

HOSTILE = """one, "two" 'three'; |four| & _five_ 6% <b>"""


@pytest.fixture(scope="module")
def results(scored, contrasted):
    """Two suites in one document, the first system's name full of signs."""
    parts = [renamed(one, HOSTILE, FOREIGN, PLAIN) for one in (scored, contrasted)]
    return Results(*(sum((getattr(one, name) for one in parts), ()) for name in ("reports", "comparisons", "ranks")))


def shown_numbers(results):
    """Every headline with its interval as its scale has it read."""
    return {headline(score) for report in results.reports for score in report.scores}


@pytest.mark.parametrize("name", registry.renderers.names())
def test_every_suite_system_and_metric_is_in_every_form(results, name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    text = render(results, name)
    plain = "".join(tree(text).itertext()) if name == "html" else text
    for _, reports in results.by_suite():
        for report in reports:
            score = report.scores[0]
            digits = repr(score.value) if name == "csv" else number(score, score.headline)
            assert math.isnan(score.value) or digits in plain
    assert FOREIGN in plain
    assert PLAIN in plain


@pytest.mark.parametrize("name", ["terminal", "html"])
def test_numbers_have_the_decimals_of_their_scale(results, name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    text = render(results, name)
    plain = " ".join("".join(tree(text).itertext()).split()) if name == "html" else text
    # A rank may stand between a value and its interval.
    plain = re.sub(r" #\d+(–\d+)?(?= ?\[)", " ", plain).replace("  ", " ")
    for shown in shown_numbers(results):
        assert shown in plain


def test_markdown_has_a_section_per_suite_with_all_its_systems(results):
    sections = markdown_sections(render(results, "markdown"))
    assert [one.title for one in sections] == [suite for suite, _ in results.by_suite()]
    for section, (_, reports) in zip(sections, results.by_suite(), strict=True):
        ((_, *rows),) = (one for one in section.tables if one[0][0] == "system")
        assert {row[0] for row in rows} == {HOSTILE, FOREIGN, PLAIN}
        found = {row[0]: row[1:] for row in rows}
        for report in reports:
            cells = [cell.split(" #")[0] for cell in found[report.system["name"]]]
            assert cells == [headline(score) for score in report.scores]


def test_latex_has_a_row_per_system_of_every_suite(results):
    tables = latex_tables(render(results, "latex"))
    assert len(tables) >= 2
    rows = [row for table in tables for row in table.rows]
    for report in results.reports:
        score = report.scores[0]
        assert any(number(score, score.headline) in cell for row in rows for cell in row)


def test_json_is_the_document_with_every_number(results):
    read = json.loads(to_json(results))
    assert [one["system"]["name"] for one in read["reports"]] == [HOSTILE, FOREIGN, PLAIN] * 2
    for entry, report in zip(read["reports"], results.reports, strict=True):
        assert [one["values"] for one in entry["scores"]] == json_ready([one.values for one in report.scores])
        assert [one["intervals"] for one in entry["scores"]] == json_ready([one.intervals for one in report.scores])
        assert [(one["tag"], one["value"]) for one in entry["slices"]] == [
            (one.tag, one.value) for one in report.slices
        ]
        assert [one["code"] for one in entry["findings"]] == [one.code for one in report.findings]
    assert [one["p_value"] for one in read["comparisons"]] == json_ready([one.p_value for one in results.comparisons])


@pytest.mark.parametrize("name", registry.renderers.names())
def test_a_suite_of_one_system_without_intervals_or_slices_is_shown_too(results, name):
    first = results.reports[0]
    bare = replace(first, scores=tuple(replace(one, intervals={}) for one in first.scores), slices=(), findings=())
    assert number(first.scores[0], first.scores[0].headline)[:4] in render(Results((bare,)), name)
