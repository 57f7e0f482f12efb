"""fairseq checkpoints, read without fairseq where the architecture is known, or through the library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from mteval.core.errors import CapabilityError, DataError
from mteval.core.options import CHOICE, TEXT, Option, read_options
from mteval.core.protocols import Options
from mteval.core.queries import Answer, LogProb, LogProbs, Query, Translate, Translation, Unanswered
from mteval.core.registry import systems
from mteval.core.results import Finding
from mteval.core.version import installed_version
from mteval.models import segment_context
from mteval.models.batching import BatchPlan, answer_in_batches
from mteval.models.model_files import first_present, model_folder
from mteval.models.scoring.generation import Decoding, translated
from mteval.models.scoring.items import ScoringItem, TranslationItem
from mteval.models.scoring.scorers import scorer_for
from mteval.models.segmenters import (
    CODE_FILES,
    SENTENCEPIECE_FILES,
    CodePieces,
    Segmenter,
    segmenters_from,
    tokenizer_files,
    tokenizer_signature,
)
from mteval.models.transformers_loading import chosen_device, require_packages
from mteval.storage.digests import fingerprint
from mteval.systems._fairseq.checkpoint import Checkpoint, checkpoint_path, read_checkpoint
from mteval.systems._fairseq.library import LibraryModel
from mteval.systems._fairseq.mapping import mapped_model, max_positions
from mteval.systems._fairseq.text import END, UNKNOWN, FairseqDictionary, dictionary_path, read_dictionary
from mteval.systems._model_options import DECODING, TOKENIZER, TORCH, answer_settings


@systems.register("fairseq")
class Fairseq:
    """`fairseq:DIR`: a transformer checkpoint with dict.LANGUAGE.txt and SentencePiece or byte-pair codes next to it."""

    answers: ClassVar = (LogProb, Translate)
    opens_model: ClassVar = True
    options: ClassVar = (
        Option("checkpoint", TEXT, None, "file in DIR (model.pt, checkpoint_best.pt, …)"),
        Option("src_lang", TEXT, None, "source language, as in the dictionary's name (what the checkpoint says)"),
        Option("tgt_lang", TEXT, None, "target language, as in the dictionary's name (what the checkpoint says)"),
        Option("library", CHOICE, "none", "fairseq: open it with that library", choices=("none", "fairseq")),
        TOKENIZER,
        *DECODING,
        *segment_context.OPTIONS,
        *TORCH,
    )

    def __init__(self, argument: str, options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the system backend 'fairseq'")
        require_packages("fairseq")
        self._folder = model_folder(argument, "fairseq")
        self._path = checkpoint_path(self._folder, self.chosen["checkpoint"])
        self._library = self.chosen["library"] == "fairseq"
        self._decoding = Decoding(self.chosen["beam_size"], self.chosen["max_length"])
        self._context = segment_context.segment_context(self.chosen)

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Answer the queries in order, in batches of like length."""
        plan: BatchPlan[ScoringItem | TranslationItem] = BatchPlan(
            self._prepare, _cost, self._run, self.chosen["batch_tokens"]
        )
        return answer_in_batches(queries, plan)

    @property
    def signature(self) -> dict[str, str]:
        """Versions, device, precision, and which files of the directory were taken."""
        reader = (
            {"fairseq": installed_version("fairseq-fixed")}
            if self._library
            else {"transformers": installed_version("transformers")}
        )
        return {
            **reader,
            "torch": installed_version("torch"),
            "device": "cpu" if self._library else chosen_device(self.chosen["device"]),
            "dtype": "float32",
            "checkpoint": self._path.name,
            "tokenizer": tokenizer_signature(self._tokenizer),
        }

    @property
    def fingerprint(self) -> str:
        """A digest of the checkpoint, the dictionaries, the tokenizer and every option that moves an answer."""
        dictionaries = sorted(path for path in self._folder.glob("dict*.txt") if path.is_file())
        settings = answer_settings("fairseq", self.chosen, self.signature)
        return fingerprint([self._path, *dictionaries, *self._tokenizer], settings)

    def findings(self) -> Iterable[Finding]:
        """Nothing beyond what the answers say."""
        return ()

    @cached_property
    def _checkpoint(self) -> Checkpoint:
        return read_checkpoint(self._path, trust=self.chosen["trust"])

    @cached_property
    def _languages(self) -> tuple[str | None, str | None]:
        source = self.chosen["src_lang"] or self._checkpoint.setting("source_lang")
        return source, self.chosen["tgt_lang"] or self._checkpoint.setting("target_lang")

    @cached_property
    def _dictionaries(self) -> tuple[FairseqDictionary, FairseqDictionary]:
        source, target = (
            read_dictionary(dictionary_path(self._folder, language, which, option))
            for language, which, option in zip(
                self._languages, ("source", "target"), ("src_lang", "tgt_lang"), strict=True
            )
        )
        for dictionary, side in ((source, "encoder"), (target, "decoder")):
            weight = self._checkpoint.weights.get(f"{side}.embed_tokens.weight")
            if weight is not None and weight.shape[0] != len(dictionary.pieces):
                problem = (
                    f"{len(dictionary.pieces)} entries (with 4 special ones), but the {side} of {self._path.name} has "
                )
                raise DataError(dictionary.path, f"{problem}{weight.shape[0]}: they do not belong together")
        return source, target

    @cached_property
    def _codes(self) -> Path | None:
        """Byte-pair codes, which count where no tokenizer is named and no other lies next to the checkpoint."""
        if self.chosen["tokenizer"] is not None or first_present(
            self._folder, (*SENTENCEPIECE_FILES, "tokenizer.json")
        ):
            return None
        return first_present(self._folder, CODE_FILES)

    @cached_property
    def _tokenizer(self) -> tuple[Path, ...]:
        return (self._codes,) if self._codes else tokenizer_files(self._folder, self.chosen["tokenizer"], "fairseq")

    @cached_property
    def _segmenters(self) -> tuple[Segmenter, Segmenter]:
        if self._codes is None:
            return segmenters_from(self._tokenizer)
        source, target = (CodePieces(self._codes, language or "en") for language in self._languages)
        return source, target

    @cached_property
    def _model(self) -> Any:
        if self._library:
            return LibraryModel(self._path, self._folder, self._languages, trust=self.chosen["trust"])
        return mapped_model(self._checkpoint).to(chosen_device(self.chosen["device"]))

    @cached_property
    def _scorer(self) -> Any:
        return self._model if self._library else scorer_for(self._model, self.chosen["engine"])

    def _prepare(self, query: Query) -> ScoringItem | TranslationItem | Unanswered:
        if not isinstance(query, LogProb | Translate):
            raise CapabilityError(f"fairseq scores and translates; it cannot answer '{type(query).__name__}'.")
        most_source, most_target = max_positions(self._checkpoint)
        source = self._dictionaries[0].encode(self._segmenters[0].pieces(self._context.source(query)))
        if len(source) > most_source:
            return Unanswered(f"the source is longer than the model's {most_source} positions")
        if isinstance(query, Translate):
            return TranslationItem(source, source.count(UNKNOWN))
        pieces = [self._segmenters[1].pieces(target) for target in self._context.targets(query)]
        targets = tuple((END, *self._dictionaries[1].encode(target)) for target in pieces)
        if any(len(target) - 1 > most_target for target in targets):
            return Unanswered(f"a target is longer than the model's {most_target} positions")
        return ScoringItem(source, targets, 1, sum(ids.count(UNKNOWN) for ids in (source, *targets)))

    def _run(self, batch: Sequence[ScoringItem | TranslationItem]) -> list[Answer]:
        scorings = [item for item in batch if isinstance(item, ScoringItem)]
        if scorings:
            values = self._scorer(scorings)
            return [LogProbs(v, item.lengths(), item.unknown) for item, v in zip(scorings, values, strict=True)]
        items = [item for item in batch if isinstance(item, TranslationItem)]
        rows = [item.source for item in items]
        found = (
            self._model.translated(rows, self._decoding)
            if self._library
            else translated(self._model, rows, self._decoding)
        )
        texts = [self._segmenters[1].text(self._dictionaries[1].decode(ids)) for ids in found]
        own = map(self._context.own_part, texts)
        return [Translation(text, unknown=item.unknown) for item, text in zip(items, own, strict=True)]


def _cost(item: ScoringItem | TranslationItem) -> int:
    return len(item.tree) if isinstance(item, ScoringItem) else 3 * len(item.source)
