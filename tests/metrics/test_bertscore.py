"""BERTScore with a tiny random encoder made here, against greedy matching computed token by token."""

from __future__ import annotations

import math
import operator

import numpy as np
import pytest

from mteval.core import registry
from mteval.core.errors import DataError, UnknownNameError, UsageError
from mteval.core.evidence import Comparison

torch = pytest.importorskip("torch", reason="needs the extra hf")
transformers = pytest.importorskip("transformers", reason="needs the extra hf")

VOCABULARY = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "the",
    "cat",
    "dog",
    "sat",
    "on",
    "mat",
    "a",
    "##s",
    "runs",
    ".",
]
PAIRS = [
    Comparison("the cats sat on a mat .", ("the cat sat on the mat .", "a dog runs")),
    Comparison("a dog", ("the dog runs .",)),
    Comparison("", ("the dog .",)),
    Comparison("the the the", ("the",)),
]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiny-bert")
    (folder / "vocab.txt").write_text("\n".join(VOCABULARY), encoding="utf-8")
    tokenizer = transformers.BertTokenizerFast(vocab_file=str(folder / "vocab.txt"), vocab=str(folder / "vocab.txt"))
    tokenizer.save_pretrained(folder)
    torch.manual_seed(3)
    config = transformers.BertConfig(
        vocab_size=len(VOCABULARY), hidden_size=16, num_hidden_layers=3, num_attention_heads=2, intermediate_size=32
    )
    transformers.BertModel(config).save_pretrained(folder)
    return folder


def brute(model, translation, reference, layer, weight):
    """Zhang et al. (2020), equations 1 and 2, one token at a time and one text at a time."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(model)
    encoder = transformers.AutoModel.from_pretrained(model).eval()

    def vectors(text):
        numbers = tokenizer(text)["input_ids"]
        with torch.no_grad():
            hidden = encoder(torch.tensor([numbers]), output_hidden_states=True).hidden_states[layer][0]
        return numbers, [vector / vector.norm() for vector in hidden]

    def share(own, other):
        best = [max(float(vector @ another) for another in other[1]) for vector in own[1]]
        weights = [weight(number) for number in own[0]]
        return sum(map(operator.mul, weights, best)) / sum(weights)

    own, other = vectors(translation), vectors(reference)
    if not all(sum(map(weight, side[0])) for side in (own, other)):
        return 0.0, 0.0, 0.0
    precision, recall = share(own, other), share(other, own)
    return 2 * precision * recall / (precision + recall), precision, recall


@pytest.mark.parametrize("layer", [None, 0, 2])
def test_scores_are_those_of_greedy_matching(model, layer):
    options = {} if layer is None else {"layer": str(layer)}
    metric = registry.metrics.find("bertscore")(model=str(model), batch="3", **options)
    statistics = metric.observe(PAIRS)

    def even(number):
        return 0.0 if VOCABULARY[number] in ("[CLS]", "[SEP]") else 1.0

    for row, pair in zip(statistics.rows, PAIRS, strict=True):
        tried = [
            brute(model, pair.translation, reference, 3 if layer is None else layer, even)
            for reference in pair.references
        ]
        assert np.allclose(row[:3], max(tried), atol=1e-5)
    means = metric.estimate(statistics, np.ones((1, 4)))[0]
    assert np.allclose(means, statistics.rows[:, :3].mean(axis=0))
    assert f"|layer:{3 if layer is None else layer}|idf:no|" in metric.signature


def test_rare_tokens_weigh_more_with_idf(model):
    pairs = [Comparison(one.translation, one.references[:1]) for one in PAIRS]
    references = [one.references[0] for one in pairs]
    metric = registry.metrics.find("bertscore")(model=str(model), idf="true")
    tokenizer = transformers.AutoTokenizer.from_pretrained(model)
    present = [set(tokenizer(text)["input_ids"]) for text in references]

    def idf(number):
        return math.log((len(references) + 1) / (sum(number in one for one in present) + 1))

    for row, pair in zip(metric.observe(pairs).rows, pairs, strict=True):
        assert np.allclose(row[:3], brute(model, pair.translation, pair.references[0], 3, idf), atol=1e-5)


def test_a_score_once_computed_is_not_computed_again(model, tmp_path, monkeypatch):
    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path))
    find = registry.metrics.find("bertscore")
    first = find(model=str(model)).observe(PAIRS).rows
    again = find(model=str(model))
    monkeypatch.setattr(type(again._embedder), "embed", lambda *_: pytest.fail("a cached score was computed again"))
    assert np.array_equal(again.observe(PAIRS).rows, first)
    with pytest.raises(pytest.fail.Exception):
        find(model=str(model), layer="1").observe(PAIRS)


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({}, UsageError, "model=DIR"),
        ({"model": "nowhere"}, DataError, "no such directory"),
        ({"model": "nowhere", "layers": "2"}, UnknownNameError, "layer"),
    ],
)
def test_wrong_options_are_refused(options, error, said):
    with pytest.raises(error, match=said):
        registry.metrics.find("bertscore")(**options)


def test_a_layer_the_model_does_not_have_is_refused(model):
    with pytest.raises(UsageError, match="3 layers"):
        registry.metrics.find("bertscore")(model=str(model), layer="9").observe(PAIRS)


def test_a_folder_without_a_model_is_refused(tmp_path):
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(DataError):
        registry.metrics.find("bertscore")(model=str(tmp_path)).observe(PAIRS)


def test_texts_longer_than_the_model_reads_are_counted_and_named(model):
    metric = registry.metrics.find("bertscore")(model=str(model))
    long = "the dog " * 300
    cases = [Comparison("a dog", ("the dog",)), Comparison(long, ("the dog",)), Comparison("a", ("a dog", long))]
    (finding,) = metric.inspect(cases)
    assert (finding.code, finding.count, finding.cases) == ("cut-input", 2, ("2", "3"))
    assert list(metric.inspect(cases[:1])) == []
