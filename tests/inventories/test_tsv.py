"""Senses from a plain table."""

import pytest

from mteval.core.errors import DataError
from tests.inventories.opening import opened


def test_plain_table(tmp_path):
    path = tmp_path / "senses.tsv"
    path.write_text(
        "# languages: en-fr\nword\tsense\ttargets\nBank\tb1\tbanque\tn\nbank\tb2\trive|bord\nbank\tb2\ttalus\n"
    )
    senses = opened("tsv", path).senses(["bank"])["bank"]
    assert [(sense.id, sense.targets, sense.pos) for sense in senses] == [
        ("b1", ("banque",), "n"),
        ("b2", ("rive", "bord", "talus"), ""),
    ]
    path.write_text("bank\tb1\n")
    with pytest.raises(DataError, match="line 1: 3 columns expected"):
        opened("tsv", path)
