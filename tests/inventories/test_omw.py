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


def further(folder, code, rows):
    (folder / f"wn-data-{code}.tab").write_text(
        "".join(f"{synset}\t{code}:lemma\t{lemma}\n" for synset, lemma in rows), encoding="utf-8"
    )


def test_further_languages_confirm_synsets_and_join_those_they_do_not_part(tmp_path):
    # Two kinds of table, the piece of furniture and the people at it, and a chart, as three synsets of an English noun.
    rows = [("1-n", "table"), ("2-n", "table"), ("3-n", "table"), ("4-v", "table")]
    further(tmp_path, "eng", rows)
    further(tmp_path, "fra", [("1-n", "table"), ("2-n", "tablée"), ("3-n", "tableau"), ("4-v", "ajourner")])
    further(tmp_path, "ita", [("1-n", "tavolo"), ("2-n", "tavolo"), ("3-n", "tabella"), ("4-v", "tavolo")])
    further(tmp_path, "nld", [("1-n", "tafel"), ("2-n", "gezelschap"), ("3-n", "tabel")])

    def ids(**options):
        return [sense.id for sense in opened("omw", tmp_path, **options).senses(["table"])["table"]]

    assert ids() == ["1-n", "2-n", "3-n", "4-v"]
    assert ids(others="it") == ["1-n+2-n", "3-n", "4-v"], "tavolo the verb is another word"
    assert ids(others="it,nl", confirmed="2") == ["1-n+2-n", "3-n"], "one of two languages has one word for both"
    assert ids(others="it,nl", confirmed="2", colexified="0.6") == ["1-n", "2-n", "3-n"]
    (both, *_) = opened("omw", tmp_path, others="it").senses(["table"])["table"]
    assert both.targets == ("table", "tablée")
    with pytest.raises(DataError, match="no wordnet for 'bg'"):
        opened("omw", tmp_path, others="bg")
