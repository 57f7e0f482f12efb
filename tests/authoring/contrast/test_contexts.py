"""What stands before a noun narrows its readings, and never to wrong ones."""

import pytest

from mteval.authoring.contrast.contexts import context
from mteval.lexical.nouns import CASES, Reading

ALL = [Reading(gender, number, case) for gender in ("masc", "fem", "neut") for number in ("sg", "pl") for case in CASES]


def left(language, before):
    return {(one.gender, one.number, one.case) for one in ALL if context(language)(before)(one)}


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("Er sieht einen großen, alten ", {("masc", "sg", "acc")}),
        ("mit einem ", {("masc", "sg", "dat"), ("neut", "sg", "dat")}),
        ("zur ", {("fem", "sg", "dat")}),
        ("in das alte ", {("neut", "sg", "acc")}),
        ("Ein ", {("masc", "sg", "nom"), ("neut", "sg", "nom"), ("neut", "sg", "acc")}),
        ("auf der ", {("fem", "sg", "dat")}),
        ("mit seinen roten ", {(gender, "pl", "dat") for gender in ("masc", "fem", "neut")}),
        ("für drei ", {(gender, "pl", "acc") for gender in ("masc", "fem", "neut")}),
        ("12 ", {(gender, "pl", case) for gender in ("masc", "fem", "neut") for case in CASES}),
        ("mit den leuchtend roten ", {(gender, "pl", "dat") for gender in ("masc", "fem", "neut")}),
        ("ein Mann, der ", set()),
        ("ein Tisch, auf dem ", set()),
    ],
)
def test_german(before, expected):
    assert left("de", before) == expected


@pytest.mark.parametrize("before", ["", "Der Mann wirft ", "sie und "])
def test_german_without_an_article_leaves_all(before):
    assert len(left("de", before)) == len(ALL)


def test_a_preposition_without_article_leaves_its_cases():
    assert {case for _, _, case in left("de-CH", "mit rotem ")} == {"dat"}


@pytest.mark.parametrize(
    ("before", "genders", "numbers"),
    [
        ("sur la petite ", {"fem"}, {"sg"}),
        ("Les ", {"masc", "fem"}, {"pl"}),
        ("de l'", {"masc", "fem"}, {"sg"}),
        ("deux vieux ", {"masc", "fem"}, {"pl"}),
        ("avec ", {"masc", "fem"}, {"sg", "pl"}),
    ],
)
def test_french(before, genders, numbers):
    found = {(gender, number) for gender, number, _ in left("fr", before)} - {("neut", "sg"), ("neut", "pl")}
    assert found == {(gender, number) for gender in genders for number in numbers}


def test_other_languages_leave_all():
    assert len(left("xx", "whatever ")) == len(ALL)
