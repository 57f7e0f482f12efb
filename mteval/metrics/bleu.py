"""BLEU: how many n-grams of the translations their references have, with a penalty for being short.

BLEU = BP · exp(Σ wₙ ln pₙ). pₙ is the share of the translations' n-grams that a reference has too, each at most as
often as the reference has it (modified precision), summed over the corpus; wₙ = 1/N; BP = e^(1 − r/c) where the
translations' length c is below the references' r (of several references, the one nearest in length).

Papineni et al. (2002), BLEU: a method for automatic evaluation of machine translation. Digits and signature are those
of sacrebleu (Post 2018).

How to read it: 0–100, higher is better, and only comparable where data, tokenizer and signature agree. Differences
below about one point need a significance test. Traps: tokenized input is tokenized again (use tokenize=none);
tokenize=13a does not cut Chinese, Japanese or Korean (zh, ja-mecab, ko-mecab, char, flores200); morphologically rich
languages lose whole words over one ending (tokenize=spm&spm_model=PATH, or chrf). It rewards wording, not meaning.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.core import registry
from mteval.core.errors import UsageError
from mteval.core.evidence import Evidence
from mteval.core.options import CHOICE, FILE, LANGUAGE, REAL, TEXT, TRUTH, WHOLE, Option, real_number
from mteval.core.protocols import Statistics
from mteval.core.results import Finding, Scale
from mteval.metrics._candidate_kernels import SENTENCE_BLEU
from mteval.metrics._candidates import CandidateUnits, UtilityFormula, expected_utilities
from mteval.metrics._comparison import (
    PORTION,
    ComparedTexts,
    ComparisonMetric,
    ReferenceMemory,
    all_at_once,
    each,
    sacrebleu_signature,
    unspaced_script,
)
from mteval.statistics.metric_base import Array
from mteval.storage.digests import SHORT, file_digest
from mteval.text.flat_tokens import FlatTokens
from mteval.text.languages import short_code
from mteval.text.ngrams import clipped_matches, ngram_counts, paired_matches
from mteval.text.tokens import NAMES, tokenizer

SMOOTH_DEFAULTS = {"none": 0.0, "floor": 0.1, "add-k": 1.0, "exp": 0.0}
TOKENIZER_OF_LANGUAGE = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
SPACED = ("13a", "intl", "none")
FITTING = {"zh": "tokenize=zh", "ja": "tokenize=ja-mecab", "ko": "tokenize=ko-mecab"}
STUDIED_TOKENIZERS = {"13a": "bleu", "zh": "bleu", "ja-mecab": "bleu", "ko-mecab": "bleu", "flores200": "spbleu-200"}
LENGTHS = ("system_length", "reference_length")
LOG_OF_ZERO = -9999999999.0


@registry.metrics.register("bleu")
class Bleu(ComparisonMetric):
    """N-gram precision with a brevity penalty, digit for digit as sacrebleu computes it."""

    higher_is_better = True
    portion = PORTION
    scale = Scale(2, counts=LENGTHS, low=0, high=100)
    options = (
        Option("tokenize", CHOICE, None, "tokenizer (13a, unless trg_lang says otherwise)", choices=NAMES),
        Option("trg_lang", LANGUAGE, "", "target language, which chooses the tokenizer of zh, ja and ko (the suite's)"),
        Option("spm_model", FILE, None, "SentencePiece model of tokenize=spm, flores101, flores200"),
        Option("lowercase", TRUTH, False, "compare in lower case"),
        Option("smooth_method", CHOICE, "exp", "smoothing of orders without a match", choices=tuple(SMOOTH_DEFAULTS)),
        Option("smooth_value", REAL, None, "what floor (0.1) and add-k (1) put in"),
        Option("max_ngram_order", WHOLE, None, "longest n-grams (4)", minimum=1),
        Option("weights", TEXT, None, "weight of each order, scaled to sum to one: 0.7:0.3"),
        Option(
            "effective_order", TRUTH, None, "leave out orders no translation is long enough for (single cases: yes)"
        ),
        Option("force", TRUTH, False, "taken over from sacrebleu; it silences a warning there", signed=False),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        chosen = self.chosen
        weights = None if chosen["weights"] is None else _weights(chosen["weights"])
        self._order: int = chosen["max_ngram_order"] or (4 if weights is None else len(weights))
        if weights is not None and len(weights) != self._order:
            raise UsageError(f"weights has {len(weights)} numbers, but max_ngram_order={self._order}.")
        self._given_weights = weights
        self._weights = np.full(self._order, 1.0) if weights is None else np.array(weights)
        self._lowercase: bool = chosen["lowercase"]
        self._effective_order: bool = chosen["effective_order"] is True
        self._effective_cases: bool = chosen["effective_order"] is not False
        self._smooth_method: str = chosen["smooth_method"]
        value = chosen["smooth_value"]
        self._smooth_value: float = SMOOTH_DEFAULTS[self._smooth_method] if value is None else value
        language = TOKENIZER_OF_LANGUAGE.get(short_code(chosen["trg_lang"]), "13a")
        self._tokenizer_name: str = chosen["tokenize"] or language
        self._tokenizer = tokenizer(self._tokenizer_name, chosen["spm_model"])
        self._references: ReferenceMemory[list[list[list[int]]]] = ReferenceMemory()
        self._flat_references: ReferenceMemory[FlatTokens] = ReferenceMemory()
        self.columns = 2 + 2 * self._order
        precisions = (f"precision_{n}" for n in range(1, self._order + 1))
        self.keys = ("bleu", *precisions, "brevity_penalty", "length_ratio", *LENGTHS)

    def compare(self, compared: ComparedTexts) -> NDArray[np.int64]:
        """Columns as sacrebleu's: length, reference length, matches and totals per order."""
        if compared.many:
            return self._compare_together(compared)
        translations = [self._tokens(line) for line in compared.translations]
        references = self._references.of(compared.references, each(self._tokens))
        lengths = np.array([len(tokens) for tokens in translations], dtype=np.int64)
        nearest = [
            _nearest_length(len(tokens), [len(one) for one in case])
            for tokens, case in zip(translations, references, strict=True)
        ]
        matches = clipped_matches(translations, references, self._order)
        return np.column_stack([lengths, nearest, matches, ngram_counts(lengths, self._order)])

    def _compare_together(self, compared: ComparedTexts) -> NDArray[np.int64]:
        translations = self._many_tokens(compared.translations)
        references = self._flat_references.of(compared.references, all_at_once(self._many_tokens))
        matches = paired_matches(translations, references, self._order)
        lengths = translations.lengths
        return np.column_stack([lengths, references.lengths, matches, ngram_counts(lengths, self._order)])

    def values(self, sums: Array) -> Array:
        """BLEU, precisions (0–100), brevity penalty, length ratio and both lengths."""
        return self._values(sums, effective_order=self._effective_order)

    def per_case(self, statistics: Statistics) -> Array:
        """Sentence BLEU, with effective order unless the options say otherwise."""
        values = self._values(
            np.asarray(statistics.rows[:, :-1], dtype=np.float64), effective_order=self._effective_cases
        )[:, 0]
        return np.where(statistics.counted, values, np.nan)

    def expected(self, candidates: Sequence[Sequence[str]]) -> list[Array]:
        """For each segment the mean sentence BLEU of each candidate with all candidates as references."""
        method = list(SMOOTH_DEFAULTS).index(self._smooth_method)
        settings = (float(method), self._smooth_value, float(self._effective_cases), *self._weights.tolist())
        formula = UtilityFormula(SENTENCE_BLEU, settings, (0, self._order))
        return expected_utilities(
            [[CandidateUnits("", tuple(self._tokens(text))) for text in segment] for segment in candidates], formula
        )

    @property
    def studied_as(self) -> str:
        """BLEU or spBLEU-200, where nothing but the tokenizer was chosen: other settings have differences of another size."""
        own = {"lowercase": False, "smooth_method": "exp", "weights": None, "effective_order": None}
        usual = self._order == 4 and all(self.chosen[name] == value for name, value in own.items())
        return STUDIED_TOKENIZERS.get(self._tokenizer_name, "") if usual else ""

    def inspect(self, evidence: Sequence[Evidence]) -> Iterator[Finding]:
        """A tokenizer that cuts at spaces does not fit a script that has none."""
        if self._tokenizer.signature in SPACED:
            yield from unspaced_script(evidence, f"bleu with tokenize={self._tokenizer.signature}", FITTING)

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
        model = self._tokenizer.model
        extras = {} if model is None else {"spm": file_digest(model)[:SHORT]}
        if self._order != 4:
            extras["order"] = str(self._order)
        if self._given_weights is not None:
            extras["weights"] = "/".join(f"{weight:g}" for weight in self._given_weights)
        return sacrebleu_signature(self.nrefs, parts, extras)

    def _tokens(self, line: str) -> list[int]:
        return self._tokenizer(line.lower() if self._lowercase else line)

    def _many_tokens(self, lines: Sequence[str]) -> FlatTokens:
        return self._tokenizer.of_many([line.lower() for line in lines] if self._lowercase else lines)

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
