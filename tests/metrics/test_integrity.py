"""The metric integrity: shares counted by hand, and the human references at hand."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import mteval
from mteval.core.evidence import Comparison
from mteval.metrics.integrity import Integrity

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "data"
PAIRS = [
    ("3 cats and {name}", "4 Katzen und {name}"),
    ("10% in 2024", "zehn Prozent 2024"),
    ("no items", "nichts"),
    ("See https://example.org", "Siehe dort"),
]


def observed():
    metric = Integrity(src_lang="en", trg_lang="de")
    return metric, metric.observe([Comparison(target, (), source) for source, target in PAIRS])


def test_shares_are_of_items_over_all_segments():
    """Source items: 3, {name}; 10, %, 2024; the address. Lost: 3 and the address. Output: 4, {name}; 2024; only 4 is new."""
    metric, statistics = observed()
    values = dict(zip(metric.keys, metric.estimate(statistics, np.ones((1, 4)))[0], strict=True))
    assert values["recall"] == pytest.approx(4 / 6)
    assert values["precision"] == pytest.approx(2 / 3)
    assert values["numbers"] == pytest.approx(2 / 3)
    assert (values["signs"], values["links"], values["markup"]) == (1, 0, 1)
    assert (values["lost"], values["added"], values["converted"]) == (2, 1, 0)
    assert statistics.counted.tolist() == [True, True, False, True]


def test_each_loss_stands_with_its_case_and_in_a_finding():
    metric, statistics = observed()
    assert statistics.details[0] == {"lost": ["number 3"], "added": ["number 4"]}
    (finding,) = metric.inspect([Comparison(target, (), source) for source, target in PAIRS])
    assert (finding.code, finding.count, finding.cases) == ("lost-items", 2, ("1", "4"))


def test_translations_are_scored_beside_their_source_alone():
    results = mteval.score(["Es sind 4."], source=["There are 3."], metrics="integrity", languages="en-de", resamples=0)
    assert results.reports[0]["integrity"].value == 0


def benchmark():
    spec = importlib.util.spec_from_file_location(
        "integrity_benchmark", ROOT / "scripts" / "benchmarks" / "integrity.py"
    )
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(not (SHARED / "flores").exists(), reason="the human references are not there")
def test_human_references_are_hardly_flagged_and_damaged_ones_are():
    bench = benchmark()
    for texts in bench.texts(SHARED):
        flagged = sum(bench.flagged(pair, texts.languages) for pair in texts.pairs)
        assert flagged <= 0.01 * len(texts.pairs), texts.name
        caught, count = bench.damage(texts, seed=3)["a digit changed"]
        assert caught >= 0.95 * count, texts.name
