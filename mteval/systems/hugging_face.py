"""Models of Hugging Face's transformers: encoder–decoders, language models with a prompt, sequence classifiers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from mteval.analysis import segment_context
from mteval.analysis.batching import Plan, answer_in_batches
from mteval.analysis.model_files import fingerprint
from mteval.analysis.neural_scoring.generation import Decoding, continued, translated
from mteval.analysis.neural_scoring.items import Scoring, Translating
from mteval.analysis.neural_scoring.scorers import scorer_for
from mteval.analysis.package_versions import installed_version
from mteval.analysis.transformers_classify import Classifier, Classifying
from mteval.analysis.transformers_loading import (
    DTYPES,
    chosen_device,
    config_of,
    model_of,
    model_source,
    require_packages,
    tokenizer_of,
)
from mteval.analysis.transformers_prompts import PromptText
from mteval.analysis.transformers_text import Languages, SequenceText
from mteval.core.errors import CapabilityError, UsageError
from mteval.core.options import choice, refuse_unknown, truth, whole_number
from mteval.core.protocols import Options
from mteval.core.queries import Answer, Classify, LogProb, LogProbs, Query, Translate, Translation, Unanswered
from mteval.core.registry import systems
from mteval.core.results import Finding

_OPTIONS = (
    "src_lang", "tgt_lang", "source_prefix", "prompt", "end", "device", "dtype", "batch_tokens", "beam_size", "max_length",
    "max_positions", "trust", "revision", "engine", "zero_shot", "hypothesis", *segment_context.OPTIONS,
)  # fmt: skip
_KINDS = {
    "Seq2SeqLM": "an encoder–decoder",
    "CausalLM": "a decoder-only model",
    "SequenceClassification": "a sequence classifier",
}
_OPTIONS_OF_ONE_KIND = {
    "prompt": "CausalLM",
    "end": "CausalLM",
    "src_lang": "Seq2SeqLM",
    "tgt_lang": "Seq2SeqLM",
    "source_prefix": "Seq2SeqLM",
    "zero_shot": "SequenceClassification",
    "hypothesis": "SequenceClassification",
}
_RELATIVE = ("t5", "mt5", "umt5", "longt5", "switch_transformers")
_Item = Scoring | Translating | Classifying


@systems.register("hugging-face")
class HuggingFace:
    """`hugging-face:NAME_OR_DIR`: scores, translates or classifies with a model of transformers.

    Options: src_lang and tgt_lang (the model's own codes) and source_prefix (T5's task, its only prompt) for encoder–decoders;
    prompt and end (a template with {source}, and what closes a target) for decoder-only models; zero_shot and hypothesis
    (a template with {label}) for classifiers; device, dtype, batch_tokens, beam_size, max_length, max_positions, trust
    (allow unpickling), revision, engine (auto, plain), context and separator.
    """

    answers = (LogProb, Translate, Classify)
    deterministic = True

    def __init__(self, argument: str, options: Options) -> None:
        refuse_unknown(options, _OPTIONS, "hugging-face")
        require_packages("hugging-face")
        self._options = options
        trust = truth(options.get("trust", "false"), "trust")
        self._source = model_source(argument, revision=options.get("revision"), trust=trust)
        self._device = options.get("device", "auto")
        self._dtype = choice(options.get("dtype", "float32"), DTYPES, "dtype")
        self._engine = choice(options.get("engine", "auto"), ("auto", "plain"), "engine")
        self._batch_tokens = whole_number(options.get("batch_tokens", "4096"), "batch_tokens", minimum=1)
        self._decoding = Decoding(
            whole_number(options.get("beam_size", "5"), "beam_size", minimum=1),
            whole_number(options.get("max_length", "256"), "max_length", minimum=1),
        )
        self._zero_shot = truth(options.get("zero_shot", "false"), "zero_shot")
        self._context = segment_context.segment_context(options)
        self._refuse_options_of_other_kinds()

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Answer the queries in order, in batches of like length."""
        plan: Plan[_Item] = Plan(self._prepare, _cost, self._run, self._batch_tokens)
        return answer_in_batches(queries, plan)

    @property
    def signature(self) -> dict[str, str]:
        """Versions, device, precision and options."""
        given = {key: value for key, value in self._options.items() if key not in ("batch_tokens", "device", "trust")}
        return {
            "transformers": installed_version("transformers"),
            "torch": installed_version("torch"),
            "device": chosen_device(self._device) if self._device == "auto" else self._device,
            "dtype": self._dtype,
            "beam_size": str(self._decoding.beam_size),
            "max_length": str(self._decoding.max_length),
            "context": str(self._context.sentences),
            **given,
        }

    @property
    def fingerprint(self) -> str:
        """A digest of the model's files and every option; not known (no caching) for a hub model without a revision."""
        if self._source.folder is None and self._source.revision is None:
            revision = getattr(self._config, "_commit_hash", None)
            if not revision:
                return ""
            return fingerprint(
                [], {"backend": "hugging-face", "model": self._source.name, "commit": revision, **self.signature}
            )
        settings = {"backend": "hugging-face", **self.signature}
        return fingerprint(
            self._source.files(), settings | ({} if self._source.folder else {"model": self._source.name})
        )

    def findings(self) -> Iterable[Finding]:
        """Low precision, which moves log-probabilities."""
        if self._dtype != "float32":
            yield Finding(
                "reduced-precision",
                f"computed in {self._dtype}: log-probabilities differ from float32 in the second digit",
            )

    @cached_property
    def _config(self) -> Any:
        return config_of(self._source)

    @cached_property
    def _kind(self) -> str:
        names = getattr(self._config, "architectures", None) or [""]
        if "ForSequenceClassification" in names[0]:
            return "SequenceClassification"
        return "Seq2SeqLM" if self._config.is_encoder_decoder else "CausalLM"

    @cached_property
    def _tokenizer(self) -> Any:
        return tokenizer_of(self._source)

    @cached_property
    def _model(self) -> Any:
        return model_of(self._source, self._kind, device=self._device, dtype=self._dtype)

    @cached_property
    def _scorer(self) -> Any:
        return scorer_for(self._model, self._engine)

    @cached_property
    def _classifier(self) -> Classifier:
        hypothesis = self._options.get("hypothesis", "This text is {label}.") if self._zero_shot else None
        return Classifier(self._model, self._tokenizer, hypothesis)

    @cached_property
    def _sequence_text(self) -> SequenceText:
        languages = Languages(self._options.get("src_lang"), self._options.get("tgt_lang"))
        return SequenceText(self._tokenizer, self._config, languages, self._options.get("source_prefix", ""))

    @cached_property
    def _prompt_text(self) -> PromptText:
        return PromptText(self._tokenizer, self._options.get("prompt"), self._options.get("end"))

    @cached_property
    def _max_positions(self) -> int:
        given = self._options.get("max_positions")
        if given is not None:
            return whole_number(given, "max_positions", minimum=1)
        if self._config.model_type in _RELATIVE:
            return 2**31  # relative positions have no end
        found = [getattr(self._config, key, None) for key in ("max_position_embeddings", "n_positions", "max_seq_len")]
        return min((int(limit) for limit in found if limit), default=2**31)

    def _refuse_options_of_other_kinds(self) -> None:
        """An option that the model could only ignore would be taken for one that had its effect."""
        for option in self._options:
            wanted = _OPTIONS_OF_ONE_KIND.get(option)
            if wanted is not None and wanted != self._kind:
                raise UsageError(
                    f"?{option} is for {_KINDS[wanted]}, but '{self._source.name}' is {_KINDS[self._kind]} and would ignore it. "
                    "Leave it out."
                )

    def _prepare(self, query: Query) -> _Item | Unanswered:
        if isinstance(query, Classify) and self._kind == "SequenceClassification":
            item: _Item = self._classifier.prepare(query)
        elif isinstance(query, LogProb | Translate) and self._kind == "Seq2SeqLM":
            item = self._sequences(query)
        elif isinstance(query, LogProb | Translate) and self._kind == "CausalLM":
            item = self._prompted(query)
        else:
            raise CapabilityError(
                f"'{self._source.name}' is a model for {self._kind}; it cannot answer a '{type(query).__name__}' question."
            )
        return self._checked(item)

    def _checked(self, item: _Item) -> _Item | Unanswered:
        rows = item.rows if isinstance(item, Classifying) else (item.source,)
        fed = max((len(row) for row in item.sequences), default=1) - 1 if isinstance(item, Scoring) else 0
        longest = max(fed, *(len(row) for row in rows))
        if longest > self._max_positions:
            return Unanswered(f"the text is longer than the model's {self._max_positions} positions")
        return item

    def _sequences(self, query: LogProb | Translate) -> Scoring | Translating:
        text = self._sequence_text
        source = text.source(self._context.source(query))
        if isinstance(query, Translate):
            return Translating(source, text.unknown(source))
        targets = tuple(text.target(target) for target in self._context.targets(query))
        unknown = text.unknown(source) + sum(text.unknown(target) for target in targets)
        return Scoring(source, targets, text.unscored, unknown)

    def _prompted(self, query: LogProb | Translate) -> Scoring | Translating:
        text = self._prompt_text
        source = self._context.source(query)
        if isinstance(query, Translate):
            prompt = text.prompt(source)
            return Translating(prompt, text.unknown(prompt))
        sequences, unscored = text.sequences(source, self._context.targets(query))
        return Scoring((), sequences, unscored, sum(map(text.unknown, sequences)))

    def _run(self, batch: Sequence[_Item]) -> list[Answer]:
        scorings = [item for item in batch if isinstance(item, Scoring)]
        if scorings:
            values = self._scorer(scorings)
            return [LogProbs(v, item.lengths(), item.unknown) for item, v in zip(scorings, values, strict=True)]
        sources = [item for item in batch if isinstance(item, Translating)]
        if sources:
            return self._translations(sources)
        return list(self._classifier([item for item in batch if isinstance(item, Classifying)]))

    def _translations(self, items: Sequence[Translating]) -> list[Answer]:
        rows = [item.source for item in items]
        if self._kind == "CausalLM":
            texts = [self._prompt_text.answer(ids) for ids in continued(self._model, rows, self._decoding)]
        else:
            forced = self._sequence_text.forced
            texts = [self._sequence_text.text(ids) for ids in translated(self._model, rows, self._decoding, forced)]
        own = map(self._context.own_part, texts)
        return [Translation(text, unknown=item.unknown) for item, text in zip(items, own, strict=True)]


def _cost(item: _Item) -> int:
    if isinstance(item, Classifying):
        return sum(map(len, item.rows))
    return len(item.tree) if isinstance(item, Scoring) else 3 * len(item.source)
