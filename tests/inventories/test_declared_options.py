"""Every inventory declares its options and refuses others."""

import pytest

from mteval.core import registry
from mteval.core.errors import MtevalError
from tests.inventories.opening import opened


@pytest.mark.parametrize("name", registry.inventories.names())
def test_unknown_options_are_refused(name):
    with pytest.raises(MtevalError, match="no_such_option"):
        opened(name, "x", no_such_option="1")


@pytest.mark.parametrize("name", registry.inventories.names())
def test_options_are_declared_with_defaults_that_can_be_given(name):
    for option in registry.inventories.find(name).options:
        assert option.help
        assert option.default is None or option.read(option.write(option.default)) == option.default
