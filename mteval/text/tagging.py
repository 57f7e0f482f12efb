"""Universal parts of speech of tokenized sentences: by UDPipe or by stanza."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError, UsageError

Tagger = Callable[[Sequence[str]], list[str]]


@lru_cache(maxsize=4)
def open_tagger(spec: str, language: str) -> Tagger:
    """The tagger of `udpipe:FILE` or `stanza:FOLDER`, loaded once in each process."""
    kind, _, argument = spec.partition(":")
    if kind not in ("udpipe", "stanza") or not argument:
        raise UsageError(f"'{spec}' is no tagger. Write udpipe:FILE.udpipe or stanza:FOLDER.")
    if not Path(argument).exists():
        whose = f"'{language}'" if language else "the translations' language"
        raise DataError(argument, f"no such model. Give the tagger of {whose} as udpipe:FILE or stanza:FOLDER.")
    return _udpipe(argument, language) if kind == "udpipe" else _stanza(argument, language)


def _udpipe(argument: str, language: str) -> Tagger:
    from mteval.text.lemmatisers import udpipe

    model: Any = udpipe.load(language, argument).model  # type: ignore[attr-defined]

    def tag(tokens: Sequence[str]) -> list[str]:
        from ufal.udpipe import ProcessingError, Sentence

        sentence = Sentence()
        for token in tokens:
            sentence.addWord(token)
        model.tag(sentence, model.DEFAULT, ProcessingError())
        # Word 0 is the root of the tree, not a word of the sentence.
        return [str(word.upostag) for word in list(sentence.words)[1:]]

    return tag


def _stanza(argument: str, language: str) -> Tagger:
    from mteval.text.lemmatisers import neural

    pipeline: Any = neural.load(language, argument).pipeline  # type: ignore[attr-defined]

    def tag(tokens: Sequence[str]) -> list[str]:
        document = pipeline([list(tokens)])
        return [str(word.upos or "X") for one in document.sentences for word in one.words]

    return tag
