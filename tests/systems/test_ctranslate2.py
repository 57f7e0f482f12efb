"""The ctranslate2 backend: trained models, a random one against transformers, and directories with something wrong."""

from __future__ import annotations

import json
import shutil
import struct

import pytest

from mteval.core.errors import CapabilityError, DataError, UnknownNameError, UsageError
from mteval.core.queries import Classify, LogProb, LogProbs, Translate, Unanswered
from mteval.core.registry import systems
from mteval.demo import tour
from mteval.systems._ctranslate2 import stored_type
from tests.systems.hugging_face_models import ITEMS as SCORED

# What the model of the demo and the model beside the repository were trained for.
ITEMS = {
    "demo": LogProb(
        "The boy buys the white car.", ("El niño compra el coche blanco.", "El niño compra el coche blanca.")
    ),
    "multi30k_en_de": LogProb(
        "A man is sitting on a bench.", ("Ein Mann sitzt auf einer Bank.", "Ein Mann sitzt auf einem Ufer.")
    ),
}
ANY = ITEMS["demo"]


def opened(folder, **options):
    return systems.find("ctranslate2")(str(folder), {"threads": "1", **options})


@pytest.fixture(params=["demo", "published"])
def model(request):
    if request.param == "demo":
        return tour.FOLDER / "model"
    return request.getfixturevalue("shared") / "models" / "multi30k_en_de" / "ct2"


@pytest.fixture
def item(model):
    """A sentence the model knows, with a right and a wrong translation."""
    return ITEMS[model.parent.name]


def bare_folder(folder, *, leave_out=()):
    """The files of a model without a model in them: enough for what is checked before it is opened."""
    variable = struct.pack("<H", 2) + b"w\0" + struct.pack("<BIIBI", 2, 1, 2, 0, 8) + b"\0" * 8
    weights = struct.pack("<I", 6) + struct.pack("<H", 16) + b"TransformerSpec\0" + struct.pack("<II", 7, 1) + variable
    files = {
        "model.bin": weights,
        "config.json": b'{"add_source_eos": true}',
        "shared_vocabulary.json": json.dumps(["<s>", "</s>", "<unk>", "__en__", "__de__", "__fr__", "a"]).encode(),
        "tokenizer.json": b"{}",
    }
    for name, content in files.items():
        if name not in leave_out:
            (folder / name).write_bytes(content)
    return folder


def test_reference_and_contrast_are_scored_with_the_end_of_the_sentence(model, item):
    answer = next(opened(model).answer([item]))
    assert answer.tokens == (8, 8)
    assert 0 > answer.values[0] > answer.values[1]


def test_answers_come_in_order_and_do_not_depend_on_the_batch(model, item):
    queries = [LogProb("A dog.", ("Ein Hund.",)), item, Translate("A dog runs."), LogProb("", ("",)), Translate("")]
    together = list(opened(model).answer(queries))
    apart = [next(opened(model, batch_tokens="1").answer([query])) for query in queries]
    for one, other in zip(together, apart, strict=True):
        if isinstance(one, LogProbs):
            assert one.values == pytest.approx(other.values, abs=1e-4)
        else:
            assert one == other


def test_unknown_tokens_are_counted_and_long_sentences_left_unanswered(model):
    long = "word " * 2000
    queries = [LogProb("日本", ("語",)), LogProb(long, ("x",)), LogProb("x", ("x", long)), Translate(long)]
    answers = list(opened(model).answer(queries))
    assert answers[0].unknown == 2
    assert [type(answer) for answer in answers[1:]] == [Unanswered] * 3


def test_int8_is_allowed_with_a_finding(model, item):
    exact, rough = opened(model), opened(model, compute_type="int8")
    assert not list(exact.findings())
    assert [finding.code for finding in rough.findings()] == ["quantised-model"]
    assert exact.fingerprint != rough.fingerprint
    assert next(rough.answer([item])).values[0] != next(exact.answer([item])).values[0]


def test_weights_that_were_stored_quantised_are_seen(model, tmp_path):
    assert stored_type(model / "model.bin") == "float32"
    folder = bare_folder(tmp_path)
    content = bytearray((folder / "model.bin").read_bytes())
    content[-13] = 1  # the type of the only matrix: int8
    (folder / "model.bin").write_bytes(content)
    assert stored_type(folder / "model.bin") == "int8"
    (folder / "model.bin").write_bytes(content[:20])
    with pytest.raises(DataError, match="cut short"):
        stored_type(folder / "model.bin")


def test_context_sentences_are_put_before_source_and_target(model):
    query = LogProb("A dog.", ("Ein Hund.", "Eine Katze."), ("A man.", "A woman."), ("Ein Mann.", "Eine Frau."))
    joined = LogProb("A woman. A dog.", ("Eine Frau. Ein Hund.", "Eine Frau. Eine Katze."))
    assert next(opened(model, context="1").answer([query])).values == next(opened(model).answer([joined])).values
    alone = LogProb("A dog.", ("Ein Hund.", "Eine Katze."))
    assert next(opened(model).answer([query])).values == next(opened(model).answer([alone])).values


@pytest.mark.parametrize(
    ("left_out", "message"),
    [
        ("model.bin", "model.bin is missing"),
        ("shared_vocabulary.json", "source_vocabulary.json or source_vocabulary.txt is missing"),
        ("tokenizer.json", "the tokenizer is missing"),
    ],
)
def test_the_missing_file_is_named(tmp_path, left_out, message):
    with pytest.raises(DataError, match=message):
        opened(bare_folder(tmp_path, leave_out=[left_out]))


def test_a_directory_of_another_toolkit_is_recognised(tmp_path):
    (tmp_path / "model.safetensors").touch()
    with pytest.raises(DataError, match="looks like a model for hugging-face"):
        opened(tmp_path)


def test_files_and_directories_that_are_not_there(tmp_path):
    with pytest.raises(DataError, match="no such directory"):
        opened(tmp_path / "nothing")
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match="give the directory"):
        opened(tmp_path / "file")


def test_language_codes_are_found_and_near_ones_suggested(tmp_path):
    folder = bare_folder(tmp_path)
    system = opened(folder, src_lang="en", tgt_lang="de", tokenizer="none")
    assert (system.signature["source_prefix"], system.signature["target_prefix"]) == ("__en__", "__de__")
    with pytest.raises(UnknownNameError, match="'__en__'"):
        opened(folder, src_lang="__eng__", tokenizer="none")


def test_a_model_that_cannot_be_opened(tmp_path):
    with pytest.raises(DataError, match="CTranslate2 cannot open this model"):
        next(opened(bare_folder(tmp_path), tokenizer="none").answer([ANY]))


def test_several_tokenizers_must_be_chosen_from(model, tmp_path):
    folder = shutil.copytree(model, tmp_path / "copy")
    shutil.copy(folder / "sentencepiece.model", folder / "sentencepiece2.model")
    with pytest.raises(DataError, match="choose one"):
        opened(folder)
    assert opened(folder, tokenizer="sentencepiece.model").signature["tokenizer"].startswith("sentencepiece.model@")


def test_the_signature_says_what_the_options_do_not(model, tmp_path):
    tokenizer = shutil.copy(model / "sentencepiece.model", tmp_path)
    system = opened(model, tokenizer=tokenizer, beam_size=2)
    assert str(tmp_path) not in " ".join(system.signature.values())
    assert not {"beam_size", "compute_type", "context", "max_length"} & set(system.signature)
    assert (system.signature["device"], system.signature["source_eos"]) == ("cpu", "false")
    assert system.fingerprint == opened(model, beam_size="2").fingerprint
    assert system.fingerprint != opened(model).fingerprint


def test_end_of_sentence_is_put_after_the_source_as_told(tmp_path):
    folder = bare_folder(tmp_path)
    found = {
        told: opened(folder, tokenizer="none", source_eos=told).signature["source_eos"] for told in ("auto", "true")
    }
    assert found == {"auto": "false", "true": "true"}  # auto: config.json says that CTranslate2 adds it


def test_wrong_options_and_questions(model):
    with pytest.raises(UsageError, match="compute_type=int4 is not possible"):
        opened(model, compute_type="int4")
    with pytest.raises(UnknownNameError, match="'beam_size'"):
        opened(model, beam="4")
    with pytest.raises(CapabilityError, match="cannot answer 'Classify'"):
        next(opened(model).answer([Classify(("a",))]))


def test_the_fingerprint_follows_the_weights(model, tmp_path):
    folder = shutil.copytree(model, tmp_path / "copy")
    assert opened(folder).fingerprint == opened(model).fingerprint
    content = bytearray((folder / "model.bin").read_bytes())
    content[-1] ^= 1
    (folder / "model.bin").write_bytes(content)
    assert opened(folder).fingerprint != opened(model).fingerprint


def test_a_converted_model_scores_as_in_transformers(saved, one_thread, tmp_path):
    """A random model of a few thousand weights, converted by CTranslate2's own converter."""
    pytest.importorskip("transformers", reason="needs the extra 'hf'")
    from ctranslate2.converters import TransformersConverter

    TransformersConverter(saved("m2m_100")).convert(str(tmp_path / "ct2"))
    theirs = systems.find("hugging-face")(saved("m2m_100"), {"engine": "plain"})
    ours = opened(tmp_path / "ct2", tokenizer="none")
    for one, other in zip(ours.answer(SCORED), theirs.answer(SCORED), strict=True):
        assert one.values == pytest.approx(other.values, abs=1e-4)
        assert (one.tokens, one.unknown) == (other.tokens, other.unknown)


@pytest.mark.parametrize("change", [lambda tokens: tokens[:-1], lambda tokens: [*tokens, "more"], lambda tokens: ["a"]])
def test_a_vocabulary_that_does_not_fit_its_model_is_refused(tmp_path, change):
    folder = tmp_path / "model"
    shutil.copytree(tour.FOLDER / "model", folder)
    vocabulary = folder / "shared_vocabulary.json"
    tokens = change(json.loads(vocabulary.read_text(encoding="utf-8")))
    vocabulary.write_text(json.dumps(tokens), encoding="utf-8")
    with pytest.raises(DataError, match=f"has {len(tokens)} tokens, but the model beside it 1431"):
        opened(folder)


def test_words_are_linked_by_attention_where_wanted(request):
    folder = request.getfixturevalue("shared") / "models" / "multi30k_en_de" / "ct2"
    backend = systems.find("ctranslate2")
    plain, linked = (backend(str(folder), options) for options in ({"threads": "1"}, {"threads": "1", "links": "true"}))
    query = Translate("a man in a blue shirt .")
    (without,), (found,) = (list(system.answer([query])) for system in (plain, linked))
    assert (without.links, found.text) == (None, without.text)
    source, target = query.source.split(), found.text.split()
    pairs = {(source[int(a)], target[int(b)]) for a, b in (link.split("-") for link in found.links.split())}
    assert {("man", "Mann"), ("blue", "blauen")} <= pairs
    with pytest.raises(UsageError, match="Leave context out"):
        backend(str(folder), {"links": "true", "context": "1"})
