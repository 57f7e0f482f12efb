"""MuCoW's translation variant: the published run, and one of our own."""

import pytest

from mteval.recipes import mucow_wmt19_translation as module
from mteval.recipes._reproduction import recipes, reproduce
from tests.golden import own_mucow


def test_every_published_number_is_reproduced(shared):
    done = reproduce("mucow-wmt19-translation", shared / "data")
    assert [row for row in done.rows if not row.same] == []
    assert len(done.rows) == 15


@pytest.fixture
def own_files(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "COUNTS", own_mucow.COUNTS)
    monkeypatch.setattr(module, "RATES", own_mucow.RATES)
    own_mucow.write_translation(tmp_path)
    return {path.name: path for path in tmp_path.iterdir()}


def test_every_number_of_our_own_is_reproduced(own_files):
    done = recipes.find("mucow-wmt19-translation")().reproduce(own_files, None)
    assert [row for row in done.rows if not row.same] == []
    assert len(done.rows) == 3 * 3 + len(own_mucow.RATES)


def test_the_lemmas_are_used(own_files):
    lemmas = own_files[f"{own_mucow.OUTPUT}.parsed.toklemma"]
    lemmas.write_text("x\n" * len(own_mucow.CHOICES))
    rows = {row.label: row for row in recipes.find("mucow-wmt19-translation")().reproduce(own_files, None).rows}
    # The fourth and the sixth, both out of domain, were decided by their lemmas alone.
    assert (rows["out positive"].ours, rows["out unknown"].ours) == (1, 4)
    assert rows["in positive"].same
