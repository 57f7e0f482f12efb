"""Contrasts scored by a decoder-only model: ours (prompt and source once, contrasts as a tree), naive transformers, lm-eval.

The model is a random Llama of 26 million weights made here, with a tokenizer trained on the shipped suite senses-en-es, whose
sentences are the items: a reference and contrasts in which one word is another word of the suite. All three are given the same
texts and include their own tokenising. Runs take turns, and the best of several counts; processor time stands beside. Peer:
lm-eval (`pip install lm-eval`), HFLM.loglikelihood; without it, it is left out. `--few-shot` lengthens the prompt by examples.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import tempfile
import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import torch
import transformers

from mteval.core.queries import LogProb
from mteval.core.registry import systems

ROOT = Path(__file__).resolve().parents[2]
Item = tuple[str, list[str]]
Scores = list[list[float]]


def sentences() -> list[tuple[str, str]]:
    items = json.loads((ROOT / "challenge_sets" / "senses-en-es" / "items.json").read_text(encoding="utf-8"))
    return [(item["source"], item["reference"]) for item in items]


def make_items(contrasts: int, count: int) -> list[Item]:
    draw = random.Random(1)
    pairs = sentences()
    words = sorted({word for _, target in pairs for word in target.split() if word.isalpha()})
    items = []
    for source, target in pairs[:count]:
        tokens = target.split()
        place = draw.randrange(len(tokens))
        wrong = draw.sample([word for word in words if word != tokens[place]], contrasts)
        items.append((source, [target, *(" ".join([*tokens[:place], word, *tokens[place + 1 :]]) for word in wrong)]))
    return items


def make_model(folder: Path) -> None:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    words = Tokenizer(models.BPE())
    words.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    words.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=8000, special_tokens=["</s>"], initial_alphabet=alphabet, show_progress=False
    )
    words.train_from_iterator([text for pair in sentences() for text in pair], trainer)
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=words, eos_token="</s>", pad_token="</s>")
    fast.save_pretrained(folder)
    torch.manual_seed(1)
    config = transformers.LlamaConfig(
        vocab_size=8000, hidden_size=512, intermediate_size=1376, num_hidden_layers=6, num_attention_heads=8,
        max_position_embeddings=1024, bos_token_id=None, eos_token_id=0, pad_token_id=0,
    )  # fmt: skip
    model = transformers.LlamaForCausalLM(config)
    with torch.no_grad():  # spread out, so that log-probabilities are not all those of a uniform choice
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(3.0)
    model.save_pretrained(folder)


def prompt_template(few_shot: int) -> str:
    shown = "".join(
        f"English: {source}\nSpanish: {target}\n\n" for source, target in sentences()[-few_shot:] if few_shot
    )
    return shown + "English: {source}\nSpanish:"


class Naive:
    """One row per target as the documentation does it: rows sorted by length, padded batches, logits of every token."""

    def __init__(self, folder: Path, template: str, batch: int) -> None:
        self.model = transformers.AutoModelForCausalLM.from_pretrained(folder).eval()
        self.words = transformers.AutoTokenizer.from_pretrained(folder)
        self.template, self.batch = template, batch

    def __call__(self, items: list[Item]) -> Scores:
        rows = []
        for source, targets in items:
            prompt = self.template.replace("{source}", source)
            given = len(self.words(prompt).input_ids)
            rows += [(self.words(f"{prompt} {target}\n").input_ids, given) for target in targets]
        order = sorted(range(len(rows)), key=lambda i: -len(rows[i][0]))
        totals = [0.0] * len(rows)
        with torch.inference_mode():
            for start in range(0, len(order), self.batch):
                self._score(rows, order[start : start + self.batch], totals)
        rest = iter(totals)
        return [[next(rest) for _ in targets] for _, targets in items]

    def _score(self, rows, chosen: list[int], totals: list[float]) -> None:
        tokens = torch.nn.utils.rnn.pad_sequence([torch.tensor(rows[i][0]) for i in chosen], batch_first=True)
        lengths = torch.tensor([len(rows[i][0]) for i in chosen])
        given = torch.tensor([rows[i][1] for i in chosen])
        place = torch.arange(tokens.shape[1])[None]
        present = place < lengths[:, None]
        logits = self.model(input_ids=tokens, attention_mask=present.long(), use_cache=False).logits
        picked = logits[:, :-1].log_softmax(-1).gather(-1, tokens[:, 1:, None])[..., 0]
        scored = present[:, 1:] & (place[:, 1:] >= given[:, None])
        for i, total in zip(chosen, (picked * scored).sum(-1).tolist(), strict=True):
            totals[i] = total


class Harness:
    """lm-eval's loglikelihood of (prompt, target)."""

    def __init__(self, folder: Path, template: str, batch: int) -> None:
        from lm_eval.api.instance import Instance
        from lm_eval.models.huggingface import HFLM

        self.template = template
        self.instance = Instance
        self.model = HFLM(pretrained=str(folder), batch_size=batch, device="cpu", dtype="float32", add_bos_token=False)

    def __call__(self, items: list[Item]) -> Scores:
        asked = [
            (self.template.replace("{source}", source), f" {target}\n")
            for source, targets in items
            for target in targets
        ]
        requests = [
            self.instance(request_type="loglikelihood", doc={}, arguments=pair, idx=i) for i, pair in enumerate(asked)
        ]
        rest = iter(self.model.loglikelihood(requests, disable_tqdm=True))
        return [[next(rest)[0] for _ in targets] for _, targets in items]


class Ours:
    """The backend as a run uses it."""

    def __init__(self, folder: Path, template: str) -> None:
        self.system = systems.find("hugging-face")(str(folder), {"prompt": template, "end": "\n"})

    def __call__(self, items: list[Item]) -> Scores:
        queries = [LogProb(source, tuple(targets)) for source, targets in items]
        return [list(answer.values) for answer in self.system.answer(queries)]


def measured(runs: dict[str, Callable[[list[Item]], Scores]], items: list[Item], rounds: int) -> dict[str, tuple]:
    best = dict.fromkeys(runs, (float("inf"), float("inf")))
    for _ in range(rounds):
        for name, run in runs.items():
            clock, processor = time.perf_counter(), time.process_time()
            run(items)
            took = (time.perf_counter() - clock, time.process_time() - processor)
            best[name] = tuple(map(min, best[name], took))
    return best


def report(contrasts: int, items: list[Item], runs, rounds: int) -> None:
    found = {name: np.array(run(items)) for name, run in runs.items()}
    worst = {name: np.abs(found["naive"] - values).max() for name, values in found.items()}
    best = measured(runs, items, rounds)
    ours = best["ours"]
    low, high = found["naive"].min(), found["naive"].max()
    print(f"\n{contrasts} contrast(s), {len(items)} items; log-probabilities from {low:.0f} to {high:.0f}")
    for name, (clock, processor) in best.items():
        print(
            f"  {name:<8} {clock:7.2f} s clock  {processor:7.2f} s processor   ours is {clock / ours[0]:.2f}× / "
            f"{processor / ours[1]:.2f}×   largest difference to naive {worst[name]:.1e}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--batch", type=int, default=32, help="rows at once, of the peers")
    parser.add_argument("--few-shot", type=int, default=0, help="examples in the prompt")
    parser.add_argument("--contrasts", type=int, nargs="*", default=(1, 2, 4))
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    torch.set_num_threads(options.threads)
    with tempfile.TemporaryDirectory() as temporary:
        folder, template = Path(temporary), prompt_template(options.few_shot)
        make_model(folder)
        runs: dict[str, Callable[[list[Item]], Scores]] = {"naive": Naive(folder, template, options.batch)}
        if find_spec("lm_eval"):
            runs["lm-eval"] = Harness(folder, template, options.batch)
        else:
            print("lm-eval is not installed (pip install lm-eval), and left out.")
        runs["ours"] = Ours(folder, template)
        how = f"{options.threads} threads, best of {options.rounds} taking turns"
        print(f"{how}, {options.few_shot} examples in the prompt, load {os.getloadavg()[0]:.1f}")
        for contrasts in options.contrasts:
            report(contrasts, make_items(contrasts, options.items), runs, options.rounds)


if __name__ == "__main__":
    main()
