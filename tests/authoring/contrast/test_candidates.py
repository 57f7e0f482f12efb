"""Which sentences become items: every refusal counted by hand on a small bitext."""

import json

BASE = (
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "my",
    "nu",
    "xi",
)


def pair(source_word, target_word, fillers):
    """The word first, then fillers that are the same on both sides."""
    return [source_word, *fillers], [target_word, *fillers]


def fillers(number, count=12):
    return [f"{BASE[(number * 7 + place) % len(BASE)]}{chr(97 + number)}" for place in range(count)]


def rows():
    for number in range(6):
        yield pair("bank", ("ufer", "geldhaus")[number % 2], fillers(number))
    source, target = pair("bank", "ufer", fillers(6))
    yield [*source, "bank"], target
    source, target = pair("bank", "ufer", fillers(7))
    yield source, [*target, "ufer"]
    source, target = pair("bank", "ufer", fillers(8))
    yield source, [*target, "geldhaus"]
    yield pair("bank", "ufer", fillers(9, 9))
    yield pair("bank", "ufer", fillers(0))
    source, target = pair("bank", "ufer", fillers(2))
    yield [*source, "extra"], [*target, "extra"]


def build(contrast, folder, *more):
    made = list(rows())
    for name, side in (("en", 0), ("de", 1)):
        (folder / f"c.{name}").write_text("".join(" ".join(row[side]) + "\n" for row in made))
    (folder / "c.links").write_text("0-0\n" * len(made))
    (folder / "senses.tsv").write_text("bank\tb1\tufer\tn\nbank\tb2\tgeldhaus\tn\n")
    options = ["--source", folder / "c.en", "--target", folder / "c.de", "--alignment", folder / "c.links"]
    options += ["--languages", "en-de", "--inventory", f"tsv:{folder / 'senses.tsv'}", "--lemmatiser", "none"]
    # No lexicon knows made-up words, so none would agree.
    options += ["--no-agreement"]
    contrast("build", *options, "--min-links", "3", "-o", folder / "set", "--variant", "scoring", *more)
    lines = (folder / "set" / "rejections.tsv").read_text().splitlines()[1:]
    items = json.loads((folder / "set" / "scoring" / "en-de.mucow.scoring.json").read_text())
    return items, {line.split("\t")[1]: int(line.split("\t")[2]) for line in lines}


def test_every_refusal_is_counted(contrast, tmp_path):
    items, refused = build(contrast, tmp_path)
    assert refused == {
        "source-word-repeated": 1,
        "target-word-repeated": 1,
        "other-translation-in-target": 1,
        "too-short": 1,  # ten words are not more than ten
        "duplicate": 1,
        "near-duplicate": 1,
    }
    assert len(items) == 6
    assert {item["original translation"] for item in items} == {"ufer", "geldhaus"}


def test_limits_are_options(contrast, tmp_path):
    items, refused = build(contrast, tmp_path, "--longer-than", "9", "--near-duplicates", "1", "--per-sense", "4")
    assert "too-short" not in refused
    assert "near-duplicate" not in refused
    # Four of five sentences for ufer, three for geldhaus.
    assert len(items) == 7
    assert refused["not-drawn"] == 1
