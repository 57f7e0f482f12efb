"""MetricX on a tiny random mT5 with mT5's vocabulary size, against transformers' own forward pass, one input at a time."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from mteval import api
from mteval.core import registry
from mteval.core.errors import DataError, UsageError
from mteval.core.evidence import Comparison, Skipped
from mteval.metrics._metricx import OUTPUT

torch = pytest.importorskip("torch", reason="needs the extra hf")
transformers = pytest.importorskip("transformers", reason="needs the extra hf")

WORDS = [
    "source:",
    "candidate:",
    "reference:",
    "the",
    "dog",
    "sits",
    "der",
    "Hund",
    "sitzt",
    "ein",
    "eine",
    "Katze",
    "a",
    "cat",
]
CASES = [
    Comparison("der Hund sitzt", ("ein Hund sitzt",), "the dog sits"),
    Comparison("eine Katze", ("ein Katze", "der Katze"), "a cat"),
    Comparison("der", ("Hund sitzt Hund sitzt ein",), "the dog sits a dog sits"),
    Skipped("none"),
]


def save_tokenizer(folder):
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    vocabulary = {word: i for i, word in enumerate(["<pad>", "</s>", "<unk>", *WORDS])}
    inner = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    inner.post_processor = processors.TemplateProcessing("$A </s>", special_tokens=[("</s>", 1)])
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    ).save_pretrained(folder)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiny-metricx")
    torch.manual_seed(5)
    config = transformers.MT5Config(
        vocab_size=250112, d_model=8, d_kv=4, d_ff=16, num_layers=2, num_decoder_layers=2, num_heads=2
    )
    config.tie_word_embeddings = False
    model = transformers.MT5ForConditionalGeneration(config)
    with torch.no_grad():
        model.lm_head.weight[OUTPUT] = torch.randn(8) * 6
        for parameter in model.encoder.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.3)
    model.save_pretrained(folder)
    save_tokenizer(folder)
    return folder


def oracle(folder, text, longest=1536):
    """The logit of <extra_id_10> after one decoder step on token 0, clipped: the definition, without batches or padding."""
    model = transformers.MT5ForConditionalGeneration.from_pretrained(folder).eval()
    words = transformers.AutoTokenizer.from_pretrained(folder)
    ids = words(text, truncation=True, max_length=longest).input_ids[:-1]
    with torch.no_grad():
        logits = model(input_ids=torch.tensor([ids]), decoder_input_ids=torch.zeros((1, 1), dtype=torch.long)).logits
    return float(logits[0, 0, OUTPUT].clamp(0, 25))


def per_case(folder, evidence, **options):
    metric = registry.metrics.find("metricx")(model=str(folder), batch="2", device="cpu", **options)
    statistics = metric.observe(evidence)
    return metric, metric.per_case(statistics)


@pytest.mark.parametrize(
    ("options", "form"),
    [
        ({}, "source: {s} candidate: {t} reference: {r}"),
        ({"qe": "true"}, "source: {s} candidate: {t}"),
        ({"version": "23"}, "candidate: {t} reference: {r}"),
        ({"version": "23", "qe": "true"}, "candidate: {t} source: {s}"),
    ],
)
def test_scores_are_those_of_a_plain_forward_pass_on_the_published_input(checkpoint, options, form):
    _, found = per_case(checkpoint, CASES, **options)
    expected = [
        np.mean([oracle(checkpoint, form.format(s=one.source, t=one.translation, r=ref)) for ref in one.references])
        for one in CASES[:3]
    ]
    assert found[:3] == pytest.approx(expected, abs=1e-4)
    assert np.isnan(found[3])
    assert len({round(value, 3) for value in expected}) > 1
    assert any(0 < value < 25 for value in expected)


def test_a_hybrid_model_scores_without_references_from_the_source_alone(checkpoint):
    metric, found = per_case(checkpoint, [Comparison(one.translation, (), one.source) for one in CASES[:3]])
    _, free = per_case(checkpoint, CASES[:3], qe="true")
    assert found == pytest.approx(free)
    assert metric.higher_is_better is False
    results = api.score(
        {"one": ["der Hund"] * 3}, source=["the dog"] * 3, metrics=f"metricx?model={checkpoint}&device=cpu"
    )
    assert results.reports[0].scores[0].n == 3


def test_inputs_that_are_too_long_are_cut_as_the_peer_cuts_and_named(checkpoint):
    metric, found = per_case(checkpoint, CASES, max_length="9", qe="true")
    texts = [f"source: {one.source} candidate: {one.translation}" for one in CASES[:3]]
    assert found[:3] == pytest.approx([oracle(checkpoint, text, 9) for text in texts], abs=1e-4)
    (finding,) = metric.inspect(CASES)
    assert (finding.code, finding.count, finding.cases) == ("cut-input", 1, ("3",))
    whole, _ = per_case(checkpoint, CASES, qe="true")
    assert list(whole.inspect(CASES)) == []


def test_the_signature_tells_models_references_and_length_apart(checkpoint):
    found = set()
    for options in ({}, {"qe": "true"}, {"version": "23"}, {"max_length": "9"}):
        metric, _ = per_case(checkpoint, CASES, **options)
        found.add(metric.signature)
    assert len(found) == 4


def test_what_is_no_checkpoint_is_refused(checkpoint, tmp_path):
    find = registry.metrics.find("metricx")
    with pytest.raises(UsageError, match=r"metricx\?model=DIR"):
        find()
    with pytest.raises(DataError, match="no such directory"):
        find(model=str(tmp_path / "nowhere"))
    small = tmp_path / "small"
    transformers.MT5ForConditionalGeneration(
        transformers.MT5Config(vocab_size=40, d_model=8, d_kv=4, d_ff=16, num_layers=1, num_heads=2)
    ).save_pretrained(small)
    with pytest.raises(DataError, match="mt5-xl"):
        find(model=str(small)).observe(CASES)
    with pytest.raises(DataError, match="no MetricX checkpoint"):
        find(model=str(small), tokenizer=str(checkpoint)).observe(CASES)


def test_missing_weights_are_not_made_up(checkpoint, tmp_path):
    model = transformers.MT5ForConditionalGeneration.from_pretrained(checkpoint)
    weights = {name: value.clone() for name, value in model.state_dict().items() if "lm_head" not in name}
    model.save_pretrained(tmp_path, state_dict=weights)
    shutil.copy(checkpoint / "config.json", tmp_path)  # which says that the output has weights of its own
    with pytest.raises(DataError, match="weights are missing"):
        registry.metrics.find("metricx")(model=str(tmp_path), tokenizer=str(checkpoint)).observe(CASES)
