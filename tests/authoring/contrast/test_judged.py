"""Judgements of a set go into its manifest, and from there into show, lint and reports."""

import csv
import json

import pytest

import mteval
from mteval.authoring.annotation.database import Database
from mteval.authoring.contrast.judged import judge_set
from mteval.core.errors import DataError, MtevalError
from mteval.evaluation.lint import lint
from mteval.human.contrast_judgements import ANSWERS
from mteval.storage.digests import file_digest
from mteval.storage.manifests import read_suite_file
from tests.authoring.annotation.contrast_items import CONTRASTS

MANIFEST = """name = "own"
family = "contrastive"
version = "1"
languages = ["en", "de"]
licence = "CC0"
format = "mucow-scoring"

[files]
data = {{ path = "set.json", sha256 = "{digest}" }}
"""


@pytest.fixture
def suite(tmp_path):
    (tmp_path / "set.json").write_text(json.dumps(CONTRASTS, ensure_ascii=False), encoding="utf-8")
    digest = file_digest(tmp_path / "set.json")
    (tmp_path / "suite.toml").write_text(MANIFEST.format(digest=digest), encoding="utf-8")
    return tmp_path


def judgements(folder, good, annotators=("ann", "bob")):
    """Every pair of the set judged by everybody; `good` says whether the contrast of a pair is wrong."""
    path = folder / "decisions.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["item", "annotator", "word", "reference", "contrast", *ANSWERS])
        for number, item in enumerate(CONTRASTS, start=1):
            for place, error in enumerate(item["errors"], start=1):
                for name in annotators:
                    meaning = "wrong" if good(f"{number}/{place}", name) else "right"
                    texts = (item["ambig word"], item["reference"], error["contrastive"])
                    writer.writerow([f"{number}/{place}", name, *texts, "right", meaning, "yes", "yes"])
    return path


def test_the_manifest_has_precision_interval_and_agreement(suite):
    found, manifest = judge_set(str(suite), judgements(suite, lambda item, name: item != "4/1" or name == "bob"))
    assert found.precision == 0.8
    judged = read_suite_file(manifest).judged
    assert (judged.items, judged.words, judged.annotators, judged.by) == (5, 3, 2, "people")
    assert (judged.precision, judged.contrast_wrong, judged.reference_right) == (0.8, 0.8, 1.0)
    assert judged.interval[0] < 0.8 < judged.interval[1]
    assert judged.equal == 0.8
    assert "precision 0.800" in mteval.show(str(suite))["judged"]
    assert {"judged"} <= {finding.code for finding in lint(str(suite)).findings}


def test_writing_again_replaces_the_table_and_nothing_else(suite):
    before = (suite / "suite.toml").read_text(encoding="utf-8")
    judge_set(str(suite), judgements(suite, lambda *_: True), "a model")
    once = (suite / "suite.toml").read_text(encoding="utf-8")
    judge_set(str(suite), judgements(suite, lambda *_: True), "a model")
    assert (suite / "suite.toml").read_text(encoding="utf-8") == once
    assert once.startswith(before.rstrip("\n"))
    assert once.count("[judged]") == 1


def test_a_table_between_others_is_replaced(suite):
    path = suite / "suite.toml"
    text = path.read_text(encoding="utf-8").replace(
        "[files]",
        '[judged]\nby = "x"\ndata = "y"\nitems = 1\nannotators = 1\nprecision = 0.1\ninterval = [0.0,\n  0.2]\n\n[files]',
    )
    path.write_text(text, encoding="utf-8")
    judge_set(str(suite), judgements(suite, lambda *_: True))
    table = read_suite_file(path)
    assert table.judged.precision == 1.0
    assert set(table.files) == {"data"}


def test_without_writing_nothing_changes(suite):
    before = (suite / "suite.toml").read_bytes()
    judge_set(str(suite), judgements(suite, lambda *_: True), write=False)
    assert (suite / "suite.toml").read_bytes() == before


def test_changed_data_is_said(suite):
    judge_set(str(suite), judgements(suite, lambda *_: True))
    (suite / "set.json").write_text(json.dumps(CONTRASTS[:2], ensure_ascii=False), encoding="utf-8")
    text = (suite / "suite.toml").read_text(encoding="utf-8")
    old = read_suite_file(suite / "suite.toml").files["data"].sha256
    (suite / "suite.toml").write_text(text.replace(f'sha256 = "{old}"', ""), encoding="utf-8")
    text = (suite / "suite.toml").read_text(encoding="utf-8").replace('"set.json",', '"set.json"')
    (suite / "suite.toml").write_text(text, encoding="utf-8")
    assert "judged-other-data" in {finding.code for finding in lint(str(suite)).findings}


def test_judgements_of_another_set_are_refused(suite):
    path = judgements(suite, lambda *_: True)
    path.write_text(path.read_text(encoding="utf-8").replace("Nummer 2", "Nummer 7"), encoding="utf-8")
    with pytest.raises(DataError, match="the item 3/1 has other texts than the suite"):
        judge_set(str(suite), path)
    path.write_text(path.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    with pytest.raises(MtevalError, match="holds no judgement yet"):
        judge_set(str(suite), path)


def database(path, kind, payload):
    """The server's database with one decision."""
    made = Database(path)
    made.create({"kind": kind}, {"ann": [("1/1", {})]})
    made.decide(made.next_task("ann"), payload, seconds=1, elapsed=1, final=True)
    return path


def test_the_servers_database_is_read(suite, tmp_path):
    answers = {"reference_meaning": "right", "contrast_meaning": "wrong"}
    answers |= {"reference_grammatical": "yes", "contrast_grammatical": "yes"}
    first = {
        "word": "bank",
        "reference": CONTRASTS[0]["reference"],
        "contrast": CONTRASTS[0]["errors"][0]["contrastive"],
    }
    found, _ = judge_set(str(suite), database(tmp_path / "job.sqlite", "contrast", {**first, **answers}), write=False)
    assert (found.items, found.precision) == (1, 1.0)
    with pytest.raises(DataError, match="is of a dictionary job"):
        judge_set(str(suite), database(tmp_path / "other.sqlite", "dictionary", {}))
    with pytest.raises(DataError, match="the decision on item 1/1 is damaged"):
        judge_set(str(suite), database(tmp_path / "damaged.sqlite", "contrast", first))
