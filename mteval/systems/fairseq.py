"""fairseq checkpoints, read without fairseq where the architecture is known, or through the library."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from mteval.analysis import segment_context
from mteval.analysis.batching import Plan, answer_in_batches
from mteval.analysis.fairseq_checkpoint import Checkpoint, checkpoint_path, read_checkpoint
from mteval.analysis.fairseq_library import LibraryModel
from mteval.analysis.fairseq_mapping import mapped_model, max_positions
from mteval.analysis.fairseq_text import END, UNKNOWN, Dictionary, dictionary_path, read_dictionary
from mteval.analysis.model_files import fingerprint, first_present, model_folder
from mteval.analysis.neural_scoring.generation import Decoding, translated
from mteval.analysis.neural_scoring.items import Scoring, Translating
from mteval.analysis.neural_scoring.scorers import scorer_for
from mteval.analysis.package_versions import installed_version
from mteval.analysis.segmenters import CODE_FILES, SENTENCEPIECE_FILES, CodePieces, Segmenter, chosen_segmenters
from mteval.analysis.transformers_loading import chosen_device, require_packages
from mteval.core.errors import CapabilityError, DataError
from mteval.core.options import choice, refuse_unknown, truth, whole_number
from mteval.core.protocols import Options
from mteval.core.queries import Answer, LogProb, LogProbs, Query, Translate, Translation, Unanswered
from mteval.core.registry import systems
from mteval.core.results import Finding

_OPTIONS = (
    "checkpoint", "src_lang", "tgt_lang", "tokenizer", "library", "trust", "device", "batch_tokens", "beam_size", "max_length",
    "engine", *segment_context.OPTIONS,
)  # fmt: skip


@systems.register("fairseq")
class Fairseq:
    """`fairseq:DIR`: a transformer checkpoint with dict.LANGUAGE.txt and SentencePiece or byte-pair codes next to it.

    Options: checkpoint (a file in DIR), src_lang and tgt_lang (as in the dictionaries' names; else as the checkpoint says),
    tokenizer (a file, or none), library (none: read without fairseq; fairseq: through the library), trust (allow
    unpickling), device, batch_tokens, beam_size, max_length, engine (auto, plain), context and separator.
    """

    answers = (LogProb, Translate)
    deterministic = True

    def __init__(self, argument: str, options: Options) -> None:
        refuse_unknown(options, _OPTIONS, "fairseq")
        require_packages("fairseq")
        self._options = options
        self._folder = model_folder(argument, "fairseq")
        self._path = checkpoint_path(self._folder, options.get("checkpoint"))
        self._library = choice(options.get("library", "none"), ("none", "fairseq"), "library") == "fairseq"
        self._trust = truth(options.get("trust", "false"), "trust")
        self._device = options.get("device", "auto")
        self._engine = choice(options.get("engine", "auto"), ("auto", "plain"), "engine")
        self._batch_tokens = whole_number(options.get("batch_tokens", "4096"), "batch_tokens", minimum=1)
        self._decoding = Decoding(
            whole_number(options.get("beam_size", "5"), "beam_size", minimum=1),
            whole_number(options.get("max_length", "256"), "max_length", minimum=1),
        )
        self._context = segment_context.segment_context(options)

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Answer the queries in order, in batches of like length."""
        plan: Plan[Scoring | Translating] = Plan(self._prepare, _cost, self._run, self._batch_tokens)
        return answer_in_batches(queries, plan)

    @property
    def signature(self) -> dict[str, str]:
        """Versions, device and options."""
        given = {key: value for key, value in self._options.items() if key not in ("batch_tokens", "device", "trust")}
        reader = (
            {"fairseq": installed_version("fairseq-fixed")}
            if self._library
            else {"transformers": installed_version("transformers")}
        )
        return {
            **reader,
            "torch": installed_version("torch"),
            "device": "cpu" if self._library else chosen_device(self._device),
            "dtype": "float32",
            "checkpoint": self._path.name,
            "beam_size": str(self._decoding.beam_size),
            "max_length": str(self._decoding.max_length),
            "context": str(self._context.sentences),
            **given,
        }

    @property
    def fingerprint(self) -> str:
        """A digest of the checkpoint, the dictionaries, the segmenter and every option."""
        patterns = ("dict*.txt", *SENTENCEPIECE_FILES, *CODE_FILES, "tokenizer.json")
        files = {path for pattern in patterns for path in self._folder.glob(pattern) if path.is_file()}
        return fingerprint([self._path, *sorted(files)], {"backend": "fairseq", **self.signature})

    def findings(self) -> Iterable[Finding]:
        """Nothing beyond what the answers say."""
        return ()

    @cached_property
    def _checkpoint(self) -> Checkpoint:
        return read_checkpoint(self._path, trust=self._trust)

    @cached_property
    def _languages(self) -> tuple[str | None, str | None]:
        source = self._options.get("src_lang") or self._checkpoint.setting("source_lang")
        return source, self._options.get("tgt_lang") or self._checkpoint.setting("target_lang")

    @cached_property
    def _dictionaries(self) -> tuple[Dictionary, Dictionary]:
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
    def _segmenters(self) -> tuple[Segmenter, Segmenter]:
        option = self._options.get("tokenizer")
        codes = first_present(self._folder, CODE_FILES)
        if option is None and codes and not first_present(self._folder, (*SENTENCEPIECE_FILES, "tokenizer.json")):
            source, target = (CodePieces(codes, language or "en") for language in self._languages)
            return source, target
        return chosen_segmenters(self._folder, option, "fairseq")

    @cached_property
    def _model(self) -> Any:
        if self._library:
            return LibraryModel(self._path, self._folder, self._languages, trust=self._trust)
        return mapped_model(self._checkpoint).to(chosen_device(self._device))

    @cached_property
    def _scorer(self) -> Any:
        return self._model if self._library else scorer_for(self._model, self._engine)

    def _prepare(self, query: Query) -> Scoring | Translating | Unanswered:
        if not isinstance(query, LogProb | Translate):
            raise CapabilityError(f"fairseq scores and translates; it cannot answer '{type(query).__name__}'.")
        most_source, most_target = max_positions(self._checkpoint)
        source = self._dictionaries[0].encode(self._segmenters[0].pieces(self._context.source(query)))
        if len(source) > most_source:
            return Unanswered(f"the source is longer than the model's {most_source} positions")
        if isinstance(query, Translate):
            return Translating(source, source.count(UNKNOWN))
        pieces = [self._segmenters[1].pieces(target) for target in self._context.targets(query)]
        targets = tuple((END, *self._dictionaries[1].encode(target)) for target in pieces)
        if any(len(target) - 1 > most_target for target in targets):
            return Unanswered(f"a target is longer than the model's {most_target} positions")
        return Scoring(source, targets, 1, sum(ids.count(UNKNOWN) for ids in (source, *targets)))

    def _run(self, batch: Sequence[Scoring | Translating]) -> list[Answer]:
        scorings = [item for item in batch if isinstance(item, Scoring)]
        if scorings:
            values = self._scorer(scorings)
            return [LogProbs(v, item.lengths(), item.unknown) for item, v in zip(scorings, values, strict=True)]
        items = [item for item in batch if isinstance(item, Translating)]
        rows = [item.source for item in items]
        found = (
            self._model.translated(rows, self._decoding)
            if self._library
            else translated(self._model, rows, self._decoding)
        )
        texts = [self._segmenters[1].text(self._dictionaries[1].decode(ids)) for ids in found]
        own = map(self._context.own_part, texts)
        return [Translation(text, unknown=item.unknown) for item, text in zip(items, own, strict=True)]


def _cost(item: Scoring | Translating) -> int:
    return len(item.tree) if isinstance(item, Scoring) else 3 * len(item.source)
