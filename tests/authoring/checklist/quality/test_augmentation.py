"""Aug-0 and Aug-CFT: a tiny model learns from one CheckList what another one tests."""

from __future__ import annotations

import json

import pytest

from mteval.authoring.checklist.quality.augmentation import (
    OVER_ALL,
    PER_CAPABILITY,
    LabelledText,
    TrainingRun,
    augment,
    common_test,
    labelled_instances,
    part,
)
from mteval.checklists.checklist import parse_checklist
from mteval.core.errors import DataError

NAMES = [f"w{number}" for number in range(60)]


def checklist(*tests, **lexicons):
    capabilities = {"Vocabulary": {"tests": [{"template": text, "label": label} for text, label in tests]}}
    return parse_checklist({"labels": ["negative", "positive"], "capabilities": capabilities, "lexicons": lexicons})


MADE = checklist(("{x} was good", "positive"), ("{x} was bad", "negative"), x=NAMES)


def test_seventy_percent_are_for_training_and_shared_texts_stay_on_one_side():
    ours, theirs = (
        part(labelled_instances(MADE)),
        part(labelled_instances(checklist(("{x} was bad", "negative"), x=NAMES))),
    )
    assert 0.6 < len(ours.training) / 120 < 0.8
    assert not {one.texts for one in ours.training} & {one.texts for one in theirs.test}
    test = common_test([ours, theirs])
    assert set(test["Vocabulary"]) == set(ours.test) | set(theirs.test)


def test_a_capability_gives_at_most_so_many_instances():
    assert len(labelled_instances(MADE, most=20)) == 20


@pytest.fixture
def tiny_model(tmp_path):
    pytest.importorskip("torch", reason="fine-tuning needs torch")
    transformers = pytest.importorskip("transformers", reason="fine-tuning needs transformers")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "was", "good", "bad"]
    (tmp_path / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    folder = tmp_path / "model"
    transformers.BertTokenizerFast(str(tmp_path / "vocab.txt")).save_pretrained(folder)
    size = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
    config = transformers.BertConfig(vocab_size=len(words), max_position_embeddings=16, num_labels=5, **size)
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    return folder


def test_a_model_learns_what_the_checklist_holds(tiny_model):
    parted = part(labelled_instances(MADE))
    test = common_test([parted])
    settings = TrainingRun(epochs=12, learning_rate=5e-3, batch=16, longest=16)
    accuracies = augment(tiny_model, parted.training, test, MADE.labels, settings)
    assert (accuracies.whole, accuracies.capabilities) == (1.0, {"Vocabulary": 1.0})
    assert augment(tiny_model, parted.training, test, MADE.labels, settings) == accuracies
    flipped = [LabelledText(one.texts, ("negative",), one.capability) for one in parted.training]
    assert augment(tiny_model, flipped, test, MADE.labels, settings).whole < 0.8


def test_a_folder_without_a_model_is_refused(tmp_path):
    pytest.importorskip("transformers", reason="fine-tuning needs transformers")
    with pytest.raises(DataError, match=r"config\.json"):
        augment(tmp_path, [], {}, ["a", "b"])


def test_labels_of_pairs_are_kept():
    document = {"capabilities": {"C": {"tests": [{"template": ["A {x}.", "B."], "label": ["e", "n"]}]}}}
    found = labelled_instances(parse_checklist(json.loads(json.dumps(document | {"lexicons": {"x": ["y"]}}))))
    assert found == [LabelledText(("A y.", "B."), ("e", "n"), "C")]


def test_each_capability_has_a_model_of_its_own(tiny_model):
    # "was" says nothing in one capability and the opposite holds in the other: one model for all cannot learn both.
    def made(label, capability):
        texts = [(f"{name} was good",) for name in NAMES[:30]]
        return [LabelledText(text, (label,), capability) for text in texts]

    training = [*made("positive", "A"), *made("negative", "B")]
    test = {"A": made("positive", "A"), "B": made("negative", "B")}
    settings = TrainingRun(epochs=8, batch=8, learning_rate=5e-3)
    apart = augment(tiny_model, training, test, MADE.labels, settings, way=PER_CAPABILITY)
    together = augment(tiny_model, training, test, MADE.labels, settings, way=OVER_ALL)
    assert (apart.whole, apart.capabilities) == (1.0, {"A": 1.0, "B": 1.0})
    assert together.whole == pytest.approx(0.5, abs=0.2)
