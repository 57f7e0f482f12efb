"""Every architecture in the common form gives the numbers of the model it came from."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="needs the extra 'hf'")
pytest.importorskip("transformers", reason="needs the extra 'hf'")

from mteval.models.scoring.from_transformers import transformer_from
from tests.models.scoring.models_own_words import assert_maps_exactly
from tests.systems.tiny_models import build

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize("kind", ["marian", "m2m_100", "mbart", "bart", "t5", "mt5"])
def test_the_mapped_weights_give_the_models_own_numbers(kind):
    model = build(kind)
    assert_maps_exactly(model, transformer_from(model))


def test_a_bias_of_the_last_layer_counts():
    import torch

    model = build("marian")
    with torch.no_grad():
        model.final_logits_bias.normal_()
    assert_maps_exactly(model, transformer_from(model))


def test_an_architecture_nobody_checked_is_not_mapped():
    assert transformer_from(build("pegasus")) is None
