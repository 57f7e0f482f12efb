"""The random models of the systems' tests."""

from tests.systems.conftest import one_thread, saved

__all__ = ["one_thread", "saved"]
