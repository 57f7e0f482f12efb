"""MuCoW of 2020: senses, distances and groups as published, lemmas alone, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import Outcome
from mteval.core.queries import Translation
from mteval.core.suites import SuiteSource
from tests.formats.sense_files import SENSES, read


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
