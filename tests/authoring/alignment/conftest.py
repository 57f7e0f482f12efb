"""A short game for the adversarial method."""

import pytest


@pytest.fixture
def small_game(monkeypatch):
    """The adversarial method with few steps and a narrow discriminator."""
    pytest.importorskip("torch", reason="the adversarial method needs the hf extra")
    from mteval.authoring.alignment import adversarial

    for name, value in {"HIDDEN": 64, "EPOCHS": 3, "LEAST_STEPS": 300, "STEPS_PER_WORD": 0}.items():
        monkeypatch.setattr(adversarial, name, value)
    return adversarial
