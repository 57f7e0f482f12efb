"""What the names of a contrastive table mean, whichever file the rows come from."""

from pathlib import Path

import pytest

from mteval.core.errors import DataError
from mteval.core.options import read_options
from mteval.core.suites import SuiteSource
from mteval.formats._contrast_table import OPTIONS, contents, rows_of

ROW = {"source": "It sleeps.", "reference": "Sie schläft.", "contrast": "Er schläft."}


def read(*rows, **options):
    source = SuiteSource(
        "x", "contrastive", "x", {"data": Path("set.en-de.x")}, options=read_options(OPTIONS, options, "x")
    )
    return contents(enumerate(rows, start=2), source, ())


def test_every_further_name_is_a_tag_and_a_slice_but_the_cluster_is_not_a_slice():
    found = read({**ROW, "pronoun": "it", "cluster": "d1"}, {**ROW, "distance": 2, "intra": True, "pronoun": ""})
    assert found.slices == ("pronoun", "distance", "intra")
    assert found.cluster == "cluster"
    assert found.records[0].tags == {"pronoun": ("it",), "cluster": ("d1",)}
    assert found.records[1].tags == {"distance": ("2",), "intra": ("true",)}
    assert found.languages == ("en", "de")


def test_contrasts_come_in_the_order_of_their_numbers_and_empty_ones_are_none():
    (item,) = read({**ROW, "contrast10": "ten", "contrast2": "two", "contrast3": ""}).records
    assert [contrast.text for contrast in item.contrasts] == ["Er schläft.", "two", "ten"]


def test_context_is_the_preceding_source_and_is_cut_to_the_nearest():
    row = {**ROW, "context": "A cat ||| came in.", "target_context": ["Eine Katze", "kam herein."]}
    assert read(row).records[0].source_context == ("A cat", "came in.")
    (item,) = read(row, context="1").records
    assert (item.source_context, item.target_context) == (("came in.",), ("kam herein.",))
    assert read(row, context="0").records[0].source_context == ()


@pytest.mark.parametrize("name", ["source", "reference"])
def test_item_without_a_text_is_named_by_its_line(name):
    with pytest.raises(DataError, match=f"line 3: the {name} is empty"):
        read(ROW, {**ROW, name: " "})


def test_values_that_are_no_text_are_refused():
    with pytest.raises(DataError, match="line 2: 'contrast' must be text"):
        read({**ROW, "contrast": 3})
    with pytest.raises(DataError, match="line 2: 'context' must be a text or a list"):
        read({**ROW, "context": {"a": 1}})
    with pytest.raises(DataError, match="line 2: 'kind' must be a text, a number"):
        read({**ROW, "kind": {"a": 1}})


def test_no_items_are_refused():
    with pytest.raises(DataError, match="holds no items"):
        read()


def test_rows_give_the_items_back():
    rows = [{"id": "7", **ROW, "contrast2": "x", "context": ["a"], "target_context": ["b", "c"], "kind": ["u", "v"]}]
    assert rows_of(read(*rows).records) == rows
