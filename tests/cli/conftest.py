"""Suites and translations as files."""

from __future__ import annotations

import json
import random
from collections import defaultdict

import pytest

from tests.cli.texts import REFERENCE, SYSTEM


@pytest.fixture
def lingeval(tmp_path):
    """A set with several errors of several types per sentence, random costs, and the counts a plain loop gives."""
    rng = random.Random(7)
    kinds = ("np_agreement", "auxiliary", "compound")
    items, scores, counts = [], [], defaultdict(lambda: [0, 0])
    for number in range(60):
        errors = [
            {"type": rng.choice(kinds), "contrastive": f"wrong {number} {i}", "distance": rng.randint(0, 20)}
            for i in range(rng.randint(1, 5))
        ]
        items.append({"source": f"s {number}", "reference": f"right {number}", "origin": "x", "errors": errors})
        reference = rng.random()
        scores.append(reference)
        for error in errors:
            cost = rng.random() * 1.6
            scores.append(cost)
            distance = str(error["distance"]) if error["distance"] <= 15 else ">15"
            for group in (("all", ""), ("type", error["type"]), ("distance", distance)):
                counts[group][0] += reference < cost
                counts[group][1] += 1
    (tmp_path / "set.json").write_text(json.dumps(items), encoding="utf-8")
    (tmp_path / "scores").write_text("".join(f"{score!r}\n" for score in scores), encoding="utf-8")
    return tmp_path, counts


@pytest.fixture
def files(tmp_path):
    (tmp_path / "ref").write_text("\n".join(REFERENCE) + "\n")
    (tmp_path / "sys").write_text("\n".join(SYSTEM) + "\n")
    (tmp_path / "other").write_text("\n".join(reversed(REFERENCE)) + "\n")
    return tmp_path
