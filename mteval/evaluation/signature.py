"""Signatures: everything a number depends on, in one line of `key:value|key:value`, each key once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count
from pathlib import Path
from typing import Any

from mteval.core.options import FILE, FOLDER, Option, OptionValues
from mteval.core.suites import Suite
from mteval.core.version import own_version
from mteval.evaluation.judged import judged_text
from mteval.evaluation.opened import NamedMetric, NamedSystem
from mteval.evaluation.settings import Settings
from mteval.storage.digests import SHORT, signed_file

UNSIGNED = ("name", "file", "digest", "sha256")  # they say which texts, not how the number was made
Part = tuple[str, str]


def signature(metric: NamedMetric, suite: Suite, system: NamedSystem, settings: Settings) -> str:
    """The metric's own signature, and what else the number depends on: resampling, options, data, backend, version."""
    told = describe_system(system)
    return joined(
        {
            "metric": [*_own_parts(metric.metric.signature), *_metric_options(metric)],
            "resampling": _resampling(settings),
            "suite": [*option_parts(suite.options), *option_parts(suite.source.options), *_data(suite)],
            "system": [(key, str(value)) for key, value in told.items() if key not in UNSIGNED and value],
            "mteval": [("mteval", own_version())],
        }
    )


def joined(parts: Mapping[str, Iterable[Part]]) -> str:
    """The parts of each owner in one line; a key that is there already is written `owner.key`, and once more `owner.key2`."""
    taken: dict[str, str] = {}
    for owner, own in parts.items():
        for key, value in own:
            names = chain((key, f"{owner}.{key}"), (f"{owner}.{key}{number}" for number in count(2)))
            taken[next(name for name in names if name not in taken)] = value
    return "|".join(f"{key}:{value}" for key, value in taken.items())


def _own_parts(text: str) -> Iterator[Part]:
    for part in filter(None, text.split("|")):
        key, _, value = part.partition(":")
        yield key, value


def _metric_options(metric: NamedMetric) -> Iterator[Part]:
    return iter(()) if metric.metric.signs_options else option_parts(metric.metric.chosen)


def _resampling(settings: Settings) -> list[Part]:
    return [("bs", str(settings.resamples)), ("seed", str(settings.seed))] if settings.resamples else []


def _data(suite: Suite) -> list[Part]:
    digest = suite.source.digest
    return [("data", digest[:SHORT])] if digest else []


def option_parts(chosen: Mapping[str, Any]) -> Iterator[Part]:
    """The options that took effect, as signatures write them."""
    if isinstance(chosen, OptionValues):
        for option, value in chosen.signed():
            yield option.name, option_text(option, value)


def option_text(option: Option, value: Any) -> str:
    """A value as signatures and reports show it: files by name and digest, never by where they lie."""
    if option.kind in (FILE, FOLDER):
        return signed_file(Path(value))
    return option.write(value).replace("\n", "\\n")


def describe_suite(suite: Suite) -> dict[str, Any]:
    """What a report says of the suite."""
    source = suite.source
    return {
        "name": source.name,
        "family": source.family,
        "version": source.version,
        "digest": source.digest,
        **({"source_digest": source.source_digest} if source.source_digest else {}),
        "format": source.format,
        "languages": list(source.languages),
        "licence": source.licence,
        "citation": source.citation,
        "status": source.status,
        **({"judged": judged_text(source.judged)} if source.judged else {}),
        "cases": len(suite.cases),
        "cluster": suite.cluster,
        "options": dict((*option_parts(suite.source.options), *option_parts(suite.options))),
    }


def describe_system(named: NamedSystem) -> dict[str, Any]:
    """What a report says of the system: its options as they took effect, and what it says of itself."""
    return {
        "name": named.name,
        "backend": named.backend,
        **dict(option_parts(named.system.chosen)),
        **named.system.signature,
    }
