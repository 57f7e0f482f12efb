"""COMET checkpoints: options and refusals everywhere, scores where unbabel-comet is installed, with a tiny model made here."""

from __future__ import annotations

import numpy as np
import pytest

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError, MissingDependencyError, UsageError
from mteval.core.evidence import Comparison

PAIRS = [
    Comparison("der Hund schläft", ("ein Hund schläft",), "the dog sleeps"),
    Comparison("eine Katze", ("die Katze", "eine Katze schläft"), "a cat"),
    Comparison("der Hund schläft", ("ein Hund schläft",), "the dog sleeps"),
]
WORDS = ["der", "die", "ein", "eine", "Hund", "Katze", "schläft", "the", "a", "dog", "cat", "sleeps"]


def test_a_model_must_be_named():
    with pytest.raises(UsageError, match="comet\\?model=CHECKPOINT"):
        registry.metrics.find("comet")()


def test_a_missing_checkpoint_is_named(tmp_path):
    with pytest.raises(DataError, match="no COMET checkpoint"):
        registry.metrics.find("comet")(model=str(tmp_path / "model.ckpt"))


def test_settings_must_lie_beside_the_checkpoint(tmp_path):
    (tmp_path / "checkpoints").mkdir()
    (tmp_path / "checkpoints" / "model.ckpt").write_bytes(b"")
    with pytest.raises(DataError, match=r"hparams\.yaml is missing"):
        registry.metrics.find("comet")(model=str(tmp_path))


def test_without_the_package_the_remedy_is_named(tmp_path, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "comet", None)
    (tmp_path / "checkpoints").mkdir()
    (tmp_path / "checkpoints" / "model.ckpt").write_bytes(b"")
    (tmp_path / "hparams.yaml").write_text("class_identifier: regression_metric\n", encoding="utf-8")
    with pytest.raises(MissingDependencyError, match=r"mteval-suites\[comet\]"):
        registry.metrics.find("comet")(model=str(tmp_path)).observe(PAIRS)


def test_a_checkpoint_that_would_run_code_is_refused(tmp_path):
    torch = pytest.importorskip("torch", reason="needs the extra hf")
    from mteval.metrics import _comet as comet_models

    (tmp_path / "checkpoints").mkdir()
    path = tmp_path / "checkpoints" / "model.ckpt"
    (tmp_path / "hparams.yaml").write_text("class_identifier: regression_metric\n", encoding="utf-8")
    torch.save({"state_dict": {}, "hyper_parameters": Comparison("not", ("plain",))}, path)
    with pytest.raises(DataError, match="trust=true"):
        comet_models._refuse_pickles(path)
    torch.save({"state_dict": {"w": torch.zeros(2)}, "hyper_parameters": {"a": 1}}, path)
    comet_models._refuse_pickles(path)
    (tmp_path / "hparams.yaml").write_text("a: !!python/tuple [1]\n", encoding="utf-8")
    with pytest.raises(DataError, match="Python objects"):
        comet_models._refuse_pickles(path)


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    """A random XLM-RoBERTa of two layers with a vocabulary of a few words, and its SentencePiece-like tokenizer."""
    pytest.importorskip("comet", reason="needs the extra comet")
    transformers = pytest.importorskip("transformers")
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    folder = tmp_path_factory.mktemp("tiny-xlmr")
    pieces = ["<s>", "<pad>", "</s>", "<unk>", *(f"▁{word}" for word in WORDS), "<mask>"]
    tokenizer = Tokenizer(models.Unigram([(piece, -1.0) for piece in pieces], unk_id=3))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    specials = {"bos_token": "<s>", "eos_token": "</s>", "cls_token": "<s>", "sep_token": "</s>"}
    specials |= {"unk_token": "<unk>", "pad_token": "<pad>", "mask_token": "<mask>"}
    transformers.XLMRobertaTokenizerFast(tokenizer_object=tokenizer, **specials).save_pretrained(folder)
    config = transformers.XLMRobertaConfig(
        vocab_size=len(pieces),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
    )
    transformers.XLMRobertaModel(config).save_pretrained(folder)
    return folder


def checkpoint(kind, encoder, folder):
    """A random COMET model of this kind, saved as COMET saves one; the model itself for comparison."""
    import comet.models
    import torch
    import yaml

    torch.manual_seed(5)
    settings = {
        "encoder_model": "XLM-RoBERTa",
        "pretrained_model": str(encoder),
        "hidden_sizes": [8],
        "layer_transformation": "softmax",
        "class_identifier": kind,
    }
    chosen = {key: value for key, value in settings.items() if key != "class_identifier"}
    model = comet.models.str2model[kind](**chosen, load_pretrained_weights=False).eval()
    (folder / "checkpoints").mkdir(parents=True)
    torch.save(
        {"state_dict": model.state_dict(), "hyper_parameters": chosen, "pytorch-lightning_version": "2.0.0"},
        folder / "checkpoints" / "model.ckpt",
    )
    (folder / "hparams.yaml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    return model


@pytest.mark.parametrize("kind", ["regression_metric", "referenceless_regression_metric"])
def test_scores_are_those_of_the_model_and_are_kept(kind, encoder, tmp_path, monkeypatch):
    from mteval.metrics import _comet as comet_models

    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path / "cache"))
    peer = checkpoint(kind, encoder, tmp_path / "model")
    metric = registry.metrics.find("comet")(model=str(tmp_path / "model"), batch="2")
    statistics = metric.observe(PAIRS)
    free = kind.startswith("referenceless")
    for row, pair in zip(statistics.rows, PAIRS, strict=True):
        samples = [{"src": pair.source, "mt": pair.translation, "ref": reference} for reference in pair.references]
        wanted = [
            float(peer.predict_step(peer.prepare_sample([one], stage="predict")).scores.detach()) for one in samples
        ]
        assert row[0] == pytest.approx(np.mean(wanted), abs=1e-5)
    assert metric.estimate(statistics, np.ones((1, 3)))[0, 0] == pytest.approx(statistics.rows[:, 0].mean())
    assert metric.signature.startswith(f"nrefs:{'0' if free else 'var'}|model:model|sha256:")

    again = registry.metrics.find("comet")(model=str(tmp_path / "model"))
    assert again.needs_references is not free
    monkeypatch.setattr(
        "mteval.metrics.comet.comet_scores", lambda *_: pytest.fail("a cached score was computed again")
    )
    assert np.array_equal(again.observe(PAIRS).rows, statistics.rows)
    assert comet_models.checkpoint_file(str(tmp_path / "model")).name == "model.ckpt"


def test_without_a_source_the_remedy_is_named(encoder, tmp_path):
    checkpoint("regression_metric", encoder, tmp_path / "model")
    with pytest.raises(CapabilityError, match="-s SOURCE"):
        registry.metrics.find("comet")(model=str(tmp_path / "model")).observe([Comparison("a", ("b",))])
