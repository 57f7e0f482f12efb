"""mteval dictionary enrich on the command line: what it adds, writes and says."""

from __future__ import annotations

import json

import pytest

from tests.cli.calling import exit_code as run


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


def test_enrich_adds_synonyms_as_a_second_step_with_their_evidence(inflected, tmp_path, capsys):
    (tmp_path / "senses.tsv").write_text("car\t7\tкола|автомобил\tn\nfast\t8\tстабилен\ta\n", encoding="utf-8")
    log, wanted = tmp_path / "log.tsv", ["--synonyms", f"tsv:{tmp_path / 'senses.tsv'}"]
    assert run(*inflected, *wanted, "--source", "en", "--log", log, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    synonyms = found["synonyms"]
    assert (found["added"], synonyms["added"], synonyms["sources_changed"]) == (2, 1, 1)
    assert synonyms["inventories"] == {wanted[1]: 1}
    # The systems do not know the new word, so the second step changes nothing for them; the first did.
    assert [one["values"]["p@1"]["difference"] for one in found["systems"]] == pytest.approx([2 / 3, 0])
    assert [one["values"]["p@1"]["difference"] for one in synonyms["systems"]] == [0, 0]
    rows = [line.split("\t") for line in log.read_text(encoding="utf-8").splitlines()]
    assert rows[0] == ["source", "target", "form", "rules", "evidence"]
    assert rows[-1] == ["car", "кола", "автомобил", "synonym", f"{wanted[1]} 7"]
    assert run(*inflected, *wanted, "--source", "en") == 0
    assert "then 1 synonyms added" in capsys.readouterr().out


def test_enrich_with_synonyms_alone_needs_no_table_and_with_neither_says_so(inflected, tmp_path, capsys):
    (tmp_path / "senses.tsv").write_text("car\t7\tкола|автомобил\tn\n", encoding="utf-8")
    files = inflected[:5]
    assert run(*files, "--synonyms", f"tsv:{tmp_path / 'senses.tsv'}", "--source", "en", "--target", "bg") == 0
    assert "автомобил" in (tmp_path / "full.txt").read_text(encoding="utf-8")
    said = capsys.readouterr().out
    assert "then 1 synonyms added" in said
    assert "the table does not have" not in said
    assert run(*files) == 2
    assert "Give --unimorph" in capsys.readouterr().err
