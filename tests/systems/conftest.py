"""Random models on disk, and one thread for torch: two would fight over the cores with the other test process."""

from __future__ import annotations

import pytest

from tests.systems import tiny_models


@pytest.fixture
def one_thread():
    """Torch on one thread."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def saved(tmp_path_factory):
    """The folder of a random model of a kind, made once."""
    made = {}

    def give(kind, words=None):
        if kind not in made:
            made[kind] = tiny_models.save(kind, tmp_path_factory.mktemp(kind), words)
        return str(made[kind])

    return give
