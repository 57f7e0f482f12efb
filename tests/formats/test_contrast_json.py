"""Formats of contrastive sets: what is read, that it can be written back, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mteval.core import registry
from mteval.core.errors import DataError, UsageError
from mteval.core.suites import SuiteSource
from mteval.library import load_suite, read_contents

MUCOW = [
    {
        "reference": "She was released from custody .",
        "ambig word": "vazba",
        "original translation": "custody",
        "origin": "news",
        "sense": "detention_custody",
        "source": "Byla propuštěna z vazby .",
        "errors": [{"contrastive": "She was released from bond .", "type": "word_sense", "replacement": "bond"}],
    },
    {
        "reference": "The book has a leather binding .",
        "ambig word": "vazba",
        "original translation": "binding",
        "origin": "books",
        "sense": "binding",
        "source": "Kniha má koženou vazbu .",
        "errors": [],
    },
]
CONTRAWSD = [{**MUCOW[0], "frequency of sense/ambig word in wmt16": "57/1024"}]
LINGEVAL = [
    {
        "source": "the old dog barks",
        "reference": "der alte Hund bellt",
        "origin": "newstest",
        "errors": [
            {"type": "np_agreement", "contrastive": "die alte Hund bellt", "distance": 2, "frequency": 4},
            {"type": "subj_verb_agreement", "contrastive": "der alte Hund bellen", "distance": 20},
        ],
    }
]
CONTRAPRO = [
    {
        "src pronoun": "it",
        "ref pronoun": "Er",
        "ante distance": 1,
        "intrasegmental": False,
        "document id": "film.de",
        "segment id": 3,
        "src segment": "It is old .",
        "ref segment": "Er ist alt .",
        "errors": [
            {"contrastive": "Sie ist alt .", "replacement": "sie", "replacement gender": "Fem", "type": "pronominal"},
            {"contrastive": "Es ist alt .", "replacement": "es", "replacement gender": "Neut", "type": "pronominal"},
        ],
    }
]
ACES = [
    {
        "source": "Der Hund schläft.",
        "good-translation": "The dog is asleep.",
        "incorrect-translation": "The cat is asleep.",
        "reference": "The dog sleeps.",
        "phenomena": "antonym-replacement",
        "langpair": "de-en",
    }
]
JSON_FORMATS = {"mucow-scoring": MUCOW, "contrawsd": CONTRAWSD, "lingeval": LINGEVAL, "contrapro": CONTRAPRO}


def put(path: Path, data) -> Path:
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path


def read(name: str, path: Path, **options):
    return read_contents(SuiteSource(path.name, "contrastive", name, {"data": path}, options=options))


def load(name: str, path: Path, **options):
    return load_suite(SuiteSource(path.name, "contrastive", name, {"data": path}), options)


@pytest.mark.parametrize("name", JSON_FORMATS)
def test_what_is_written_reads_back_the_same(name, tmp_path):
    first = read(name, put(tmp_path / "a.json", JSON_FORMATS[name]))
    registry.formats.find(name)().write(first.records, tmp_path / "b.json")
    assert read(name, tmp_path / "b.json").records == first.records
    assert json.loads((tmp_path / "b.json").read_text(encoding="utf-8")) == JSON_FORMATS[name]


@pytest.mark.parametrize("suffix", ["tsv", "jsonl"])
def test_aces_reads_back_in_both_forms(tmp_path, suffix):
    first = read("aces", put(tmp_path / "a.jsonl", ACES[0]))
    registry.formats.find("aces")().write(first.records, tmp_path / f"b.{suffix}")
    second = read("aces", tmp_path / f"b.{suffix}")
    assert second.records == first.records
    assert second.languages == ("de", "en")
    (item,) = second.records
    assert (item.reference, item.contrasts[0].text) == ("The dog is asleep.", "The cat is asleep.")
    assert item.extra == {"reference": "The dog sleeps."}


def test_published_sets_are_written_back_whole(shared, tmp_path):
    path = shared / "data" / "mucow" / "scoring" / "cs-en.mucow.scoring.json"
    first = read("mucow-scoring", path)
    registry.formats.find("mucow-scoring")().write(first.records, tmp_path / "copy.json")
    assert json.loads((tmp_path / "copy.json").read_bytes()) == json.loads(path.read_bytes())
    assert first.languages == ("cs", "en")


def test_ids_of_the_translation_suite_are_kept(shared):
    path = shared / "data" / "mucow" / "translation" / "en-fi.mucow.tts.json"
    suite = load("mucow-scoring", path)
    assert suite.cases[0].id == "22029662"
    assert len({case.id for case in suite.cases}) == 1898


@pytest.mark.parametrize("name", [*JSON_FORMATS, "aces"])
def test_each_format_is_recognised_and_only_it(name, tmp_path):
    path = tmp_path / "data.json"
    put(path, JSON_FORMATS.get(name, ACES[0]))
    head = path.read_bytes()
    found = [other for other in (*JSON_FORMATS, "aces") if registry.formats.find(other)().recognise(head, path)]
    assert found == [name]


@pytest.mark.parametrize("wrong", ["mucow-scoring", "contrawsd", "lingeval"])
def test_the_error_says_which_format_it_looks_like(wrong, tmp_path):
    path = put(tmp_path / "data.json", CONTRAPRO)
    with pytest.raises(DataError, match=f"is not {wrong}: item 1 .*It looks like 'contrapro'; try --format contrapro"):
        read(wrong, path)


def test_word_senses_are_not_read_as_lingeval(tmp_path):
    with pytest.raises(DataError, match=r"item 1 has 'ambig word'. It looks like 'mucow-scoring'"):
        read("lingeval", put(tmp_path / "data.json", MUCOW))


def test_json_that_is_broken_or_something_else(tmp_path):
    (tmp_path / "a.json").write_text('[{"reference": "x",\n}]', encoding="utf-8")
    with pytest.raises(DataError, match="line 2: is not mucow-scoring: it is not JSON"):
        read("mucow-scoring", tmp_path / "a.json")
    with pytest.raises(DataError, match="an array of items is expected"):
        read("mucow-scoring", put(tmp_path / "b.json", {"items": []}))
    with pytest.raises(DataError, match="holds no items"):
        read("mucow-scoring", put(tmp_path / "c.json", []))
    with pytest.raises(DataError, match="has an error without 'contrastive'"):
        read("mucow-scoring", put(tmp_path / "d.json", [{**MUCOW[0], "errors": [{"type": "x"}]}]))


def test_contrawsd_is_sliced_by_published_frequency_bins(tmp_path):
    key = "frequency of sense/ambig word in wmt16"
    counts = {20: "0-20", 21: "21-50", 50: "21-50", 1000: "501-1k", 1001: "1k-2k", 10000: "5k-10k", 10001: ">10k"}
    data = [{**MUCOW[0], key: f"{count}/99999"} for count in counts]
    records = read("contrawsd", put(tmp_path / "a.json", data)).records
    assert [item.tags["frequency"][0] for item in records] == list(counts.values())
    with pytest.raises(DataError, match="It looks like 'mucow-scoring'"):
        read("contrawsd", put(tmp_path / "b.json", MUCOW))


def test_lingeval_counts_every_error(tmp_path):
    suite = load("lingeval", put(tmp_path / "a.json", LINGEVAL))
    assert [case.id for case in suite.cases] == ["1.1", "1.2"]
    assert [case.tags["type"] for case in suite.cases] == [("np_agreement",), ("subj_verb_agreement",)]
    assert [case.tags["distance"] for case in suite.cases] == [("2",), (">15",)]
    assert suite.cases[0].tags["frequency"] == ("3-5",)
    queries, places = suite.questions()
    assert (len(queries), places) == (1, (0, 0))
    assert len(queries[0].targets) == 3
    assert suite.cluster == "sentence"


def test_contrapro_groups(tmp_path):
    suite = load("contrapro", put(tmp_path / "a.json", CONTRAPRO))
    (case,) = suite.cases
    assert (case.tags["pronoun"], case.tags["distance"], case.tags["intrasegmental"]) == (
        ("it:er",),
        ("1",),
        ("false",),
    )
    assert suite.cluster == "document"
    assert case.query.source_context == ()


@pytest.mark.parametrize("lines", [["", "The hat ."], ["", "The hat ."] * 3])
def test_contrapro_context_from_aligned_files(tmp_path, lines):
    (tmp_path / "c.en").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    path = put(tmp_path / "a.json", CONTRAPRO)
    suite = load("contrapro", path, context="2", source_context=str(tmp_path / "c.en"))
    assert suite.cases[0].query.source_context == ("The hat .",)
    with pytest.raises(DataError, match=r"9 lines expected \(3 for each of 3 references and contrasts\) or 3 "):
        load("contrapro", path, context="3", source_context=str(put_lines(tmp_path / "d.en", 4)))


def put_lines(path: Path, count: int) -> Path:
    path.write_text("line\n" * count, encoding="utf-8")
    return path


def test_contrapro_context_from_documents(tmp_path):
    folder = tmp_path / "documents" / "1999"
    folder.mkdir(parents=True)
    (folder / "film.en").write_text("One .\nThe hat .\nIt is old .\n", encoding="utf-8")
    (folder / "film.de").write_text("Eins .\nDer Hut .\nEr ist alt .\n", encoding="utf-8")
    path = put(tmp_path / "a.json", CONTRAPRO)
    options = {"documents": str(tmp_path / "documents")}
    query = load("contrapro", path, context="1", **options).cases[0].query
    assert (query.source_context, query.target_context) == (("The hat .",), ("Der Hut .",))
    assert load("contrapro", path, context="9", **options).cases[0].query.source_context == ("One .", "The hat .")
    with pytest.raises(UsageError, match="needs the context itself"):
        load("contrapro", path, context="1")


def test_aces_refuses_what_is_not_aces(tmp_path):
    (tmp_path / "a.tsv").write_text("source\ttarget\nx\ty\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 1: is not aces: the header lacks good-translation"):
        read("aces", tmp_path / "a.tsv")
    (tmp_path / "b.tsv").write_text("source\tgood-translation\tincorrect-translation\nx\ty\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 2: 3 columns expected, found 2"):
        read("aces", tmp_path / "b.tsv")
