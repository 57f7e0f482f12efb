"""Lemmas from a UDPipe 1 model, which tags in context."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError, MissingDependencyError, UsageError
from mteval.text.lemmatisers import Lemmatiser, Sentences


@dataclass(frozen=True, slots=True)
class UdpipeLemmatiser:
    """Tags tokenized sentences with a loaded model."""

    model: Any

    def lemmatise(self, sentences: Sentences) -> list[list[str]]:
        """The lemma of each token."""
        return [self._sentence(tokens) for tokens in sentences]

    def _sentence(self, tokens: Any) -> list[str]:
        from ufal.udpipe import ProcessingError, Sentence

        sentence = Sentence()
        for token in tokens:
            sentence.addWord(token)
        self.model.tag(sentence, self.model.DEFAULT, ProcessingError())
        # Word 0 is the root of the tree, not a word of the sentence.
        return [word.lemma or word.form for word in list(sentence.words)[1:]]


def load(language: str, model: str = "") -> Lemmatiser:
    """Load a `.udpipe` file."""
    try:
        from ufal.udpipe import Model
    except ImportError:
        raise MissingDependencyError(
            "lemmatiser=udpipe", "ufal.udpipe", "pip install 'mteval-suites[udpipe]'"
        ) from None
    if not model:
        raise UsageError(f"lemmatiser=udpipe needs the model for '{language}': lemma_model=FILE.udpipe.")
    if not Path(model).is_file():
        raise DataError(model, "no such file. Give a UDPipe 1 model as lemma_model=FILE.udpipe.")
    loaded = Model.load(model)
    if loaded is None:
        raise DataError(model, "is not a UDPipe 1 model. Get one whose name ends in .udpipe.")
    return UdpipeLemmatiser(loaded)
