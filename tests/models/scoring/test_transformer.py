"""Layers as plain weights: products, stacks and norms as torch computes them."""

from __future__ import annotations

import pytest

from mteval.models.scoring import transformer
from mteval.models.scoring.transformer import FeedForward, Norm, linear, stacked

torch = pytest.importorskip("torch", reason="needs the extra 'hf'")

pytestmark = pytest.mark.usefixtures("one_thread")


def random(*shape):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(sum(shape)))


@pytest.mark.parametrize("packs", [True, False])
@pytest.mark.parametrize("with_bias", [True, False])
@pytest.mark.parametrize("activation", ["none", "relu"])
def test_a_layer_multiplies_as_torch_does_packed_or_not(monkeypatch, packs, with_bias, activation):
    if not packs:
        monkeypatch.setattr(transformer, "_packed", lambda weight: None)
    weight, bias, x = random(5, 3), random(5) if with_bias else None, random(2, 4, 3)
    expected = torch.nn.functional.linear(x, weight, bias)
    layer = linear(weight, bias)
    assert layer.outputs == 5
    torch.testing.assert_close(layer(x, activation), expected.relu() if activation == "relu" else expected)


def test_several_maps_of_one_input_stand_side_by_side():
    parts = [(random(2, 3), random(2)), (random(4, 3), random(4))]
    x = random(5, 3)
    expected = torch.cat([torch.nn.functional.linear(x, *part) for part in parts], dim=-1)
    torch.testing.assert_close(stacked(parts)(x), expected)
    bare = [(weight, None) for weight, _ in parts]
    assert stacked(bare).bias is None


def test_both_kinds_of_norm():
    x, weight, bias = random(2, 6), random(6), random(1, 6)[0]
    expected = torch.nn.functional.layer_norm(x, (6,), weight, bias, 1e-5)
    torch.testing.assert_close(Norm(weight, bias, 1e-5)(x), expected)
    root = weight * x / torch.sqrt((x**2).mean(-1, keepdim=True) + 1e-6)
    torch.testing.assert_close(Norm(weight, None, 1e-6, root_mean_square=True)(x), root)


def test_a_gate_multiplies_what_is_activated():
    inner, gate, output, x = random(4, 3), random(4, 1) + random(1, 3), random(3, 4), random(2, 3)
    gelu = torch.nn.functional.gelu
    wide = gelu(x @ inner.T)
    plain = FeedForward(linear(inner, None), linear(output, None), gelu)
    torch.testing.assert_close(plain(x), wide @ output.T)
    gated = FeedForward(linear(inner, None), linear(output, None), gelu, linear(gate, None))
    torch.testing.assert_close(gated(x), (wide * (x @ gate.T)) @ output.T)
