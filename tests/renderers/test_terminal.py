"""The terminal: on 80 columns every number is whole, and the tables say what the results say."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from scipy.stats import binomtest

import mteval
from mteval.core.results import Results
from mteval.evaluation.views import render
from tests.renderers.conftest import FOREIGN, PLAIN, QUARTERS, REFERENCE, SPECIAL
from tests.renderers.reading import (
    arrow,
    common_signature,
    number,
    p,
    placed,
    rank,
    renamed,
    signed,
    slice_sizes,
    text_tables,
)

SHORT = ("alpha", "beta", "gamma")
LONG = tuple(f"{letter}-{'long-system-name-' * 3}{letter}" for letter in "abc")


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture(params=["scored", "contrasted"])
def results(request):
    """Systems with names so short that every row is one line."""
    return renamed(request.getfixturevalue(request.param), *SHORT)


@pytest.fixture
def tables(results):
    report = results.reports[0]
    specs, tags = {score.spec for score in report.scores}, {part.tag for part in report.slices}
    return text_tables(render(results, "terminal"), {"system", "a", *specs, *tags})


def unfolded(text):
    """The text without its line ends: what was folded is whole again."""
    return "".join(text.split())


def test_scores_stand_with_intervals_and_ranks(tables, results):
    found = {}
    for header, *rows in (one for one in tables if one[0][0] == "system"):
        for row in rows:
            found |= {(row[0], title): cell for title, cell in zip(header[1:], row[1:], strict=True)}
    assert found == {
        (report.system["name"], f"{score.spec} {arrow(score)}"): placed(results, report, score)
        for report in results.reports
        for score in report.scores
    }


def test_the_names_of_values_are_whole_beside_a_short_system_and_a_long_metric():
    references = Path(__file__).parents[2] / "challenge_sets" / "gender-en-de" / "reference.de"
    results = mteval.run("gender-en-de", systems=f"x=output-file:{references}", resamples=0)
    words = render(results, "terminal").split()
    assert {"entity-gender", "f1_female", "f1_male", "precision", "coverage"} <= set(words)


def test_a_systems_name_is_whole_beside_many_values():
    results = mteval.score({"example-output.es": REFERENCE}, [REFERENCE[::-1]])
    lines = [line.rstrip() for line in render(results, "terminal").splitlines()]
    titles = [place for place, line in enumerate(lines) if line.startswith("bleu ")]
    assert {"precision_1", "length_ratio"} <= {word for place in titles for word in lines[place].split()}
    assert {lines[place + 1].split()[0] for place in titles} == {"example-output.es"}


def test_values_beside_the_headline_are_listed(tables, results):
    found = {}
    for header, *rows in (one for one in tables if one[0][0] in {score.spec for score in results.reports[0].scores}):
        for row in rows:
            found |= {(header[0], row[0], key): cell for key, cell in zip(header[1:], row[1:], strict=True)}
    assert found == {
        (score.spec, report.system["name"], key): number(score, key)
        for report in results.reports
        for score in report.scores
        for key in score.values
        if key != score.headline and (score.scale.beside is None or key in score.scale.beside)
    }


def best_first(results):
    """The reports by the headline of the first metric, of which more is better here; what has no value is last."""
    return sorted(
        results.reports, key=lambda one: math.inf if math.isnan(one.scores[0].value) else -one.scores[0].value
    )


def test_slices_have_the_headline_of_every_system_best_first(contrasted):
    results = renamed(contrasted, *SHORT)
    reports = best_first(results)
    names = [report.system["name"] for report in reports]
    assert names != list(SHORT)
    # Of the tag "type" there is one value: the whole suite again.
    for tag, values in (("origin", 3), ("sense", 2)):
        ((header, *rows),) = text_tables(render(results, "terminal").partition("accuracy: mcnemar")[0], {tag})
        assert header == [tag, "n", *names]
        columns = [[part for part in report.slices if part.tag == tag] for report in reports]
        for row, parts in zip(rows[:values], zip(*columns, strict=True), strict=True):
            scores = [part.scores[0] for part in parts]
            assert row == [parts[0].value, slice_sizes(scores), *(number(one, one.headline) for one in scores)]


def test_pairs_are_tested(tables, results):
    decimals = {score.spec: score.scale.decimals for score in results.reports[0].scores}
    rows = [row for header, *rows in tables if header[0] == "a" for row in rows]
    assert rows == [
        [
            *(test.a, test.b, signed(test.difference, decimals[test.spec]), p(test.p_value), p(test.p_adjusted)),
            *([] if math.isnan(test.judges) else [f"{100 * test.judges:.1f} %"]),
        ]
        for test in results.comparisons
    ]


def test_findings_say_whose_they_are(results):
    shown = unfolded(render(results, "terminal"))
    for report in results.reports:
        for finding in report.findings:
            whose = [one.system["name"] for one in results.reports if finding in one.findings]
            where = f"[{', '.join(whose)}]" if len(whose) < len(results.reports) else ""
            assert unfolded(f"! {finding.code}: {finding.message}{where}") in shown


def test_signatures_are_what_all_systems_have_in_common(results):
    shown = unfolded(render(results, "terminal"))
    for place, score in enumerate(results.reports[0].scores):
        assert f"{score.spec}:{common_signature([one.scores[place] for one in results.reports])}" in shown


def wilson(hits, cases):
    found = binomtest(hits, cases).proportion_ci(0.95, "wilson")
    return f"[{found.low:.4f}, {found.high:.4f}]"


def test_names_survive(scored, contrasted):
    for results in (scored, contrasted):
        lines = render(results, "terminal").splitlines()
        assert f"{results.reports[0].suite['name']} ({results.reports[0].suite['family']})" in lines
    # Two of three and three of four decided cases, with the intervals scipy.stats.binomtest gives them.
    assert any(line.startswith(f"{SPECIAL}  0.6667 {wilson(2, 3)}") for line in lines)
    assert any(line.startswith(f"{FOREIGN}  ") and line.endswith(f"0.7500 {wilson(3, 4)}") for line in lines)


def test_four_decimals_are_four_decimals(scored):
    shown = render(scored, "terminal")
    low, high = scored.reports[0].scores[3].intervals["same"]
    assert f"0.3750 [{low:.4f}, {high:.4f}] {rank(scored, scored.reports[0], QUARTERS)}" in shown
    assert "+0.3750" in shown


@pytest.mark.parametrize("names", [SHORT, (SPECIAL, FOREIGN, PLAIN), LONG])
@pytest.mark.parametrize("name", ["scored", "contrasted"])
def test_no_line_is_wider_than_the_screen_and_no_number_is_cut(name, names, request):
    results = renamed(request.getfixturevalue(name), *names)
    shown = render(results, "terminal")
    assert max(cell_len(line.rstrip()) for line in shown.splitlines()) <= 80
    assert "…" not in shown.replace("better … number", "")  # of the note on ranks
    for report in results.reports:
        for score in report.scores:
            assert placed(results, report, score) in shown
    for test in results.comparisons:
        assert p(test.p_value) in shown


def test_colour_is_for_screens_alone(scored):
    assert "\x1b" not in render(scored, "terminal")


@pytest.mark.parametrize("name", ["[b]bold", "model [red]", "x:warning:y", "[/]x"])
def test_a_name_is_no_markup(scored, name):
    results = renamed(scored, name, "beta", "gamma")
    assert f"{name}  " in render(results, "terminal")


def many(count):
    """More systems than stand side by side on 80 columns, each a little worse than the one before."""
    draw = random.Random(1)
    lines = REFERENCE * 4
    return {
        f"sys{n:02}": [one if draw.random() > 0.07 * n else "no word" for one in lines] for n in range(count)
    }, lines


def listed(text):
    """The numbers of a cell such as `1 3–5`."""
    ends = [part.split("–") for part in text.split()] if text != "–" else []
    return {number for first, *last in ends for number in range(int(first), int((last or [first])[0]) + 1)}


@pytest.mark.parametrize("count", [7, 9, 14])
def test_many_systems_are_told_apart_in_a_list_best_first(count):
    systems, lines = many(count)
    results = mteval.score(systems, [lines], metrics="bleu")
    shown = render(results, "terminal")
    assert "…" not in shown.replace("better … number", "")
    assert max(cell_len(line.rstrip()) for line in shown.splitlines()) <= 80
    table = shown.partition("significantly at .05, by numbers")[2].splitlines()
    head = next(place for place, line in enumerate(table) if "not told apart from" in line)
    starts = [table[head].index(title) for title in ("system", "better than", "not told apart from", "worse than")]
    rows = [
        [line[a:b].strip() for a, b in zip([0, *starts], [*starts, None], strict=True)]
        for line in table[head + 1 : head + 1 + count]
    ]
    names = [report.system["name"] for report in best_first(results)]
    assert [row[0] for row in rows] == [str(place) for place in range(1, count + 1)]
    lead = {(test.a, test.b): test.difference if test.p_adjusted < 0.05 else 0.0 for test in results.comparisons}
    lead |= {(b, a): -difference for (a, b), difference in lead.items()}
    for name, row in zip(names, rows, strict=True):
        assert name.endswith(row[1])
        others = {place: lead[name, other] for place, other in enumerate(names, start=1) if other != name}
        assert listed(row[2]) == {place for place, difference in others.items() if difference > 0}
        assert listed(row[3]) == {place for place, difference in others.items() if difference == 0}
        assert listed(row[4]) == {place for place, difference in others.items() if difference < 0}
    assert any(listed(row[2]) for row in rows)
    assert any(listed(row[3]) for row in rows)


def ten_systems(results):
    first = results.reports[0]
    return Results(tuple(replace(first, system={**first.system, "name": f"system {n}"}) for n in range(10)))


def test_slices_of_ten_systems_are_whole_numbers_a_system_a_row(contrasted):
    results = ten_systems(contrasted)
    values = [part.value for part in results.reports[0].slices if part.tag == "origin"]
    lines = render(results, "terminal").splitlines()
    start = lines.index("accuracy by origin") + 1
    assert lines[start].split() == ["origin", *" ".join(values).split()]
    assert lines[start + 1].split()[0] == "n"
    shown = [
        number(part.scores[0], part.scores[0].headline) for part in results.reports[0].slices if part.tag == "origin"
    ]
    assert [line.split() for line in lines[start + 2 : start + 12]] == [["system", str(n), *shown] for n in range(10)]


def test_many_slices_of_many_systems_are_counted(contrasted):
    results = ten_systems(contrasted)
    part = next(part for part in results.reports[0].slices if part.tag == "origin")
    parts = tuple(replace(part, tag="document", value=f"document-{n}") for n in range(40))
    shown = render(Results(tuple(replace(one, slices=parts) for one in results.reports)), "terminal")
    assert "40 values of document for 10 systems" in shown
    assert "document-7" not in shown


@pytest.mark.parametrize("form", ["terminal", "summary", "markdown", "latex", "csv", "html"])
def test_no_escape_sequence_of_a_name_is_sent(scored, form):
    text = render(renamed(scored, "\x1b[2J\x1b]0;owned\x07", "be\rta", "gam\x9b2Jma"), form)
    assert not set("\x1b\x07\r\x9b") & set(text)
