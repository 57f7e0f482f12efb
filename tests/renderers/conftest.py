"""Results of tiny runs whose names hold what each form of report gives a meaning of its own."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import mteval
from mteval.core import registry
from mteval.plugins import RATE, AdditiveMetric, Comparison, Statistics, ratio

SPECIAL = r"a_b & 5% #1 {x} ~y ^z \w |p *q* <r>"
FOREIGN = "Übung-中文 naïve"
PLAIN = "plain"
QUARTERS = "quarters"
REFERENCE = ["the cat sat on the mat", "a dog barks at night", "we walk home together", "rain falls on the roof"] * 2
SYSTEMS = {
    SPECIAL: [*REFERENCE[:3], *("another line of words" for _ in REFERENCE[3:])],
    FOREIGN: [line.replace("the", "a") for line in REFERENCE],
    PLAIN: [line.replace("a", "an") for line in REFERENCE],
}


class Quarters(AdditiveMetric):
    """The share of translations that are the reference, word for word, as another package might add it."""

    evidence = Comparison
    keys = ("same", "cases")
    scale = RATE

    def observe(self, evidence):
        rows = [(float(one.translation in one.references), 1.0) for one in evidence]
        return Statistics(np.array(rows), np.ones(len(rows), dtype=bool))

    def combine(self, sums):
        return np.concatenate([ratio(sums[..., :1], sums[..., 1:]), sums[..., 1:]], axis=-1)


@pytest.fixture(scope="session")
def scored():
    """Three systems on four metrics: higher and lower is better, two decimals and four."""
    registry.metrics.register(QUARTERS)(Quarters)
    try:
        return mteval.score(SYSTEMS, [REFERENCE], metrics=["bleu", "chrf", "ter", QUARTERS])
    finally:
        registry.metrics._classes.pop(QUARTERS)


def item(number, origin, contrasts):
    errors = [
        {"contrastive": f"wrong {number} {i}", "replacement": f"wrong{i}", "type": "word_sense"}
        for i in range(contrasts)
    ]
    return {
        "source": f"zdroj {number}",
        "reference": f"a right {number}",
        "ambig word": "zdroj",
        "original translation": "right",
        "origin": origin,
        "sense": f"right{number % 2}",
        "errors": errors,
    }


ORIGINS = ("news_1", "books & films", "news_1", "<web>|*")
SCORES = {
    # Costs of the reference and its contrasts, item by item; the first system has no number for the last item.
    SPECIAL: "1 2 3\n1 2\n3 1\nnan 2",
    FOREIGN: "1 2 0\n1 2\n1 2\n1 2",
    "silent": "nan 2 3\nnan 2\nnan 2\nnan 2",
}


@pytest.fixture(scope="session")
def contrasted(tmp_path_factory):
    """Contrastive choices in slices: a skipped case, and a system without one decided case."""
    folder = tmp_path_factory.mktemp("contrasted")
    suite = folder / f"{SPECIAL}.json"
    items = [item(number, origin, 2 if number == 0 else 1) for number, origin in enumerate(ORIGINS)]
    suite.write_text(json.dumps(items), encoding="utf-8")
    systems = {}
    for number, (name, rows) in enumerate(SCORES.items()):
        path = folder / f"{number}.scores"
        path.write_text("\n".join(rows.split()) + "\n", encoding="utf-8")
        systems[name] = registry.systems.find("score-file")(str(path), {"better": "lower"})
    results = mteval.run(str(suite), systems=systems, format="mucow-scoring")
    assert math.isnan(results.reports[2].scores[0].value)
    return results
