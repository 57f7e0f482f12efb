"""The hugging-face backend on random models: every way of scoring gives what a plain forward pass gives."""

from __future__ import annotations

import os
from functools import lru_cache

import pytest

from mteval.core.errors import CapabilityError, DataError, UnknownNameError, UsageError
from mteval.core.queries import Classify, LogProb, LogProbs, Translate, Translation, Unanswered
from tests.systems import tiny_models
from tests.systems.hugging_face_models import ITEMS, PROMPT, SEQUENCE_MODELS, opened

pytest.importorskip("torch", reason="the hugging-face backend needs torch")
pytest.importorskip("transformers", reason="the hugging-face backend needs transformers")
pytestmark = pytest.mark.usefixtures("one_thread")


@lru_cache(maxsize=1)
def loaded(folder):
    import transformers

    words = transformers.AutoTokenizer.from_pretrained(folder)
    return transformers.AutoModelForSeq2SeqLM.from_pretrained(folder).eval(), words


def forward_pass(folder, query, target):
    """The oracle: one pair at a time, nothing shared, no batch."""
    import torch

    model, words = loaded(folder)
    ids = words(target).input_ids
    fed = torch.tensor([[model.config.decoder_start_token_id, *ids[:-1]]])
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([words(query.source).input_ids]), decoder_input_ids=fed).logits[0]
    return float(torch.log_softmax(logits, -1)[range(len(ids)), ids].sum()), len(ids)


@pytest.mark.parametrize("kind", SEQUENCE_MODELS)
def test_scores_are_those_of_a_plain_forward_pass(saved, kind):
    folder = saved(kind)
    for query, answer in zip(ITEMS, opened(folder).answer(ITEMS), strict=True):
        expected = [forward_pass(folder, query, target) for target in query.targets]
        assert answer.values == pytest.approx([value for value, _ in expected], abs=1e-4)
        assert answer.tokens == tuple(length for _, length in expected)


def test_sentences_longer_than_the_positions_are_left_unanswered(saved):
    long = " ".join(["dog"] * 50)
    answers = list(
        opened(saved("marian")).answer(
            [LogProb(long, ("Hund",)), LogProb("dog", ("Hund", long)), Translate(long), ITEMS[1]]
        )
    )
    assert [type(answer) for answer in answers] == [Unanswered, Unanswered, Unanswered, LogProbs]
    assert "40 positions" in answers[0].reason


def test_relative_positions_have_no_end(saved):
    long = " ".join(["dog"] * 600)
    assert isinstance(next(opened(saved("t5")).answer([LogProb(long, ("Hund",))])), LogProbs)


def test_unknown_tokens_are_counted(saved):
    assert [answer.unknown for answer in opened(saved("marian")).answer(ITEMS)] == [0, 0, 2, 0]


def test_translations_come_in_order_whatever_their_length(saved):
    queries = [Translate("the man sits on a bench ."), Translate("a dog"), Translate("the woman")]
    system = opened(saved("marian"), beam_size="2", max_length="6")
    together = list(system.answer(queries))
    assert all(isinstance(answer, Translation) for answer in together)
    assert together == [next(system.answer([query])) for query in queries]


def test_language_codes(tmp_path):
    import torch
    import transformers

    folder = str(tiny_models.save("m2m_100", tmp_path / "nllb", tiny_models.nllb_tokenizer()))
    system = opened(folder, src_lang="eng_Latn", tgt_lang="deu_Latn")
    answer = next(system.answer([LogProb("the man", ("der Mann", "die Frau"))]))
    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(folder).eval()
    words = transformers.AutoTokenizer.from_pretrained(folder, src_lang="eng_Latn", tgt_lang="deu_Latn")
    batch = words("the man", text_target="der Mann", return_tensors="pt")
    labels = batch["labels"][0]
    assert words.convert_ids_to_tokens(labels.tolist())[0] == "deu_Latn"
    with torch.no_grad():
        logits = model(**batch).logits[0]
    scores = torch.log_softmax(logits, -1)[range(len(labels)), labels]
    assert answer.values[0] == pytest.approx(float(scores[1:].sum()), abs=1e-4)
    assert answer.tokens[0] == len(labels) - 1
    with pytest.raises(UnknownNameError, match="Did you mean 'deu_Latn'"):
        next(opened(folder, src_lang="eng_Latn", tgt_lang="deu_Latin").answer(ITEMS))
    with pytest.raises(UsageError, match="tgt_lang=CODE"):
        next(opened(folder).answer(ITEMS))


def test_language_codes_of_a_model_without_any(saved):
    with pytest.raises(UsageError, match="knows no language codes"):
        next(opened(saved("marian"), tgt_lang="de").answer(ITEMS))


def test_questions_a_model_cannot_answer(saved):
    with pytest.raises(CapabilityError, match="SequenceClassification"):
        next(opened(saved("bert")).answer(ITEMS))
    with pytest.raises(CapabilityError, match="Seq2SeqLM"):
        next(opened(saved("marian")).answer([Classify(("a",))]))
    with pytest.raises(UsageError, match="prompt=TEMPLATE"):
        next(opened(saved("gpt2")).answer(ITEMS))


@pytest.mark.parametrize(
    ("gone", "message"),
    [
        (["config.json"], "config.json is missing"),
        (["model.safetensors"], "model.safetensors or .* is missing"),
        (["tokenizer.json", "tokenizer_config.json"], "the tokenizer is missing"),
    ],
)
def test_the_missing_file_is_named(tmp_path, gone, message):
    folder = tiny_models.save("marian", tmp_path)
    for name in gone:
        (folder / name).unlink()
    with pytest.raises(DataError, match=message):
        opened(str(folder))


def test_a_directory_that_is_not_there(tmp_path):
    with pytest.raises(DataError, match="no such model directory"):
        opened(str(tmp_path / "nothing"))


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("marian", {"prompt": PROMPT}, r"prompt is for a decoder-only model, but '.*' is an encoder–decoder"),
        ("t5", {"prompt": PROMPT}, r"prompt is for a decoder-only model, but '.*' is an encoder–decoder"),
        ("marian", {"end": "."}, "end is for a decoder-only model"),
        (
            "gpt2",
            {"prompt": PROMPT, "tgt_lang": "de"},
            r"tgt_lang is for an encoder–decoder, but '.*' is a decoder-only",
        ),
        ("marian", {"zero_shot": "true"}, "zero_shot is for a sequence classifier"),
        ("bert", {"prompt": PROMPT}, "but '.*' is a sequence classifier and would ignore it"),
    ],
)
def test_options_the_model_would_ignore_are_refused(saved, kind, options, message):
    with pytest.raises(UsageError, match=message):
        opened(saved(kind), **options)


def test_unknown_options_are_refused(saved):
    with pytest.raises(UnknownNameError, match="Did you mean 'tgt_lang'"):
        opened(saved("marian"), tgt_lng="de")


def test_pickled_weights_need_trust(tmp_path):
    import torch

    folder = tiny_models.save("marian", tmp_path)
    marker = tmp_path / "ran"

    class Evil:
        def __reduce__(self):
            return os.system, (f"touch {marker}",)

    (folder / "model.safetensors").unlink()
    torch.save({"model.shared.weight": Evil()}, folder / "pytorch_model.bin")
    with pytest.raises(DataError, match="trust=true"):
        next(opened(str(folder)).answer(ITEMS))
    assert not marker.exists()


def test_the_fingerprint_follows_the_weights_and_the_options(tmp_path):
    folder = tiny_models.save("marian", tmp_path)
    first = opened(str(folder)).fingerprint
    assert opened(str(folder)).fingerprint == first
    assert opened(str(folder), batch_tokens="99").fingerprint == first
    assert opened(str(folder), beam_size="3").fingerprint != first
    weights = folder / "model.safetensors"
    stamp = weights.stat()
    changed = bytearray(weights.read_bytes())
    changed[-1] ^= 1
    weights.write_bytes(changed)
    os.utime(weights, ns=(stamp.st_atime_ns, stamp.st_mtime_ns + 1))
    assert opened(str(folder)).fingerprint != first


def test_the_signature_says_what_the_options_do_not(saved):
    system = opened(saved("marian"), device="cpu", beam_size=3, trust=False)
    assert set(system.signature) == {"transformers", "torch", "device"}
    signed = {option.name: value for option, value in system.chosen.signed()}
    assert signed == {
        "beam_size": 3,
        "max_length": 256,
        "dtype": "float32",
        "context": 0,
        "separator": " ",
        "engine": "auto",
    }
    assert opened(saved("nli"), zero_shot="true").signature["hypothesis"] == "This text is {label}."


def test_low_precision_is_a_finding(saved):
    assert [finding.code for finding in opened(saved("marian"), dtype="bfloat16").findings()] == ["reduced-precision"]
    assert not list(opened(saved("marian")).findings())
