"""The apertium backend: line by line, between the pairs it has."""

from __future__ import annotations

import shutil

import pytest

from mteval.core.errors import CapabilityError, MissingDependencyError, UnknownNameError
from mteval.core.queries import LogProb, Translate
from mteval.core.registry import systems


@pytest.fixture
def apertium():
    if shutil.which("apertium") is None:
        pytest.skip("needs the program apertium")
    try:
        return systems.find("apertium")("eng-spa", {})
    except CapabilityError:
        pytest.skip("needs Apertium's pair eng-spa")


def test_apertium_translates_each_line_alone(apertium):
    texts = ["The house is big", "It is raining.", "", ".", "I saw ^two$ [cats] @home", "I eat\nbread"]
    together = [answer.text for answer in apertium.answer([Translate(text) for text in texts])]
    assert together[:4] == ["La casa es grande", "Está lloviendo.", "", "."]
    assert together == [next(apertium.answer([Translate(text)])).text for text in texts]


def test_apertium_only_translates_between_pairs_it_has(apertium):
    with pytest.raises(CapabilityError, match="Did you mean 'eng-spa'"):
        systems.find("apertium")("eng-spanish", {})
    with pytest.raises(CapabilityError, match="only translates"):
        list(apertium.answer([LogProb("a", ("b",))]))
    with pytest.raises(UnknownNameError):
        systems.find("apertium")("eng-spa", {"x": "1"})
    assert apertium.fingerprint


def test_apertium_missing(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(MissingDependencyError, match="apt-get install apertium apertium-eng-spa"):
        systems.find("apertium")("eng-spa", {})
