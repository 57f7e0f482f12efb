"""Recipes: which files they ask for, and when our number is the published one."""

import math

import pytest

from mteval.core.errors import DataError, UnknownNameError
from mteval.recipes._reproduction import PublishedFile, PublishedNumber, Reproduction, recipes, reproduce


@pytest.mark.parametrize(
    ("published", "ours", "tolerance", "same"),
    [
        (2986, 2986, 0, True),
        (2986, 2985, 0, False),
        (65.06, 65.064, 0.005, True),
        (65.06, 65.0655, 0.005, False),
        (0.99, 0.9978, 0.01, True),
        (1, math.nan, 9, False),
    ],
)
def test_a_number_is_reproduced_if_it_rounds_to_the_published_one(published, ours, tolerance, same):
    row = PublishedNumber("x", published, ours, tolerance)
    assert row.same is same
    assert Reproduction((PublishedNumber("y", 1, 1), row)).same is same


def test_a_file_is_fetched_from_its_commit():
    file = PublishedFile("owner/name", "c0ffee", "a folder/x.json", "00")
    assert file.name == "x.json"
    assert file.url == "https://raw.githubusercontent.com/owner/name/c0ffee/a%20folder/x.json"


def test_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match=r"holds no cs-en\.mucow\.scoring\.json"):
        reproduce("mucow-wmt19", tmp_path)
    with pytest.raises(DataError, match="is no folder"):
        reproduce("mucow-wmt19", tmp_path / "none")
    with pytest.raises(UnknownNameError, match="mucow-wmt19"):
        reproduce("mucow-wmt18")


def test_changed_file_is_refused(tmp_path):
    for file in recipes.find("mucow-wmt19").files:
        (tmp_path / file.name).write_text("[]")
    with pytest.raises(DataError, match="sha256"):
        reproduce("mucow-wmt19", tmp_path)
