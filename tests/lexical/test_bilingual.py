"""What a dictionary's labels say: parts of speech and genders."""

import pytest

from mteval.lexical.bilingual import OTHER, grammar


@pytest.mark.parametrize(
    ("labels", "pos", "gender"),
    [
        (["fem", " n", " sg"], "n", "fem"),
        (["masc"], "n", "masc"),
        (["masc", "fem"], "n", "masc,fem"),
        (["pl"], "n", ""),
        (["v", " trans"], "v", ""),
        (["VT"], "v", ""),
        (["Adj."], "a", ""),
        (["adv"], "r", ""),
        (["pron", "pers", "pl"], OTHER, ""),
        (["prep"], OTHER, ""),
        (["tech"], "", ""),
        ([], "", ""),
    ],
)
def test_labels(labels, pos, gender):
    assert grammar(labels) == (pos, gender)
