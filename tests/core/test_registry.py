import sys
from importlib.metadata import EntryPoint

import pytest

from mteval.core import registry
from mteval.core.errors import UnknownNameError
from mteval.core.options import NOTHING_CHOSEN
from mteval.core.registry import BrokenPluginError, DuplicatePluginError, Registry


def offer(monkeypatch, **points):
    found = [EntryPoint(name, value, "mteval.metrics") for name, value in points.items()]
    monkeypatch.setattr(registry, "installed_entry_points", lambda group: found if group == "mteval.metrics" else [])


def test_file_name_is_plugin_name():
    assert {"bleu", "chrf++", "rouge-l", "sense-f1"} <= set(registry.metrics.names())


def test_listing_imports_no_plugin(monkeypatch):
    for name in [name for name in sys.modules if name.startswith("mteval.metrics.")]:
        monkeypatch.delitem(sys.modules, name)
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
    assert "ordered" in list(own)
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


def test_the_message_names_where_both_classes_are():
    own = Registry("metrics", "metric")
    own.register("same")(type("First", (), {"__module__": "one"}))
    with pytest.raises(DuplicatePluginError, match=r"^Two metrics are named 'same': one and two. Rename one of them.$"):
        own.register("same")(type("Second", (), {"__module__": "two"}))


def test_a_class_defined_again_takes_the_place_of_the_first():
    """As when a module is loaded anew."""
    own = Registry("metrics", "metric")
    first, again = (type("Same", (), {"__module__": "one"}) for _ in range(2))
    own.register("same")(first)
    own.register("same")(again)
    assert own.find("same") is again


def test_a_plugin_has_its_name_and_the_defaults_it_does_not_write():
    own = Registry("metrics", "metric", {"options": (), "evidence": None, "name": "wrong"})

    @own.register("mine")
    class Mine:
        evidence = str

    assert (Mine.name, Mine.options, Mine.evidence) == ("mine", (), str)
    assert own.find("mine") is Mine
    assert own.names()[-1] >= own.names()[0]


def test_without_defaults_a_plugin_gets_only_its_name():
    plugin = Registry("metrics", "metric").register("mine")(type("Mine", (), {}))
    assert plugin.name == "mine"
    assert not hasattr(plugin, "options")


@pytest.mark.parametrize(
    ("kind", "defaults"),
    [
        ("families", {"options": (), "supporting": ()}),
        ("formats", {"options": (), "reads_folders": False}),
        ("metrics", {"options": (), "signs_options": False, "evidence": None}),
        ("systems", {"options": (), "reads_ratings": False, "chosen": NOTHING_CHOSEN, "at_once": 32}),
        ("renderers", {"shows_sections": False}),
    ],
)
def test_what_a_plugin_of_each_kind_need_not_write(kind, defaults, monkeypatch):
    own = registry.KINDS[kind]
    monkeypatch.setattr(own, "_classes", dict(own._classes))
    plugin = own.register("made for this test")(type("Made", (), {}))
    assert {name: getattr(plugin, name) for name in defaults} == defaults


def test_a_metric_is_read_with_two_decimals_and_has_chosen_nothing(monkeypatch):
    monkeypatch.setattr(registry.metrics, "_classes", {})
    plugin = registry.metrics.register("made for this test")(type("Made", (), {}))
    assert plugin.scale.decimals == 2
    assert dict(plugin.chosen) == {}


def test_an_inventory_needs_no_options(monkeypatch):
    monkeypatch.setattr(registry.inventories, "_classes", {})
    assert registry.inventories.register("made")(type("Made", (), {})).options == ()


def test_names_of_plugins_are_sorted_and_private_files_are_none():
    names = registry.systems.names()
    assert list(names) == sorted(names)
    assert "output-file" in names
    assert not [name for name in names if name.startswith(("_", "-"))]


def test_a_plugin_is_imported_when_it_is_asked_for():
    assert registry.metrics.find("chrf++").__module__ == "mteval.metrics.chrf_plus_plus"
    assert registry.metrics.find("rouge-l").name == "rouge-l"


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        ("families", "Unknown family 'zzzz'. Known: checklist, "),
        ("formats", "Unknown format 'zzzz'"),
        ("metrics", "Unknown metric 'zzzz'"),
        ("systems", "Unknown system backend 'zzzz'"),
        ("renderers", "Unknown renderer 'zzzz'"),
    ],
)
def test_an_unknown_plugin_is_called_what_it_is(kind, problem):
    with pytest.raises(UnknownNameError) as refused:
        registry.KINDS[kind].find("zzzz")
    assert str(refused.value).startswith(problem)


def test_an_unknown_inventory_is_called_what_it_is():
    with pytest.raises(UnknownNameError, match="Unknown sense inventory 'zzzz'"):
        registry.inventories.find("zzzz")


def test_two_packages_may_not_offer_one_name(monkeypatch):
    found = [EntryPoint("mine", value, "mteval.metrics") for value in ("one:A", "two:B")]
    monkeypatch.setattr(registry, "installed_entry_points", lambda group: found)
    with pytest.raises(DuplicatePluginError, match="offer a metric named 'mine': one:A and two:B"):
        Registry("metrics", "metric").names()


def test_one_package_found_twice_is_one(monkeypatch):
    found = [EntryPoint("mine", "one:A", "mteval.metrics")] * 2
    monkeypatch.setattr(registry, "installed_entry_points", lambda group: found)
    assert Registry("metrics", "metric").names().count("mine") == 1


def test_a_clash_of_names_says_who_else_offers_it(monkeypatch):
    offer(monkeypatch, ter="collections:OrderedDict")
    with pytest.raises(
        DuplicatePluginError, match=r"^The metric 'ter' of mteval is also offered by collections:OrderedDict"
    ):
        Registry("metrics", "metric").find("ter")


def test_a_class_of_an_entry_point_is_registered_with_name_and_defaults(monkeypatch, tmp_path):
    (tmp_path / "plugin_of_another_package.py").write_text("class Mine:\n    pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    offer(monkeypatch, mine="plugin_of_another_package:Mine")
    plugin = Registry("metrics", "metric", {"options": ()}).find("mine")
    assert (plugin.name, plugin.options) == ("mine", ())


def test_entry_points_are_those_of_the_group():
    offered = {point.name: point.value for point in registry.installed_entry_points("console_scripts")}
    assert offered["mteval"] == "mteval.cli.main:main"
    assert not list(registry.installed_entry_points("mteval.no-such-kind"))


def test_a_plugin_that_is_known_is_not_looked_for_again(monkeypatch):
    own = Registry("metrics", "metric")
    plugin = own.register("ter")(type("Ter", (), {}))
    offer(monkeypatch, ter="collections:OrderedDict")
    assert own.find("ter") is plugin


@pytest.mark.parametrize(
    "value", ["no_such_module_anywhere:Metric", "collections:NoSuchClass", "this.is.broken_plugin"]
)
def test_a_plugin_that_cannot_be_imported_is_named_with_its_package_and_stops_no_other(monkeypatch, value):
    offer(monkeypatch, broken=value)
    own = Registry("metrics", "metric")
    with pytest.raises(BrokenPluginError, match=r"metric 'broken' of the package '.*' cannot be loaded \(.*Error"):
        own.find("broken")
    assert "broken" in own.names()
    monkeypatch.setattr(own, "_files", dict)
    assert own.usable() == {}


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import sys; sys.exit(0)", r"\(SystemExit: 0\)"),
        ("Offered = 3", r"is no class\)"),
        ("class Offered: observe = None", r"has no estimate\)"),
    ],
)
def test_a_plugin_that_ends_the_program_or_is_none_is_named_and_stops_no_other(monkeypatch, tmp_path, code, reason):
    name = f"odd_plugin_{len(code)}"
    (tmp_path / f"{name}.py").write_text(code + "\n")
    monkeypatch.syspath_prepend(tmp_path)
    offer(monkeypatch, broken=f"{name}:Offered")
    own = Registry("metrics", "metric", needed=("observe", "estimate"))
    with pytest.raises(BrokenPluginError, match=rf"metric 'broken' of the package '.*' cannot be loaded .*{reason}"):
        own.find("broken")
    monkeypatch.setattr(own, "_files", dict)
    assert own.usable() == {}


def test_our_own_plugins_have_what_is_asked_of_others():
    for registry_of_kind in registry.KINDS.values():
        for name in registry_of_kind:
            assert [part for part in registry_of_kind._needed if not hasattr(registry_of_kind.find(name), part)] == []
