"""Sense lexicons as tables, and the senses of a MuCoW scoring set."""

import gzip
import json

import pytest

from mteval.core.errors import DataError
from mteval.lexical.sense_tables import SenseRow, read_sense_table


def test_a_table_with_header_comments_and_languages(tmp_path):
    path = tmp_path / "senses.tsv"
    path.write_text(
        "# Languages: en-fr\nword\tsense\ttargets\n\nBank\tb1\tBanque | \tn\n# comment\nbank\tb2\trive|berge\nbank\tb2\tbord\n"
    )
    table = read_sense_table(path)
    assert table.languages == ("en", "fr")
    assert table.rows[0] == SenseRow("Bank", "b1", ("Banque",), "n")
    assert table.clusters() == {"bank": [frozenset({"banque"}), frozenset({"rive", "berge", "bord"})]}


@pytest.mark.parametrize("packed", [False, True])
def test_the_senses_of_a_scoring_set_are_its_lemmas(tmp_path, packed):
    items = [{"ambig word": "vazba", "sense": sense} for sense in ("custody_detention", "binding", "binding")]
    path = tmp_path / ("x.json.gz" if packed else "x.json")
    raw = json.dumps(items).encode()
    path.write_bytes(gzip.compress(raw) if packed else raw)
    assert read_sense_table(path).clusters() == {"vazba": [frozenset({"custody", "detention"}), frozenset({"binding"})]}


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("x.tsv", "# nothing\n", "holds no senses"),
        ("x.tsv", "bank\tb1\n", "line 1: 3 columns expected"),
        ("x.tsv", "bank\t\tbanque\n", "line 1: 3 columns expected"),
        ("x.json", "[{}]", "no MuCoW scoring set"),
        ("x.json", "{", "no MuCoW scoring set"),
        ("x.json", '["a"]', "no MuCoW scoring set"),
    ],
)
def test_what_is_no_lexicon_is_refused(tmp_path, name, text, problem):
    (tmp_path / name).write_text(text)
    with pytest.raises(DataError, match=problem):
        read_sense_table(tmp_path / name)
