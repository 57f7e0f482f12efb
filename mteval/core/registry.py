"""Plugins by kind and name: the file name is the plugin name, and listing imports nothing."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, TypeVar

from mteval.core.errors import MtevalError, UnknownNameError
from mteval.core.options import NOTHING_CHOSEN
from mteval.core.queries import QUERIES_AT_ONCE
from mteval.core.results import PERCENT
from mteval.core.views import View

PluginClass = TypeVar("PluginClass", bound=type)


class DuplicatePluginError(MtevalError):
    """Two plugins claim one name."""


class BrokenPluginError(MtevalError):
    """A plugin of another package cannot be imported."""


@lru_cache
def _all_entry_points() -> Any:
    # Reading the metadata of every installed package takes 20 ms, so it is done once.
    return entry_points()


def installed_entry_points(group: str) -> Iterable[EntryPoint]:
    """What installed packages offer under one group."""
    found: Iterable[EntryPoint] = _all_entry_points().select(group=group)
    return found


class Registry:
    """The plugins of one kind: those in `mteval/<kind>/` and those other packages add through entry points.

    A file `metrics/chrf_plus_plus.py` may carry a name that is no identifier (`chrf++`); such names are in `spelled`.
    Underscores in file names read as hyphens. `defaults` are the class attributes a plugin of this kind need not write;
    `needed` are what every class must have: one of another package without them is refused when it is loaded, not in the
    middle of somebody's work.
    """

    def __init__(
        self,
        kind: str,
        singular: str,
        defaults: Mapping[str, Any] | None = None,
        spelled: Mapping[str, str] | None = None,
        needed: Sequence[str] = (),
    ) -> None:
        self.kind = kind
        self.singular = singular
        self._classes: dict[str, type] = {}
        self._defaults = defaults or {}
        self._spelled = spelled or {}
        self._needed = tuple(needed)

    def register(self, name: str) -> Callable[[PluginClass], PluginClass]:
        """Put a class under a name; a second class under the same name is refused."""

        def put(plugin: PluginClass) -> PluginClass:
            known = self._classes.get(name)
            if known is not None and (known.__module__, known.__qualname__) != (plugin.__module__, plugin.__qualname__):
                raise DuplicatePluginError(
                    f"Two {self.kind} are named '{name}': {known.__module__} and {plugin.__module__}. Rename one of them."
                )
            plugin.name = name  # type: ignore[attr-defined]
            self._classes[name] = self.completed(plugin)
            return plugin

        return put

    def completed(self, plugin: PluginClass) -> PluginClass:
        """The class with the default of every attribute that it did not write."""
        for attribute, value in self._defaults.items():
            if not hasattr(plugin, attribute):
                setattr(plugin, attribute, value)
        return plugin

    def names(self) -> tuple[str, ...]:
        """Every plugin name, without importing any plugin."""
        return tuple(sorted({*self._files(), *self._entry_points(), *self._classes}))

    def find(self, name: str) -> Any:
        """The class registered under a name, imported when first asked for."""
        if name not in self._classes:
            self._import(name)
        if name not in self._classes:
            raise UnknownNameError(self.singular, name, self.names())
        return self._classes[name]

    def usable(self) -> dict[str, Any]:
        """Every plugin class by name, without those of other packages that cannot be imported."""
        found = {}
        for name in self.names():
            try:
                found[name] = self.find(name)
            except BrokenPluginError:
                continue
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def file_of(self, name: str) -> str:
        """The module of mteval a plugin is in, empty where another package offers it."""
        return self._files().get(name, "")

    def _import(self, name: str) -> None:
        files, points = self._files(), self._entry_points()
        if name in files and name in points:
            raise DuplicatePluginError(
                f"The {self.singular} '{name}' of mteval is also offered by {points[name].value}. Rename or uninstall that."
            )
        if name in files:
            importlib.import_module(f"mteval.{self.kind}.{files[name]}")
        elif name in points:
            self.register(name)(self._loaded(points[name]))

    def _loaded(self, point: EntryPoint) -> type:
        """The class an entry point offers; whatever goes wrong in it is said with the package it comes from."""
        try:
            offered = point.load()
        except (Exception, SystemExit) as error:
            raise self._broken(point, f"{type(error).__name__}: {error}") from error
        if not isinstance(offered, type):
            raise self._broken(point, f"{point.value} is no class")
        missing = [name for name in self._needed if not hasattr(offered, name)]
        if missing:
            raise self._broken(point, f"{point.value} has no {', '.join(missing)}")
        return offered

    def _broken(self, point: EntryPoint, reason: str) -> BrokenPluginError:
        package = point.dist.name if point.dist is not None else point.value
        return BrokenPluginError(
            f"The {self.singular} '{point.name}' of the package '{package}' cannot be loaded ({reason}). "
            f"Update or uninstall '{package}'."
        )

    def _files(self) -> dict[str, str]:
        folder = Path(__file__).parent.parent / self.kind
        modules = (module.name for module in pkgutil.iter_modules([str(folder)]) if not module.name.startswith("_"))
        return {self._spelled.get(module, module.replace("_", "-")): module for module in modules}

    def _entry_points(self) -> dict[str, EntryPoint]:
        found: dict[str, EntryPoint] = {}
        for point in installed_entry_points(f"mteval.{self.kind}"):
            if point.name in found and found[point.name].value != point.value:
                raise DuplicatePluginError(
                    f"Two installed packages offer a {self.singular} named '{point.name}': {found[point.name].value} and "
                    f"{point.value}. Uninstall one of them."
                )
            found[point.name] = point
        return found


families = Registry("families", "family", {"options": (), "supporting": (), "view": View()}, needed=("load", "judge"))
formats = Registry(
    "formats",
    "format",
    {"options": (), "reads_folders": False},
    needed=("family", "read", "write", "recognise"),
)
metrics = Registry(
    "metrics",
    "metric",
    {
        "options": (),
        "signs_options": False,
        "chosen": NOTHING_CHOSEN,
        "evidence": None,
        "needs_references": False,
        "needs_source": False,
        "portion": 0,
        "scale": PERCENT,
    },
    {"chrf_plus_plus": "chrf++"},
    needed=("observe", "estimate"),
)
systems = Registry(
    "systems",
    "system backend",
    {"options": (), "reads_ratings": False, "chosen": NOTHING_CHOSEN, "at_once": QUERIES_AT_ONCE, "opens_model": False},
    needed=("answers", "answer", "signature", "fingerprint", "findings"),
)
renderers = Registry("renderers", "renderer", {"shows_sections": False}, needed=("render",))
inventories = Registry("inventories", "sense inventory", {"options": ()})

KINDS = {registry.kind: registry for registry in (families, metrics, systems, formats, renderers)}
