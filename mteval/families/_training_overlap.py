"""Sentences of a test set that also stand in a training corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from mteval.core.options import FILES, Option
from mteval.core.results import Finding
from mteval.text.streaming import stream_lines

TRAINING = Option("training", FILES, (), "training corpora that 'mteval lint' looks the sentences up in", signed=False)


def training_overlap(texts: Sequence[str], ids: Sequence[str], corpora: Sequence[str]) -> Iterator[Finding]:
    """The cases whose text also stands in a training corpus, blanks and case aside; corpora are only streamed."""
    for corpus in corpora:
        wanted: dict[str, list[str]] = {}
        for text, identity in zip(texts, ids, strict=True):
            wanted.setdefault(_flat(text), []).append(identity)
        met = [identity for line in stream_lines(corpus) for identity in wanted.pop(_flat(line), ())]
        if met:
            name = Path(corpus).name
            message = f"{len(met)} of {len(texts)} sentences also stand in {name}: a model trained on it has seen them."
            yield Finding("training-overlap", message, count=len(met), cases=tuple(met))


def _flat(text: str) -> str:
    return " ".join(text.split()).lower()
