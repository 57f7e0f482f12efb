"""Taggers and lemmatisers that their own trainers make from a few sentences: no downloads, a tenth of a second each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

Sentence = Sequence[tuple[str, str, str]]
"""Form, lemma and part of speech of every word."""

QUICK = "iterations=3;models=1;guesser_suffix_rules=1;guesser_enrich_dictionary=0"
GERMAN: tuple[Sentence, ...] = (
    (("Die", "der", "DET"), ("alten", "alt", "ADJ"), ("Häuser", "Haus", "NOUN")),
    (("Kinder", "Kind", "NOUN"),),
    (
        *(("Die", "der", "DET"), ("alten", "alt", "ADJ"), ("Banken", "Bank", "NOUN")),
        *(("stehen", "stehen", "VERB"), ("leer", "leer", "ADJ"), (".", ".", "PUNCT")),
    ),
)
ENGLISH: tuple[Sentence, ...] = (
    (("The", "the", "DET"), ("dog", "dog", "NOUN"), ("runs", "run", "VERB"), (".", ".", "PUNCT")),
    (("a", "a", "DET"), ("long", "long", "ADJ"), ("walk", "walk", "NOUN"), (".", ".", "PUNCT")),
    (("old", "old", "ADJ"), ("men", "man", "NOUN"), ("walk", "walk", "VERB"), ("in", "in", "ADP")),
)
FRENCH: tuple[Sentence, ...] = (
    (("une", "un", "DET"), ("longue", "long", "ADJ"), ("promenade", "promenade", "NOUN")),
    (("hommes", "homme", "NOUN"), ("marchent", "marcher", "VERB"), ("dans", "dans", "ADP")),
    (("marcher", "marcher", "VERB"),),
)


def conllu(sentences: Sequence[Sentence]) -> str:
    """The sentences as CoNLL-U, every word hanging on the first."""
    blocks = []
    for sentence in sentences:
        rows = [
            f"{place}\t{form}\t{lemma}\t{tag}\t_\t_\t{int(place > 1)}\t{'dep' if place > 1 else 'root'}\t_\t_\n"
            for place, (form, lemma, tag) in enumerate(sentence, start=1)
        ]
        blocks.append("".join(rows) + "\n")
    return "".join(blocks)


def udpipe_model(path: Path, sentences: Sequence[Sentence]) -> Path:
    """A UDPipe 1 model that tags and lemmatises the words of the sentences."""
    udpipe = pytest.importorskip("ufal.udpipe", reason="needs the extra 'udpipe'")
    reader = udpipe.InputFormat.newConlluInputFormat()
    reader.setText(conllu(sentences) * 5)
    read, error = udpipe.Sentences(), udpipe.ProcessingError()
    while reader.nextSentence(sentence := udpipe.Sentence(), error):
        read.append(sentence)
    model = udpipe.Trainer.train("morphodita_parsito", read, udpipe.Sentences(), "none", QUICK, "none", error)
    assert not error.occurred(), error.message
    path.write_bytes(model)
    return path


def stanza_lemmas(folder: Path, sentences: Sequence[Sentence]) -> Path:
    """A stanza lemmatiser (`lemma.pt`) that knows the words of the sentences."""
    pytest.importorskip("stanza", reason="needs the extra 'stanza'")
    from stanza.models import lemmatizer

    for name in ("train", "dev"):
        (folder / f"{name}.conllu").write_text(conllu(sentences), encoding="utf-8")
    files = [f"--train_file={folder}/train.conllu", f"--eval_file={folder}/dev.conllu", f"--save_dir={folder}"]
    lemmatizer.main([*files, "--save_name=lemma.pt", "--shorthand=de_tiny", "--mode=train", "--dict_only", "--cpu"])
    return folder / "lemma.pt"
