"""LaTeX: cells taken apart again say what the results say, and names come back from their escapes."""

from __future__ import annotations

import re

import pytest

import mteval
from mteval.evaluation.settings import Settings
from mteval.evaluation.views import render
from tests.renderers.conftest import FOREIGN, PLAIN, REFERENCE, SPECIAL, SYSTEMS
from tests.renderers.reading import (
    common_signature,
    is_beaten,
    latex_tables,
    one_metric,
    placed,
    rank_range,
    ranked,
    renamed,
    typeset,
)

CELL = re.compile(
    r"(?:\\textbf\{(?P<bold>[^}]*)\}|(?P<plain>[^\s$]+))(?P<dagger>\$\^\{\\dagger\}\$)?(?: \{\\small (?P<beside>.*)\})?"
)


@pytest.fixture(params=["scored", "contrasted"])
def results(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def table(results):
    (found,) = latex_tables(render(results, "latex"))
    return found


def test_names_come_back_from_their_escapes(table, results):
    assert [typeset(row[0]) for row in table.rows] == [report.system["name"] for report in ranked(results)]
    assert typeset(table.caption.partition(", with")[0]) == results.reports[0].suite["name"]


def test_columns_say_which_way_is_better(table, results):
    scores = results.reports[0].scores
    arrows = [r"$\uparrow$" if score.higher_is_better else r"$\downarrow$" for score in scores]
    assert table.header == ["System", *(f"{score.spec} {arrow}" for score, arrow in zip(scores, arrows, strict=True))]


def test_values_stand_with_intervals_and_ranks_and_what_may_be_first_in_bold(table, results):
    for row, report in zip(table.rows, ranked(results), strict=True):
        for cell, score in zip(row[1:], report.scores, strict=True):
            found = CELL.fullmatch(cell)
            value = found["bold"] or found["plain"]
            assert f"{value} {typeset(found['beside'] or '')}".strip() == placed(results, report, score)
            assert bool(found["dagger"]) is is_beaten(results, report, score.spec)
            assert bool(found["bold"]) is (rank_range(results, report, score.spec)[0] == 1)


def test_four_decimals_are_four_decimals(scored):
    (table,) = latex_tables(render(scored, "latex"))
    assert sorted(CELL.fullmatch(row[4])["bold"] for row in table.rows) == ["0.0000", "0.2500", "0.3750"]


def test_a_dagger_marks_who_is_worse_than_the_best():
    (sure,) = latex_tables(render(one_metric(3.0, 7.0, 5.0, p=0.01), "latex"))
    assert [row[0] for row in sure.rows] == ["b", "c", "a"]
    assert [bool(CELL.fullmatch(row[1])["dagger"]) for row in sure.rows] == [False, True, True]
    (open_,) = latex_tables(render(one_metric(3.0, 7.0, p=0.2), "latex"))
    assert [bool(CELL.fullmatch(row[1])["dagger"]) for row in open_.rows] == [False, False]


def test_the_caption_has_the_signatures(table, results):
    found = re.findall(r"(\S+): \\texttt\{(.*?)\}\.", table.caption)
    specs = [score.spec for score in results.reports[0].scores]
    signatures = [common_signature([report.scores[i] for report in results.reports]) for i in range(len(specs))]
    assert [(spec, typeset(signature)) for spec, signature in found] == list(zip(specs, signatures, strict=True))


def test_as_many_columns_as_cells(table):
    assert {len(row) for row in table.rows} == {len(table.header)}


@pytest.mark.parametrize("name", ["[beta] x", "*beta"])
def test_no_row_begins_with_what_the_line_end_before_it_would_take(scored, name):
    text = render(renamed(scored, SPECIAL, name, PLAIN), "latex")
    assert not re.search(r"\\\\\s*[\[*]", text)


def test_the_caption_says_the_level_of_the_intervals():
    results = mteval.score({PLAIN: SYSTEMS[FOREIGN]}, [REFERENCE], metrics="chrf", settings=Settings(level=0.9))
    assert "90\\,\\%" in render(results, "latex")


def test_the_caption_says_how_ranks_were_made(scored):
    assert "intervals and rank ranges by the permutation test" in render(scored, "latex")


def test_signs_the_default_fonts_lack_are_spelled_out(scored):
    (table,) = latex_tables(render(scored, "latex"))
    assert not re.search(r"[<>|]", table.rows[0][0])
