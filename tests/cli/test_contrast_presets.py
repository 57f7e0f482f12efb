"""Presets set the options the user did not give."""

import pytest

from mteval.cli._contrast_presets import PRESETS
from mteval.cli._contrast_settings import with_preset
from mteval.cli.contrast import build


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_preset_sets_options_that_exist(name):
    known = {parameter.name for parameter in build.params} | {"words"}
    assert set(PRESETS[name]) <= known


def test_what_the_user_gave_stays():
    given = {"preset": "careful", "embeddings": "fasttext:t.vec", "threshold": 0.5, "min_links": 10}
    found = with_preset(given, {"min_links", "told_apart"})
    assert found["threshold"] == 0.5
    assert found["min_links"] == PRESETS["careful"]["min_links"]
    assert found["embeddings"] == "fasttext:t.vec?words=nearest"
    chosen = with_preset({**given, "embeddings": "fasttext:t.vec?words=aligned"}, set())
    assert chosen["embeddings"] == "fasttext:t.vec?words=aligned"


def test_without_a_preset_nothing_changes():
    given = {"preset": None, "embeddings": "fasttext:t.vec", "min_links": 10}
    assert with_preset(given, {"min_links"}) == given
