"""A tagger that stanza itself trained and saved, small enough to make here, opened and asked."""

from __future__ import annotations

import json

import pytest

from mteval.cli.main import main
from mteval.core.errors import DataError, UsageError
from mteval.lexical.part_of_speech import open_tagger

TAGS = {"de": "DET", "hond": "NOUN", "loopt": "VERB", "groen": "ADJ", "kat": "NOUN", "slaapt": "VERB"}
SMALL = "hidden_dim char_hidden_dim deep_biaff_hidden_dim composite_deep_biaff_hidden_dim word_emb_dim char_emb_dim"
SIZES = [f"--{name}=8" for name in (*SMALL.split(), "tag_emb_dim", "transformed_dim")]
STEPS = ["--max_steps=16", "--eval_interval=16", "--fix_eval_interval", "--lr=0.05", "--dropout=0", "--word_dropout=0"]
PLAIN = ["--no_pretrain", "--num_layers=1", "--word_cutoff=0", "--no_second_optim", "--cpu"]


def conllu(words):
    rows = (f"{i}\t{w}\t{w}\t{TAGS[w]}\t_\t_\t{int(i > 1)}\tdep\t_\t_\n" for i, w in enumerate(words, start=1))
    return "".join(rows) + "\n"


@pytest.fixture(scope="module")
def tagger(tmp_path_factory):
    pytest.importorskip("stanza", reason="needs the extra 'stanza'")
    from stanza.models import tagger as trainer

    folder = tmp_path_factory.mktemp("stanza")
    text = "".join(conllu([word]) for word in TAGS) + conllu(["de", "hond", "loopt"])
    for name in ("train", "dev"):
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")
    files = [f"--train_file={folder}/train.conllu", f"--eval_file={folder}/dev.conllu", f"--save_dir={folder}"]
    trainer.main([*files, "--save_name=tiny.pt", "--lang=nl", "--shorthand=nl_tiny", *SIZES, *STEPS, *PLAIN])
    return folder / "tiny.pt"


def test_a_file_that_stanza_saved_tags_words(tagger):
    tag = open_tagger(f"stanza:{tagger}")
    assert {word: tag(word) for word in TAGS} == TAGS


def test_the_composition_of_a_dictionary_rests_on_it(tagger, tmp_path, capsys):
    path = tmp_path / "fi-nl.txt"
    pairs = {"koira": "hond", "kissa": "kat", "juoksee": "loopt", "vihreä": "groen"}
    path.write_text("".join(f"{one}\t{other}\n" for one, other in pairs.items()), encoding="utf-8")
    main(["dictionary", "composition", str(path), "--tagger", f"nl=stanza:{tagger}", "--json"])
    found = {one["part"]: one["pairs"] for one in json.loads(capsys.readouterr().out)["parts"]}
    assert found == {"noun": 2, "verb": 1, "adjective": 1}


def test_what_is_no_tagger_is_one_sentence(tmp_path):
    pytest.importorskip("stanza", reason="needs the extra 'stanza'")
    with pytest.raises(DataError, match="no such file"):
        open_tagger(f"stanza:{tmp_path}/none.pt")
    (tmp_path / "x.pt").write_bytes(b"4 3\nno weights")
    with pytest.raises(UsageError, match="no weights"):
        open_tagger(f"stanza:{tmp_path}/x.pt")
    with pytest.raises(UsageError, match=r"stanza\.download"):
        open_tagger("stanza:no-such-language")
