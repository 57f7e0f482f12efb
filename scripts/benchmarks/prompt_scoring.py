"""Contrasts after a prompt: a language model's prompt and targets as one tree, beside one padded row per target.

The model is random and made here; what is timed is the scoring. Runs are interleaved, and the best of several counts.
"""

from __future__ import annotations

import argparse
import random
import time

import torch
import transformers

from mteval.models.batching import buckets
from mteval.models.scoring.items import ScoringItem
from mteval.models.scoring.scorers import PlainScorer, PromptTreeScorer

VOCABULARY = 8000


def make_items(count: int, contrasts: int, prompt: int, target: int) -> list[ScoringItem]:
    """Prompts, and targets that differ from the reference in one token."""
    draw = random.Random(1)
    items = []
    for _ in range(count):
        before = [draw.randrange(3, VOCABULARY) for _ in range(prompt)]
        reference = [draw.randrange(3, VOCABULARY) for _ in range(target)]
        place = draw.randrange(target)
        wrong = [[*reference[:place], draw.randrange(3, VOCABULARY), *reference[place + 1 :]] for _ in range(contrasts)]
        items.append(ScoringItem((), tuple(tuple([*before, *one, 2]) for one in (reference, *wrong)), prompt))
    return items


def timed(scorer, items: list[ScoringItem], costs: list[int], budget: int) -> tuple[float, list[float]]:
    started = time.perf_counter()
    found: dict[int, tuple[float, ...]] = {}
    for batch in buckets(costs, budget):
        found.update(zip(batch, scorer([items[i] for i in batch]), strict=True))
    return time.perf_counter() - started, [value for i in range(len(items)) for value in found[i]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=48)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--budget", type=int, default=4096)
    given = parser.parse_args()
    torch.manual_seed(1)
    shape = {"hidden_size": 256, "intermediate_size": 688, "num_hidden_layers": 6, "num_attention_heads": 8}
    model = transformers.LlamaForCausalLM(transformers.LlamaConfig(vocab_size=VOCABULARY, **shape)).eval()
    ways = {"tree": PromptTreeScorer(model), "plain": PlainScorer(model)}
    print(f"{'contrasts':>9} {'prompt':>6} {'plain s':>8} {'tree s':>8} {'ratio':>6} {'largest difference':>18}")
    for contrasts, prompt in ((1, 60), (4, 60), (4, 200), (8, 60)):
        items = make_items(given.items, contrasts, prompt, 25)
        costs = {
            "tree": [len(item.tree) for item in items],
            "plain": [sum(map(len, item.sequences)) for item in items],
        }
        best: dict[str, float] = {}
        values: dict[str, list[float]] = {}
        for _ in range(given.rounds):
            for name, scorer in ways.items():
                seconds, values[name] = timed(scorer, items, costs[name], given.budget)
                best[name] = min(seconds, best.get(name, seconds))
        apart = max(abs(a - b) for a, b in zip(values["tree"], values["plain"], strict=True))
        ratio = best["plain"] / best["tree"]
        print(f"{contrasts:>9} {prompt:>6} {best['plain']:>8.2f} {best['tree']:>8.2f} {ratio:>6.2f} {apart:>18.1e}")


if __name__ == "__main__":
    main()
