"""Suites of several families as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mteval.library import bare_suite, load_suite
from tests.families.dictionary_suites import DICTIONARY, POS


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    path = tmp_path / "de-en.txt"
    path.write_text("".join(f"{left}\t{right}\n" for left, right in DICTIONARY), encoding="utf-8")
    return path


@pytest.fixture
def annotated(tmp_path: Path) -> Path:
    for code, pairs in POS.items():
        text = "".join(f"{left}\t{right}\n" for left, right in pairs)
        (tmp_path / f"de-en.0-5.{code}.txt").write_text(text, encoding="utf-8")
    return tmp_path / "de-en.0-5.n.txt"


LABELS = ["negative", "neutral", "positive"]
LEXICONS = {"good": ["good", "nice"], "name": ["Ann", "Bo", "Cy"], "thing": ["film", "book"], "number": ["17", "1,250"]}


@pytest.fixture
def suite_of(tmp_path):
    def make(*tests, task="sentiment", options=None, **more):
        document = {"language": "en", "task": task, "labels": LABELS, "capabilities": {"C": {"tests": list(tests)}}}
        document |= {"lexicons": LEXICONS} | more
        path = tmp_path / "checklist.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return load_suite(bare_suite(path, "checklist"), {"instances": "0", **(options or {})})

    return make
