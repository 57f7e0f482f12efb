"""mteval export: the lines a scorer is to be given."""

from __future__ import annotations

from tests.cli.calling import mteval


def test_export_gives_as_many_lines_as_scores_are_expected(lingeval):
    folder, _ = lingeval
    done = mteval("export", folder / "set.json", "--format", "lingeval")
    lines = done.stdout.splitlines()
    assert len(lines) == len((folder / "scores").read_text().splitlines())
    assert lines[0] == "s 0\tright 0"
    assert lines[1] == "s 0\twrong 0 0"
