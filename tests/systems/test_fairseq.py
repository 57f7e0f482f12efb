"""The fairseq backend: one trained model in three toolkits, sentences that are too long, and the signature."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from mteval.core.queries import LogProb, Translate, Unanswered
from mteval.core.registry import systems
from tests.systems import tiny_models
from tests.systems._fairseq.random_checkpoints import opened, save, settings, torch
from tests.systems.hugging_face_models import ITEMS as SCORED

pytest.importorskip("transformers", reason="the fairseq backend needs transformers")
pytestmark = pytest.mark.usefixtures("one_thread")


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


def test_the_three_toolkits_agree_on_one_random_model(saved, tmp_path):
    """M2M-100 is fairseq's transformer: the same weights under fairseq's names, and converted for CTranslate2."""
    from ctranslate2.converters import TransformersConverter

    folder = saved("m2m_100")
    save_as_fairseq(folder, tmp_path)
    TransformersConverter(folder).convert(str(tmp_path / "ct2"))
    expected = [answer.values for answer in systems.find("hugging-face")(folder, {"engine": "plain"}).answer(SCORED)]
    found = [
        systems.find("ctranslate2")(str(tmp_path / "ct2"), {"tokenizer": "none", "threads": "1"}),
        systems.find("hugging-face")(folder, {}),
        opened(tmp_path),
        opened(tmp_path, engine="plain"),
    ]
    for system in found:
        for answer, values in zip(system.answer(SCORED), expected, strict=True):
            assert answer.values == pytest.approx(values, abs=1e-4)


def save_as_fairseq(folder, target):
    """The weights of a model of transformers as fairseq would have saved them."""
    from transformers import AutoModelForSeq2SeqLM

    model = AutoModelForSeq2SeqLM.from_pretrained(folder)
    config, weights = model.config, {}
    for name, tensor in model.state_dict().items():
        if name.startswith(("model.encoder.", "model.decoder.")) and "embed_positions" not in name:
            weights[name.removeprefix("model.")] = tensor
    weights["decoder.output_projection.weight"] = model.state_dict()["lm_head.weight"]
    weights |= {f"{side}.version": torch.tensor([3.0]) for side in ("encoder", "decoder")}
    before = {"encoder_normalize_before": True, "decoder_normalize_before": True, "share_all_embeddings": True}
    torch.save({"args": settings(**before), "model": weights}, target / "model.pt")
    # Four signs stand before the words in every fairseq dictionary; the model has room for more words than there are.
    words = [*tiny_models.WORDS, *(f"madeupword{i}" for i in range(config.vocab_size - 4 - len(tiny_models.WORDS)))]
    for language in ("en", "de"):
        (target / f"dict.{language}.txt").write_text("".join(f"{word} 1\n" for word in words), encoding="utf-8")


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
