"""The summary: one line per suite and system, on 80 columns."""

import math
from dataclasses import replace

import pytest
from rich.cells import cell_len

from mteval.core.results import Results
from mteval.evaluation.views import render
from mteval.renderers.summary import _over
from tests.renderers.reading import number, rank, renamed, text_tables


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize(
    ("suite", "rows", "shown"),
    [
        ("divergence-en-es-translation", 3, ["divergence-en-es-", "translation", ""]),
        ("divergence-en-es-translation", 1, ["divergence-en-es-translation"]),
        ("senses-en-es", 2, ["senses-en-es", ""]),
        ("a_file_name_without_any_hyphen.json", 2, ["a_file_name_without_any_hyphen.json", ""]),
    ],
)
def test_long_names_of_suites_go_on_in_the_next_row(suite, rows, shown):
    assert _over(suite, rows) == shown


def rows_of(text):
    """The rows of the table below its header, cell by cell."""
    ((header, *rows),) = text_tables(text, {"suite"})
    assert header == ["suite", "system", "metric", "score", "±", "rank"]
    return rows


@pytest.mark.parametrize("name", ["scored", "contrasted"])
def test_every_system_has_its_headline_half_its_interval_and_its_rank(name, request):
    results = renamed(request.getfixturevalue(name), "alpha", "beta", "gamma")
    suite = results.reports[0].suite["name"]
    short = Results(
        tuple(replace(one, suite={**one.suite, "name": "short"}) for one in results.reports),
        tuple(replace(one, suite="short") for one in results.comparisons),
        tuple(replace(one, suite="short") for one in results.ranks),
    )
    assert suite != "short"
    for place, (row, report) in enumerate(zip(rows_of(render(short, "summary")), short.reports, strict=True)):
        score = report.scores[0]
        low, high = score.intervals[score.headline]
        half = "–" if math.isnan(low) else f"{(high - low) / 2:.{score.scale.decimals}f}"
        mark = rank(short, report, score.spec)
        expected = [report.system["name"], score.metric, number(score, score.headline), half]
        assert row == [*(["short"] if place == 0 else []), *expected, *([mark] if mark else [])]


def test_the_codes_of_all_findings_are_named(contrasted):
    codes = dict.fromkeys(finding.code for report in contrasted.reports for finding in report.findings)
    assert render(contrasted, "summary").splitlines()[-1] == f"findings: {', '.join(codes)}"


@pytest.mark.parametrize("name", ["scored", "contrasted"])
def test_names_survive_within_eighty_columns(name, request):
    results = request.getfixturevalue(name)
    shown = render(results, "summary")
    assert max(cell_len(line.rstrip()) for line in shown.splitlines()) <= 80
    assert "…" not in shown
    signs = "".join(shown.split())
    for report in results.reports:
        assert set(report.system["name"].split()) <= set(shown.split())
        assert number(report.scores[0], report.scores[0].headline) in signs


@pytest.mark.xfail(strict=True, reason="renderers/summary.py, Summary.render: names reach rich as markup")
@pytest.mark.parametrize("name", ["[b]bold", "x:warning:y", "[/]x"])
def test_a_name_is_no_markup(scored, name):
    assert f"{name}  " in render(renamed(scored, name, "beta", "gamma"), "summary")


def test_four_decimals_are_four_decimals(scored):
    fourth = Results(tuple(replace(one, scores=one.scores[3:]) for one in scored.reports), (), scored.ranks)
    rows = rows_of(render(renamed(fourth, "alpha", "beta", "gamma"), "summary"))
    assert [row[row.index("quarters") + 1] for row in rows] == [
        "0.3750",
        "0.2500",
        "0.0000",
    ]
