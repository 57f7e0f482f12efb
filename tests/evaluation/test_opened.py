"""Systems opened together."""

from __future__ import annotations

import pytest

from mteval.core.errors import UsageError
from mteval.core.options import parse_system
from mteval.evaluation.opened import open_systems


def test_systems_in_files_of_one_name_are_all_told_apart_by_their_folders(tmp_path):
    specs = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "out.txt").write_text("a\n")
        specs.append(parse_system(f"output-file:{tmp_path / folder / 'out.txt'}"))
    (tmp_path / "other.txt").write_text("a\n")
    specs.append(parse_system(f"output-file:{tmp_path / 'other.txt'}"))
    names = [system.name for system in open_systems(specs)]
    assert names == ["one/out.txt", "two/out.txt", "other.txt"]


def test_one_system_twice_needs_names(tmp_path):
    (tmp_path / "out.txt").write_text("a\n")
    twice = [parse_system(f"output-file:{tmp_path / 'out.txt'}")] * 2
    with pytest.raises(UsageError, match="same name"):
        open_systems(twice)
