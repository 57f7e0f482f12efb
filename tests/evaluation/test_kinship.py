"""Families of models by their names."""

from __future__ import annotations

import pytest

from mteval.evaluation.kinship import model_families


@pytest.mark.parametrize(
    ("name", "families"),
    [
        ("gpt-4o-mini", {"GPT"}),
        ("meta-llama/Meta-Llama-3.1-8B-Instruct", {"Llama"}),
        ("my-Qwen2.5-7B-sft", {"Qwen"}),
        ("qwen2", {"Qwen"}),
        ("claude-sonnet", {"Claude"}),
        ("Mixtral-8x7B", {"Mistral"}),
        ("nllb-200-distilled", {"NLLB"}),
        ("system1.de", set()),
        ("biography", set()),
        ("delphi-mt", set()),
        ("o3-mini", {"GPT"}),
    ],
)
def test_names_tell_families(name, families):
    assert model_families(name) == families
