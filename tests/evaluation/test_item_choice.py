"""Items on which systems differ are picked; what cannot be picked by is said."""

import numpy as np
import pytest
from sacrebleu.metrics import CHRF

from mteval.core.errors import UsageError
from mteval.core.options import parse_spec
from mteval.evaluation.given import given_lines
from mteval.evaluation.item_choice import choose_items, disagreement
from mteval.evaluation.rerank import SegmentTexts

REFERENCE = ["the cat sat", "a dog barks", "we walk home", "it rains"]
SYSTEMS = {
    "good": REFERENCE,
    "bad": ["the cat sat", "some dogs bark", "we walk home", "rain"],
    "worse": ["the cat sat", "x", "we walk home", "no"],
}
TEXTS = SegmentTexts(references=(given_lines(REFERENCE, "reference"),))


@pytest.mark.parametrize("method", ["variance", "consistency", "both"])
def test_items_on_which_systems_differ_are_picked(method):
    chosen = choose_items(SYSTEMS, 2, method, parse_spec("chrf"), TEXTS)
    assert chosen.items == (1, 3)
    assert chosen.kendall == pytest.approx(1)


def test_disagreement_needs_no_reference():
    assert choose_items(SYSTEMS, 2, "disagreement", None, SegmentTexts()).items == (1, 3)


def test_disagreement_is_the_mean_chrf_of_pairs_turned_round():
    peer, outputs = CHRF(), list(SYSTEMS.values())
    mean = np.mean([peer.sentence_score(one[1], [other[1]]).score for one in outputs for other in outputs])
    assert disagreement(outputs)[1] == pytest.approx(100 - mean)


def test_metrics_where_lower_is_better_rank_the_same_way():
    assert choose_items(SYSTEMS, 2, "consistency", parse_spec("ter"), TEXTS).items == (1, 3)


def test_one_system_or_too_many_items_are_refused():
    with pytest.raises(UsageError, match="two or more"):
        choose_items({"one": REFERENCE}, 2, "disagreement", None, SegmentTexts())
    with pytest.raises(UsageError, match="between 1 and 4"):
        choose_items(SYSTEMS, 5, "disagreement", None, SegmentTexts())
    with pytest.raises(UsageError, match="looks at scores"):
        choose_items(SYSTEMS, 2, "variance", None, SegmentTexts())


def test_same_values_everywhere_are_said():
    chosen = choose_items({"a": REFERENCE, "b": REFERENCE}, 2, "disagreement", None, SegmentTexts())
    assert chosen.items == (0, 1)
    assert [finding.code for finding in chosen.findings] == ["nothing-to-choose-by"]
