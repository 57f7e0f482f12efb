"""Contrastive items in the JSON of each published set, and how the tests read them."""

from __future__ import annotations

import json
from pathlib import Path

from mteval.core.suites import SuiteSource
from mteval.library import load_suite, read_contents

MUCOW = [
    {
        "reference": "She was released from custody .",
        "ambig word": "vazba",
        "original translation": "custody",
        "origin": "news",
        "sense": "detention_custody",
        "source": "Byla propuštěna z vazby .",
        "errors": [{"contrastive": "She was released from bond .", "type": "word_sense", "replacement": "bond"}],
    },
    {
        "reference": "The book has a leather binding .",
        "ambig word": "vazba",
        "original translation": "binding",
        "origin": "books",
        "sense": "binding",
        "source": "Kniha má koženou vazbu .",
        "errors": [],
    },
]
CONTRAWSD = [{**MUCOW[0], "frequency of sense/ambig word in wmt16": "57/1024"}]
LINGEVAL = [
    {
        "source": "the old dog barks",
        "reference": "der alte Hund bellt",
        "origin": "newstest",
        "errors": [
            {"type": "np_agreement", "contrastive": "die alte Hund bellt", "distance": 2, "frequency": 4},
            {"type": "subj_verb_agreement", "contrastive": "der alte Hund bellen", "distance": 20},
        ],
    }
]
CONTRAPRO = [
    {
        "src pronoun": "it",
        "ref pronoun": "Er",
        "ante distance": 1,
        "intrasegmental": False,
        "document id": "film.de",
        "segment id": 3,
        "src segment": "It is old .",
        "ref segment": "Er ist alt .",
        "errors": [
            {"contrastive": "Sie ist alt .", "replacement": "sie", "replacement gender": "Fem", "type": "pronominal"},
            {"contrastive": "Es ist alt .", "replacement": "es", "replacement gender": "Neut", "type": "pronominal"},
        ],
    }
]
ACES = [
    {
        "source": "Der Hund schläft.",
        "good-translation": "The dog is asleep.",
        "incorrect-translation": "The cat is asleep.",
        "reference": "The dog sleeps.",
        "phenomena": "antonym-replacement",
        "langpair": "de-en",
    }
]
JSON_FORMATS = {"mucow-scoring": MUCOW, "contrawsd": CONTRAWSD, "lingeval": LINGEVAL, "contrapro": CONTRAPRO}


def put(path: Path, data) -> Path:
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path


def read(name: str, path: Path, **options):
    return read_contents(SuiteSource(path.name, "contrastive", name, {"data": path}, options=options))


def load(name: str, path: Path, **options):
    return load_suite(SuiteSource(path.name, "contrastive", name, {"data": path}), options)
