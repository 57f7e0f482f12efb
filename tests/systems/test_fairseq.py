"""The fairseq backend: random checkpoints against a forward pass written here, and against the library where installed."""

from __future__ import annotations

import argparse
import math
import os
from importlib.util import find_spec

import pytest

from mteval.core.errors import DataError, MissingDependencyError, UsageError
from mteval.core.queries import LogProb, Translate, Unanswered
from mteval.core.registry import systems

torch = pytest.importorskip("torch", reason="the fairseq backend needs torch")
pytest.importorskip("transformers", reason="the fairseq backend needs transformers")

WIDTH, INNER, HEADS, LAYERS = 16, 24, 2, 2
SOURCE_WORDS = ["the", "man", "sits", "on", "a", "bench", "."]
TARGET_WORDS = ["der", "Mann", "sitzt", "auf", "einer", "Bank", "Ufer", "."]
ITEMS = [
    LogProb("the man sits on a bench .", ("der Mann sitzt auf einer Bank .", "der Mann sitzt auf Ufer .")),
    LogProb("a man", ("Mann", "Mann unbekannt", "")),
]
needs_library = pytest.mark.skipif(find_spec("fairseq") is None, reason="needs fairseq (scripts/install_fairseq)")
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


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


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


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("engine", ["auto", "plain"])
def test_log_probabilities_are_those_of_the_paper(tmp_path, variant, engine):
    expected = ForwardPass(*save(tmp_path, **VARIANTS[variant]))
    for query, answer in zip(ITEMS, opened(tmp_path, engine=engine).answer(ITEMS), strict=True):
        assert answer.values == pytest.approx([expected(query.source, target) for target in query.targets], abs=1e-4)
        assert answer.tokens == tuple(len(target.split()) + 1 for target in query.targets)
        assert answer.unknown == sum("unbekannt" in target for target in query.targets)


@needs_library
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_library_agrees(tmp_path, variant):
    save(tmp_path, **VARIANTS[variant])
    queries = [*ITEMS, Translate("the man"), Translate("a bench on the man .")]
    ours = list(opened(tmp_path, max_length="8").answer(queries))
    library = list(opened(tmp_path, library="fairseq", max_length="8").answer(queries))
    for mine, theirs in zip(ours[:2], library[:2], strict=True):
        assert mine.values == pytest.approx(theirs.values, abs=1e-4)
        assert (mine.tokens, mine.unknown) == (theirs.tokens, theirs.unknown)


def test_the_three_toolkits_agree_on_one_trained_model(shared):
    folder = shared / "models" / "multi30k_en_de"
    queries = [
        LogProb("A man is sitting on a bench.", ("Ein Mann sitzt auf einer Bank.", "Ein Mann sitzt auf einem Ufer.")),
        LogProb("Two dogs run through the snow.", ("Zwei Hunde laufen durch den Schnee.", "Zwei Hunde.")),
    ]
    systems_ = [("fairseq", "fairseq", {}), ("hugging-face", "hf", {}), ("hugging-face", "hf", {"engine": "plain"})]
    systems_ += [("ctranslate2", "ct2", {"threads": "1"})]
    if find_spec("fairseq"):
        systems_.append(("fairseq", "fairseq", {"library": "fairseq"}))
    opened_ = [systems.find(name)(str(folder / part), options) for name, part, options in systems_]
    found = [[answer.values for answer in system.answer(queries)] for system in opened_]
    expected = [[plain_pass(folder / "hf", query.source, target) for target in query.targets] for query in queries]
    for values in found:
        assert [value for row in values for value in row] == pytest.approx(
            [value for row in expected for value in row], abs=1e-3
        )
    texts = {next(system.answer([Translate("A man is sitting on a bench.")])).text for system in opened_}
    assert texts == {"Ein Mann sitzt auf einer Bank."}


def plain_pass(folder, source, target):
    from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

    model, words = AutoModelForSeq2SeqLM.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)
    ids = words(target).input_ids
    with torch.no_grad():
        logits = model(
            torch.tensor([words(source).input_ids]), decoder_input_ids=torch.tensor([[2, *ids[:-1]]])
        ).logits[0]
    return float(logits.log_softmax(-1)[range(len(ids)), ids].sum())


def test_sentences_longer_than_the_positions_are_left_unanswered(tmp_path):
    save(tmp_path)
    long = "man " * 40
    answers = list(
        opened(tmp_path).answer([LogProb(long, ("Mann",)), LogProb("man", ("Mann", "Mann " * 40)), Translate(long)])
    )
    assert [type(answer) for answer in answers] == [Unanswered] * 3


def test_old_checkpoints_are_read_as_fairseq_reads_them(tmp_path):
    args, weights = save(tmp_path, **VARIANTS["pre-norm"])
    expected = [answer.values for answer in opened(tmp_path).answer(ITEMS)]
    old = dict(weights)
    for side, norms in (("encoder", ["self_attn", "final"]), ("decoder", ["self_attn", "encoder_attn", "final"])):
        for number in range(LAYERS):
            at = f"{side}.layers.{number}"
            for kind in ("weight", "bias"):
                parts = [old.pop(f"{at}.self_attn.{part}_proj.{kind}") for part in "qkv"]
                old[f"{at}.self_attn.in_proj_{kind}"] = torch.cat(parts)
                for index, norm in enumerate(norms):
                    old[f"{at}.layer_norms.{index}.{kind}"] = old.pop(f"{at}.{norm}_layer_norm.{kind}")
    torch.save({"args": args, "model": old}, tmp_path / "model.pt")
    assert [answer.values for answer in opened(tmp_path).answer(ITEMS)] == expected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"layernorm_embedding": True}, "layernorm_embedding is not known here.*library=fairseq"),
        ({"decoder_normalize_before": True}, "encoder and decoder normalise differently"),
        ({"encoder_attention_heads": 2, "adaptive_input": True}, "adaptive_input is not known here"),
    ],
)
def test_other_architectures_are_refused_by_name(tmp_path, change, message):
    save(tmp_path, **change)
    with pytest.raises(DataError, match=message):
        list(opened(tmp_path).answer(ITEMS))


def test_a_checkpoint_that_is_no_translation_model(tmp_path):
    save(tmp_path)
    torch.save({"args": settings(arch="fconv"), "model": {"decoder.fc1.weight": torch.zeros(2)}}, tmp_path / "model.pt")
    with pytest.raises(DataError, match="architecture fconv"):
        list(opened(tmp_path).answer(ITEMS))
    torch.save({"weights": 1}, tmp_path / "model.pt")
    with pytest.raises(DataError, match="no fairseq checkpoint"):
        list(opened(tmp_path).answer(ITEMS))
    (tmp_path / "model.pt").write_bytes(b"PK\x03\x04 cut short")
    with pytest.raises(DataError, match="torch cannot read"):
        list(opened(tmp_path).answer(ITEMS))


def test_files_that_are_missing_are_named(tmp_path):
    with pytest.raises(DataError, match=r"model\.pt or checkpoint_best\.pt"):
        opened(tmp_path)
    save(tmp_path)
    (tmp_path / "dict.de.txt").unlink()
    with pytest.raises(DataError, match=r"dict\.de\.txt is missing.*There is: en"):
        list(opened(tmp_path).answer(ITEMS))
    save(tmp_path)
    with pytest.raises(DataError, match="the tokenizer is missing"):
        list(systems.find("fairseq")(str(tmp_path), {}).answer(ITEMS))


def test_a_dictionary_of_another_model_is_refused(tmp_path):
    save(tmp_path)
    (tmp_path / "dict.de.txt").write_text("der 1\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"5 entries .* has 12: they do not belong together"):
        list(opened(tmp_path).answer(ITEMS))
    (tmp_path / "dict.de.txt").write_text("der\n", encoding="utf-8")
    with pytest.raises(DataError, match="line 1: 'PIECE COUNT' was expected"):
        list(opened(tmp_path).answer(ITEMS))


def test_nothing_is_unpickled_without_trust(tmp_path):
    _, weights = save(tmp_path)
    marker = tmp_path / "ran"

    class Evil:
        def __reduce__(self):
            return os.system, (f"touch {marker}",)

    torch.save({"args": settings(), "model": weights, "extra": Evil()}, tmp_path / "model.pt")
    with pytest.raises(DataError, match="trust=true"):
        list(opened(tmp_path).answer(ITEMS))
    assert not marker.exists()
    assert list(opened(tmp_path, trust="true").answer(ITEMS))
    assert marker.exists()


def test_the_signature_names_files_without_their_folders(tmp_path):
    pytest.importorskip("sacremoses", reason="byte-pair codes need sacremoses")
    save(tmp_path)
    (tmp_path / "bpecodes").write_text("a b 1\n", encoding="utf-8")
    found = systems.find("fairseq")(str(tmp_path), {"checkpoint": str(tmp_path / "model.pt")}).signature
    assert (found["checkpoint"], found["tokenizer"].split("@")[0]) == ("model.pt", "bpecodes")
    assert not {"beam_size", "max_length", "context", "library"} & set(found)
    (tmp_path / "own.model").touch()
    named = opened(tmp_path, tokenizer=str(tmp_path / "own.model"))
    assert named.signature["tokenizer"].startswith("own.model@")
    before = named.fingerprint
    (tmp_path / "own.model").write_text("changed", encoding="utf-8")
    assert opened(tmp_path, tokenizer=str(tmp_path / "own.model")).fingerprint != before


def test_the_installer_is_named_where_the_library_is_missing(tmp_path, monkeypatch):
    save(tmp_path)
    monkeypatch.setitem(__import__("sys").modules, "fairseq", None)
    with pytest.raises(MissingDependencyError, match="scripts/install_fairseq"):
        list(opened(tmp_path, library="fairseq").answer(ITEMS))
    with pytest.raises(UsageError, match="library=onmt is not possible"):
        opened(tmp_path, library="onmt")
