"""Classifiers choose among labels, by their own or by entailment."""

from __future__ import annotations

import pytest

from mteval.core.errors import UsageError
from mteval.core.queries import Classify
from tests.systems.hugging_face_models import opened

pytest.importorskip("torch", reason="the hugging-face backend needs torch")
pytest.importorskip("transformers", reason="the hugging-face backend needs transformers")
pytestmark = pytest.mark.usefixtures("one_thread")


def test_classifiers_choose_among_the_labels(saved):
    import torch
    import transformers

    folder = saved("bert")
    answers = list(
        opened(folder).answer([Classify(("the man",), ("positive", "negative")), Classify(("a dog on a bench",))])
    )
    model = transformers.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    words = transformers.AutoTokenizer.from_pretrained(folder)
    with torch.no_grad():
        expected = model(**words("the man", return_tensors="pt")).logits[0].softmax(-1).tolist()
    assert answers[0].probabilities == pytest.approx({"positive": expected[1], "negative": expected[0]}, abs=1e-5)
    assert answers[0].label == ("positive" if expected[1] > expected[0] else "negative")
    with pytest.raises(UsageError, match="Did you mean 'positive'"):
        next(opened(folder).answer([Classify(("the man",), ("positiv",))]))


def test_zero_shot_takes_the_label_whose_sentence_is_entailed_most(saved):
    import torch
    import transformers

    folder = saved("nli")
    query = Classify(("the man sits",), ("man", "dog"))
    answer = next(opened(folder, zero_shot="true", hypothesis="a {label} .").answer([query]))
    model = transformers.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    words = transformers.AutoTokenizer.from_pretrained(folder)
    with torch.no_grad():
        rows = [
            model(**words("the man sits", f"a {label} .", return_tensors="pt")).logits[0, 2] for label in query.labels
        ]
    assert answer.probabilities == pytest.approx(
        dict(zip(query.labels, torch.stack(rows).softmax(0).tolist(), strict=True)), abs=1e-5
    )
    with pytest.raises(UsageError, match="a label 'entailment'"):
        next(opened(saved("bert"), zero_shot="true").answer([query]))
