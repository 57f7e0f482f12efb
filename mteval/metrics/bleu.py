"""BLEU: how many n-grams of the translations their references have, with a penalty for being short.

BLEU = BP · exp(Σ wₙ ln pₙ). pₙ is the share of the translations' n-grams that a reference has too, each at most as
often as the reference has it (modified precision), summed over the corpus; wₙ = 1/N; BP = e^(1 − r/c) where the
translations' length c is below the references' r (of several references, the one nearest in length).

Papineni et al. (2002), BLEU: a method for automatic evaluation of machine translation. Digits and signature are those
of sacrebleu (Post 2018).

How to read it: 0–100, higher is better, and only comparable where data, tokenizer and signature agree. Differences
below about one point need a significance test. Traps: tokenised input is tokenised again (use tokenize=none);
tokenize=13a does not cut Chinese, Japanese or Korean (zh, ja-mecab, ko-mecab, char, flores200); morphologically rich
languages lose whole words over one ending (tokenize=spm&spm_model=PATH, or chrf). It rewards wording, not meaning.

Options, as in sacrebleu: tokenize, lowercase, smooth_method (exp, floor, add-k, none), smooth_value, max_ngram_order,
effective_order, trg_lang, force. Besides: spm_model (a SentencePiece file), weights (w₁:w₂:…, scaled to sum to one).
The score of a single case uses effective order, as sacrebleu's sentence_bleu does, unless effective_order is given.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mteval.core import registry
from mteval.core.errors import UsageError
from mteval.core.options import choice, real_number, refuse_unknown, truth, whole_number
from mteval.core.protocols import Statistics
from mteval.statistics.additive import Array
from mteval.statistics.compared import Compared, ComparisonMetric, Remembered, sacrebleu_signature
from mteval.text.ngrams import clipped_matches, ngram_counts
from mteval.text.tokens import tokenizer

OPTIONS = (
    "effective_order",
    "force",
    "lowercase",
    "max_ngram_order",
    "smooth_method",
    "smooth_value",
    "spm_model",
    "tokenize",
    "trg_lang",
    "weights",
)
SMOOTH_DEFAULTS = {"none": 0.0, "floor": 0.1, "add-k": 1.0, "exp": 0.0}
TOKENIZER_OF_LANGUAGE = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
LOG_OF_ZERO = -9999999999.0


@registry.metrics.register("bleu")
class Bleu(ComparisonMetric):
    """N-gram precision with a brevity penalty, digit for digit as sacrebleu computes it."""

    higher_is_better = True

    def __init__(self, **options: str) -> None:
        super().__init__()
        refuse_unknown(options, OPTIONS, "bleu")
        weights = _weights(options["weights"]) if "weights" in options else None
        self._order = whole_number(
            options.get("max_ngram_order", 4 if weights is None else len(weights)), "max_ngram_order", minimum=1
        )
        if weights is not None and len(weights) != self._order:
            raise UsageError(f"weights has {len(weights)} numbers, but max_ngram_order={self._order}.")
        self._given_weights = weights
        self._weights = np.full(self._order, 1.0) if weights is None else np.array(weights)
        self._lowercase = truth(options.get("lowercase", False), "lowercase")
        self._effective_order = truth(options.get("effective_order", False), "effective_order")
        self._effective_cases = truth(options.get("effective_order", True), "effective_order")
        self._smooth_method = choice(options.get("smooth_method", "exp"), SMOOTH_DEFAULTS, "smooth_method")
        default = SMOOTH_DEFAULTS[self._smooth_method]
        self._smooth_value = real_number(options.get("smooth_value", default), "smooth_value")
        truth(options.get("force", False), "force")  # silences a warning of sacrebleu's; findings are the report's here
        language = TOKENIZER_OF_LANGUAGE.get(options.get("trg_lang", ""), "13a")
        self._tokenizer = tokenizer(options.get("tokenize", language), options.get("spm_model"))
        self._references: Remembered[list[int]] = Remembered()
        self.columns = 2 + 2 * self._order
        precisions = (f"precision_{n}" for n in range(1, self._order + 1))
        self.keys = ("bleu", *precisions, "brevity_penalty", "length_ratio", "system_length", "reference_length")

    def compare(self, compared: Compared) -> NDArray[np.int64]:
        """Columns as sacrebleu's: length, reference length, matches and totals per order."""
        translations = [self._tokens(line) for line in compared.translations]
        references = self._references.of(compared.references, self._tokens)
        lengths = np.array([len(tokens) for tokens in translations], dtype=np.int64)
        nearest = [
            _nearest_length(len(tokens), [len(one) for one in case])
            for tokens, case in zip(translations, references, strict=True)
        ]
        matches = clipped_matches(translations, references, self._order)
        return np.column_stack([lengths, nearest, matches, ngram_counts(lengths, self._order)])

    def values(self, sums: Array) -> Array:
        """BLEU, precisions (0–100), brevity penalty, length ratio and both lengths."""
        return self._values(sums, effective_order=self._effective_order)

    def per_case(self, statistics: Statistics) -> Array:
        """Sentence BLEU, with effective order unless the options say otherwise."""
        values = self._values(statistics.rows[:, :-1], effective_order=self._effective_cases)[:, 0]
        return np.where(statistics.counted, values, np.nan)

    @property
    def signature(self) -> str:
        """sacrebleu's signature, with the n-gram weights and maximum order where they are not the default."""
        smooth = self._smooth_method
        if smooth in ("floor", "add-k"):
            smooth += f"[{self._smooth_value:.2f}]"
        parts = {
            "case": "lc" if self._lowercase else "mixed",
            "eff": self._effective_order,
            "tok": self._tokenizer.signature,
            "smooth": smooth,
        }
        extras = {"spm": self._tokenizer.digest} if self._tokenizer.digest else {}
        if self._order != 4:
            extras["order"] = str(self._order)
        if self._given_weights is not None:
            extras["weights"] = "/".join(f"{weight:g}" for weight in self._given_weights)
        return sacrebleu_signature(self.nrefs, parts, extras)

    def _tokens(self, line: str) -> list[int]:
        return self._tokenizer(line.lower() if self._lowercase else line)

    def _values(self, sums: Array, *, effective_order: bool) -> Array:
        order = self._order
        length, reference_length = sums[..., 0], sums[..., 1]
        matched = np.asarray(sums[..., 2 : 2 + order].any(axis=-1))
        precisions, reached = self._precisions(sums[..., 2 : 2 + order], sums[..., 2 + order : 2 + 2 * order])
        penalty = _brevity_penalty(length, reference_length)
        logs = np.where(precisions > 0, np.log(np.where(precisions > 0, precisions, 1.0)), LOG_OF_ZERO)
        used = self._weights * (np.arange(order) < reached[..., None] if effective_order else True)
        share = used.sum(axis=-1)
        mean = (logs * used).sum(axis=-1) / np.where(share > 0, share, 1.0)
        bleu = np.where(matched, penalty * np.exp(mean), 0.0)
        ratio = np.where(reference_length > 0, length / np.where(reference_length > 0, reference_length, 1.0), 0.0)
        precisions = np.where(matched[..., None], precisions, 0.0)
        rest = np.stack([penalty, ratio, length, reference_length], axis=-1)
        return np.concatenate([bleu[..., None], precisions, rest], axis=-1)

    def _precisions(self, matches: Array, totals: Array) -> tuple[Array, Array]:
        """Smoothed precisions (0–100), and up to which order the translations have n-grams."""
        if self._smooth_method == "add-k":
            added = np.where(np.arange(self._order) > 0, self._smooth_value, 0.0)
            matches, totals = matches + added, totals + added
        present = np.cumprod(totals > 0, axis=-1).astype(bool)
        zero = present & (matches == 0)
        whole = np.where(present, totals, 1.0)
        precisions = np.where(present, 100.0 * matches / whole, 0.0)
        if self._smooth_method == "exp":
            halvings = np.cumsum(zero, axis=-1)
            precisions = np.where(zero, 100.0 / (2.0**halvings * whole), precisions)
        elif self._smooth_method == "floor":
            precisions = np.where(zero, 100.0 * self._smooth_value / whole, precisions)
        return precisions, present.sum(axis=-1)


def _nearest_length(length: int, references: list[int]) -> int:
    """The reference length nearest to a translation's; of two equally near, the shorter."""
    return min(references, key=lambda other: (abs(other - length), other))


def _brevity_penalty(length: Array, reference_length: Array) -> Array:
    short = length < reference_length
    penalty = np.exp(1.0 - reference_length / np.where(length > 0, length, 1.0))
    return np.where(short, np.where(length > 0, penalty, 0.0), 1.0)


def _weights(text: str) -> tuple[float, ...]:
    weights = tuple(real_number(part, "weights") for part in text.split(":"))
    if any(not weight >= 0 for weight in weights) or not 0 < sum(weights) < float("inf"):
        raise UsageError(f"weights={text} must be numbers from zero up, not all zero, such as 0.7:0.3.")
    return weights
