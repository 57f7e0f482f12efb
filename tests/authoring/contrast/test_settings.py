"""Settings of a build: which files they name, where unfinished work lies, and how JSON holds them."""

from __future__ import annotations

import json
from pathlib import Path

from mteval.authoring.contrast.settings import BuildSettings, Corpus, SentenceSettings, TextSettings, plain

NEWS = Corpus("news", Path("n.en"), Path("n.fr"), links=Path("n.links"))
BUILD = BuildSettings(
    (NEWS, Corpus("ted", bitext=Path("ted.tmx"))),
    TextSettings(("en", "fr")),
    "omw:wordnets",
    Path("out"),
    sentences=SentenceSettings(training_text=(Path("train.en"),)),
    taggers={"fr": "udpipe:fr.udpipe"},
)


def test_a_corpus_names_the_files_it_has():
    assert NEWS.files() == (Path("n.en"), Path("n.fr"), Path("n.links"))
    assert BUILD.corpora[1].files() == (Path("ted.tmx"),)


def test_unfinished_work_lies_in_the_output_unless_told_otherwise():
    assert BUILD.folder == Path("out") / ".work"
    assert BuildSettings((), TextSettings(("en", "fr")), "tsv:x", Path("out"), work=Path("w")).folder == Path("w")


def test_json_holds_every_setting():
    found = json.loads(json.dumps(plain(BUILD)))
    assert set(found) == set(BuildSettings.__dataclass_fields__)
    assert found["corpora"][0]["source"] == "n.en"
    assert found["corpora"][0]["bitext"] is None
    assert found["text"]["languages"] == ["en", "fr"]
    assert found["sentences"]["training_text"] == ["train.en"]
    assert found["taggers"] == {"fr": "udpipe:fr.udpipe"}
    assert found["variants"] == ["scoring", "translation"]
