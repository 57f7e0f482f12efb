"""mteval lint: findings, and a cleaned set."""

from __future__ import annotations

import json
from hashlib import sha256

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


MANIFEST = """name = "mine"
family = "reference"
version = "1"
languages = ["en", "de"]
licence = "mine"
format = "lines"  # one segment a line

[files]
data = { path = "ref.de" }
source = { path = "src.en", sha256 = "old" }  # the source
"""


def test_digests_are_written_into_the_manifest(tmp_path):
    (tmp_path / "ref.de").write_text("eins\nzwei\n")
    (tmp_path / "src.en").write_text("one\ntwo\n")
    path = tmp_path / "suite.toml"
    path.write_text(MANIFEST)
    done = mteval("lint", tmp_path, "--write-digests")
    assert done.returncode == 0, done.stderr
    assert "2 digests written" in done.stderr
    digests = [sha256((tmp_path / name).read_bytes()).hexdigest() for name in ("ref.de", "src.en")]
    assert path.read_text() == MANIFEST.replace('ref.de"', f'ref.de", sha256 = "{digests[0]}"').replace(
        "old", digests[1]
    )
    assert "0 digests written" in mteval("lint", path, "--write-digests").stderr
    assert mteval("lint", tmp_path / "ref.de", "--format", "lines", "--write-digests").returncode == 2
