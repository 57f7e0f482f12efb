"""Several inventories taken together."""

from mteval.authoring.contrast.inventories import open_inventories


def table(path, *rows):
    path.write_text("# languages: en-de\n" + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return f"tsv:{path}"


def test_senses_of_all_inventories_and_what_each_was(tmp_path):
    one = table(tmp_path / "one.tsv", "bank\tb1\tufer\tn", "cat\tc1\tkatze\tn")
    other = table(tmp_path / "other.tsv", "bank\tb1\tgeldhaus\tn")
    found = open_inventories((one, other), ("en", "de"))
    senses = found.senses(["bank", "cat", "dog"])
    assert [(sense.id, sense.targets) for sense in senses["bank"]] == [
        ("tsv1:b1", ("ufer",)),
        ("tsv2:b1", ("geldhaus",)),
    ]
    assert set(senses) == {"bank", "cat"}
    assert [list(description) for description in found.description.values()] == [["one.tsv"], ["other.tsv"]]
    assert found.translated_back("ufer") == frozenset()


def test_one_inventory_is_itself(tmp_path):
    found = open_inventories((table(tmp_path / "one.tsv", "bank\tb1\tufer\tn"),), ("en", "de"))
    assert found.senses(["bank"])["bank"][0].id == "b1"


def test_dictionaries_of_both_directions_translate_back(tmp_path):
    lines = "bank\tnoun\t1\tUfer\nshore\tnoun\t1\tUfer\nbank\tnoun\t2\tGeldhaus\n"
    (tmp_path / "w.tsv").write_text(f"# languages: en-de\n{lines}", encoding="utf-8")
    texts = (f"wiktionary:{tmp_path / 'w.tsv'}", table(tmp_path / "one.tsv", "bank\tb1\tufer\tn"))
    assert open_inventories(texts, ("en", "de")).translated_back("Ufer") == {"bank", "shore"}
