"""MuCoW sets of our own in the published layouts, so small that every count is worked out beside them."""

from __future__ import annotations

import json
from pathlib import Path


def item(word, sense, origin, source, reference, original, *contrasts):
    """One item of a scoring set; a contrast is given as its text and the word put in."""
    errors = [{"contrastive": text, "type": "word_sense", "replacement": other} for text, other in contrasts]
    return {
        "reference": reference,
        "ambig word": word,
        "original translation": original,
        "origin": origin,
        "sense": sense,
        "source": source,
        "errors": errors,
    }


FIRST = item(
    "vazba", "custody", "news", "Byl ve vazbě .", "He was in custody .", "custody", ("He was in a bond .", "bond")
)
ITEMS = [
    FIRST,
    item(
        *("vazba", "custody", "books", "Vazba trvala rok .", "The custody lasted a year .", "custody"),
        *(("The bond lasted a year .", "bond"), ("The binding lasted a year .", "binding")),
    ),
    # The contrast is the reference: nobody can win it.
    item(
        *("vazba", "binding", "news", "Kožená vazba .", "A leather binding .", "binding"),
        ("A leather binding .", "binding"),
    ),
    # "a owl" clashes after the substitution.
    item(
        *("list", "leaf", "books", "Padl list .", "There fell a leaf .", "leaf"),
        *(("There fell a sheet .", "sheet"), ("There fell a letter .", "letter"), ("There fell a owl .", "owl")),
    ),
    # No contrasts: right by the published script, whatever the model says.
    item("list", "letter", "books", "Přišel list .", "A letter came .", "letter"),
    FIRST,
]
# Costs of the reference and its contrasts, lower is better, as Nematus writes them.
COSTS = [(1.0, 2.0), (1.5, 1.6, 1.4), (2.0, 2.0), (0.5, 0.6, 0.7, 0.8), (0.9,), (1.0, 0.8)]
#        right       wrong, 1 of 2   tie: wrong  right, 3 of 3         right   wrong, 0 of 1
TOTALS = {
    "correct": 3,
    "decided": 6,
    "accuracy": 3 / 6,
    "chance": (1 / 2 + 1 / 3 + 1 / 2 + 1 / 4 + 1 + 1 / 2) / 6,
    "pairwise": (1 + 1 + 0 + 3 + 0) / (1 + 2 + 1 + 3 + 1),
    # custody 1 of 3, binding 0 of 1, leaf 1 of 1, letter 1 of 1
    "macro": (1 / 3 + 0 + 1 + 1) / 4,
}
ROWS = {
    "total": (3, 6),
    "books": (2, 3),
    "news": (1, 3),
    "list:leaf": (1, 1),
    "list:letter": (1, 1),
    "vazba:binding": (0, 1),
    "vazba:custody": (1, 3),
}
DEFECTS = {"contrast-equals-reference": 1, "duplicate-item": 1, "item-without-contrasts": 1, "article-clash": 1}


def write_scoring(folder: Path, pair: str = "cs-en") -> Path:
    """The set, its scores and the released script's table, under the published names."""
    (folder / f"{pair}.mucow.scoring.json").write_text(json.dumps(ITEMS, ensure_ascii=False), encoding="utf-8")
    lines = "".join(f"{cost}\n" for costs in COSTS for cost in costs)
    (folder / f"nematus.score.{pair}.mucow.txt").write_text(lines, encoding="utf-8")
    table = [f"{label} : {correct} {every} {correct / every:.12f}" for label, (correct, every) in ROWS.items()]
    table[1:1] = ["", "statistics by error origin"]
    (folder / f"acc.nematus.{pair}.mucow.txt").write_text("\n".join(table) + "\n", encoding="utf-8")
    return folder


# id, corpus, ambiguous word, right words, wrong words | domain | source | output | its lemmas | what is decided
CHOICES = [
    # A right token, with punctuation that Moses cuts off and a capital.
    ("1\tnews\tbank\tpankki pankin\tranta", "in", "The bank .", "Pankki, suljettu.", "pankki , sulkea .", "positive"),
    # A wrong token.
    ("2\tnews\tbank\tpankki pankin\tranta", "in", "A bank .", "Tuo ranta.", "tuo ranta .", "negative"),
    # Both: negative.
    ("3\tnews\tbank\tpankki pankin\tranta", "in", "This bank .", "Pankin ranta.", "pankki ranta .", "negative"),
    # No token, but a right lemma.
    ("4\tbooks\tbank\tranta\tpankki", "out", "Her bank .", "Rannalla.", "ranta .", "positive"),
    # A right token; the lemma line holds a wrong word too, and is not looked at.
    ("5\tbooks\tbank\tranta\tpankki", "out", "His bank .", "Se ranta ja pankit.", "se ranta ja pankki .", "positive"),
    # No token, a wrong lemma.
    ("6\tbooks\tbank\tranta\tpankki", "out", "My bank .", "Pankeissa.", "pankki .", "negative"),
    # Neither: part of a longer word is no token.
    ("7\tbooks\tbank\tranta\tpankki", "out", "Our bank .", "Pankkiiri.", "pankkiiri .", "unknown"),
    ("8\tbooks\tbank\tranta\tpankki", "out", "Your bank .", "Ei mitään.", "ei mikään .", "unknown"),
]
COUNTS = {"in": (1, 2, 0), "out": (2, 1, 2), "all": (3, 3, 2)}
# Of all eight: coverage 6/8, precision 3/6, recall A 3/(3+2), recall B 3/8; F1 = 2PR/(P+R).
RATES = {"coverage": 75.0, "precision": 50.0, "recall_a": 60.0, "recall_b": 37.5, "f1_a": 54.55, "f1_b": 42.86}
OUTPUT = "newstest2019.Helsinki_NLP.6860.en-fi"


def write_translation(folder: Path) -> Path:
    """Key, domains, texts, references, a system's output and its lemmas, under the published names."""
    keys = [row[0] for row in CHOICES]
    domains = {tuple(key.split("\t")[2:4]): row[1] for key, row in zip(keys, CHOICES, strict=True)}
    files = {
        "en-fi.key.txt": keys,
        "en-fi.domain.txt": [f"{word}\t{right}\t{domain}\t9\t1" for (word, right), domain in domains.items()],
        "en-fi.text.txt": [row[2] for row in CHOICES],
        "en-fi.ref.txt": ["viite" for _ in CHOICES],
        OUTPUT: [row[3] for row in CHOICES],
        f"{OUTPUT}.parsed.toklemma": [row[4] for row in CHOICES],
    }
    for name, lines in files.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder
