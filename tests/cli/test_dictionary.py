"""mteval dictionary on the command line."""

from __future__ import annotations

import json

import pytest

from tests.cli.calling import exit_code as run

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


def test_enrich_adds_forms_the_vocabulary_has(tmp_path, capsys):
    (tmp_path / "en-bg.txt").write_text("car\tкола\nfast\tбърз\n", encoding="utf-8")
    table = "кола\tкола\tN;SG;INDF\nкола\tколата\tN;SG;DEF\nкола\tколи\tN;PL;INDF\nкола\tколите\tN;PL;DEF\n"
    (tmp_path / "bul").write_text(table, encoding="utf-8")
    (tmp_path / "bg.vec").write_text("2 2\nКолата 1 0\nколи 0 1\n", encoding="utf-8")
    arguments = ["dictionary", "enrich", tmp_path / "en-bg.txt", "-o", tmp_path / "full.txt", "--target", "bg"]
    assert run(*arguments, "--unimorph", tmp_path / "bul", "--log", tmp_path / "added.tsv") == 0
    assert (tmp_path / "full.txt").read_text(encoding="utf-8").split() == (
        ["car", "кола", "car", "колата", "fast", "бърз"]
    )
    assert "1 of 2" in capsys.readouterr().out
    rules_alone = [*arguments, "--unimorph", tmp_path / "bul", "--condition", "none"]
    assert run(*rules_alone) == 0
    assert (tmp_path / "full.txt").read_text(encoding="utf-8").split() == (
        ["car", "кола", "car", "колата", "car", "коли", "car", "колите", "fast", "бърз"]
    )
    assert run(*rules_alone, "--vocabulary", tmp_path / "bg.vec") == 0
    assert (tmp_path / "full.txt").read_text(encoding="utf-8").split() == (
        ["car", "кола", "car", "колата", "car", "коли", "fast", "бърз"]
    )
    assert "because the vocabulary lacks them: 1" in capsys.readouterr().out


BULGARIAN = "кола\tкола\tN;SG;INDF\nкола\tколата\tN;SG;DEF\nкуче\tкуче\tN;SG;INDF\nкуче\tкучето\tN;SG;DEF\n"


@pytest.fixture
def inflected(tmp_path):
    """Two systems: the first puts the definite form of 'car' and 'dog' before the gold target, the second does not."""
    (tmp_path / "en-bg.txt").write_text("car\tкола\ndog\tкуче\nfast\tбърз\nrare\tрядък\n", encoding="utf-8")
    (tmp_path / "bul").write_text(BULGARIAN, encoding="utf-8")
    (tmp_path / "en.vec").write_text("car 1 0 0\ndog 0 1 0\nfast 0 0 1\n", encoding="utf-8")
    rows = "{} 1 0 .1\n{} 1 0 .2\n{} 0 1 .1\n{} 0 1 .2\nбърз 0 0 1\n"
    (tmp_path / "a.vec").write_text(rows.format("колата", "кола", "кучето", "куче"), encoding="utf-8")
    (tmp_path / "b.vec").write_text(rows.format("кола", "колата", "куче", "кучето"), encoding="utf-8")
    systems = [f"{name}=embeddings:{tmp_path}/en.vec?target={tmp_path}/{name}.vec" for name in "ab"]
    asked = [part for system in systems for part in ("--system", system)]
    return [
        "dictionary",
        "enrich",
        tmp_path / "en-bg.txt",
        "-o",
        tmp_path / "full.txt",
        "--unimorph",
        tmp_path / "bul",
        *asked,
    ]


def test_enrich_says_how_much_precision_changed(inflected, capsys):
    assert run(*inflected, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["pairs"], found["added"], found["sources_changed"]) == (4, 2, 2)
    first, second = found["systems"]
    # By hand: one of three known words is right before, all three after; the second system has them all at once.
    p1 = first["values"]["p@1"]
    assert (p1["before"], p1["after"], p1["difference"]) == pytest.approx((1 / 3, 1, 2 / 3))
    # Of three words, Student's t has one degree of freedom: the interval is as wide as the scale of differences.
    assert p1["interval"] == [-1, 1]
    assert (first["words"], first["turned_right"]) == ([3, 3], 2)
    assert first["values"]["p@1_oov_wrong"]["after"] == pytest.approx(3 / 4)
    assert second["values"]["p@1"] == {"before": 1.0, "after": 1.0, "difference": 0.0, "interval": [None, None]}
    assert run(*inflected) == 0
    out = capsys.readouterr().out
    assert "P@1 of a: 0.3333 before, 1.0000 after" in out
    assert "words that turned right: 2" in out


@pytest.mark.parametrize(
    ("option", "text", "problem"),
    [
        ("--unimorph", "house\thouses\tN;PL\n", "Latin"),
        ("--unimorph", "автобус\tавтобуси\tN;PL\n", "another language"),
        ("--vocabulary", "house 1 2\n", "Latin"),
        ("--unimorph", "car\tcars\tN;PL\n", "swapped"),
        ("--unimorph", "a\tb\n", "line 1"),
        ("--rules", "[[rule]]\nname = 1\n", "rule 1"),
    ],
)
def test_enrich_refuses_files_of_another_language(inflected, tmp_path, capsys, option, text, problem):
    (tmp_path / "other").write_text(text, encoding="utf-8")
    (tmp_path / "other.vec").write_text(text, encoding="utf-8")
    given = tmp_path / ("other.vec" if option == "--vocabulary" else "other")
    assert run(*inflected[:7], option, given) == 2
    assert problem in capsys.readouterr().err
    assert not (tmp_path / "full.txt").exists()


def test_enrich_with_a_system_that_cannot_rank_writes_nothing(inflected, tmp_path, capsys):
    (tmp_path / "x.txt").write_text("a\n", encoding="utf-8")
    assert run(*inflected[:7], "--system", f"output-file:{tmp_path}/x.txt") == 2
    assert "asks for Rank" in capsys.readouterr().err
    assert not (tmp_path / "full.txt").exists()


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
