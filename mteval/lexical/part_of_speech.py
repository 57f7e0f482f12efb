"""The part of speech of a dictionary's pairs, and its composition."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from mteval.core.errors import DataError, MissingDependencyError, UsageError
from mteval.core.records import DictionaryPair
from mteval.lexical import english as english_words
from mteval.lexical.knowledge import SideKnowledge
from mteval.lexical.proper_nouns import INVALID, PROPER_NOUN, PairClassification

UNKNOWN = "unknown"
PARTS = ("noun", "proper-noun", "verb", "adjective", "other", "invalid", UNKNOWN)
UNIVERSAL = {
    "NOUN": "noun",
    "PROPN": "proper-noun",
    "VERB": "verb",
    "AUX": "verb",
    "ADJ": "adjective",
    "ADV": "adjective",
}
Tag = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Share:
    """One part of speech: how many pairs have it, and how many source words have a pair that does."""

    part: str
    pairs: int
    sources: int
    pair_share: float
    source_share: float


def part_of_speech(
    pair: DictionaryPair, found: PairClassification, source: SideKnowledge, target: SideKnowledge
) -> str:
    """The part of speech of a pair: its annotation, what the rule says, the English word's, or a tagger's."""
    if pair.tags.get("pos"):
        return pair.tags["pos"][0]
    if found.label in (PROPER_NOUN, INVALID):
        return found.label
    for word, side in ((pair.source.lower(), source), (pair.target.lower(), target)):
        part = _of_word(word, side)
        if part is not None and part != "proper-noun":
            return part
    return UNKNOWN


def _of_word(word: str, side: SideKnowledge) -> str | None:
    """The part of speech of one word, where something is known of its language."""
    if side.tag is not None:
        return UNIVERSAL.get(side.tag(word), "other")
    return english_words.part_of_speech(word) if side.english else None


def composition(pairs: Sequence[DictionaryPair], parts: Sequence[str]) -> tuple[Share, ...]:
    """Shares by pair, and by source word: each source counts once, split evenly over the parts of speech of its pairs."""
    by_source: dict[str, list[str]] = {}
    for pair, part in zip(pairs, parts, strict=True):
        by_source.setdefault(pair.source, []).append(part)
    of_pairs = Counter(parts)
    touched = Counter(part for found in by_source.values() for part in set(found))
    weight = dict.fromkeys(PARTS, 0.0)
    for found in by_source.values():
        for part in set(found):
            weight[part] += 1 / len(set(found))
    return tuple(
        Share(part, of_pairs[part], touched[part], of_pairs[part] / len(pairs), weight[part] / len(by_source))
        for part in PARTS
        if of_pairs[part]
    )


def open_tagger(text: str) -> Tag:
    """A tagger from `udpipe:FILE`, `stanza:LANGUAGE` or `stanza:FILE.pt`: lower-cased word → Universal part of speech."""
    name, colon, model = text.partition(":")
    if name == "udpipe" and colon:
        return _udpipe(model)
    if name == "stanza" and colon:
        return _stanza(model)
    raise UsageError(f"'{text}' is no tagger. Write udpipe:FILE.udpipe, stanza:LANGUAGE or stanza:FILE.pt.")


def _udpipe(path: str) -> Tag:
    try:
        from ufal.udpipe import Model, ProcessingError, Sentence
    except ImportError:
        remedy = "Install it with: pip install 'mteval-suites[udpipe]'"
        raise MissingDependencyError("--tagger udpipe", "ufal.udpipe", remedy) from None
    if not Path(path).is_file():
        raise DataError(path, "no such file. Give a UDPipe 1 model.")
    model = Model.load(path)
    if model is None:
        raise DataError(path, "is not a UDPipe 1 model.")

    def tag(word: str) -> str:
        sentence = Sentence()
        sentence.addWord(word)
        model.tag(sentence, model.DEFAULT, ProcessingError())
        return str(sentence.words[1].upostag)

    return tag


def _stanza(model: str) -> Tag:
    """A language whose models stanza has, or the file of one tagger that needs no other model."""
    try:
        import stanza
        from stanza.pipeline.core import PipelineRequirementsException
    except ImportError:
        remedy = "Install it with: pip install 'mteval-suites[stanza]'"
        raise MissingDependencyError("--tagger stanza", "stanza", remedy) from None
    path = Path(model)
    is_file = path.suffix == ".pt"
    if is_file and not path.is_file():
        raise DataError(path, "no such file. Give a stanza tagger, or a language whose models stanza has.")
    options = {"tokenize_pretokenized": True, "download_method": None, "use_gpu": False, "logging_level": "FATAL"}
    with tempfile.TemporaryDirectory() as folder:
        if is_file:
            options |= _single_file(path, Path(folder))
        try:
            pipeline: Any = stanza.Pipeline("xx" if is_file else model, processors="tokenize,pos", **options)
        except (*_STANZA_ERRORS, PipelineRequirementsException) as error:
            # What torch says of a file that holds no weights is advice to unpickle it, which nobody should follow.
            unsafe = isinstance(error, (UnpicklingError, EOFError))
            reason = "it holds no weights" if unsafe else str(error).strip().split("\n", 1)[0]
            remedy = (
                "Is it a whole tagger, trained without other models?" if is_file else "Fetch them: stanza.download."
            )
            raise UsageError(f"stanza cannot open a tagger for '{model}' ({reason}). {remedy}") from None
    return lambda word: str(pipeline([[word]]).sentences[0].words[0].upos)


_STANZA_ERRORS = (OSError, KeyError, ValueError, RuntimeError, UnpicklingError, EOFError)


def _single_file(path: Path, folder: Path) -> dict[str, Any]:
    """Options that load one tagger and look for nothing else."""
    # stanza insists on a resources file even where every model is named.
    stub = {"xx": {"lang_name": "xx", "packages": {}, "default_processors": {}}}
    (folder / "resources.json").write_text(json.dumps(stub), encoding="utf-8")
    return {"pos_model_path": str(path), "package": None, "dir": str(folder)}
