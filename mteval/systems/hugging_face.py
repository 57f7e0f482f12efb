"""Models of Hugging Face's transformers: encoder–decoders, language models with a prompt, sequence classifiers."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from mteval.core.errors import CapabilityError, UsageError
from mteval.core.options import CHOICE, TEXT, TRUTH, WHOLE, Option, read_options
from mteval.core.protocols import Options
from mteval.core.queries import (
    Answer,
    Classify,
    Complete,
    Completion,
    LogProb,
    LogProbs,
    Query,
    Translate,
    Translation,
    Unanswered,
)
from mteval.core.registry import systems
from mteval.core.results import Finding
from mteval.core.version import installed_version
from mteval.models import segment_context
from mteval.models.batching import BatchPlan, answer_in_batches
from mteval.models.prompts import find_prompt
from mteval.models.scoring.generation import Decoding, continued, translated
from mteval.models.scoring.items import ConversationItem, ScoringItem, TranslationItem
from mteval.models.scoring.scorers import scorer_for
from mteval.models.transformers_loading import (
    DTYPES,
    chosen_device,
    config_of,
    model_of,
    model_source,
    require_packages,
    tokenizer_of,
)
from mteval.storage.digests import fingerprint
from mteval.systems._hugging_face.chat import ChatText, TemplateText
from mteval.systems._hugging_face.classify import ClassificationSettings, Classifier
from mteval.systems._hugging_face.prompts import PromptText
from mteval.systems._hugging_face.text import Languages, SequenceText
from mteval.systems._model_options import DECODING, TORCH, answer_settings

_KINDS = {
    "Seq2SeqLM": "an encoder–decoder",
    "CausalLM": "a decoder-only model",
    "SequenceClassification": "a sequence classifier",
}
_OPTIONS_OF_ONE_KIND = {
    "prompt": "CausalLM",
    "chat": "CausalLM",
    "end": "CausalLM",
    "src_lang": "Seq2SeqLM",
    "tgt_lang": "Seq2SeqLM",
    "source_prefix": "Seq2SeqLM",
    "zero_shot": "SequenceClassification",
    "hypothesis": "SequenceClassification",
}
_HYPOTHESIS = "This text is {label}."
_RELATIVE = ("t5", "mt5", "umt5", "longt5", "switch_transformers")
_Item = ScoringItem | TranslationItem | ClassificationSettings


@systems.register("hugging-face")
class HuggingFace:
    """`hugging-face:NAME_OR_DIR`: scores, translates or classifies with a model of transformers.

    An option of one kind of model is refused for a model of another kind, which would ignore it.
    """

    answers: ClassVar = (LogProb, Translate, Classify, Complete)
    opens_model: ClassVar = True
    options: ClassVar = (
        Option("src_lang", TEXT, None, "encoder–decoders: source language in the model's own codes"),
        Option("tgt_lang", TEXT, None, "encoder–decoders: target language in the model's own codes"),
        Option("source_prefix", TEXT, "", "encoder–decoders: text before every source, such as T5's task"),
        Option("prompt", TEXT, None, "decoder-only models: 'English: {source}%0AGerman:', a shipped prompt, or a file"),
        Option("chat", TRUTH, None, "decoder-only models: put the prompt through the model's chat template (false)"),
        Option("end", TEXT, None, "decoder-only models: what closes a target (the model's end-of-text token)"),
        Option("zero_shot", TRUTH, None, "classifiers: an inference model says whether a text entails a label (false)"),
        Option("hypothesis", TEXT, None, f"zero-shot classifiers: template with {{label}} ({_HYPOTHESIS})"),
        Option("dtype", CHOICE, "float32", "precision; all but float32 move log-probabilities", choices=DTYPES),
        *DECODING,
        Option("max_positions", WHOLE, None, "longest text in tokens (what the model's config.json says)", minimum=1),
        Option("revision", TEXT, None, "branch, tag or commit of a model on the hub"),
        *segment_context.OPTIONS,
        *TORCH,
    )

    def __init__(self, argument: str, options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the system backend 'hugging-face'")
        require_packages("hugging-face")
        self._source = model_source(argument, revision=self.chosen["revision"], trust=self.chosen["trust"])
        self._dtype: str = self.chosen["dtype"]
        self._decoding = Decoding(self.chosen["beam_size"], self.chosen["max_length"])
        self._context = segment_context.segment_context(self.chosen)
        self._languages = ("", "")
        given: str | None = self.chosen["prompt"]
        self._template = None if given is None or "{source}" in given else find_prompt(given)
        if self.chosen["chat"] and self._template is None:
            raise UsageError("chat=true needs a prompt with messages: a shipped one (prompt=translate) or a file.")
        self._refuse_options_of_other_kinds()

    def speaking(self, source: str, target: str) -> HuggingFace:
        """The same model, told the languages of a suite, which a prompt may name."""
        if self._template is None:
            return self
        told = copy.copy(self)
        told.__dict__.pop("_prompt_text", None)
        told._languages = (source, target)
        return told

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Answer the queries in order, in batches of like length."""
        plan: BatchPlan[_Item] = BatchPlan(self._prepare, _cost, self._run, self.chosen["batch_tokens"])
        return answer_in_batches(queries, plan)

    @property
    def signature(self) -> dict[str, str]:
        """Versions and device; for zero-shot classification the template, whether given or not."""
        device = self.chosen["device"]
        template = {} if self._hypothesis is None else {"hypothesis": self._hypothesis}
        if self._template is not None:
            template |= {"prompt": self._template.signature, "languages": "-".join(self._languages)}
        return {
            "transformers": installed_version("transformers"),
            "torch": installed_version("torch"),
            "device": chosen_device(device) if device == "auto" else device,
            **template,
        }

    @property
    def fingerprint(self) -> str:
        """A digest of the model's files and every option; not known (no caching) for a hub model without a revision."""
        settings = answer_settings("hugging-face", self.chosen, self.signature)
        if self._source.folder is not None:
            return fingerprint(self._source.files(), settings)
        settings["model"] = self._source.name
        if self._source.revision is None:
            commit = getattr(self._config, "_commit_hash", None)
            if not commit:
                return ""
            settings["commit"] = commit
        return fingerprint([], settings)

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
        return model_of(self._source, self._kind, device=self.chosen["device"], dtype=self._dtype)

    @cached_property
    def _scorer(self) -> Any:
        return scorer_for(self._model, self.chosen["engine"])

    @property
    def _hypothesis(self) -> str | None:
        """The template of zero-shot classification; None where labels are the model's own."""
        given: str | None = self.chosen["hypothesis"]
        return (_HYPOTHESIS if given is None else given) if self.chosen["zero_shot"] else None

    @cached_property
    def _classifier(self) -> Classifier:
        return Classifier(self._model, self._tokenizer, self._hypothesis)

    @cached_property
    def _sequence_text(self) -> SequenceText:
        languages = Languages(self.chosen["src_lang"], self.chosen["tgt_lang"])
        return SequenceText(self._tokenizer, self._config, languages, self.chosen["source_prefix"])

    @cached_property
    def _prompt_text(self) -> PromptText:
        if self._template is None:
            return PromptText(self._tokenizer, self.chosen["prompt"], self.chosen["end"])
        chat = self._chat if self.chosen["chat"] else None
        return TemplateText(self._tokenizer, self._template, self._languages, self.chosen["end"], chat)

    @cached_property
    def _chat(self) -> ChatText:
        return ChatText(self._tokenizer, self._source.name)

    @cached_property
    def _max_positions(self) -> int:
        given: int | None = self.chosen["max_positions"]
        if given is not None:
            return given
        if self._config.model_type in _RELATIVE:
            return 2**31  # relative positions have no end
        found = [getattr(self._config, key, None) for key in ("max_position_embeddings", "n_positions", "max_seq_len")]
        return min((int(limit) for limit in found if limit), default=2**31)

    def _refuse_options_of_other_kinds(self) -> None:
        """An option that the model could only ignore would be taken for one that had its effect."""
        for option in sorted(self.chosen.given):
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
        elif isinstance(query, Complete) and self._kind == "CausalLM":
            item = self._conversation(query)
        else:
            raise CapabilityError(
                f"'{self._source.name}' is a model for {self._kind}; it cannot answer a '{type(query).__name__}' question."
            )
        return self._checked(item)

    def _checked(self, item: _Item) -> _Item | Unanswered:
        rows = item.rows if isinstance(item, ClassificationSettings) else (item.source,)
        fed = max((len(row) for row in item.sequences), default=1) - 1 if isinstance(item, ScoringItem) else 0
        longest = max(fed, *(len(row) for row in rows))
        if longest > self._max_positions:
            return Unanswered(f"the text is longer than the model's {self._max_positions} positions")
        return item

    def _sequences(self, query: LogProb | Translate) -> ScoringItem | TranslationItem:
        text = self._sequence_text
        source = text.source(self._context.source(query))
        if isinstance(query, Translate):
            return TranslationItem(source, text.unknown(source))
        targets = tuple(text.target(target) for target in self._context.targets(query))
        unknown = text.unknown(source) + sum(text.unknown(target) for target in targets)
        return ScoringItem(source, targets, text.unscored, unknown)

    def _prompted(self, query: LogProb | Translate) -> ScoringItem | TranslationItem:
        text = self._prompt_text
        source: Any = self._context.source(query) if self._template is None else self._with_context(query)
        if isinstance(query, Translate):
            prompt = text.prompt(source)
            return TranslationItem(prompt, text.unknown(prompt))
        targets = self._context.targets(query) if self._template is None else query.targets
        sequences, unscored = text.sequences(source, targets)
        return ScoringItem((), sequences, unscored, sum(map(text.unknown, sequences)))

    def _with_context(self, query: LogProb | Translate) -> LogProb | Translate:
        """A query with as much context as the prompt is to be given."""
        kept = self.chosen["context"]
        if isinstance(query, Translate):
            return replace(query, context=query.context[-kept:] if kept else ())
        before = query.source_context[-kept:] if kept else ()
        return replace(query, source_context=before, target_context=query.target_context[-kept:] if kept else ())

    def _conversation(self, query: Complete) -> ConversationItem:
        if query.draw:
            raise UsageError(
                "hugging-face gives the likeliest text, so that several draws are all the same. Leave draws out."
            )
        return ConversationItem(self._chat.prompt(query.messages))

    def _run(self, batch: Sequence[_Item]) -> list[Answer]:
        scorings = [item for item in batch if isinstance(item, ScoringItem)]
        if scorings:
            values = self._scorer(scorings)
            return [LogProbs(v, item.lengths(), item.unknown) for item, v in zip(scorings, values, strict=True)]
        sources = [item for item in batch if isinstance(item, TranslationItem)]
        if sources:
            return self._translations(sources)
        return list(self._classifier([item for item in batch if isinstance(item, ClassificationSettings)]))

    def _translations(self, items: Sequence[TranslationItem]) -> list[Answer]:
        rows = [item.source for item in items]
        if isinstance(items[0], ConversationItem):
            made = continued(self._model, rows, self._decoding)
            return [Completion(self._chat.answer(ids), self._is_cut(ids)) for ids in made]
        if self._kind == "CausalLM":
            texts = [self._prompt_text.answer(ids) for ids in continued(self._model, rows, self._decoding)]
        else:
            forced = self._sequence_text.forced
            texts = [self._sequence_text.text(ids) for ids in translated(self._model, rows, self._decoding, forced)]
        own = map(self._context.own_part, texts)
        return [Translation(text, unknown=item.unknown) for item, text in zip(items, own, strict=True)]

    def _is_cut(self, ids: Sequence[int]) -> bool:
        """Whether a text was stopped at its greatest length."""
        return len(ids) >= self._decoding.max_length and self._tokenizer.eos_token_id not in ids


def _cost(item: _Item) -> int:
    if isinstance(item, ClassificationSettings):
        return sum(map(len, item.rows))
    return len(item.tree) if isinstance(item, ScoringItem) else 3 * len(item.source)
