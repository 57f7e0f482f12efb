"""Every file that the examples of --help name."""

import gzip
import json
import shutil

from mteval.demo import tour
from tests.formats.document_files import WMT_XML
from tests.formats.error_files import write_error_files

SENTENCES = ["the cat sat on the mat", "we walk home together in the rain", "a dog barks at night"] * 4
SENTIMENT = {
    "language": "en",
    "task": "sentiment",
    "labels": ["negative", "positive"],
    "capabilities": {
        "Vocabulary": {"tests": [{"template": "The {thing} is {good}.", "label": "positive"}]},
        "Negation": {"tests": [{"template": "The {thing} is not {good}.", "label": "negative"}]},
    },
    "lexicons": {"thing": ["house", "car", "table"], "good": ["new", "white"]},
}
INSTANCES = 12
MUCOW = [
    {
        "source": "she opened the bank",
        "reference": "avasi pankin",
        "ambig word": "bank",
        "original translation": "pankin",
        "origin": "news",
        "sense": "pankki",
        "errors": [{"contrastive": "avasi rannan", "type": "sense", "replacement": "rannan"}],
    },
    {
        "source": "she sat on the bank",
        "reference": "istui rannalla",
        "ambig word": "bank",
        "original translation": "rannalla",
        "origin": "news",
        "sense": "ranta",
        "errors": [{"contrastive": "istui pankilla", "type": "sense", "replacement": "pankilla"}],
    },
]


MANIFEST = """name = "my-suite"
family = "reference"
version = "1"
languages = ["en", "de"]
licence = "mine"
format = "lines"

[files]
data = { path = "reference.de" }
"""


def write_texts(folder):
    nbest = ((i, text) for i, line in enumerate(SENTENCES) for text in (line, line.replace("the", "a")))
    (folder / "nbest.de").write_text("".join(f"{i} ||| {text} ||| -1\n" for i, text in nbest))
    for name in ("reference.de", "reference.hi", "source.en"):
        (folder / name).write_text("\n".join(SENTENCES) + "\n")
    for name, old, new in (
        ("system1.de", "the", "a"),
        ("system2.de", "home", "house"),
        ("system.hi", "dog", "cat"),
        ("output.de", "cat", "dog"),
    ):
        (folder / name).write_text("\n".join(SENTENCES).replace(old, new) + "\n")
    rows = [{"domain": "news" if i % 2 else "talks", "document": f"d{i // 3}"} for i in range(len(SENTENCES))]
    (folder / "metadata.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def write_checklists(folder):
    for name in ("checklist", "checklist-en", "tea", "human", "verified"):
        (folder / f"{name}.json").write_text(json.dumps(SENTIMENT))
        (folder / f"{name}.labels").write_text("positive\n" * INSTANCES)
    templates = {"templates": [{"template": "El {thing} es {good}.", "support": 4, "suspected": False}]}
    (folder / "templates.json").write_text(
        json.dumps({**templates, "lexicons": {"thing": ["gato", "perro"], "good": ["rojo", "negro"]}})
    )
    pairs = [(a, b) for a in ("gato", "perro") for b in ("rojo", "negro")]
    (folder / "translated.es").write_text("\n".join(f"El {a} es {b}." for a, b in pairs))
    values = [(a, b) for a in ("cat", "dog") for b in ("red", "black")]
    (folder / "values.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in [("thing", "good"), *values]))
    kanji = [(a, b) for a in "犬猫" for b in "黒白"]
    (folder / "translated.ja").write_text("\n".join(f"{a}は{b}です。" for a, b in kanji))


def write_sets(folder):
    test_set = WMT_XML.replace('translator="A"', 'translator="refA"')
    (folder / "wmttest2024.en-de.all.xml").write_text(test_set, encoding="utf-8")
    row = {
        "doc_id": "d1",
        "domain": "news",
        "tgt_lang": "de_DE",
        "src_text": "One.\n\nTwo.",
        "refs": {"refA": {"ref": "Eins.\n\nZwei."}},
    }
    (folder / "wmt25-genmt.jsonl").write_text(json.dumps(row) + "\n")
    for name, text in (("OUT1", "Eins.\n\nZwei."), ("OUT2", "Ein.\n\nZwei.")):
        output = {"doc_id": "d1", "dataset_id": "x", "tgt_lang": "de_DE", "hypothesis": text}
        (folder / f"{name}.jsonl").write_text(json.dumps(output) + "\n")
    (folder / "en-fi.key.txt").write_text("1\tnews\tbank\tpankki pankin\tranta\n2\tnews\tbank\tranta\tpankki\n")
    (folder / "en-fi.domain.txt").write_text("bank\tpankki pankin\tin\t3\t3\nbank\tranta\tout\t3\t0\n")
    (folder / "en-fi.text.txt").write_text("she opened the bank\nshe sat on the bank\n")
    (folder / "en-fi.ref.txt").write_text("avasi pankin\nistui rannalla\n")
    (folder / "out.fi").write_text("avasi pankin\nistui jossakin\n")
    for name in ("cs-en.mucow.scoring.json", "cs-en.json"):
        (folder / name).write_text(json.dumps(MUCOW))
    (folder / "scores.txt").write_text("1\n2\n2\n1\n")
    (folder / "terms.en-de.tsv").write_text("dog\tdog\ncat\tcat\nhouse\thouse\n")
    shutil.copytree(tour.FOLDER / "model", folder / "model")
    (folder / "my-suite").mkdir()
    (folder / "my-suite" / "suite.toml").write_text(MANIFEST)
    (folder / "my-suite" / "reference.de").write_text("\n".join(SENTENCES) + "\n")


def write_dictionaries(folder):
    pairs = [("house", "къща"), ("car", "кола"), ("see", "виждам"), ("London", "Лондон"), ("taxi", "taxi")]
    for name in ("en-bg.txt", "clean.txt", "en-bg.5000-6500.n.txt"):
        (folder / name).write_text("".join(f"{a}\t{b}\n" for a, b in pairs))
    (folder / "de-en.txt").write_text("Haus\thouse\nKatze\tcat\nBetten\tbed\n")
    for name in ("bul", "bul.txt"):
        (folder / name).write_text("къща\tкъщи\tN;PL\nкъща\tкъща\tN;SG\nкола\tколи\tN;PL\nкола\tкола\tN;SG\n")
    (folder / "wordnets").mkdir()
    for language, words in (("eng", ("house", "home")), ("bul", ("къща", "дом"))):
        rows = "".join(f"03544360-n\t{language}:lemma\t{word}\n" for word in words)
        (folder / "wordnets" / f"wn-data-{language}.tab").write_text(f"# Example\t{language}\tx\tfree\n{rows}")
    for name, words in (
        ("wiki.bg.vec", ["къща", "къщи", "кола", "коли"]),
        ("source.vec", [a for a, _ in pairs]),
        ("target.vec", [b for _, b in pairs]),
    ):
        rows = [f"{word} {' '.join(str(int(i == j)) for j in range(len(words)))}\n" for i, word in enumerate(words)]
        (folder / name).write_text(f"{len(words)} {len(words)}\n{''.join(rows)}")
    # German is played by the demo's Spanish: what matters is that both vocabularies know the dictionary.
    for side, language in (("en", "en"), ("es", "de")):
        packed = tour.FOLDER / "vectors" / f"plain.{side}.vec.gz"
        (folder / f"{language}.vec").write_bytes(gzip.decompress(packed.read_bytes()))
    known = tour.FOLDER.parent.parent / "challenge_sets" / "demo-dictionary-en-es" / "dictionary.txt"
    for name in ("train.tsv", "en-de.txt"):
        shutil.copy(known, folder / name)


def write_ratings(folder):
    shutil.copy(tour.FOLDER / "ratings.csv", folder / "ratings.csv")
    write_error_files(folder)
    submissions = [
        {"user_id": user, "item_i": i, "annotation": [{"A": {"score": 10 * i + shift}}], "item": [{"item_id": f"s{i}"}]}
        for user, shift in (("ann", 0), ("bob", 5))
        for i in range(6)
    ]
    (folder / "campaign.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in submissions))
    lines = (tour.FOLDER / "ratings.csv").read_text().splitlines()[1:]
    rated = dict.fromkeys((line.split(",")[2], line.split(",")[1]) for line in lines)
    scores = "".join(f"{system}\t{(7 * int(item)) % 5}\n" for system, item in sorted(rated))
    for name in ("bleu", "comet"):
        (folder / f"{name}.seg.score").write_text(scores)
    test_set = folder / "mt-metrics-eval-v2" / "wmt23"
    for place, step in (("human-scores/en-de.mqm", 1), ("metric-scores/en-de/bleu-refA", 2)):
        for level, count in (("seg", 6), ("sys", 1)):
            path = test_set / f"{place}.{level}.score"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(
                "".join(f"{s}\t{(i * step + len(s)) % 7}\n" for s in ("a", "bb", "ccc") for i in range(count))
            )
    for place, names in (
        ("references/en-de.", ("refA",)),
        ("system-outputs/en-de/", ("a", "bb", "ccc")),
        ("sources/", ("en-de",)),
    ):
        for name in names:
            path = test_set / f"{place}{name}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"{line} {name}\n" for line in SENTENCES[:6]))
