"""Parts of speech of dictionary pairs, from lists and from taggers, and how a dictionary is composed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from mteval.cli.main import main
from mteval.core.errors import DataError, UsageError
from mteval.core.records import DictionaryPair
from mteval.lexical.knowledge import side_knowledge
from mteval.lexical.part_of_speech import composition, open_tagger, part_of_speech
from mteval.lexical.proper_nouns import classify
from tests.trained_here import FRENCH, udpipe_model


def test_composition_counts_pairs_and_source_words():
    pairs = [DictionaryPair("a", "x"), DictionaryPair("a", "y"), DictionaryPair("b", "z")]
    shares = {one.part: one for one in composition(pairs, ["noun", "verb", "noun"])}
    assert (shares["noun"].pairs, shares["noun"].sources) == (2, 2)
    assert shares["noun"].pair_share == pytest.approx(2 / 3)
    assert shares["noun"].source_share == pytest.approx(1.5 / 2)
    assert sum(one.source_share for one in shares.values()) == pytest.approx(1)


@pytest.mark.parametrize("source", ["trained here", "published"])
def test_a_tagger_speaks_for_languages_without_lists(source, request, tmp_path):
    if source == "trained here":
        path = udpipe_model(tmp_path / "fr.udpipe", FRENCH)
    else:
        pytest.importorskip("ufal.udpipe", reason="needs the extra 'udpipe'")
        folder = request.getfixturevalue("shared") / "models" / "udpipe_fr"
        path = folder / "french-partut-ud-2.5-191206.udpipe"
    french = replace(side_knowledge("fr"), tag=open_tagger(f"udpipe:{path}"))
    pair = DictionaryPair("gehen", "marcher")
    found = classify([pair], side_knowledge("de"), french)[0]
    assert part_of_speech(pair, found, side_knowledge("de"), french) == "verb"


def test_what_is_no_tagger_is_said():
    with pytest.raises(UsageError, match=r"udpipe:FILE"):
        open_tagger("spacy")


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
