"""Models in CTranslate2's format: log-probabilities and translations without torch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from typing import Any

from mteval.analysis import segment_context
from mteval.analysis.batching import Plan, answer_in_batches
from mteval.analysis.ctranslate2_files import positions, read_model_folder, stored_type
from mteval.analysis.model_files import fingerprint, model_folder
from mteval.analysis.segmenters import chosen_segmenters
from mteval.core.errors import CapabilityError, DataError, UnknownNameError
from mteval.core.options import choice, refuse_unknown, truth, whole_number
from mteval.core.protocols import Options
from mteval.core.queries import Answer, LogProb, LogProbs, Query, Translate, Translation, Unanswered
from mteval.core.registry import systems
from mteval.core.results import Finding

_COMPUTE_TYPES = (
    "float32", "default", "auto", "int8", "int8_float32", "int8_float16", "int8_bfloat16", "int16", "float16", "bfloat16",
)  # fmt: skip
_OPTIONS = (
    "compute_type", "beam_size", "batch_tokens", "device", "threads", "tokenizer", "source_prefix", "target_prefix",
    "src_lang", "tgt_lang", "source_eos", "max_positions", "max_length", *segment_context.OPTIONS,
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
    """`ctranslate2:DIR`: a converted model with SentencePiece or tokenizer.json next to it; float32 unless told otherwise.

    Options: compute_type, beam_size, batch_tokens, device, threads, tokenizer (a file, or none), src_lang and tgt_lang (tokens
    put before source and target), source_prefix and target_prefix (several tokens, spaces between), source_eos (auto, true,
    false: whether `</s>` is put after the source), max_positions, max_length, context and separator.
    """

    answers = (LogProb, Translate)
    deterministic = True

    def __init__(self, argument: str, options: Options) -> None:
        refuse_unknown(options, _OPTIONS, "ctranslate2")
        self._model = read_model_folder(model_folder(argument, "ctranslate2"))
        self._compute_type = choice(options.get("compute_type", "float32"), _COMPUTE_TYPES, "compute_type")
        self._beam_size = whole_number(options.get("beam_size", "5"), "beam_size", minimum=1)
        self._batch_tokens = whole_number(options.get("batch_tokens", "2048"), "batch_tokens", minimum=1)
        self._threads = whole_number(options.get("threads", "0"), "threads", minimum=0)
        self._max_positions = self._positions(options.get("max_positions", "1024"))
        self._max_length = whole_number(options.get("max_length", "256"), "max_length", minimum=1)
        self._device = choice(options.get("device", "cpu"), ("cpu", "cuda", "auto"), "device")
        self._segmenters = chosen_segmenters(self._model.folder, options.get("tokenizer"), "ctranslate2")
        self._context = segment_context.segment_context(options)
        self._source_prefix = self._prefix(options, "src_lang", "source_prefix")
        self._target_prefix = self._prefix(options, "tgt_lang", "target_prefix")
        self._source_eos = self._needs_eos(options.get("source_eos", "auto"))

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Answer the queries in order, in batches of like length."""
        plan: Plan[_Scoring | _Translating] = Plan(self._prepare, _cost, self._run, budget=16 * self._batch_tokens)
        return answer_in_batches(queries, plan)

    @property
    def signature(self) -> dict[str, str]:
        """Versions, device, precision and decoding."""
        return {
            "ctranslate2": version("ctranslate2"),
            "device": self._device,
            "compute_type": self._compute_type,
            "stored_type": self._stored_type,
            "tokenizer": self._segmenters[0].name,
            "source_prefix": " ".join(self._source_prefix),
            "target_prefix": " ".join(self._target_prefix),
            "source_eos": str(self._source_eos).lower(),
            "beam_size": str(self._beam_size),
            "max_length": str(self._max_length),
            "max_positions": str(self._max_positions),
            "context": str(self._context.sentences),
            "separator": self._context.separator,
        }

    @property
    def fingerprint(self) -> str:
        """A digest of the model's files, its tokenizer and every option that moves an answer."""
        tokenizers = [path for segmenter in self._segmenters for path in segmenter.files]
        return fingerprint([*self._model.files, *tokenizers], {"backend": "ctranslate2", **self.signature})

    def findings(self) -> Iterable[Finding]:
        """Weights of low precision, which move log-probabilities by up to whole nats."""
        low = [kind for kind in (self._compute_type, self._stored_type) if kind.startswith("int")]
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
                device=self._device,
                compute_type=self._compute_type,
                intra_threads=self._threads,
            )
        except (RuntimeError, ValueError) as error:
            raise DataError(self._model.folder, f"CTranslate2 cannot open this model: {error}") from None

    def _positions(self, option: str) -> int:
        """What the user allows, but never more than the model has encodings for."""
        allowed = whole_number(option, "max_positions", minimum=2)
        return min(allowed, positions(self._model.folder / "model.bin") or allowed)

    def _prefix(self, options: Options, language: str, prefix: str) -> tuple[str, ...]:
        codes = (options[language],) if language in options else ()
        target = language == "tgt_lang"
        vocabulary = self._model.target_vocabulary if target else self._model.source_vocabulary
        tokens = tuple(_code_token(code, vocabulary) for code in codes) + tuple(options.get(prefix, "").split())
        for token in tokens:
            if token not in vocabulary:
                raise UnknownNameError(f"token for {prefix}", token, _special_tokens(vocabulary))
        return tokens

    def _needs_eos(self, option: str) -> bool:
        if option != "auto":
            return truth(option, "source_eos")
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
            beam_size=self._beam_size,
            max_batch_size=self._batch_tokens,
            batch_type="tokens",
            max_input_length=0,
            max_decoding_length=min(self._max_length, self._max_positions - 1),
        )
        texts = [self._segmenters[1].text(result.hypotheses[0][len(prefix) :]) for result in results]
        return [
            Translation(self._context.own_part(text), unknown=item.unknown)
            for item, text in zip(batch, texts, strict=True)
        ]


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
