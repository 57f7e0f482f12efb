"""MuCoW translation suites in both layouts: read, written back, and refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import Outcome
from mteval.core.queries import Translation
from mteval.core.suites import SuiteSource
from mteval.library import read_contents

KEY = "7\tbooks\tbank\tpankki\tranta penkki\n9\topensubs\tbank\tranta\tpankki penkki\n"
FILES = {
    "en-fi.key.txt": KEY,
    "en-fi.text.txt": "The bank closed .\nThe river bank .\n",
    "en-fi.ref.txt": "Pankki suljettiin .\nJoen ranta .\n",
    "en-fi.domain.txt": "bank\tpankki\tin\t1\t0\nbank\tranta\tout\t0\t1\n",
}
LREC = (
    "bank\t0\teuroparl\tThe banks closed .\tPankit suljettiin .\tbanks\n"
    "bank\t1\tbooks\tThe river bank .\tJoen ranta .\tbank\n"
)
SENSES = "bank\t0\t120\t0.5\tpankki\nbank\t1\t90\t0.375\tranta penger pankki\nbank\t2\t30\t0.125\tpenkki ranta\n"
DISTANCES = "bank\t0-1\t0.8\nbank\t0-2\t0.5\nbank\t1-2\t0.3\n"


def read(name: str, path: Path):
    return read_contents(SuiteSource("x", "sense-choice", name, {"data": path}))


@pytest.fixture
def suite(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "en-fi.key.txt"


@pytest.fixture
def lrec(tmp_path):
    (tmp_path / "en-fi.test.txt").write_text(LREC, encoding="utf-8")
    (tmp_path / "senses.en-fi.txt").write_text(SENSES, encoding="utf-8")
    (tmp_path / "distances.en-fi.txt").write_text(DISTANCES, encoding="utf-8")
    return tmp_path / "en-fi.test.txt"


def test_the_siblings_of_a_key_are_found(suite):
    contents = read("mucow-translation", suite)
    first, second = contents.records
    assert contents.languages == ("en", "fi")
    assert (first.id, first.source, first.reference) == ("7", "The bank closed .", "Pankki suljettiin .")
    assert (first.positive, first.negative) == (("pankki",), ("ranta", "penkki"))
    assert (first.tags["domain"], second.tags["domain"]) == (("in",), ("out",))
    assert second.tags["origin"] == ("opensubs",)


def test_a_suite_is_written_back_to_the_byte(suite, tmp_path):
    folder = tmp_path / "copy"
    registry.formats.find("mucow-translation")().write(
        read("mucow-translation", suite).records, folder / "en-fi.key.txt"
    )
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == FILES


def test_the_published_suite_is_written_back_to_the_byte(shared, tmp_path):
    folder = shared / "data" / "mucow" / "translation"
    records = read("mucow-translation", folder / "en-fi.key.txt").records
    registry.formats.find("mucow-translation")().write(records, tmp_path / "en-fi.key.txt")
    for part in ("key", "text", "ref"):
        assert (tmp_path / f"en-fi.{part}.txt").read_bytes() == (folder / f"en-fi.{part}.txt").read_bytes()
    published = (folder / "en-fi.domain.txt").read_text(encoding="utf-8").splitlines()
    assert sorted((tmp_path / "en-fi.domain.txt").read_text(encoding="utf-8").splitlines()) == sorted(published)


def test_what_does_not_fit_together_is_refused(suite):
    (suite.parent / "en-fi.text.txt").write_text("one line\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"en-fi.text.txt: has 1 lines, but .* has 2"):
        read("mucow-translation", suite)
    (suite.parent / "en-fi.text.txt").unlink()
    with pytest.raises(DataError, match=r"en-fi.text.txt: no such file, but en-fi.key.txt needs it"):
        read("mucow-translation", suite)
    suite.write_text("7\tbooks\tbank\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"line 1: is not mucow-translation: 5 columns expected .* found 3"):
        read("mucow-translation", suite)


def test_a_set_of_2020_lists_every_other_sense_as_wrong(lrec):
    contents = read("mucow-lrec", lrec)
    first, second = contents.records
    # "pankki" also stands for sense 1, but a right word is never wrong; "ranta" counts with the first sense that has it.
    assert (first.positive, first.negative) == (("pankki",), ("ranta", "penger", "penkki"))
    assert first.distances == (0.8, 0.8, 0.5)
    assert (second.negative, second.distances) == (("penkki",), (0.3,))
    assert first.extra["form"] == "banks"
    assert contents.customs["search"] == "lemmas"


def test_a_set_of_2020_has_the_published_groups(lrec):
    first, second = (item.tags for item in read("mucow-lrec", lrec).records)
    assert (first["origin"], first["sense"], first["data"]) == (("europarl",), ("bank:0",), ("clean",))
    assert (first["frequency"], second["frequency"]) == (("40-60", "45-55"), ("20-40",))
    # Mean distance of the set .533; sense 0 is .65 from the others, sense 1 .55.
    assert (first["distance"], second["distance"]) == (("above-average",), ("above-average",))


def test_a_set_of_2020_is_judged_by_lemmas_alone(lrec):
    source = SuiteSource("x", "sense-choice", "mucow-lrec", {"data": lrec})
    family = registry.families.find("sense-choice")({})
    suite = family.load(source, registry.formats.find("mucow-lrec")().read(source))
    assert suite.options["search"] == "lemmas"
    answers = [Translation("pankki ranta", "pankki joki"), Translation("ranta", None)]
    evidence = registry.families.find("sense-choice")(suite.options).judge_all(suite, answers)
    assert [one.outcome for one in evidence] == [Outcome.PASSED, Outcome.UNDECIDED]


@pytest.mark.parametrize("name", ["en-fi.test.txt", "en-fi.test.txt.gz"])
def test_a_set_of_2020_reads_back_the_same(lrec, tmp_path, name):
    first = read("mucow-lrec", lrec)
    registry.formats.find("mucow-lrec")().write(first.records, tmp_path / "copy" / name)
    assert read("mucow-lrec", tmp_path / "copy" / name).records == first.records


def test_a_set_of_2020_needs_its_senses(lrec):
    (lrec.parent / "senses.en-fi.txt").write_text("bank\t0\t1\t1.0\tpankki\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 2: sense 1 of 'bank' is not in the senses file"):
        read("mucow-lrec", lrec)
    (lrec.parent / "senses.en-fi.txt").unlink()
    with pytest.raises(DataError, match="needs its senses beside it"):
        read("mucow-lrec", lrec)


def test_layouts_are_told_apart(suite, lrec):
    with pytest.raises(DataError, match="It looks like 'mucow-lrec'"):
        read("mucow-translation", lrec)
    with pytest.raises(DataError, match="It looks like 'mucow-translation'"):
        read("mucow-lrec", put_senses(suite))


def put_senses(path: Path) -> Path:
    (path.parent / "senses.en-fi.txt").write_text(SENSES, encoding="utf-8")
    return path
