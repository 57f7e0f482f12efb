"""Contrasts in CTranslate2: `score_batch`, the backend `ctranslate2:`, and a prefix tree as far as the library's calls allow one.

CTranslate2 has no call that scores given tokens behind keys and values it keeps: `score_batch` runs source and target of
every pair, and what `translate_batch` is given as `target_prefix` is fed, not scored. The nearest to a tree is a call that
generates one token behind each inner node's prefix and returns its logits over the vocabulary (`return_logits_vocab`): each
node once, but every node pays for its prefix and its source again; or one that is given a whole target as prefix and returns the
logits of all its steps, which shares nothing. Needs ../shared (the model
and Multi30k). Runs take turns, and the best of several counts; processor time stands beside.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable

import ctranslate2
import numpy as np
from contrastive import MODEL, make_items

from mteval.core.queries import LogProb
from mteval.core.registry import systems

Scores = list[tuple[float, ...]]
Pieces = tuple[str, ...]


class Runs:
    """The same items for all: texts for the backend, pieces for the library."""

    def __init__(self, contrasts: int, count: int, batch: int) -> None:
        self.batch = batch
        items = make_items(contrasts, count)
        self.backend = systems.find("ctranslate2")(str(MODEL / "ct2"), {"threads": "1", "batch_tokens": str(batch)})
        self.queries = [LogProb(source, tuple(targets)) for source, targets in items]
        self.sources = [self.backend._source_tokens(source) for source, _ in items]
        self.targets = [[self.backend._target_tokens(target) for target in targets] for _, targets in items]
        self.model = ctranslate2.Translator(str(MODEL / "ct2"), compute_type="float32", intra_threads=1)
        vocabulary = (MODEL / "ct2" / "shared_vocabulary.json").read_text(encoding="utf-8")
        self.number = {token: place for place, token in enumerate(json.loads(vocabulary))}

    def ours(self) -> Scores:
        return [answer.values for answer in self.backend.answer(self.queries)]

    def pairs(self, targets: list[list[Pieces]] | None = None) -> Scores:
        targets = targets or self.targets
        found = iter(
            self.model.score_batch(
                [list(source) for source, own in zip(self.sources, targets, strict=True) for _ in own],
                [list(one) for own in targets for one in own],
                max_batch_size=self.batch, batch_type="tokens", max_input_length=0,
            )
        )  # fmt: skip
        return [tuple(sum(next(found).log_probs) for _ in own) for own in targets]

    def with_pieces(self) -> Scores:
        """score_batch with what the backend does beside: cutting texts into pieces."""
        cut = self.backend
        self.sources = [cut._source_tokens(query.source) for query in self.queries]
        return self.pairs([[cut._target_tokens(target) for target in query.targets] for query in self.queries])

    def nodes(self) -> Scores:
        """The token behind every prefix that occurs, each prefix of an item once."""
        every = [{one[:end] for one in own for end in range(len(one) + 1)} for own in self.targets]
        steps = self.steps([(place, prefix) for place, own in enumerate(every) for prefix in own])
        return [
            tuple(
                sum(self.value(steps[place, one[:end]][-1], token) for end, token in enumerate((*one, "</s>")))
                for one in own
            )
            for place, own in enumerate(self.targets)
        ]

    def forced(self) -> Scores:
        """Every target as a prefix, whose logits are returned with those behind it."""
        steps = self.steps([(place, one) for place, own in enumerate(self.targets) for one in own])
        return [
            tuple(
                sum(self.value(steps[place, one][end], token) for end, token in enumerate((*one, "</s>")))
                for one in own
            )
            for place, own in enumerate(self.targets)
        ]

    def steps(self, asked: list[tuple[int, Pieces]]) -> dict[tuple[int, Pieces], list[np.ndarray]]:
        """The logits of each step up to the one behind a prefix; a call has one limit, so there is a call a length."""
        found = {}
        for length in sorted({len(prefix) for _, prefix in asked}):
            alike = [one for one in asked if len(one[1]) == length]
            results = self.model.translate_batch(
                [list(self.sources[place]) for place, _ in alike],
                target_prefix=[list(prefix) for _, prefix in alike],
                max_batch_size=self.batch, batch_type="tokens", max_input_length=0,
                beam_size=1, return_logits_vocab=True, max_decoding_length=length + 1, min_decoding_length=0,
            )  # fmt: skip
            found.update({one: result.logits[0] for one, result in zip(alike, results, strict=True)})
        return found

    def value(self, logits: np.ndarray, token: str) -> float:
        """The log-probability of a token."""
        values = np.asarray(logits)
        return float(values[self.number[token]] - np.log(np.exp(values - values.max()).sum()) - values.max())

    def shared(self) -> float:
        """Target tokens of all pairs over the nodes of their trees."""
        every = sum(len(one) + 1 for own in self.targets for one in own)
        return every / sum(len({one[:end] for one in own for end in range(len(one) + 1)}) for own in self.targets)


def measured(runs: dict[str, Callable[[], Scores]], rounds: int) -> dict[str, tuple[float, float]]:
    best = dict.fromkeys(runs, (float("inf"), float("inf")))
    for _ in range(rounds):
        for name, run in runs.items():
            clock, processor = time.perf_counter(), time.process_time()
            run()
            spent = time.process_time() - processor, time.perf_counter() - clock
            best[name] = min(best[name], spent)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--contrasts", type=int, nargs="+", default=[1, 4, 10])
    parser.add_argument("--items", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--batch", type=int, default=2048)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, ctranslate2 {ctranslate2.__version__}, one thread")
    for contrasts in options.contrasts:
        runs = Runs(contrasts, options.items, options.batch)
        expected = np.array(runs.pairs())
        every = {
            "score_batch, pieces given": runs.pairs, "score_batch, texts": runs.with_pieces,
            "ctranslate2: (texts)": runs.ours, "every node of the trees": runs.nodes, "targets as prefixes": runs.forced,
        }  # fmt: skip
        worst = {name: float(np.abs(np.array(run()) - expected).max()) for name, run in every.items()}
        best = measured(every, options.rounds)
        print(f"{contrasts} contrasts, {options.items} items; {runs.shared():.2f} target tokens a node")
        for name, (processor, clock) in best.items():
            print(f"  {name:<26} {processor:6.2f} s processor {clock:7.2f} s clock   difference {worst[name]:.0e}")


if __name__ == "__main__":
    main()
