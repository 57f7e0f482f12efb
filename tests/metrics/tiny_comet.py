"""Tiny COMET checkpoints in the form of the public ones, the same everywhere: weights are drawn by name from numpy.

Run as a program, in an environment with unbabel-comet, it prints what that package makes of checkpoints written before.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path

import numpy as np

WORDS = ["der", "die", "ein", "eine", "Hund", "Katze", "schläft", "the", "a", "dog", "cat", "sleeps"]
SAMPLES = [
    {"src": "the dog sleeps", "mt": "der Hund schläft", "ref": "ein Hund schläft"},
    {"src": "a cat", "mt": "eine Katze die schläft ein Hund", "ref": "die Katze"},
    {"src": "a cat sleeps", "mt": "", "ref": "eine Katze schläft"},
    {"src": "the dog sleeps", "mt": "der Hund und die Katze", "ref": "ein Hund " * 14},
    {"src": "a " * 9, "mt": "die Katze " * 11, "ref": "die Katze schläft"},
    {"src": "the  dog", "mt": "der Hund der Hund (schläft)", "ref": "der Hund"},
]
KINDS = {
    "regression": (
        "regression_metric",
        {"layer_transformation": "sparsemax_patch", "pool": "avg", "layer_norm": False},
    ),
    "normed": ("regression_metric", {"layer_transformation": "softmax", "pool": "avg", "layer_norm": True}),
    "largest": ("regression_metric", {"layer": 1, "pool": "max", "final_activation": "Sigmoid"}),
    "reference-free": ("referenceless_regression_metric", {"layer_transformation": "sparsemax", "pool": "cls"}),
    "unified": ("unified_metric", {"word_level_training": True, "word_layer": 2, "error_labels": ["minor", "major"]}),
    "kiwi": ("unified_metric", {"input_segments": ["mt", "src"], "layer_norm": False}),
    "xcomet": ("xcomet_metric", {"encoder_model": "XLM-RoBERTa-XL", "word_layer": 2}),
    "minilm": ("regression_metric", {"encoder_model": "MiniLM"}),
}
WIDTH, LAYERS, POSITIONS = 16, 3, 26


def save_encoder(folder: Path, kind: str) -> None:
    """Configuration and tokenizer of a small encoder, without weights."""
    import transformers
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    letters = sorted({letter for word in WORDS for letter in word})
    pieces = ["<s>", "<pad>", "</s>", "<unk>", *(f"▁{word}" for word in WORDS), "▁", *letters, "(", ")", "<mask>"]
    scores = [(piece, 0.0 if piece.startswith("<") else -1.0 if len(piece) > 1 else -4.0) for piece in pieces]
    tokenizer = Tokenizer(models.Unigram(scores, unk_id=3))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    specials = {"bos_token": "<s>", "eos_token": "</s>", "cls_token": "<s>", "sep_token": "</s>"}
    specials |= {"unk_token": "<unk>", "pad_token": "<pad>", "mask_token": "<mask>"}
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **specials)
    fast.save_pretrained(folder)
    sizes = {"hidden_size": WIDTH, "num_hidden_layers": LAYERS, "num_attention_heads": 2, "intermediate_size": 32}
    sizes |= {"vocab_size": len(pieces), "max_position_embeddings": POSITIONS}
    marks = {"pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2}
    name = {"XLM-RoBERTa": "XLMRoberta", "XLM-RoBERTa-XL": "XLMRobertaXL", "MiniLM": "Bert"}[kind]
    getattr(transformers, f"{name}Config")(**sizes, **marks).save_pretrained(folder)


def drawn(name: str, shape: tuple[int, ...], scale: float = 0.35):
    """Numbers that follow from a name: numpy keeps this generator as it is."""
    import torch

    values = np.random.RandomState(zlib.crc32(name.encode())).normal(0, scale, size=shape)
    return torch.tensor(values, dtype=torch.float32)


def encoder_weights(folder: Path, kind: str):
    """A weight for every name that the encoder has in transformers."""
    import transformers

    name = {"XLM-RoBERTa": "XLMRoberta", "XLM-RoBERTa-XL": "XLMRobertaXL", "MiniLM": "Bert"}[kind]
    config = getattr(transformers, f"{name}Config").from_pretrained(folder)
    model = getattr(transformers, f"{name}Model")(config, add_pooling_layer=False)
    found = {key: drawn(key, tuple(value.shape)) for key, value in model.named_parameters()}
    # Norms that leave the tokens their differences, so that some are marked and others are not.
    norms = {
        key: value + (1.0 if key.endswith("weight") else -value * 0.9) for key, value in found.items() if "orm." in key
    }
    return {f"encoder.model.{key}": value for key, value in (found | norms).items()}


def save_checkpoint(folder: Path, name: str, **changes) -> Path:
    """A checkpoint of one of KINDS with its encoder's configuration and tokenizer; the folder."""
    import torch

    identifier, settings = KINDS[name]
    settings = {"encoder_model": "XLM-RoBERTa", "hidden_sizes": [8, 4], **settings, **changes}
    encoder = folder / "encoder"
    save_encoder(encoder, settings["encoder_model"])
    weights = encoder_weights(encoder, settings["encoder_model"])
    if settings.get("layer", "mix") == "mix":
        weights |= {
            f"layerwise_attention.scalar_parameters.{i}": drawn(f"mix {i}", (1,), 0.8) for i in range(LAYERS + 1)
        }
        weights["layerwise_attention.gamma"] = torch.tensor([1.25])
    joined = {"regression_metric": 6, "referenceless_regression_metric": 4}.get(identifier, 1)
    widths = [WIDTH * joined, *settings["hidden_sizes"], 1]
    for place, (narrow, wide) in enumerate(zip(widths[1:], widths[:-1], strict=True)):
        weights[f"estimator.ff.{3 * place}.weight"] = drawn(f"weight {place}", (narrow, wide))
        weights[f"estimator.ff.{3 * place}.bias"] = drawn(f"bias {place}", (narrow,))
    labels = settings.get("error_labels", ["minor", "major", "critical"])
    if identifier == "xcomet_metric" or settings.get("word_level_training"):
        weights["hidden2tag.weight"] = drawn("tag", (len(labels) + 1, WIDTH), 2.0)
        weights["hidden2tag.bias"] = torch.zeros(len(labels) + 1)
    settings["pretrained_model"] = str(encoder)
    (folder / "checkpoints").mkdir()
    held = {"state_dict": weights, "hyper_parameters": settings, "pytorch-lightning_version": "2.0.0"}
    torch.save(held, folder / "checkpoints" / "model.ckpt")
    (folder / "hparams.yaml").write_text(f"class_identifier: {identifier}\n", encoding="utf-8")
    return folder


def peer(folder: Path) -> dict:
    """What unbabel-comet makes of SAMPLES, with the reference and, where the model can do without, without."""
    import comet
    import torch
    from comet.encoders import minilm

    # It takes the tokenizer of xlm-roberta-base by name.
    tokenizers = minilm.XLMRobertaTokenizerFast
    minilm.XLMRobertaTokenizerFast = type(
        "Here", (), {"from_pretrained": lambda *_, **__: tokenizers.from_pretrained(folder / "encoder")}
    )
    model = comet.load_from_checkpoint(str(folder / "checkpoints" / "model.ckpt"), local_files_only=True).eval()
    told = {}
    for name, keys in (("with", ("src", "mt", "ref")), ("without", ("src", "mt"))):
        if name == "without" and (model.requires_references()):
            continue
        samples = [{key: one[key] for key in keys} for one in SAMPLES]
        with torch.inference_mode():
            found = model.predict_step(model.prepare_sample(samples, stage="predict"))
        spans = found["metadata"]["error_spans"] if "metadata" in found and "error_spans" in found["metadata"] else []
        told[name] = {
            "scores": [round(float(score), 6) for score in found["scores"].reshape(-1)],
            "spans": [[[s["start"], s["end"], s["severity"], round(s["confidence"], 4)] for s in own] for own in spans],
        }
    return told


if __name__ == "__main__":
    print(json.dumps({Path(given).name: peer(Path(given)) for given in sys.argv[1:]}, indent=1))
