"""Contrastive items in plain tables: read, run, written back, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mteval
from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.records import Contrast, ContrastItem
from mteval.demo import tour
from tests.formats.contrast_items import read
from tests.formats.round_trips import TEXT, WORD, there_and_back

TABLE = (
    "source\treference\tcontrast\tcontrast2\tphenomenon\tcluster\tcontext\n"
    "The bank.\tDas Ufer.\tDie Bank.\tDer Bank.\tsense\tbank\tWe row. ||| It flows.\n"
    "The bank!\tDie Bank!\tDas Ufer!\t\tsense\tbank\t\n"
    "He sees.\tEr sieht.\tEr sehen.\t\tagreement\tsee\t\n"
)
ITEMS = st.lists(
    st.builds(
        ContrastItem,
        source=TEXT,
        reference=TEXT,
        contrasts=st.lists(st.builds(Contrast, TEXT), max_size=3).map(tuple),
        tags=st.one_of(st.just({}), st.builds(lambda word: {"phenomenon": (word,)}, WORD)),
        source_context=st.lists(WORD, max_size=2).map(tuple),
    ),
    min_size=1,
    max_size=4,
).map(tuple)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "set.en-de.tsv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_scores_of_a_file_are_sliced_by_tag_and_resampled_by_cluster(table, tmp_path):
    # Reference, contrasts, next item; by hand: the first and the last item are lost.
    (tmp_path / "scores").write_text("-1\n-2\n-0.5\n-1\n-2\n-3\n-2\n")
    system = f"score-file:{tmp_path / 'scores'}?better=higher"
    results = mteval.run(str(table), systems=system, format="contrastive-tsv")
    (report,) = results.reports
    assert report.scores[0].values["accuracy"] == pytest.approx(1 / 3)
    assert report.scores[0].values["pairwise"] == pytest.approx(2 / 4)
    found = {(one.tag, one.value): one.scores[0].value for one in report.slices}
    assert found == {("phenomenon", "sense"): 0.5, ("phenomenon", "agreement"): 0.0}
    assert report.suite["cluster"] == "cluster"


def test_a_model_scores_a_table(tmp_path):
    rows = ["source\treference\tcontrast", "the cat sleeps\tel gato duerme\tel gato come", "a dog\tun perro\tuna perro"]
    (tmp_path / "set.tsv").write_text("\n".join(rows) + "\n")
    results = mteval.run(
        str(tmp_path / "set.tsv"), systems=f"ctranslate2:{tour.FOLDER / 'model'}", format="contrastive-tsv"
    )
    assert results.reports[0].scores[0].values["decided"] == 2


def test_context_goes_with_the_question(table):
    assert mteval.export(str(table), format="contrastive-tsv")[0] == "The bank.\tDas Ufer.\tWe row. ||| It flows.\t"
    plain = mteval.export(str(table), format="contrastive-tsv", options={"context": "0"})
    assert plain[0] == "The bank.\tDas Ufer."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("source\treference\nx\ty\n", "line 1: is not contrastive-tsv: contrast is missing"),
        ("source\treference\tcontrast\tcontrast\na\tb\tc\td\n", "line 1: the column 'contrast' is there twice"),
        ("source\treference\tcontrast\t\na\tb\tc\td\n", "line 1: column 4 has no name"),
        ("source\treference\tcontrast\na\tb\tc\na\tb\n", "line 3: 3 columns expected, found 2"),
        ("source\treference\tcontrast\n", "holds no items"),
    ],
)
def test_a_table_that_is_none_is_refused_with_its_line(tmp_path, text, sentence):
    (tmp_path / "a.tsv").write_text(text)
    with pytest.raises(DataError, match=sentence):
        read("contrastive-tsv", tmp_path / "a.tsv")


def test_what_a_cell_cannot_hold_is_refused(tmp_path):
    plugin = registry.formats.find("contrastive-tsv")()
    with pytest.raises(DataError, match=r"holds a tab.*Write \.jsonl"):
        plugin.write([ContrastItem("a\tb", "c", (Contrast("d"),))], tmp_path / "a.tsv")
    with pytest.raises(DataError, match="several values"):
        plugin.write([ContrastItem("a", "c", (Contrast("d"),), tags={"kind": ("x", "y")})], tmp_path / "a.tsv")
    assert not (tmp_path / "a.tsv").exists()


def test_the_format_is_recognised(table):
    assert registry.formats.find("contrastive-tsv")().recognise(TABLE.encode(), table)
    assert not registry.formats.find("contrastive-tsv")().recognise(b"source\ttarget\n", table)


@settings(max_examples=40, deadline=None)
@given(ITEMS)
def test_records_of_any_text_are_read_back(records):
    assert there_and_back("contrastive-tsv", records, "a.tsv") == records
