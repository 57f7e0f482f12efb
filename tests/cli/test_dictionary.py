"""mteval dictionary on the command line."""

from __future__ import annotations

import json

import pytest

from tests.cli.calling import exit_code as run
from tests.lexical.dictd_files import write_dictionary

PAIRS = [("london", "лондон"), ("water", "вода"), ("table", "маса"), ("walked", "вървеше"), ("pizza", "pizza")]


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "en-bg.txt"
    path.write_text("".join(f"{one}\t{other}\n" for one, other in PAIRS), encoding="utf-8")
    return path


def test_filter_writes_what_stays_and_logs_what_goes(words, tmp_path, capsys):
    clean, log = tmp_path / "clean.txt", tmp_path / "drops.tsv"
    drop = "proper-noun,invalid,identical"
    assert run("dictionary", "filter", words, "-o", clean, "--drop", drop, "--keep", "noun", "--log", log) == 0
    assert clean.read_text(encoding="utf-8") == "water\tвода\ntable\tмаса\n"
    rows = [line.split("\t") for line in log.read_text(encoding="utf-8").strip().split("\n")]
    assert rows[0] == ["source", "target", "reason", "evidence"]
    assert {row[0]: row[2] for row in rows[1:]} == {
        "london": "proper-noun",
        "walked": "part-of-speech",
        "pizza": "invalid",
    }
    assert all(len(row) == 4 and row[3] for row in rows)
    assert "2 kept, 3 dropped" in capsys.readouterr().out


def test_filter_takes_clashes_and_a_bilingual_dictionary(tmp_path, capsys):
    write_dictionary(tmp_path, "eng-deu", [("arrive", "arrive <v>\nankommen")])
    write_dictionary(tmp_path, "deu-eng", [("ankunft", "Ankunft <fem, n, sg>\narrival")])
    words, log = tmp_path / "de-en.txt", tmp_path / "drops.tsv"
    words.write_text("bett\tbed\nbett\tbeds\nankunft\tarrival\nankunft\tarrive\n", encoding="utf-8")
    given = ["dictionary", "filter", words, "-o", tmp_path / "clean.txt", "--log", log]
    assert run(*given) == 0
    assert (tmp_path / "clean.txt").read_text(encoding="utf-8") == words.read_text(encoding="utf-8")
    assert run(*given, "--clash", "number,part-of-speech", "--bilingual", f"freedict:{tmp_path}") == 0
    assert (tmp_path / "clean.txt").read_text(encoding="utf-8") == "bett\tbed\nankunft\tarrival\n"
    assert log.read_text(encoding="utf-8").split("\n")[1:3] == [
        "bett\tbeds\tinvalid\tbett is a singular, beds a plural, and bed stands beside it",
        "ankunft\tarrive\tinvalid\tarrive is a verb, ankunft a noun in the dictionary",
    ]
    capsys.readouterr()
    assert run(*given, "--clash", "numbers") == 2
    assert "--clash=numbers is not possible. Did you mean 'number'?" in capsys.readouterr().err
    assert run(*given, "--clash", "number", "--drop", "identical") == 2
    assert "--clash says which pairs are invalid, and --drop lets invalid pairs stay" in capsys.readouterr().err
    assert run(*given, "--bilingual", "nonsense") == 2
    assert "'nonsense' is no dictionary" in capsys.readouterr().err


def test_clashes_without_english_are_said_not_to_be_looked_for(tmp_path, capsys):
    (tmp_path / "de-bg.txt").write_text("bett\tлегло\n", encoding="utf-8")
    run("dictionary", "filter", tmp_path / "de-bg.txt", "-o", tmp_path / "clean.txt", "--clash", "number")
    assert "Clashes are only looked for where one side is English." in capsys.readouterr().err


def test_only_what_is_asked_for_goes(words, tmp_path):
    log = tmp_path / "drops.tsv"
    assert run("dictionary", "filter", words, "-o", tmp_path / "clean.txt", "--drop", "identical", "--log", log) == 0
    assert log.read_text(encoding="utf-8").split("\n")[1] == "pizza\tpizza\tidentical\tthe same word on both sides"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--drop", "propernoun"), "proper-noun"),
        (("--keep", "nouns"), "noun"),
        (("--source", "English"), "no language"),
        (("--keep", "other"), "nothing was written"),
        (("--corpus", "missing.txt"), "no such file"),
        (("--tagger", "spacy:en"), "udpipe:FILE"),
        (("--log", "clean.txt"), "different files"),
    ],
)
def test_bad_requests_write_nothing(words, tmp_path, capsys, monkeypatch, arguments, problem):
    monkeypatch.chdir(tmp_path)
    assert run("dictionary", "filter", words, "-o", "clean.txt", *arguments) == 2
    assert problem in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["en-bg.txt"]


def test_a_broken_line_is_located(tmp_path, capsys):
    path = tmp_path / "d.txt"
    path.write_text("a\tb\nc\n", encoding="utf-8")
    assert run("dictionary", "filter", path, "-o", tmp_path / "o") == 2
    assert "line 2" in capsys.readouterr().err
    assert not (tmp_path / "o").exists()


def test_a_dictionary_is_never_overwritten(words, capsys):
    before = words.read_bytes()
    assert run("dictionary", "filter", words, "-o", words) == 2
    assert words.read_bytes() == before


def test_composition_of_an_annotated_dictionary(shared, tmp_path, capsys):
    path = shared / "data/muse_dicos/bg-en.5000-6500.n.txt"
    picture = tmp_path / "c.svg"
    assert run("dictionary", "composition", path, "--format", "muse-pos", "--svg", picture, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    parts = {one["part"]: one["pairs"] for one in found["parts"]}
    # Counted with grep -c "".
    assert parts == {"noun": 1097, "proper-noun": 432, "verb": 283, "adjective": 297, "other": 14, "invalid": 27}
    assert found["sources"] == 1500
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_composition_of_an_annotated_dictionary_of_our_own(tmp_path, capsys):
    # Five sources, six pairs; "lauf" is half a noun and half a verb.
    for code, text in {
        "n": "haus house\nsee lake\nlauf course\n",
        "pn": "rom rome\n",
        "v": "lauf run\n",
        "nw": "x y\n",
    }.items():
        (tmp_path / f"de-en.1.{code}.txt").write_text(text.replace(" ", "\t"), encoding="utf-8")
    picture = tmp_path / "c.svg"
    path = tmp_path / "de-en.1.n.txt"
    assert run("dictionary", "composition", path, "--format", "muse-pos", "--svg", picture, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert {one["part"]: one["pairs"] for one in found["parts"]} == {
        "noun": 3,
        "proper-noun": 1,
        "verb": 1,
        "invalid": 1,
    }
    assert found["sources"] == 5
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_composition_as_a_table(words, capsys):
    assert run("dictionary", "composition", words) == 0
    assert "█" in capsys.readouterr().out


def test_help_has_an_example(capsys):
    for verb in ("filter", "enrich", "composition"):
        assert run("dictionary", verb, "--help") == 0
        assert "Example:" in capsys.readouterr().out


def test_a_language_whose_plurals_look_like_singulars_is_said_to_be_left_out(tmp_path, capsys):
    (tmp_path / "da-en.txt").write_text("år\tyear\når\tyears\n", encoding="utf-8")
    assert run("dictionary", "filter", tmp_path / "da-en.txt", "-o", tmp_path / "clean.txt", "--clash", "number") == 0
    told = capsys.readouterr()
    assert "Singulars and plurals cannot be told apart in 'da'" in told.err
    assert "2 kept" in told.out
