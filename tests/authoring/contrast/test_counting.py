"""Sorted tables of counts are added up line by line."""

from mteval.authoring.contrast import merging
from mteval.authoring.contrast.counting import merged


def test_equal_rows_of_several_tables_are_summed_in_order(tmp_path, monkeypatch):
    tables = ("bank\tbanque\t3\nbank\trive\t1\n", "bank\trive\t2\ncat\tchat\t5\n", "", "ant\tfourmi\t1\n")
    paths = []
    for number, text in enumerate(tables):
        paths.append(tmp_path / f"{number}.tsv")
        paths[-1].write_text(text, encoding="utf-8")
    expected = [("ant", "fourmi", 1), ("bank", "banque", 3), ("bank", "rive", 3), ("cat", "chat", 5)]
    assert list(merged(paths)) == expected
    monkeypatch.setattr(merging, "MOST_FILES", 2)
    assert list(merged(paths)) == expected
