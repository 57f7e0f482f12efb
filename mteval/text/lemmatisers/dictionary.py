"""Lemmas from simplemma's dictionaries: in the base install, 50 languages, no context."""

from __future__ import annotations

from dataclasses import dataclass

from mteval.core.errors import UsageError
from mteval.text.lemmatisers import Lemmatiser, Sentences


@dataclass(frozen=True, slots=True)
class DictionaryLemmatiser:
    """Looks every token up by itself."""

    language: str

    def lemmatise(self, sentences: Sentences) -> list[list[str]]:
        """The lemma of each token; an unknown word is its own."""
        import simplemma

        return [[str(simplemma.lemmatize(token, lang=self.language)) for token in tokens] for tokens in sentences]


def load(language: str, model: str = "") -> Lemmatiser:
    """The dictionary of a language; simplemma needs no model file."""
    import simplemma

    if model:
        raise UsageError("lemmatiser=simplemma takes no model. Leave the option out, or use udpipe or stanza.")
    try:
        simplemma.lemmatize("a", lang=language)
    except ValueError:
        raise UsageError(
            f"simplemma has no dictionary for '{language}'. Use lemmatiser=stanza or udpipe with a model, or a lemma file."
        ) from None
    return DictionaryLemmatiser(language)
