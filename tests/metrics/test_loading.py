"""What looking a metric up loads."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++", "ter", "rouge-1", "rouge-l", "comet", "bertscore"])
def test_metrics_import_nothing_heavy(name):
    heavy = ("numba", "scipy", "pandas", "torch", "transformers", "nltk", "sacrebleu")
    code = f"import sys; from mteval.core import registry; registry.metrics.find({name!r}); "
    code += f"print([one for one in {heavy} if one in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"
