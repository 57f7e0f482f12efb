"""Names and invalid pairs: from the annotation, from the rule, or not at all."""

import pytest

from mteval.core.records import DictionaryPair
from mteval.families._dictionary.labels import PairLabel, label_pairs

PLAIN = [DictionaryPair("london", "лондон"), DictionaryPair("house", "къща"), DictionaryPair("tomorrow", "tomorrow")]
ANNOTATED = [
    DictionaryPair("london", "лондон", tags={"pos": ("noun",)}),
    DictionaryPair("house", "къща", tags={"pos": ("proper-noun",)}),
    DictionaryPair("tomorrow", "утре", tags={"pos": ("invalid",)}),
]
NOTHING, NAME, WRONG = PairLabel(), PairLabel(name=True), PairLabel(invalid=True)


@pytest.mark.parametrize(
    ("pairs", "names", "labels"),
    [
        (PLAIN, "none", [NOTHING] * 3),
        (PLAIN, "annotation", [NOTHING] * 3),
        (PLAIN, "auto", [NAME, NOTHING, WRONG]),
        (ANNOTATED, "auto", [NOTHING, NAME, WRONG]),
        (ANNOTATED, "annotation", [NOTHING, NAME, WRONG]),
        (ANNOTATED, "none", [NOTHING] * 3),
    ],
)
def test_whose_word_counts(pairs, names, labels):
    assert label_pairs(pairs, ("en", "bg"), names) == labels
