"""Published numbers computed again: what a recipe is, where its data comes from, and how rows compare."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol
from urllib.parse import quote

from mteval.core.errors import DataError
from mteval.core.registry import Registry
from mteval.storage.downloads import fetch, verify

recipes = Registry("recipes", "recipe")


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """One file of a published data set, by the commit it was published in."""

    repository: str
    commit: str
    path: str
    sha256: str

    @property
    def name(self) -> str:
        """The file's own name."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def url(self) -> str:
        """Where it can be fetched."""
        return f"https://raw.githubusercontent.com/{self.repository}/{self.commit}/{quote(self.path)}"


@dataclass(frozen=True, slots=True)
class PublishedNumber:
    """One published number beside ours; `tolerance` is half a unit of the last digit that was published.

    `published` is None for a number that belongs to the table but was not published by itself.
    """

    label: str
    published: float | None
    ours: float
    tolerance: float = 0.0

    @property
    def same(self) -> bool | None:
        """Whether our number rounds to the published one; None where there is none."""
        if self.published is None:
            return None
        return not math.isnan(self.ours) and abs(self.published - self.ours) <= self.tolerance + 1e-12


@dataclass(frozen=True, slots=True)
class Reproduction:
    """Every row of a recipe, what a reader should know about the published numbers, and whole tables where there are such."""

    rows: tuple[PublishedNumber, ...]
    notes: tuple[str, ...] = ()
    tables: tuple[Mapping[str, Any], ...] = ()

    @property
    def published(self) -> tuple[PublishedNumber, ...]:
        """The rows that have a published number."""
        return tuple(row for row in self.rows if row.published is not None)

    @property
    def same(self) -> bool:
        """Whether every published number was reproduced."""
        return not self.differing

    @property
    def differing(self) -> int:
        """How many published numbers were not reproduced."""
        return sum(not row.same for row in self.published)


class Recipe(Protocol):
    """How one published table is computed again."""

    files: ClassVar[tuple[PublishedFile, ...]]

    def reproduce(self, files: Mapping[str, Path], folder: Path | None) -> Reproduction:
        """Compute every row from the files, given by name, or from what lies in the user's folder."""
        ...


def locate(files: tuple[PublishedFile, ...], folder: Path | None) -> dict[str, Path]:
    """The files of a recipe: found by name below a local folder, or fetched; digests are verified either way."""
    return {file.name: _local(file, folder) if folder else fetch(file.url, file.sha256) for file in files}


def _local(file: PublishedFile, folder: Path) -> Path:
    if not folder.is_dir():
        raise DataError(folder, "is no folder. Give --data the folder that holds the published files.")
    found = next((path for path in sorted(folder.rglob(file.name)) if path.is_file()), None)
    if found is None:
        raise DataError(folder, f"holds no {file.name}. It is published as {file.path} of {file.repository}.")
    verify(found, file.sha256)
    return found


def reproduce(name: str, folder: Path | None = None) -> Reproduction:
    """Compute a published result again."""
    recipe: Recipe = recipes.find(name)()
    return recipe.reproduce(locate(recipe.files, folder), folder)
