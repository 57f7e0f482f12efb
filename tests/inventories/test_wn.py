"""Senses from lexicons installed for wn."""

import pytest

from mteval.core.errors import DataError, UsageError
from tests.inventories.opening import opened

LEXICON = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.1.dtd">
<LexicalResource xmlns:dc="https://globalwordnet.github.io/schemas/dc/">
<Lexicon id="{id}" label="{id}" language="{language}" email="a@b.c" license="CC0" version="1">
{entries}
<Synset id="{id}-1-n" ili="i1" partOfSpeech="n"/><Synset id="{id}-2-n" ili="i2" partOfSpeech="n"/>
</Lexicon></LexicalResource>"""


def test_installed_lexicons(tmp_path):
    wn = pytest.importorskip("wn", reason="wn is not installed")
    wn.config.data_directory = tmp_path / "data"
    for name, language, lemmas in (("toy-en", "en", ["bank", "bank"]), ("toy-fr", "fr", ["banque", "rive"])):
        grouped = {}
        for number, lemma in enumerate(lemmas, start=1):
            grouped.setdefault(lemma, []).append(f'<Sense id="{name}-{lemma}-{number}" synset="{name}-{number}-n"/>')
        entries = "".join(
            f'<LexicalEntry id="{name}-{lemma}"><Lemma writtenForm="{lemma}" partOfSpeech="n"/>{"".join(senses)}</LexicalEntry>'
            for lemma, senses in grouped.items()
        )
        (tmp_path / f"{name}.xml").write_text(LEXICON.format(id=name, language=language, entries=entries))
        wn.add(tmp_path / f"{name}.xml", progress_handler=None)
    inventory = opened("wn", "toy-en:1,toy-fr:1", data=str(tmp_path / "data"))
    senses = inventory.senses(["bank", "none"])
    assert list(senses) == ["bank"]
    assert {(sense.id, sense.targets, sense.pos) for sense in senses["bank"]} == {
        ("i1", ("banque",), "n"),
        ("i2", ("rive",), "n"),
    }
    assert inventory.description == {"toy-en": "1", "toy-fr": "1"}
    with pytest.raises(DataError, match="is a lexicon of fr, not of 'de'"):
        opened("wn", "toy-en:1,toy-fr:1", ("en", "de"))
    with pytest.raises(DataError, match=r"no such lexicon. Installed: toy-en:1, toy-fr:1"):
        opened("wn", "toy-en:1,missing:9")
    with pytest.raises(UsageError, match="wn:SOURCE,TARGET"):
        opened("wn", "toy-en:1")
