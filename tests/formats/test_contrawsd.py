"""ContraWSD: published frequency bins, and sets that lack the frequencies."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError
from tests.formats.contrast_items import MUCOW, put, read


def test_contrawsd_is_sliced_by_published_frequency_bins(tmp_path):
    key = "frequency of sense/ambig word in wmt16"
    counts = {20: "0-20", 21: "21-50", 50: "21-50", 1000: "501-1k", 1001: "1k-2k", 10000: "5k-10k", 10001: ">10k"}
    data = [{**MUCOW[0], key: f"{count}/99999"} for count in counts]
    records = read("contrawsd", put(tmp_path / "a.json", data)).records
    assert [item.tags["frequency"][0] for item in records] == list(counts.values())
    with pytest.raises(DataError, match="It looks like 'mucow-scoring'"):
        read("contrawsd", put(tmp_path / "b.json", MUCOW))
