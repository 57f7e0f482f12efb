"""CheckList files as suites."""

from __future__ import annotations

import json

from mteval.core import registry
from mteval.library import bare_suite


def test_checklists_are_written_as_they_were_read(root, tmp_path):
    plugin = registry.formats.find("checklist")()
    path = root / "challenge_sets" / "nli-checklist-en" / "checklist.json"
    contents = plugin.read(bare_suite(path, "checklist"))
    plugin.write(contents.records, tmp_path / "copy.json")
    assert json.loads((tmp_path / "copy.json").read_text()) == json.loads(path.read_text())
    assert contents.languages == ("en",)
    assert plugin.recognise(path.read_bytes()[:4000], path)
