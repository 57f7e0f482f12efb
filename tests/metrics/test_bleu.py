"""bleu gives sacrebleu's digits, adds weights and any SentencePiece model, and refuses wrong options."""

from __future__ import annotations

import hashlib
import io
import math

import numpy as np
import pytest
import sentencepiece
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from mteval.core import registry
from mteval.core.errors import DataError, UnknownNameError, UsageError
from mteval.core.evidence import Comparison
from tests.metrics.sacrebleu_peer import (
    agree_on_random_text,
    agree_on_real_lines,
    assert_same_as_sacrebleu,
)

BLEU_OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "tokenize": st.sampled_from(["13a", "none", "char", "intl", "zh"]),
        "lowercase": st.booleans(),
        "smooth_method": st.sampled_from(["exp", "floor", "add-k", "none"]),
        "smooth_value": st.sampled_from([0.01, 0.5, 2.0]),
        "max_ngram_order": st.integers(1, 6),
        "effective_order": st.booleans(),
        "force": st.booleans(),
    },
)


def test_random_text_scores_as_in_sacrebleu(speed):
    agree_on_random_text("bleu", BLEU_OPTIONS)


def test_real_lines_score_as_in_sacrebleu(outputs, speed):
    agree_on_real_lines("bleu", outputs)


@pytest.mark.parametrize(
    ("name", "line", "other"),
    [
        ("ja-mecab", "吾輩は猫である。名前はまだ無い。", "吾輩は犬である。名前は無い。"),
        ("ko-mecab", "나는 고양이로소이다. 이름은 아직 없다.", "나는 개다. 이름은 없다."),
    ],
)
def test_mecab_tokenizers_are_those_of_sacrebleu(name, line, other):
    pytest.importorskip("MeCab" if name == "ja-mecab" else "mecab_ko", reason="needs sacrebleu[ja,ko]")
    assert_same_as_sacrebleu("bleu", {"tokenize": name, "max_ngram_order": 2}, [line], [[other]])


@pytest.mark.parametrize("language", ["zh", "ja", "ko", "de"])
def test_target_language_chooses_the_tokenizer(language):
    pytest.importorskip("MeCab", reason="needs sacrebleu[ja,ko]")
    assert_same_as_sacrebleu("bleu", {"trg_lang": language}, ["我们 在 这里。 吃饭"], [["我们在这里吃饭。"]])


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
    ("options", "error", "said"),
    [
        ({"tokenise": "none"}, UnknownNameError, "tokenize"),
        ({"tokenize": "13b"}, UsageError, "13a"),
        ({"tokenize": "spm"}, UsageError, "spm_model=PATH"),
        ({"tokenize": "spm", "spm_model": "nowhere.model"}, UsageError, "no file"),
        ({"spm_model": "x.model"}, UsageError, "tokenize=spm"),
        ({"smooth_method": "expo"}, UsageError, "'exp'"),
        ({"smooth_value": "much"}, UsageError, "not a number"),
        ({"max_ngram_order": "0"}, UsageError, "too small"),
        ({"weights": "1:x"}, UsageError, "not a number"),
        ({"weights": "0:0"}, UsageError, "not all zero"),
        ({"weights": "1:-1"}, UsageError, "from zero up"),
        ({"weights": "1:1", "max_ngram_order": "3"}, UsageError, "2 numbers"),
    ],
)
def test_wrong_options_are_refused(options, error, said, monkeypatch, tmp_path):
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    with pytest.raises(error, match=said):
        registry.metrics.find("bleu")(**options)


def test_a_file_that_is_no_sentencepiece_model_is_named(tmp_path):
    (tmp_path / "x.model").write_text("not a model", encoding="utf-8")
    with pytest.raises(DataError, match="not a SentencePiece model"):
        registry.metrics.find("bleu")(tokenize="spm", spm_model=str(tmp_path / "x.model"))
