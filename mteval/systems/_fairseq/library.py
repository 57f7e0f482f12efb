"""Scoring and translating through the fairseq library itself, for architectures that are not mapped."""

from __future__ import annotations

import argparse
import logging
import os
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError, MissingDependencyError
from mteval.models.scoring.generation import Decoding
from mteval.models.scoring.items import ScoringItem
from mteval.models.scoring.tree_pass import padded


class LibraryModel:
    """A model opened by fairseq, with its own scorer and beam search."""

    def __init__(
        self, checkpoint: Path, folder: Path, languages: tuple[str | None, str | None], *, trust: bool
    ) -> None:
        fairseq = _fairseq()
        overrides = {"data": str(folder)}
        overrides |= {key: code for key, code in zip(("source_lang", "target_lang"), languages, strict=True) if code}
        try:
            with _reading(trust=trust):
                models, _, self._task = fairseq.checkpoint_utils.load_model_ensemble_and_task(
                    [str(checkpoint)], arg_overrides=overrides
                )
        except Exception as error:  # noqa: BLE001  (fairseq raises whatever its parts raise)
            raise DataError(checkpoint, f"fairseq cannot open this checkpoint: {str(error).splitlines()[0]}") from None
        self._models = [model.eval() for model in models]
        self._scorer: Any = fairseq.sequence_scorer.SequenceScorer(self._task.target_dictionary)
        self._generators: dict[Decoding, Any] = {}

    def __call__(self, items: Sequence[ScoringItem]) -> list[tuple[float, ...]]:
        """Score a batch, in natural log (fairseq's programs print base 2)."""
        rows = [(item.source, sequence) for item in items for sequence in item.sequences]
        pad = self._task.target_dictionary.pad()
        previous, present = padded([sequence[:-1] for _, sequence in rows], "cpu")
        target, _ = padded([sequence[1:] for _, sequence in rows], "cpu")
        sample = {
            "net_input": self._net_input([source for source, _ in rows])
            | {"prev_output_tokens": previous.masked_fill(~present, pad)},
            "target": target.masked_fill(~present, pad),
        }
        found = self._scorer.generate(self._models, sample)
        totals = iter([float(row[0]["positional_scores"].double().sum()) for row in found])
        return [tuple(next(totals) for _ in item.sequences) for item in items]

    def translated(self, sources: Sequence[Sequence[int]], decoding: Decoding) -> list[list[int]]:
        """The best translation of each source, as numbers of the target dictionary."""
        import torch
        from fairseq.sequence_generator import SequenceGenerator

        if decoding not in self._generators:
            self._generators[decoding] = SequenceGenerator(
                self._models,
                self._task.target_dictionary,
                beam_size=decoding.beam_size,
                max_len_b=decoding.max_length,
                min_len=0,
            )
        with torch.inference_mode():
            found = self._generators[decoding].generate(self._models, {"net_input": self._net_input(sources)})
        return [row[0]["tokens"].tolist() for row in found]

    def _net_input(self, sources: Sequence[Sequence[int]]) -> dict[str, Any]:
        import torch

        tokens, present = padded([source[::-1] for source in sources], "cpu")
        # fairseq pads sources on the left.
        tokens = tokens.masked_fill(~present, self._task.source_dictionary.pad()).flip(1)
        return {"src_tokens": tokens, "src_lengths": torch.tensor([len(source) for source in sources])}


@contextmanager
def _reading(*, trust: bool) -> Iterator[None]:
    """fairseq leaves it to torch how a checkpoint is read: by default nothing is unpickled but what is named here."""
    import torch

    switch = "TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"
    before = os.environ.pop(switch, None)
    if trust:
        os.environ[switch] = "1"
    try:
        with warnings.catch_warnings(), torch.serialization.safe_globals([argparse.Namespace]):
            warnings.simplefilter("ignore")  # what fairseq says of its own dependencies is nothing a user can mend
            yield
    finally:
        os.environ.pop(switch, None)
        if before is not None:
            os.environ[switch] = before


def _fairseq() -> Any:
    logging.getLogger("fairseq").setLevel(logging.ERROR)
    try:
        import fairseq
        import fairseq.checkpoint_utils
        import fairseq.sequence_scorer
    except ImportError as error:
        raise MissingDependencyError(
            "library=fairseq",
            f"the fairseq library ({error})",
            "Run scripts/install_fairseq (a plain pip install pulls packages that break transformers), or leave the "
            "option out: transformer checkpoints are read without fairseq.",
        ) from None
    return fairseq
