"""An import contract for folders of plugins, run by lint-imports in scripts/check."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class PluginContract(Contract):
    """In a folder of plugins, `X.py` may import its own `_X` and shared `_files`, never another plugin.

    `_X` belongs to the plugin `X` alone; a `_file` that no plugin has the name of is shared by its folder. Neither is
    imported from outside the folder.
    """

    folders = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        del verbose
        faults = [fault for folder in self.folders for fault in _faults(graph, f"mteval.{folder}")]
        return ContractCheck(kept=not faults, metadata={"faults": sorted(faults)})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for fault in check.metadata["faults"]:
            output.print_error(fault)


def _faults(graph: ImportGraph, folder: str) -> list[str]:
    plugins = {_room(module, folder) for module in graph.find_descendants(folder)}
    faults = []
    for imported in graph.find_descendants(folder):
        target = _room(imported, folder)
        for importer in graph.find_modules_that_directly_import(imported):
            problem = _problem(importer, target, folder, plugins)
            if problem:
                faults.append(f"{importer} imports {imported}: {problem}")
    return faults


def _room(module: str, folder: str) -> str:
    """The part of a module's name that says which plugin or private file of the folder it belongs to."""
    return module.removeprefix(f"{folder}.").partition(".")[0]


def _problem(importer: str, target: str, folder: str, plugins: set[str]) -> str:
    inside = importer.startswith(f"{folder}.")
    own = _room(importer, folder) if inside else ""
    if target.startswith("_"):
        owner = target[1:] if target[1:] in plugins else ""
        if not inside:
            return "it is private to its folder."
        return "" if not owner or own in (owner, target) else f"it is private to the plugin '{owner}'."
    return f"a plugin does not import another ('{target}')." if inside and own != target else ""
