"""mteval lint: findings, and a cleaned set."""

from __future__ import annotations

import json

from tests.cli.calling import mteval


def test_lint_writes_a_cleaned_set(tmp_path):
    item = {"source": "s", "reference": "a dog", "ambig word": "s", "sense": "dog", "original translation": "dog"}
    errors = [
        {"contrastive": "a owl", "replacement": "owl", "type": "x"},
        {"contrastive": "a cat", "replacement": "cat", "type": "x"},
    ]
    path = tmp_path / "cs-en.json"
    path.write_text(json.dumps([{**item, "errors": errors}] * 2), encoding="utf-8")
    done = mteval("lint", path, "--format", "mucow-scoring", "--clean", tmp_path / "clean.json")
    assert done.returncode == 0, done.stderr
    assert "article-clash (2)" in done.stdout
    assert "duplicate-item (1)" in done.stdout
    assert json.loads((tmp_path / "clean.json").read_text(encoding="utf-8")) == [{**item, "errors": errors[1:]}]
