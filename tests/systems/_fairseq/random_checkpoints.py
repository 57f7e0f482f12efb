"""Random checkpoints as fairseq would save them, and a forward pass written from the paper."""

from __future__ import annotations

import argparse
import math

import pytest

from mteval.core.queries import LogProb
from mteval.core.registry import systems

torch = pytest.importorskip("torch", reason="the fairseq backend needs torch")
WIDTH, INNER, HEADS, LAYERS = 16, 24, 2, 2
SOURCE_WORDS = ["the", "man", "sits", "on", "a", "bench", "."]
TARGET_WORDS = ["der", "Mann", "sitzt", "auf", "einer", "Bank", "Ufer", "."]
ITEMS = [
    LogProb("the man sits on a bench .", ("der Mann sitzt auf einer Bank .", "der Mann sitzt auf Ufer .")),
    LogProb("a man", ("Mann", "Mann unbekannt", "")),
]
VARIANTS = {
    "pre-norm": {"encoder_normalize_before": True, "decoder_normalize_before": True},
    "post-norm": {"encoder_normalize_before": False, "decoder_normalize_before": False},
    "learned positions": {"encoder_learned_pos": True, "decoder_learned_pos": True, "no_scale_embedding": True},
    "pre-norm learned gelu": {
        "encoder_normalize_before": True, "decoder_normalize_before": True, "encoder_learned_pos": True,
        "decoder_learned_pos": True, "activation_fn": "gelu",
    },
    "own output": {"share_decoder_input_output_embed": False},
}  # fmt: skip


def settings(**given):
    defaults = {
        "arch": "transformer", "task": "translation", "source_lang": "en", "target_lang": "de", "data": "data",
        "encoder_embed_dim": WIDTH, "decoder_embed_dim": WIDTH, "encoder_ffn_embed_dim": INNER, "decoder_ffn_embed_dim": INNER,
        "encoder_layers": LAYERS, "decoder_layers": LAYERS, "encoder_attention_heads": HEADS, "decoder_attention_heads": HEADS,
        "encoder_normalize_before": False, "decoder_normalize_before": False, "share_all_embeddings": False,
        "share_decoder_input_output_embed": True, "encoder_learned_pos": False, "decoder_learned_pos": False,
        "no_scale_embedding": False, "activation_fn": "relu", "max_source_positions": 30, "max_target_positions": 30,
        "dropout": 0.0, "layernorm_embedding": False,
    }  # fmt: skip
    return argparse.Namespace(**(defaults | given))


def attention_names(where):
    for part in ("q_proj", "k_proj", "v_proj", "out_proj"):
        yield f"{where}.{part}.weight", (WIDTH, WIDTH)
        yield f"{where}.{part}.bias", (WIDTH,)


def layer_names(side, number):
    where = f"{side}.layers.{number}"
    norms = ["self_attn_layer_norm", "final_layer_norm"]
    yield from attention_names(f"{where}.self_attn")
    if side == "decoder":
        norms.append("encoder_attn_layer_norm")
        yield from attention_names(f"{where}.encoder_attn")
    for name, shape in (("fc1", (INNER, WIDTH)), ("fc2", (WIDTH, INNER))):
        yield f"{where}.{name}.weight", shape
        yield f"{where}.{name}.bias", shape[:1]
    for norm in norms:
        yield f"{where}.{norm}.weight", (WIDTH,)
        yield f"{where}.{norm}.bias", (WIDTH,)


def random_weights(args):
    generator = torch.Generator().manual_seed(3)
    shapes = {}
    for side, words in (("encoder", SOURCE_WORDS), ("decoder", TARGET_WORDS)):
        shapes[f"{side}.embed_tokens.weight"] = (len(words) + 4, WIDTH)
        for number in range(LAYERS):
            shapes.update(layer_names(side, number))
        if getattr(args, f"{side}_normalize_before"):
            shapes |= {f"{side}.layer_norm.weight": (WIDTH,), f"{side}.layer_norm.bias": (WIDTH,)}
        if getattr(args, f"{side}_learned_pos"):
            shapes[f"{side}.embed_positions.weight"] = (32, WIDTH)
    if not args.share_decoder_input_output_embed:
        shapes["decoder.output_projection.weight"] = (len(TARGET_WORDS) + 4, WIDTH)
    weights = {name: torch.randn(shape, generator=generator) * 0.4 for name, shape in shapes.items()}
    if args.share_decoder_input_output_embed:
        weights["decoder.output_projection.weight"] = weights["decoder.embed_tokens.weight"]
    return weights | {f"{side}.version": torch.tensor([3.0]) for side in ("encoder", "decoder")}


def save(folder, **given):
    args = settings(**given)
    weights = random_weights(args)
    history = [{"optimizer_name": "adam", "lr_scheduler_state": {}, "num_updates": 1}]
    state = {
        "args": args,
        "model": weights,
        "optimizer_history": history,
        "extra_state": {"train_iterator": {"epoch": 1}},
    }
    torch.save(state, folder / "model.pt")
    for language, words in (("en", SOURCE_WORDS), ("de", TARGET_WORDS)):
        (folder / f"dict.{language}.txt").write_text("".join(f"{word} 1\n" for word in words), encoding="utf-8")
    return args, weights


def opened(folder, **options):
    return systems.find("fairseq")(str(folder), {"tokenizer": "none", **options})


class ForwardPass:
    """A transformer as the paper says, one sentence at a time, in double precision."""

    def __init__(self, args, weights):
        self.args, self.weights = args, {name: tensor.double() for name, tensor in weights.items()}

    def linear(self, x, name):
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def norm(self, x, name):
        centred = x - x.mean(-1, keepdim=True)
        scaled = centred / (centred.pow(2).mean(-1, keepdim=True) + 1e-5).sqrt()
        return scaled * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def attention(self, x, memory, name, *, causal):
        size = WIDTH // HEADS
        q, k, v = (
            self.linear(y, f"{name}.{p}_proj").view(-1, HEADS, size).transpose(0, 1)
            for y, p in ((x, "q"), (memory, "k"), (memory, "v"))
        )
        scores = q @ k.transpose(1, 2) / math.sqrt(size)
        if causal:
            scores = scores.masked_fill(torch.ones_like(scores[0]).triu(1).bool(), -math.inf)
        return self.linear((scores.softmax(-1) @ v).transpose(0, 1).reshape(-1, WIDTH), f"{name}.out_proj")

    def sublayer(self, x, name, function, *, first):
        return x + function(self.norm(x, name)) if first else self.norm(x + function(x), name)

    def embed(self, ids, side):
        x = self.weights[f"{side}.embed_tokens.weight"][ids] * (1 if self.args.no_scale_embedding else math.sqrt(WIDTH))
        learned = self.weights.get(f"{side}.embed_positions.weight")
        if learned is not None:
            return x + learned[2 : 2 + len(ids)]
        place = torch.arange(2, 2 + len(ids), dtype=torch.float64)[:, None]
        rate = torch.exp(torch.arange(WIDTH // 2, dtype=torch.float64) * -(math.log(10000) / (WIDTH // 2 - 1)))
        return x + torch.cat([torch.sin(place * rate), torch.cos(place * rate)], 1)

    def stack(self, ids, side, memory=None):
        first = getattr(self.args, f"{side}_normalize_before")
        act = torch.relu if self.args.activation_fn == "relu" else torch.nn.functional.gelu
        x = self.embed(ids, side)
        for number in range(LAYERS):
            at = f"{side}.layers.{number}"
            own = lambda h, at=at: self.attention(h, h, f"{at}.self_attn", causal=memory is not None)  # noqa: E731
            x = self.sublayer(x, f"{at}.self_attn_layer_norm", own, first=first)
            if memory is not None:
                cross = lambda h, at=at: self.attention(h, memory, f"{at}.encoder_attn", causal=False)  # noqa: E731
                x = self.sublayer(x, f"{at}.encoder_attn_layer_norm", cross, first=first)
            feed = lambda h, at=at: self.linear(act(self.linear(h, f"{at}.fc1")), f"{at}.fc2")  # noqa: E731
            x = self.sublayer(x, f"{at}.final_layer_norm", feed, first=first)
        return self.norm(x, f"{side}.layer_norm") if first else x

    def __call__(self, source, target):
        ids = [numbers(text, words) for text, words in ((source, SOURCE_WORDS), (target, TARGET_WORDS))]
        hidden = self.stack([2, *ids[1][:-1]], "decoder", self.stack(ids[0], "encoder"))
        logits = hidden @ self.weights["decoder.output_projection.weight"].T
        return float(logits.log_softmax(-1)[range(len(ids[1])), ids[1]].sum())


def numbers(text, words):
    return [words.index(word) + 4 if word in words else 3 for word in text.split()] + [2]
