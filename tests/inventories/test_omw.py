"""Senses from the Open Multilingual Wordnet's tables."""

import gzip

import pytest

from mteval.core.errors import DataError
from tests.inventories.opening import opened

# WordNet 3.0: 08420278-n is the financial institution, 09213565-n the sloping land beside water.
ENGLISH = """# a comment
08420278-n\teng:lemma\tbank
08420278-n\teng:lemma\tdepository_financial_institution
09213565-n\teng:lemma\tbank
09213565-n\teng:def\t0\tsloping land
02343595-v\teng:lemma\tBank
01411870-s\teng:lemma\tbank
"""
FRENCH = """08420278-n\tfra:lemma\tbanque
09213565-n\tfra:lemma\trive
09213565-n\tfra:lemma\tberge
01411870-s\tfra:lemma\tsûr
"""


@pytest.fixture
def own(tmp_path):
    """Two small wordnets, one of them packed."""
    (tmp_path / "wn-data-eng.tab").write_text(ENGLISH, encoding="utf-8")
    (tmp_path / "wn-data-fra.tab.gz").write_bytes(gzip.compress(FRENCH.encode()))
    return tmp_path


def test_senses_are_the_synsets_both_wordnets_have(own):
    inventory = opened("omw", own)
    (found,) = inventory.senses(["bank", "nosuchword"]).values()
    assert [(sense.id, sense.targets, sense.pos) for sense in found] == [
        ("01411870-s", ("sûr",), "a"),
        ("08420278-n", ("banque",), "n"),
        ("09213565-n", ("berge", "rive"), "n"),
    ]
    assert found[1].sources == ("bank", "depository financial institution")
    assert set(inventory.description) == {"wn-data-eng.tab", "wn-data-fra.tab.gz"}


def test_a_wordnet_of_our_own_that_is_not_there_is_named(own):
    with pytest.raises(DataError, match=r"no wordnet for 'de' \(wn-data-deu.tab\); it has: eng, fra"):
        opened("omw", own, ("en", "de"))
    with pytest.raises(DataError, match="is no folder"):
        opened("omw", own / "none")


def test_open_multilingual_wordnet(shared):
    inventory = opened("omw", shared / "data" / "omw")
    senses = {sense.id: sense for sense in inventory.senses(["bank", "nosuchword"])["bank"]}
    assert "banque" in senses["08420278-n"].targets
    assert "rive" in senses["09213565-n"].targets
    assert senses["09213565-n"].pos == "n"
    assert len(inventory.description) == 2


def test_a_wordnet_that_is_not_there_is_named(shared, tmp_path):
    with pytest.raises(
        DataError, match=r"no wordnet for 'de' \(wn-data-deu.tab\); it has: bul, dan, eng, fra, ita, nld"
    ):
        opened("omw", shared / "data" / "omw", ("en", "de"))
    with pytest.raises(DataError, match="is no folder"):
        opened("omw", tmp_path / "none")
