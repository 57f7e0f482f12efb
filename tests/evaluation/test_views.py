"""Results with what their families add."""

from dataclasses import replace

import pytest

from mteval.core import registry
from mteval.core.results import Results
from mteval.core.views import Section, TextTable, View
from mteval.evaluation.frames import score_frame
from mteval.evaluation.settings import Settings
from mteval.evaluation.views import family_view, render, view
from tests.evaluation.small_suites import contrast_suite, run_contrasts, run_texts, text_suite

FEW = Settings(resamples=10)


class Telling(View):
    """Says which reports it was given."""

    def sections(self, reports):
        return [Section("Seen", " ".join(f"{one.suite['name']}/{one.system['name']}" for one in reports))]

    def tables(self, reports):
        return [TextTable(("system",), tuple((one.system["name"],) for one in reports))]


@pytest.fixture
def results(monkeypatch):
    monkeypatch.setattr(registry.families.find("contrastive"), "view", Telling())
    suite = contrast_suite([*"ab"])
    other = replace(suite, source=replace(suite.source, name="other"))
    parts = [
        run_contrasts(suite, FEW, one=[True, True], two=[True, False]),
        run_texts(text_suite(["a"]), "chrf", FEW, one=["a"]),
        run_contrasts(other, FEW, one=[True, True]),
    ]
    return Results(tuple(report for part in parts for report in part.reports))


def test_sections_are_of_all_reports_of_a_family(results):
    assert [section.html for section in view(results).sections] == ["contrasts/one contrasts/two other/one"]


def test_tables_are_of_the_reports_of_a_suite(results):
    tables = view(results).tables
    assert [(suite, [table.rows for table in own]) for suite, own in tables.items()] == [
        ("contrasts", [(("one",), ("two",))]),
        ("reference.txt", []),
        ("other", [(("one",),)]),
    ]


def test_a_renderer_that_shows_no_sections_need_not_wait_for_them(results):
    shown = view(results, sections=False)
    assert shown.sections == ()
    assert shown.results is results


def test_a_family_that_is_not_installed_adds_nothing():
    assert type(family_view("no-such-family")) is View
    assert type(family_view("reference")) is View
    assert family_view("contrastive") is registry.families.find("contrastive").view


def test_results_are_rendered_by_name(results):
    assert "contrasts/one contrasts/two other/one" in render(results, "html")
    assert "contrasts" in render(results, "markdown")


def test_a_frame_has_a_row_per_report_slice_metric_and_value(results):
    frame = score_frame(results)
    assert len(frame) == 3 * 6 + 1
    accuracy = frame[frame.key == "accuracy"]
    assert list(zip(accuracy.suite, accuracy.system, accuracy.value, strict=True)) == [
        ("contrasts", "one", 1.0),
        ("contrasts", "two", 0.5),
        ("other", "one", 1.0),
    ]
