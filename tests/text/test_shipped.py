"""Data that comes with mteval is found in a clone and in a wheel."""

from __future__ import annotations

from mteval.text import shipped


def test_in_a_clone_it_lies_beside_the_package(root):
    assert shipped.data_folder("lexicons") == root / "lexicons"
    assert (shipped.data_folder("challenge_sets") / "senses-en-es" / "suite.toml").is_file()


def test_in_a_wheel_it_lies_inside_the_package(tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "__file__", str(tmp_path / "mteval" / "text" / "shipped.py"))
    inside = tmp_path / "mteval" / "_data" / "lexicons"
    inside.mkdir(parents=True)
    assert shipped.data_folder("lexicons") == inside
    assert shipped.data_folder("challenge_sets") == tmp_path / "challenge_sets"
