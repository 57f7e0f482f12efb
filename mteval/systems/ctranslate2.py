"""Models in CTranslate2's format: log-probabilities and translations without torch.

Contrasts are scored by the library's `score_batch`, equal pairs of source and target once; not as a prefix tree: the library
has no call that scores given tokens behind keys and values it keeps. Asking it for the token behind every node of the trees
takes 12 times the processor time of `score_batch`, giving it whole targets as prefixes three to four times
(scripts/benchmarks/ctranslate2_tree.py). The same model in transformers' or fairseq's form is scored as a tree by
`hugging-face:` and `fairseq:`, twice as fast at four contrasts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from typing import Any, ClassVar

from mteval.core.errors import CapabilityError, DataError, UnknownNameError, UsageError
from mteval.core.options import CHOICE, TEXT, TRUTH, WHOLE, Option, read_options
from mteval.core.protocols import Options
from mteval.core.queries import Answer, LogProb, LogProbs, Query, Translate, Translation, Unanswered
from mteval.core.registry import systems
from mteval.core.results import Finding
from mteval.models import segment_context
from mteval.models.attention import word_links, words_of_pieces
from mteval.models.batching import BatchPlan, answer_in_batches
from mteval.models.model_files import model_folder
from mteval.models.segmenters import segmenters_from, tokenizer_files, tokenizer_signature
from mteval.storage.digests import fingerprint
from mteval.systems._ctranslate2 import positions, read_model_folder, stored_type
from mteval.systems._model_options import DECODING, TOKENIZER, answer_settings

_COMPUTE_TYPES = (
    "float32", "default", "auto", "int8", "int8_float32", "int8_float16", "int8_bfloat16", "int16", "float16", "bfloat16",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Scoring:
    source: tuple[str, ...]
    targets: tuple[tuple[str, ...], ...]
    unknown: int


@dataclass(frozen=True, slots=True)
class _Translating:
    source: tuple[str, ...]
    unknown: int


@systems.register("ctranslate2")
class CTranslate2:
    """`ctranslate2:DIR`: a converted model with SentencePiece or tokenizer.json next to it; float32 unless told otherwise."""

    answers: ClassVar = (LogProb, Translate)
    opens_model: ClassVar = True
    options: ClassVar = (
        Option("compute_type", CHOICE, "float32", "precision of the weights when computing", choices=_COMPUTE_TYPES),
        *DECODING,
        Option("src_lang", TEXT, None, "source language: the token of this code is put before the source"),
        Option("tgt_lang", TEXT, None, "target language: the token of this code is put before the target"),
        Option("source_prefix", TEXT, "", "tokens put before the source, spaces between"),
        Option("target_prefix", TEXT, "", "tokens put before the target, spaces between; they are not scored"),
        Option("source_eos", CHOICE, "auto", "whether </s> is put after the source", choices=("auto", "true", "false")),
        TOKENIZER,
        Option("max_positions", WHOLE, 1024, "longest source or target in tokens, if the model has as many", minimum=2),
        *segment_context.OPTIONS,
        Option("links", TRUTH, False, "word links of translations to their sources, by the decoder's attention"),
        Option("device", CHOICE, "cpu", "where to compute", choices=("cpu", "cuda", "auto"), signed=False),
        Option("threads", WHOLE, 0, "threads of one batch (0: CTranslate2 decides)", minimum=0, signed=False),
        Option("batch_tokens", WHOLE, 2048, "tokens at once", minimum=1, signed=False),
    )

    def __init__(self, argument: str, options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the system backend 'ctranslate2'")
        self._model = read_model_folder(model_folder(argument, "ctranslate2"))
        self._batch_tokens: int = self.chosen["batch_tokens"]
        self._max_positions = self._positions()
        self._tokenizer = tokenizer_files(self._model.folder, self.chosen["tokenizer"], "ctranslate2")
        self._segmenters = segmenters_from(self._tokenizer)
        self._context = segment_context.segment_context(self.chosen)
        if self.chosen["links"] and self._context.sentences:
            raise UsageError("links=true is for sentences by themselves. Leave context out.")
        self._source_prefix = self._prefix("src_lang", "source_prefix")
        self._target_prefix = self._prefix("tgt_lang", "target_prefix")
        self._source_eos = self._needs_eos()

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Answer the queries in order, in batches of like length."""
        plan: BatchPlan[_Scoring | _Translating] = BatchPlan(
            self._prepare, _cost, self._run, budget=16 * self._batch_tokens
        )
        return answer_in_batches(queries, plan)

    @property
    def signature(self) -> dict[str, str]:
        """Version, device, the type of the weights, and the options that the model decides with the user."""
        return {
            "ctranslate2": version("ctranslate2"),
            "device": self.chosen["device"],
            "stored_type": self._stored_type,
            "tokenizer": tokenizer_signature(self._tokenizer),
            "source_prefix": " ".join(self._source_prefix),
            "target_prefix": " ".join(self._target_prefix),
            "source_eos": str(self._source_eos).lower(),
            "max_positions": str(self._max_positions),
        }

    @property
    def fingerprint(self) -> str:
        """A digest of the model's files, its tokenizer and every option that moves an answer."""
        settings = answer_settings("ctranslate2", self.chosen, self.signature)
        return fingerprint([*self._model.files, *self._tokenizer], settings)

    def findings(self) -> Iterable[Finding]:
        """Weights of low precision, which move log-probabilities by up to whole nats."""
        low = [kind for kind in (self.chosen["compute_type"], self._stored_type) if kind.startswith("int")]
        if low:
            yield Finding(
                "quantised-model", f"weights in {low[0]}: log-probabilities can differ by whole nats from float32"
            )

    @cached_property
    def _stored_type(self) -> str:
        return stored_type(self._model.folder / "model.bin")

    @cached_property
    def _translator(self) -> Any:
        import ctranslate2

        try:
            return ctranslate2.Translator(
                str(self._model.folder),
                device=self.chosen["device"],
                compute_type=self.chosen["compute_type"],
                intra_threads=self.chosen["threads"],
            )
        except (RuntimeError, ValueError) as error:
            raise DataError(self._model.folder, f"CTranslate2 cannot open this model: {error}") from None

    def _positions(self) -> int:
        """What the user allows, but never more than the model has encodings for."""
        allowed: int = self.chosen["max_positions"]
        return min(allowed, positions(self._model.folder / "model.bin") or allowed)

    def _prefix(self, language: str, prefix: str) -> tuple[str, ...]:
        code = self.chosen[language]
        target = language == "tgt_lang"
        vocabulary = self._model.target_vocabulary if target else self._model.source_vocabulary
        own = () if code is None else (_code_token(code, vocabulary),)
        tokens = (*own, *self.chosen[prefix].split())
        for token in tokens:
            if token not in vocabulary:
                raise UnknownNameError(f"token for {prefix}", token, _special_tokens(vocabulary))
        return tokens

    def _needs_eos(self) -> bool:
        if self.chosen["source_eos"] != "auto":
            return bool(self.chosen["source_eos"] == "true")
        # Models converted from transformers are fed `</s>` by their tokenizer, others by CTranslate2 or not at all. What tells
        # them apart is the first decoder token: only transformers' own models start with `</s>`, `<pad>` or a language.
        config = self._model.config
        start = config.get("decoder_start_token", "<s>")
        return not config.get("add_source_eos", False) and start in ("</s>", "<pad>", None)

    def _prepare(self, query: Query) -> _Scoring | _Translating | Unanswered:
        if not isinstance(query, LogProb | Translate):
            raise CapabilityError(f"ctranslate2 scores and translates; it cannot answer '{type(query).__name__}'.")
        source = self._source_tokens(self._context.source(query))
        if len(source) + 1 > self._max_positions:
            return Unanswered(f"the source is longer than the model's {self._max_positions} positions")
        unknown = _outside(source, self._model.source_vocabulary)
        if isinstance(query, Translate):
            return _Translating(source, unknown)
        targets = tuple(self._target_tokens(target) for target in self._context.targets(query))
        if any(len(target) + 1 > self._max_positions for target in targets):
            return Unanswered(f"a target is longer than the model's {self._max_positions} positions")
        unknown += sum(_outside(target, self._model.target_vocabulary) for target in targets)
        return _Scoring(source, targets, unknown)

    def _source_tokens(self, text: str) -> tuple[str, ...]:
        end = ("</s>",) if self._source_eos else ()
        return (*self._source_prefix, *self._segmenters[0].pieces(text), *end)

    def _target_tokens(self, text: str) -> tuple[str, ...]:
        return (*self._target_prefix, *self._segmenters[1].pieces(text))

    def _run(self, batch: Sequence[_Scoring | _Translating]) -> list[Answer]:
        scorings = [item for item in batch if isinstance(item, _Scoring)]
        if scorings:
            return self._score(scorings)
        return self._translate([item for item in batch if isinstance(item, _Translating)])

    def _score(self, batch: Sequence[_Scoring]) -> list[Answer]:
        pairs = list(dict.fromkeys((item.source, target) for item in batch for target in item.targets))
        results = self._translator.score_batch(
            [list(source) for source, _ in pairs],
            [list(target) for _, target in pairs],
            max_batch_size=self._batch_tokens,
            batch_type="tokens",
            max_input_length=0,
        )
        skip = len(self._target_prefix)
        scores = {
            pair: (sum(result.log_probs[skip:]), len(result.log_probs) - skip)
            for pair, result in zip(pairs, results, strict=True)
        }
        return [_log_probs(item, [scores[item.source, target] for target in item.targets]) for item in batch]

    def _translate(self, batch: Sequence[_Translating]) -> list[Answer]:
        prefix = list(self._target_prefix)
        results = self._translator.translate_batch(
            [list(item.source) for item in batch],
            target_prefix=[prefix] * len(batch) if prefix else None,
            beam_size=self.chosen["beam_size"],
            max_batch_size=self._batch_tokens,
            batch_type="tokens",
            max_input_length=0,
            max_decoding_length=min(self.chosen["max_length"], self._max_positions - 1),
            return_attention=self.chosen["links"],
        )
        texts = [self._segmenters[1].text(result.hypotheses[0][len(prefix) :]) for result in results]
        return [
            Translation(self._context.own_part(text), unknown=item.unknown, links=self._links(item, result))
            for item, text, result in zip(batch, texts, results, strict=True)
        ]

    def _links(self, item: _Translating, result: Any) -> str | None:
        """Links of the words of a translation, if they are wanted."""
        if not self.chosen["links"]:
            return None
        source, target = self._segmenters
        before, prefix = len(self._source_prefix), len(self._target_prefix)
        own = item.source[before : len(item.source) - self._source_eos]
        pieces = result.hypotheses[0][prefix:]
        weights = [row[before : before + len(own)] for row in result.attention[0][prefix:]]
        return word_links(words_of_pieces(own, source.text), words_of_pieces(pieces, target.text), weights)


def _log_probs(item: _Scoring, scores: Sequence[tuple[float, int]]) -> LogProbs:
    values, tokens = zip(*scores, strict=True) if scores else ((), ())
    return LogProbs(tuple(values), tuple(tokens), item.unknown)


def _cost(item: _Scoring | _Translating) -> int:
    targets = item.targets if isinstance(item, _Scoring) else ()
    return len(item.source) + 1 + sum(len(target) + 1 for target in targets)


def _outside(tokens: Iterable[str], vocabulary: frozenset[str]) -> int:
    return sum(token not in vocabulary for token in tokens)


def _code_token(code: str, vocabulary: frozenset[str]) -> str:
    # M2M100 writes __de__, multilingual Marian >>deu<<, NLLB and mBART the bare code.
    for token in (code, f"__{code}__", f">>{code}<<"):
        if token in vocabulary:
            return token
    return code


def _special_tokens(vocabulary: frozenset[str]) -> list[str]:
    marked = [token for token in vocabulary if token.startswith(("__", ">>")) and token.endswith(("__", "<<"))]
    codes = [token for token in vocabulary if len(token) in (5, 8) and token[2:4].count("_") == 1 and token[0] != "▁"]
    return sorted({*marked, *codes})
