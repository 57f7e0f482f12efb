"""What bleu adds to sacrebleu (weights, any SentencePiece model), and what the sacrebleu metrics refuse."""

from __future__ import annotations

import hashlib
import io
import math

import numpy as np
import pytest
import sentencepiece
from sacrebleu.metrics import BLEU

from mteval.core import registry
from mteval.core.errors import DataError, UnknownNameError, UsageError
from mteval.core.evidence import Comparison

LINES = [
    "the cats sat on the mats",
    "a dog runs over the hill",
    "unbelievable runs of the cats",
    "dogs and cats running",
]
OTHERS = ["the cat sat on a mat", "the dogs run over a hill", "an unbelievable run of cats", "a dog and a cat run"]


def bleu(**options):
    metric = registry.metrics.find("bleu")(**options)
    statistics = metric.observe([Comparison(t, (r,)) for t, r in zip(LINES, OTHERS, strict=True)])
    return metric, dict(zip(metric.keys, metric.estimate(statistics, np.ones((1, len(LINES))))[0], strict=True))


@pytest.fixture(scope="module")
def pieces(tmp_path_factory):
    """A SentencePiece model of a few dozen pieces."""
    path = tmp_path_factory.mktemp("spm") / "tiny.model"
    trained = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter((LINES + OTHERS) * 5),
        model_writer=trained,
        vocab_size=45,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    path.write_bytes(trained.getvalue())
    return path


@pytest.mark.parametrize("name", ["spm", "flores200", "flores101"])
def test_any_sentencepiece_model_cuts_the_lines(pieces, name):
    metric, found = bleu(tokenize=name, spm_model=str(pieces))
    processor = sentencepiece.SentencePieceProcessor(model_file=str(pieces))
    cut, others = ([" ".join(processor.encode(line, out_type=str)) for line in side] for side in (LINES, OTHERS))
    assert found["bleu"] == pytest.approx(BLEU(tokenize="none").corpus_score(cut, [others]).score, abs=1e-9)
    digest = hashlib.sha256(pieces.read_bytes()).hexdigest()[:12]
    assert f"|tok:{name}|" in metric.signature
    assert metric.signature.endswith(f"|spm:{digest}")


def test_a_model_sacrebleu_has_fetched_is_found(pieces, tmp_path, monkeypatch):
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "flores200sacrebleuspm").write_bytes(pieces.read_bytes())
    assert bleu(tokenize="flores200")[1] == bleu(tokenize="spm", spm_model=str(pieces))[1]


def test_weights_are_exponents_of_the_precisions():
    metric, found = bleu(weights="3:1", tokenize="none")
    logs = [math.log(found[f"precision_{n}"]) for n in (1, 2)]
    assert found["bleu"] == pytest.approx(found["brevity_penalty"] * math.exp((3 * logs[0] + logs[1]) / 4))
    assert metric.signature.endswith("|order:2|weights:3/1")


def test_equal_weights_change_nothing():
    assert bleu(weights="1:1:1:1")[1] == bleu()[1]


def test_a_weight_of_zero_leaves_an_order_out():
    assert bleu(weights="1:0:0:0", smooth_method="none")[1]["bleu"] == pytest.approx(
        bleu(max_ngram_order="1")[1]["bleu"]
    )


@pytest.mark.parametrize(
    ("name", "options", "error", "said"),
    [
        ("bleu", {"tokenise": "none"}, UnknownNameError, "tokenize"),
        ("bleu", {"tokenize": "13b"}, UsageError, "13a"),
        ("bleu", {"tokenize": "spm"}, UsageError, "spm_model=PATH"),
        ("bleu", {"tokenize": "spm", "spm_model": "nowhere.model"}, UsageError, "no file"),
        ("bleu", {"spm_model": "x.model"}, UsageError, "tokenize=spm"),
        ("bleu", {"smooth_method": "expo"}, UsageError, "'exp'"),
        ("bleu", {"smooth_value": "much"}, UsageError, "not a number"),
        ("bleu", {"max_ngram_order": "0"}, UsageError, "too small"),
        ("bleu", {"weights": "1:x"}, UsageError, "not a number"),
        ("bleu", {"weights": "0:0"}, UsageError, "not all zero"),
        ("bleu", {"weights": "1:-1"}, UsageError, "from zero up"),
        ("bleu", {"weights": "1:1", "max_ngram_order": "3"}, UsageError, "2 numbers"),
        ("chrf", {"char_ordr": "6"}, UnknownNameError, "char_order"),
        ("chrf", {"beta": "two"}, UsageError, "beta=two"),
        ("chrf++", {"word_order": "-1"}, UsageError, "too small"),
        ("ter", {"normalised": "true"}, UnknownNameError, "normalized"),
        ("ter", {"normalized": "perhaps"}, UsageError, "neither true nor false"),
    ],
)
def test_wrong_options_are_refused(name, options, error, said, monkeypatch, tmp_path):
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    with pytest.raises(error, match=said):
        registry.metrics.find(name)(**options)


def test_a_file_that_is_no_sentencepiece_model_is_named(tmp_path):
    (tmp_path / "x.model").write_text("not a model", encoding="utf-8")
    with pytest.raises(DataError, match="not a SentencePiece model"):
        registry.metrics.find("bleu")(tokenize="spm", spm_model=str(tmp_path / "x.model"))
