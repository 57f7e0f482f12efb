import sys
from importlib.metadata import EntryPoint

import pytest

from mteval.core import registry
from mteval.core.errors import UnknownNameError
from mteval.core.registry import DuplicatePluginError, Registry


def offer(monkeypatch, **points):
    found = [EntryPoint(name, value, "mteval.metrics") for name, value in points.items()]
    monkeypatch.setattr(registry, "installed_entry_points", lambda group: found if group == "mteval.metrics" else [])


def test_file_name_is_plugin_name():
    assert {"bleu", "chrf++", "rouge-l", "sense-f1"} <= set(registry.metrics.names())


def test_listing_imports_no_plugin():
    for name in [name for name in sys.modules if name.startswith("mteval.metrics.")]:
        sys.modules.pop(name)
    Registry("metrics", "metric").names()
    assert not [name for name in sys.modules if name.startswith("mteval.metrics.")]


def test_unknown_name_gets_a_suggestion():
    with pytest.raises(UnknownNameError, match="Did you mean 'chrf'"):
        registry.metrics.find("chfr")


def test_entry_point_of_another_package_is_found(monkeypatch):
    offer(monkeypatch, ordered="collections:OrderedDict")
    own = Registry("metrics", "metric")
    monkeypatch.setattr(own, "register", lambda name: lambda plugin: own._classes.setdefault(name, plugin))
    assert "ordered" in own.names()
    assert own.find("ordered").__name__ == "OrderedDict"


def test_entry_point_may_not_take_the_name_of_our_own(monkeypatch):
    offer(monkeypatch, ter="collections:OrderedDict")
    with pytest.raises(DuplicatePluginError, match="'ter'"):
        Registry("metrics", "metric").find("ter")


def test_two_classes_under_one_name_are_refused():
    own = Registry("metrics", "metric")

    class First:
        pass

    class Second:
        pass

    own.register("same")(First)
    with pytest.raises(DuplicatePluginError, match="named 'same'"):
        own.register("same")(Second)
