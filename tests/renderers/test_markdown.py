"""Markdown: what a CommonMark parser makes of the report is what the results say."""

from __future__ import annotations

import math

import pytest

from mteval.evaluation.views import render
from tests.renderers.conftest import FOREIGN, PLAIN, SPECIAL
from tests.renderers.reading import (
    arrow,
    common_signature,
    is_beaten,
    markdown_sections,
    number,
    one_metric,
    p,
    placed,
    ranked,
    renamed,
    signed,
    slice_sizes,
)


@pytest.fixture(params=["scored", "contrasted"])
def results(request):
    return request.getfixturevalue(request.param)


@pytest.fixture
def section(results):
    (found,) = markdown_sections(render(results, "markdown"))
    return found


def table(section, first):
    (found,) = (one for one in section.tables if one[0][0] == first)
    return found


def test_names_survive(section, results):
    assert section.title == results.reports[0].suite["name"]
    assert [row[0] for row in table(section, "system")[1:]] == [report.system["name"] for report in ranked(results)]


def test_scores_stand_with_intervals_and_ranks(section, results):
    header, *rows = table(section, "system")
    assert header[1:] == [f"{score.spec} {arrow(score)}" for score in results.reports[0].scores]
    expected = [
        [placed(results, one, score) + " †" * is_beaten(results, one, score.spec) for score in one.scores]
        for one in ranked(results)
    ]
    assert [row[1:] for row in rows] == expected


def test_a_dagger_marks_who_is_worse_than_the_best():
    (section,) = markdown_sections(render(one_metric(3.0, 7.0, 5.0, p=0.01, higher=False), "markdown"))
    assert [row[:2] for row in table(section, "system")[1:]] == [["a", "3.00"], ["c", "5.00 †"], ["b", "7.00 †"]]


def test_four_decimals_are_four_decimals(scored):
    (section,) = markdown_sections(render(scored, "markdown"))
    assert [row[4].split()[0] for row in table(section, "system")[1:]] == [
        f"{report.scores[3].value:.4f}" for report in ranked(scored)
    ]
    assert sorted(row[4].split()[0] for row in table(section, "system")[1:]) == ["0.0000", "0.2500", "0.3750"]


def test_every_finding_is_told(section, results):
    told = set()
    for finding in (one for report in results.reports for one in report.findings):
        whose = [report.system["name"] for report in results.reports if finding in report.findings]
        where = f" [{', '.join(whose)}]" if len(whose) < len(results.reports) else ""
        told.add(f"{finding.code}: {finding.message}{where}")
    assert told == set(section.findings)
    assert len(section.findings) == len(told)


def test_a_finding_of_one_system_says_whose_it_is(contrasted):
    (section,) = markdown_sections(render(renamed(contrasted, "alpha", "beta", "gamma"), "markdown"))
    (told,) = (one for one in section.findings if one.startswith("skipped: 1 cases"))
    assert "alpha" in told


def test_slices_have_the_headline_of_every_system(contrasted):
    (section,) = markdown_sections(render(contrasted, "markdown"))
    tags = list(dict.fromkeys(part.tag for part in contrasted.reports[0].slices))
    assert tags == ["origin", "sense", "type"]
    for tag in tags:
        header, *rows = table(section, tag)
        assert header == [tag, "n", FOREIGN, SPECIAL, "silent"]
        columns = [[part for part in report.slices if part.tag == tag] for report in ranked(contrasted)]
        for row, parts in zip(rows, zip(*columns, strict=True), strict=True):
            scores = [part.scores[0] for part in parts]
            shown = [number(score, score.headline) for score in scores]
            assert row == [parts[0].value, slice_sizes(scores), *shown]


def test_pairs_are_tested(section, results):
    for row, test in zip(table(section, "metric")[1:], results.comparisons, strict=True):
        share = row[6:-1]
        assert share in ([], [f"{100 * test.judges:.1f} %"], ["–"])
        assert bool(share and share != ["–"]) == (not math.isnan(test.judges))
        assert row[:3] + row[4:6] + row[-1:] == [
            test.spec,
            test.a,
            test.b,
            p(test.p_value),
            p(test.p_adjusted),
            test.test,
        ]


def test_differences_are_read_with_their_metrics_scale(section, results):
    decimals = {score.spec: score.scale.decimals for score in results.reports[0].scores}
    expected = [signed(test.difference, decimals[test.spec]) for test in results.comparisons]
    assert [row[3] for row in table(section, "metric")[1:]] == expected


def test_signatures_are_what_all_systems_have_in_common(section, results):
    specs = [score.spec for score in results.reports[0].scores]
    for place, spec in enumerate(specs):
        scores = [report.scores[place] for report in results.reports]
        assert section.codes[2 * place : 2 * place + 2] == [spec, common_signature(scores)]
    assert len(section.codes) == 2 * len(specs)


@pytest.mark.parametrize(
    "name", ["[link](http://x)", "`code`", "a\\", "# title", "1. one", "<!-- x -->", "two\nlines", "R\rD"]
)
def test_markup_in_a_name_is_shown_not_obeyed(scored, name):
    (section,) = markdown_sections(render(renamed(scored, name, FOREIGN, PLAIN), "markdown"))
    assert name.replace("\n", " ").replace("\r", "\\r") in [row[0] for row in table(section, "system")]


def test_an_entity_in_a_name_is_shown_as_it_is_written(scored):
    (section,) = markdown_sections(render(renamed(scored, "R&amp;D", FOREIGN, PLAIN), "markdown"))
    assert "R&amp;D" in [row[0] for row in table(section, "system")]
