"""What MUSE's test dictionaries are made of, by source word, from their human annotation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from statistics import mean
from typing import ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.suites import SuiteSource
from mteval.lexical.part_of_speech import composition
from mteval.recipes._reproduction import PublishedFile, PublishedNumber, Reproduction, recipes

LANGUAGES = ("ar", "bg", "da", "de", "hi")
# Kementchedjhieva et al. (2019), §3.1: averages over the five languages, into English.
PUBLISHED = {"noun": 49.6, "proper-noun": 24.9, "verb": 12.5, "adjective": 12.9}
# The released files differ a little from the paper's table: they give 49.6, 24.7, 12.3 and 12.8.
TOLERANCE = 0.25
ANNOTATED = "{language}-en.5000-6500.n.txt"


@recipes.register("muse-composition")
class MuseComposition:
    """Kementchedjhieva et al. (2019): a quarter of the words in MUSE's test dictionaries are names."""

    files: ClassVar[tuple[PublishedFile, ...]] = ()

    def reproduce(self, files: Mapping[str, Path], folder: Path | None) -> Reproduction:
        """Share of each part of speech among source words, averaged over the languages there are."""
        if folder is None:
            raise DataError("muse-composition", "needs a local copy of coastalcph/MUSE_dicos: give it with --data DIR.")
        found = {language: _shares(path) for language in LANGUAGES if (path := _annotated(folder, language))}
        if not found:
            raise DataError(folder, f"holds no file like {ANNOTATED.format(language='de')}.")
        rows = tuple(
            PublishedNumber(
                f"{part}, average", published, mean(shares.get(part, 0.0) for shares in found.values()), TOLERANCE
            )
            for part, published in PUBLISHED.items()
        )
        notes = [
            f"{language}: " + ", ".join(f"{p} {v:.1f}" for p, v in shares.items()) for language, shares in found.items()
        ]
        if len(found) == len(LANGUAGES):
            return Reproduction(rows, tuple(notes))
        notes.append(
            f"Only {len(found)} of {len(LANGUAGES)} languages are there, so the published averages do not apply."
        )
        return Reproduction((), tuple(notes))


def _annotated(folder: Path, language: str) -> Path | None:
    return next(iter(sorted(folder.rglob(ANNOTATED.format(language=language)))), None)


def _shares(path: Path) -> dict[str, float]:
    source = SuiteSource(path.name, "dictionary", "muse-pos", {"data": path})
    pairs = [
        pair for pair in registry.formats.find("muse-pos")().read(source).records if pair.tags["pos"][0] != "invalid"
    ]
    found = composition(pairs, [pair.tags["pos"][0] for pair in pairs])
    return {share.part: 100 * share.source_share for share in found}
