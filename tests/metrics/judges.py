"""Judges made of functions, opened as an evaluation opens them."""

from __future__ import annotations

from mteval.core import registry
from mteval.core.queries import Complete
from mteval.evaluation.opened import ConsultedSystem, NamedSystem
from mteval.systems.python import PythonCallable


def judge(function, name="a judge"):
    """A judge that answers with what a function makes of the last message."""

    def answers(queries):
        assert all(isinstance(query, Complete) for query in queries)
        return [function(query.messages[-1][1]) for query in queries]

    return ConsultedSystem(NamedSystem(name, "python", PythonCallable.of(answers)))


def metric(name, function, **options):
    languages = {"source_language": "en", "target_language": "de"}
    return registry.metrics.find(name)(system=judge(function), **languages, **options)
