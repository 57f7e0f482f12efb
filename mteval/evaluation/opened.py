"""Systems and metrics opened for a run, each with the name it has in reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any, cast

from mteval.core import registry
from mteval.core.errors import CapabilityError, UsageError
from mteval.core.options import (
    FILE,
    FOLDER,
    LANGUAGE,
    SOURCE_LANGUAGE,
    SYSTEM,
    Kind,
    OptionValues,
    Spec,
    SystemSpec,
    parse_spec,
    parse_system,
)
from mteval.core.protocols import Metric, SpeaksLanguages, System
from mteval.core.queries import Answer, Query
from mteval.core.results import Finding
from mteval.core.suites import Suite
from mteval.evaluation.remote_model import RemoteModel
from mteval.library import read_ratings
from mteval.storage.answers import AnswerCache, answer_all


@dataclass(frozen=True, slots=True)
class NamedSystem:
    """A system that was opened, with the name it has in reports."""

    name: str
    backend: str
    system: System
    remote: RemoteModel | None = None
    """The same model on the workers of a cluster, where it is asked there."""


@dataclass(frozen=True, slots=True)
class ConsultedSystem:
    """A system that a metric asks; its answers are kept like those of any other."""

    named: NamedSystem

    @property
    def name(self) -> str:
        """The name it goes by."""
        return self.named.name

    @property
    def chosen(self) -> OptionValues:
        """Its options as they took effect."""
        return self.named.system.chosen

    def ask(self, queries: Sequence[Query]) -> list[Answer]:
        """Answer the queries in order."""
        system = self.named.system
        for kind in {type(query) for query in queries}:
            if kind not in system.answers:
                raise CapabilityError(
                    f"'{self.named.backend}' cannot answer a {kind.__name__} question, which a judge is asked. "
                    f"Use one of {', '.join(_able(kind))}."
                )
        return answer_all(system, queries, AnswerCache() if system.fingerprint else None)

    def findings(self) -> Iterable[Finding]:
        """What was seen while answering the last questions."""
        return self.named.system.findings()

    def __str__(self) -> str:
        system = self.named.system
        told = {
            **{option.name: option.write(value) for option, value in system.chosen.signed()},
            **system.signature,
        }
        model = told.pop("model", self.named.name)
        told.pop("backend", None)
        return str(Spec(f"{self.named.backend}:{model}", told)).replace("|", "/").replace("\n", "\\n")


@dataclass(frozen=True, slots=True)
class NamedMetric:
    """A metric that was opened, as it was asked for."""

    spec: Spec
    metric: Metric


def open_systems(specs: Sequence[SystemSpec], client: Any = None) -> list[NamedSystem]:
    """Open every system; two that would share a name are told apart by what they were opened with.

    With the `client` of a cluster, models are asked on its workers.
    """
    names = _names(specs)
    if len(set(names)) < len(names):
        raise UsageError("Two systems have the same name. Give them names of their own: NAME=BACKEND:ARGUMENT.")
    opened = [NamedSystem(name, spec.backend, open_system(spec)) for name, spec in zip(names, specs, strict=True)]
    if client is None:
        return opened
    if not any(named.system.opens_model for named in opened):
        raise UsageError("None of the systems opens a model that a cluster could ask. Leave --engine out.")
    return [
        replace(named, remote=RemoteModel(client, spec)) if named.system.opens_model else named
        for named, spec in zip(opened, specs, strict=True)
    ]


def told_languages(named: NamedSystem, source: str, target: str) -> NamedSystem:
    """A system that asks for it knows the languages of the suite it is put to."""
    if isinstance(named.system, SpeaksLanguages):
        remote = named.remote and replace(named.remote, languages=(source, target))
        return replace(named, system=named.system.speaking(source, target), remote=remote)
    return named


def open_system(spec: SystemSpec) -> System:
    """Open one system; one that reads ratings is handed them."""
    backend = registry.systems.find(spec.backend)
    argument: Any = spec.argument
    if backend.reads_ratings:
        argument = read_ratings(Path(spec.argument), spec.options.get("format"))
    system: System = backend(argument, spec.options)
    return system


def named_systems(systems: Mapping[str, System | Callable[..., Any]]) -> list[NamedSystem]:
    """Systems given as objects, or as functions from questions to answers."""
    objects = {name: _as_system(system) for name, system in systems.items()}
    return [NamedSystem(name, getattr(system, "name", "python"), system) for name, system in objects.items()]


def _as_system(given: System | Callable[..., Any]) -> System:
    if not hasattr(given, "answer"):
        return cast(System, registry.systems.find("python").of(given))
    registry.systems.completed(type(given))
    return cast(System, given)


def _names(specs: Sequence[SystemSpec]) -> list[str]:
    """The name given, or the last part of what a system is opened with; more parts where the last does not tell."""
    own = [spec.name or Path(spec.argument).name or spec.argument for spec in specs]
    unnamed = [spec.argument for spec in specs if spec.name is None]
    apart = distinct_ends(unnamed)
    return [
        apart[spec.argument] if own.count(name) > 1 and spec.name is None else name
        for name, spec in zip(own, specs, strict=True)
    ]


def distinct_ends(paths: Iterable[str]) -> dict[str, str]:
    """For each path, as many of its last parts as tell all of them apart."""
    parts = {path: PurePath(path).parts for path in paths}
    for length in range(1, max(map(len, parts.values()), default=0) + 1):
        short = {path: "/".join(ends[-length:]) for path, ends in parts.items()}
        if len(set(short.values())) == len(short):
            return short
    return {path: path for path in parts}


def open_metrics(
    specs: Sequence[Spec], target: str = "", source: str = "", *, consulting: bool = True
) -> list[NamedMetric]:
    """Open every metric with its options; in reports their files go by name, not by where they lie.

    A metric that may be told the languages is told them, unless the user says others. Systems that metrics ask are opened
    too, unless they are not going to be asked (`consulting`).
    """
    if len({str(spec) for spec in specs}) < len(specs):
        raise UsageError("A metric is asked for twice. Leave one of them out.")
    metrics = [_open(spec, {LANGUAGE: target, SOURCE_LANGUAGE: source}, consulting=consulting) for spec in specs]
    places = [
        (number, option.name)
        for number, metric in enumerate(metrics)
        for option in metric.options
        if option.kind in (FILE, FOLDER) and option.name in specs[number].options
    ]
    ends = distinct_ends(specs[number].options[name] for number, name in places)
    shown = [
        Spec(spec.name, {key: ends[value] if (number, key) in places else value for key, value in spec.options.items()})
        for number, spec in enumerate(specs)
    ]
    return [NamedMetric(spec, metric) for spec, metric in zip(shown, metrics, strict=True)]


def _open(spec: Spec, languages: Mapping[Kind, str], *, consulting: bool) -> Metric:
    plugin = registry.metrics.find(spec.name)
    told = {option.name: languages[option.kind] for option in plugin.options if languages.get(option.kind)}
    given: dict[str, Any] = {**told, **spec.options}
    if consulting:
        asked = [option.name for option in plugin.options if option.kind is SYSTEM and option.name in given]
        given |= {name: consult(given[name]) for name in asked}
    metric: Metric = plugin(**given)
    return metric


def consult(given: str) -> ConsultedSystem:
    """Open a system for a metric to ask."""
    spec = parse_system(given)
    return ConsultedSystem(NamedSystem(spec.name or spec.argument, spec.backend, open_system(spec)))


def open_metric(spec: str) -> NamedMetric:
    """The metric a score's spec names, to work on rows that it observed already."""
    return open_metrics([parse_spec(spec)], consulting=False)[0]


def require_capability(suite: Suite, system: NamedSystem) -> None:
    """Refuse a system that cannot answer the suite's kind of question."""
    asked = suite.query_kinds()
    for kind in asked:
        if kind not in system.system.answers:
            able = ", ".join(sorted(known.__name__ for known in system.system.answers)) or "nothing"
            fitting = _able(kind)
            raise CapabilityError(
                f"Suite '{suite.name}' asks for {kind.__name__}, but '{system.backend}' only answers {able}. "
                f"Use one of {', '.join(fitting)}."
            )


def _able(kind: type) -> list[str]:
    """The backends that answer a kind of question."""
    return [name for name in registry.systems.names() if kind in _answers(name)]


def _answers(backend: str) -> tuple[type, ...]:
    try:
        answers: tuple[type, ...] = registry.systems.find(backend).answers
    except (ImportError, registry.BrokenPluginError):
        return ()
    return answers
