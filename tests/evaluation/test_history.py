"""Releases in order, drops by the paired test, other data named and not compared."""

import os

import pytest

from mteval.api import score, write_results
from mteval.core.errors import DataError, UsageError
from mteval.evaluation.history import DATE, history, release_folders, summary

REFERENCE = [
    f"the {word} house stands near the {other} river"
    for word in ("old", "new", "red", "big")
    for other in ("wide", "deep", "long", "cold", "calm")
]
GOOD = REFERENCE
BAD = [line.replace("house", "tree").replace("river", "cat") for line in REFERENCE]


def release(folder, name, outputs, *, reference=REFERENCE, systems=("system",), metrics="chrf", metadata=None):
    results = score(
        dict.fromkeys(systems, outputs), [reference], metrics=metrics, resamples=50, test="none", slices=metadata
    )
    write_results(results, folder / name)


@pytest.fixture
def releases(tmp_path):
    for name, outputs in (("v1", GOOD), ("v2", GOOD), ("v9", BAD), ("v10", GOOD)):
        release(tmp_path, name, outputs)
    return tmp_path


def test_numbers_in_names_are_numbers(releases):
    assert history(releases).releases == ("v1", "v2", "v9", "v10")


def test_releases_go_by_the_time_they_were_written_where_asked(releases):
    os.utime(releases / "v9" / "report.json", (1, 1))
    assert release_folders(releases, DATE)[0].name == "v9"


def test_drops_and_rises_are_marked_once_and_where_they_came(releases):
    line = history(releases).lines[0]
    assert [(point.dropped, point.rose) for point in line.points] == [
        (False, False), (False, False), (True, False), (False, True)
    ]  # fmt: skip
    assert [point.predecessor for point in line.points] == ["", "v1", "v2", "v9"]
    assert line.points[1].p_value == 1  # the same output again


def test_the_p_value_is_that_of_the_exact_permutation(tmp_path):
    """Three cases, all worse: of 2³ swaps the observed and its mirror are as extreme, p = 2/8."""
    release(tmp_path, "v1", REFERENCE[:3], reference=REFERENCE[:3])
    release(tmp_path, "v2", BAD[:3], reference=REFERENCE[:3])
    point = history(tmp_path).lines[0].points[1]
    assert point.p_value == pytest.approx(0.25, abs=0.03)
    assert not point.dropped


def test_other_data_is_named_and_not_compared(releases):
    release(releases, "v11", BAD, reference=REFERENCE[::-1])
    found = history(releases)
    assert [finding.code for finding in found.findings] == ["other-data"]
    assert "v11" in found.findings[0].message
    assert "v10" in found.findings[0].message
    assert found.lines[0].points[-1].predecessor == ""
    assert found.lines[0].points[-1].data != found.lines[0].points[0].data


def test_a_suite_with_one_system_is_one_line_whatever_its_name(tmp_path):
    release(tmp_path, "v1", GOOD, systems=("model-1",))
    release(tmp_path, "v2", BAD, systems=("model-2",))
    lines = history(tmp_path).lines
    assert len(lines) == 1
    assert lines[0].drops


def test_several_systems_are_lines_of_their_own(tmp_path):
    for name in ("v1", "v2"):
        release(tmp_path, name, GOOD, systems=("a", "b"))
    assert [line.system for line in history(tmp_path).lines] == ["a", "b"]


def test_slices_are_lines_and_stand_in_the_summary_only_if_they_dropped(tmp_path):
    metadata = tmp_path / "metadata.jsonl"
    metadata.write_text("".join(f'{{"half": "{i // 10}"}}\n' for i in range(20)))
    release(tmp_path, "v1", GOOD, metadata=metadata)
    release(tmp_path, "v2", [*GOOD[:10], *BAD[10:]], metadata=metadata)
    found = history(tmp_path)
    assert {(line.tag, line.slice) for line in found.lines} == {("", ""), ("half", "0"), ("half", "1")}
    assert [(line.slice, bool(line.drops)) for line in summary(found)] == [("", True), ("1", True)]


def test_runs_without_cases_are_shown_and_not_compared(releases):
    for path in (releases / "v9" / "cases").iterdir():
        path.unlink()
    (releases / "v9" / "cases").rmdir()
    found = history(releases)
    assert [finding.code for finding in found.findings] == ["no-cases", "no-cases"]
    assert not found.lines[0].drops


def test_what_is_no_folder_of_releases_is_refused(releases, tmp_path):
    with pytest.raises(DataError, match="single run"):
        history(releases / "v1")
    with pytest.raises(DataError, match="no folder"):
        history(releases / "nothing")
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="no stored runs"):
        history(tmp_path / "empty")
    (releases / "v2" / "report.json").write_text("{}")
    with pytest.raises(DataError, match="v2"):
        history(releases)


def test_a_history_needs_tests(releases):
    from mteval.evaluation.settings import Settings

    with pytest.raises(UsageError, match="test none"):
        history(releases, settings=Settings(test="none"))
