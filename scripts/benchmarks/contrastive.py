"""Contrastive scoring: ours (packed prefix trees) beside transformers, CTranslate2 and fairseq on one trained model.

Needs ../shared (the model and Multi30k). Token numbers are made beforehand for all; what is timed is the scoring.
Runs are interleaved, and the best of several counts. `--items`, `--rounds` and `--threads` make it shorter or longer.
"""

from __future__ import annotations

import argparse
import gzip
import logging
import random
import sys
import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import ctranslate2
import numpy as np
import torch
import transformers

from mteval.models.batching import buckets
from mteval.models.scoring.from_transformers import transformer_from
from mteval.models.scoring.items import ScoringItem
from mteval.models.scoring.scorers import TreeScorer
from mteval.systems._fairseq.library import LibraryModel

SHARED = Path(__file__).resolve().parents[3] / "shared"
MODEL = SHARED / "models" / "multi30k_en_de"
Scores = list[tuple[float, ...]]


def lines(name: str) -> list[str]:
    with gzip.open(SHARED / "data" / "multi30k" / name, "rt", encoding="utf-8") as file:
        return file.read().strip().split("\n")


def make_items(contrasts: int, count: int) -> list[tuple[str, list[str]]]:
    """References of the test set, and contrasts in which one word, the same in all of them, is another word of the set."""
    draw = random.Random(1)
    sources, references = lines("test_2016_flickr.en.gz"), lines("test_2016_flickr.de.gz")
    words = sorted({word for line in references for word in line.split() if word.isalpha()})
    items = []
    for source, reference in list(zip(sources, references, strict=True))[:count]:
        tokens = reference.split()
        place = draw.randrange(len(tokens))
        wrong = draw.sample([word for word in words if word != tokens[place]], contrasts)
        items.append(
            (source, [reference, *(" ".join([*tokens[:place], word, *tokens[place + 1 :]]) for word in wrong)])
        )
    return items


class Naive:
    """transformers as its documentation scores: pairs sorted by length, padded batches, one forward pass each."""

    def __init__(self, model, batch: int) -> None:
        self.model, self.batch = model, batch

    def __call__(self, items: list[ScoringItem]) -> Scores:
        pairs = [(item.source, sequence) for item in items for sequence in item.sequences]
        order = sorted(range(len(pairs)), key=lambda i: (len(pairs[i][1]), len(pairs[i][0])))
        totals = [0.0] * len(pairs)
        with torch.inference_mode():
            for start in range(0, len(order), self.batch):
                chosen = order[start : start + self.batch]
                source = pad([pairs[i][0] for i in chosen])
                target = pad([pairs[i][1] for i in chosen])
                logits = self.model(
                    input_ids=source,
                    attention_mask=(source != 1).long(),
                    decoder_input_ids=target[:, :-1],
                    use_cache=False,
                ).logits
                wanted = target[:, 1:]
                picked = logits.log_softmax(-1).gather(-1, wanted[..., None])[..., 0]
                for i, total in zip(chosen, (picked * (wanted != 1)).sum(-1).tolist(), strict=True):
                    totals[i] = total
        return regroup(totals, items)


class Fairseq:
    """fairseq's own scorer, on batches sorted by length."""

    def __init__(self, batch: int) -> None:
        self.model = LibraryModel(MODEL / "fairseq" / "model.pt", MODEL / "fairseq", ("en", "de"), trust=False)
        self.batch = batch

    def __call__(self, items: list[ScoringItem]) -> Scores:
        pairs = [ScoringItem(item.source, (sequence,), 1) for item in items for sequence in item.sequences]
        order = sorted(range(len(pairs)), key=lambda i: (len(pairs[i].sequences[0]), len(pairs[i].source)))
        totals = [0.0] * len(pairs)
        with torch.inference_mode():
            for start in range(0, len(order), self.batch):
                chosen = order[start : start + self.batch]
                for i, (total,) in zip(chosen, self.model([pairs[i] for i in chosen]), strict=True):
                    totals[i] = total
        return regroup(totals, items)


class CTranslate2:
    """score_batch, which sorts and batches by itself."""

    def __init__(self, tokens: list[str], workers: tuple[int, int], batch: int) -> None:
        self.tokens, self.batch = tokens, batch
        self.model = ctranslate2.Translator(
            str(MODEL / "ct2"), compute_type="float32", inter_threads=workers[0], intra_threads=workers[1]
        )

    def __call__(self, items: list[ScoringItem]) -> Scores:
        pairs = [(item.source, sequence) for item in items for sequence in item.sequences]
        found = self.model.score_batch(
            [[self.tokens[i] for i in source[:-1]] for source, _ in pairs],
            [[self.tokens[i] for i in sequence[1:-1]] for _, sequence in pairs],
            max_batch_size=self.batch,
            batch_type="tokens",
            max_input_length=0,
        )
        return regroup([sum(one.log_probs) for one in found], items)


class Ours:
    """Trees, in batches of like size."""

    def __init__(self, model, budget: int) -> None:
        self.scorer, self.budget = TreeScorer(transformer_from(model)), budget

    def __call__(self, items: list[ScoringItem]) -> Scores:
        items = [
            ScoringItem(item.source, item.sequences, item.unscored) for item in items
        ]  # growing the trees is timed too
        found: Scores = [()] * len(items)
        for batch in buckets([len(item.tree) for item in items], self.budget):
            for i, values in zip(batch, self.scorer([items[i] for i in batch]), strict=True):
                found[i] = values
        return found


def pad(rows) -> torch.Tensor:
    return torch.nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True, padding_value=1)


def regroup(totals: list[float], items: list[ScoringItem]) -> Scores:
    rest = iter(totals)
    return [tuple(next(rest) for _ in item.sequences) for item in items]


def counted(items: list[ScoringItem], config) -> float:
    """What counting multiplications allows: those of naive pairs over those of distinct sources and tree nodes."""
    width, inner = config.d_model, config.encoder_ffn_dim
    # The keys and values the decoder makes of the source are counted with the source.
    source = config.encoder_layers * (4 * width**2 + 2 * width * inner) + config.decoder_layers * 2 * width**2
    target = config.decoder_layers * (6 * width**2 + 2 * width * inner) + width * config.vocab_size
    naive = sum(len(item.sequences) * len(item.source) * source + sum(item.lengths()) * target for item in items)
    once = {item.source: len(item.source) for item in items}
    return naive / (sum(once.values()) * source + sum(len(item.tree) for item in items) * target)


def measured(
    runs: dict[str, Callable[[list[ScoringItem]], Scores]], items: list[ScoringItem], rounds: int
) -> dict[str, float]:
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            start = time.perf_counter()
            run(items)
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def scorings(words, contrasts: int, count: int) -> list[ScoringItem]:
    return [
        ScoringItem(tuple(words(source).input_ids), tuple((2, *words(target).input_ids) for target in targets), 1)
        for source, targets in make_items(contrasts, count)
    ]


def peer_name(name: str) -> str:
    return name.rsplit(",", 1)[0]


def report(contrasts: int, items: list[ScoringItem], runs, rounds: int, config) -> None:
    expected = np.array(runs["transformers, 64"](items))
    worst = {name: np.abs(np.array(run(items)) - expected).max() for name, run in runs.items()}
    best = measured(runs, items, rounds)
    pairs = len(items) * contrasts
    fastest = min((time_, name) for name, time_ in best.items() if not name.startswith("ours"))
    ours = min((time_, name) for name, time_ in best.items() if name.startswith("ours"))
    print(f"\n{contrasts} contrast(s), {len(items)} items; token counting allows {counted(items, config):.2f}×")
    for name in dict.fromkeys(map(peer_name, runs)):
        time_, which = min((best[run], run) for run in runs if peer_name(run) == name)
        print(f"  {name:<16} {pairs / time_:8.0f} pairs/s   {which:<28} largest difference {worst[which]:.0e}")
    print(f"  ours ÷ best peer ({fastest[1]}): {fastest[0] / ours[0]:.2f}×")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    if not MODEL.is_dir():
        sys.exit("The trained model in ../shared is not there.")
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    torch.set_num_threads(options.threads)
    transformers.utils.logging.disable_progress_bar()
    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(MODEL / "hf").eval()
    words = transformers.AutoTokenizer.from_pretrained(MODEL / "hf")
    tokens = words.convert_ids_to_tokens(list(range(len(words))))
    runs: dict[str, Callable[[list[ScoringItem]], Scores]] = {
        "transformers, 32": Naive(model, 32),
        "transformers, 64": Naive(model, 64),
        f"ctranslate2, 1×{options.threads} 1024": CTranslate2(tokens, (1, options.threads), 1024),
        f"ctranslate2, 1×{options.threads} 4096": CTranslate2(tokens, (1, options.threads), 4096),
        f"ctranslate2, {options.threads}×1 1024": CTranslate2(tokens, (options.threads, 1), 1024),
        "ours, 1024": Ours(model, 1024),
        "ours, 4096": Ours(model, 4096),
    }
    if find_spec("fairseq"):
        runs["fairseq, 64"] = Fairseq(64)
    else:
        print("fairseq is not installed (scripts/install_fairseq), and left out.")
    print(
        f"{options.threads} threads; best of {options.rounds}, interleaved; a pair is a reference beside one contrast"
    )
    for contrasts in (1, 2, 4):
        report(contrasts, scorings(words, contrasts, options.items), runs, options.rounds, model.config)
    print("\ngrowth (2 contrasts, ours):")
    ours = {"ours": runs["ours, 4096"]}
    for count in (125, 250, 500, 1000):
        seconds = measured(ours, scorings(words, 2, count), max(2, options.rounds // 2))["ours"]
        print(f"  {count:5} items  {seconds:.3f} s  {seconds / count * 1e6:.0f} µs an item")


if __name__ == "__main__":
    main()
