"""T5 and mT5: relative positions, gates, tied and untied embeddings."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="needs the extra 'hf'")
pytest.importorskip("transformers", reason="needs the extra 'hf'")

from mteval.models.scoring.from_t5 import transformer_from_t5
from tests.models.scoring.models_own_words import assert_maps_exactly
from tests.systems.tiny_models import build

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize("kind", ["t5", "t5-gated", "mt5"])
def test_the_mapped_weights_give_the_models_own_numbers(kind):
    model = build(kind)
    assert_maps_exactly(model, transformer_from_t5(model))


def test_what_goes_into_a_tied_projection_is_scaled_and_into_an_untied_one_is_not():
    tied, untied = (transformer_from_t5(build(kind)).output_scale for kind in ("t5", "t5-gated"))
    assert tied == pytest.approx(16**-0.5)
    assert untied == 1.0


def test_positions_are_told_by_distance_alone():
    import torch

    decoder = transformer_from_t5(build("t5")).decoder
    assert decoder.positions is None
    places = torch.arange(4)
    bias = decoder.relative((places[None, :] - places[:, None])[None])
    assert bias.shape == (1, 3, 4, 4)
    assert torch.equal(bias[0, :, 1, 0], bias[0, :, 3, 2])
