"""The chosen candidate is the one with the best mean utility or the best score."""

import numpy as np
import pytest
from sacrebleu.metrics import TER

from mteval.core import registry
from mteval.core.errors import CapabilityError
from mteval.core.evidence import Comparison
from mteval.core.options import parse_spec
from mteval.evaluation.candidate_lists import given_candidates
from mteval.evaluation.choice_records import METRIC
from mteval.evaluation.given import given_lines
from mteval.evaluation.rerank import SegmentTexts, rerank
from tests.metrics import tiny_comet

CANDIDATES = [["the cat sat", "a cat sat", "the cat sits", "nothing like it"], ["bcd", "xy", "bcd"]]


@pytest.mark.parametrize("utility", ["chrf", "bleu", "chrf++"])
def test_the_odd_one_out_is_not_chosen(utility):
    chosen = rerank(given_candidates(CANDIDATES), parse_spec(utility))
    assert chosen.lines[0] in {"the cat sat", "the cat sits"}
    assert chosen.lines[1] == "bcd"
    assert chosen.choices[1].place == 0  # of equals the first


def test_metrics_without_a_way_of_their_own_are_shown_every_pair():
    """TER, lower is better, against sacrebleu's sentence scores of all pairs."""
    texts = ["the cat sat on it", "a cat sat", "the cat sits on it now", "a cat sat"]
    peer = TER()
    means = [np.mean([peer.sentence_score(one, [other]).score for other in texts]) for one in texts]
    choice = rerank(given_candidates([texts]), parse_spec("ter")).choices[0]
    assert choice.scores == pytest.approx(means)
    assert choice.place == int(np.argmin(means))


def test_a_metric_chooses_beside_the_references():
    references = SegmentTexts(references=(given_lines(["nothing like this", "xyz"], "reference"),))
    chosen = rerank(given_candidates(CANDIDATES), parse_spec("chrf"), METRIC, references)
    assert chosen.lines == ["nothing like it", "xy"]
    assert "saw the references" in chosen.findings[0].message


def test_a_metric_without_references_cannot_weigh_candidates():
    with pytest.raises(CapabilityError, match="reads no references"):
        rerank(given_candidates(CANDIDATES), parse_spec("length-ratio"))


def test_groups_of_segments_do_not_change_the_choice(monkeypatch):
    whole = rerank(given_candidates(CANDIDATES), parse_spec("ter"))
    monkeypatch.setattr("mteval.evaluation.rerank.AT_ONCE", 2)
    parted = rerank(given_candidates(CANDIDATES), parse_spec("ter"))
    assert parted.lines == whole.lines
    for one, other in zip(parted.choices, whole.choices, strict=True):
        assert one.scores == pytest.approx(other.scores)
    assert rerank(given_candidates(CANDIDATES), parse_spec("chrf")).lines[1] == "bcd"


COMET_CANDIDATES = ["der Hund schläft", "ein Hund schläft", "die Katze", "der Hund schläft"]


@pytest.fixture
def comet(tmp_path, monkeypatch):
    pytest.importorskip("torch", reason="needs the extra hf")
    pytest.importorskip("transformers", reason="needs the extra hf")
    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path / "cache"))
    return tiny_comet.save_checkpoint(tmp_path, "regression")


def test_comet_weighs_every_pair_beside_the_source(comet):
    """A tiny checkpoint; the means over pairs by brute force from single scores."""
    metric = registry.metrics.find("comet")(model=str(comet))
    pairs = [Comparison(one, (other,), "the dog sleeps") for one in COMET_CANDIDATES for other in COMET_CANDIDATES]
    table = metric.per_case(metric.observe(pairs)).reshape(4, 4)
    texts = SegmentTexts(given_lines(["the dog sleeps"], "source"))
    choice = rerank(given_candidates([COMET_CANDIDATES]), parse_spec(f"comet?model={comet}"), texts=texts).choices[0]
    assert choice.scores == pytest.approx(table.mean(axis=1), abs=1e-5)
    assert choice.place == int(np.argmax(table.mean(axis=1).round(5)))


def test_comet_without_a_source_says_what_is_missing(comet):
    with pytest.raises(CapabilityError, match="source"):
        rerank(given_candidates([COMET_CANDIDATES]), parse_spec(f"comet?model={comet}"))
