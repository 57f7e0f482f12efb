"""Scaffolds: every kind the command offers, every sign filled in."""

import pytest

from mteval.authoring.scaffolding import scaffold_kinds, write_scaffold
from mteval.cli.new import NEXT
from mteval.core.errors import UsageError


def test_the_command_offers_every_scaffold():
    assert scaffold_kinds() == sorted(NEXT)


@pytest.mark.parametrize("kind", scaffold_kinds())
def test_nothing_is_left_to_fill_in(tmp_path, kind):
    written = write_scaffold(kind, tmp_path / "my-own")
    assert written
    assert sorted(written) == sorted(path for path in (tmp_path / "my-own").rglob("*") if path.is_file())
    for path in written:
        assert "@" not in str(path.relative_to(tmp_path))
        assert not any(sign in path.read_text() for sign in ("@NAME@", "@MODULE@", "@CLASS@"))


def test_nothing_is_written_where_a_file_is_in_the_way(tmp_path):
    (tmp_path / "my-own").mkdir()
    (tmp_path / "my-own" / "suite.toml").write_text("mine")
    with pytest.raises(UsageError, match=r"suite\.toml is already there"):
        write_scaffold("suite", tmp_path / "my-own")
    assert [path.name for path in (tmp_path / "my-own").iterdir()] == ["suite.toml"]
