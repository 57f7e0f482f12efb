"""Lemmatisers by name, each in a file of its own; the package it needs is imported when it is opened."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from mteval.core.errors import UnknownNameError

Sentences = Sequence[Sequence[str]]

FILES = {"simplemma": "dictionary", "stanza": "neural", "udpipe": "udpipe"}


class Lemmatiser(Protocol):
    """Gives a lemma for every token, token by token."""

    def lemmatise(self, sentences: Sentences) -> list[list[str]]:
        """The lemmas of tokenized sentences, as many as there are tokens."""
        ...


def open_lemmatiser(name: str, language: str, model: str = "") -> Lemmatiser:
    """The lemmatiser of that name for a language; `model` is a file or a folder where the lemmatiser needs one."""
    if name not in FILES:
        raise UnknownNameError("lemmatiser", name, FILES)
    module = import_module(f"mteval.text.lemmatisers.{FILES[name]}")
    opened: Lemmatiser = module.load(language, model)
    return opened
