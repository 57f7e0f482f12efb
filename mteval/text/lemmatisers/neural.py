"""Lemmas from stanza: a folder of its models, or one lemmatiser file (`lemma.pt`) used without tags."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from mteval.core.errors import DataError, MissingDependencyError, UsageError
from mteval.text.lemmatisers import Lemmatiser, Sentences


@dataclass(frozen=True, slots=True)
class StanzaLemmatiser:
    """Runs tokenized sentences through a stanza pipeline in one batch."""

    pipeline: Any

    def lemmatise(self, sentences: Sentences) -> list[list[str]]:
        """The lemma of each token; empty sentences, which stanza cannot take, stay empty."""
        full = [list(tokens) for tokens in sentences if tokens]
        if not full:
            return [[] for _ in sentences]
        document = self.pipeline(full)
        lemmas = iter([[word.lemma or word.text for word in one.words] for one in document.sentences])
        return [next(lemmas) if tokens else [] for tokens in sentences]


def load(language: str, model: str = "") -> Lemmatiser:
    """A pipeline for pretokenized text; nothing is downloaded."""
    try:
        from stanza.pipeline.core import PipelineRequirementsException
    except ImportError:
        raise MissingDependencyError("lemmatiser=stanza", "stanza", "pip install 'mteval-suites[stanza]'") from None
    if not model:
        raise UsageError(
            f"lemmatiser=stanza needs the model for '{language}': lemma_model=FOLDER or lemma_model=lemma.pt."
        )
    path = Path(model)
    if not path.exists():
        raise DataError(
            path, "no such file or folder. Give stanza's models as lemma_model=FOLDER or lemma_model=lemma.pt."
        )
    try:
        return StanzaLemmatiser(_folder(path, language) if path.is_dir() else _single_file(path, language))
    except (OSError, KeyError, ValueError, RuntimeError, UnpicklingError, PipelineRequirementsException) as error:
        reason = str(error).strip().split("\n", 1)[0]
        raise DataError(path, f"stanza cannot load it for '{language}': {reason}") from None


def _pipeline(language: str, processors: str, options: Mapping[str, Any]) -> Any:
    import stanza

    return stanza.Pipeline(
        lang=language,
        processors=processors,
        download_method=None,
        tokenize_pretokenized=True,
        use_gpu=False,
        logging_level="FATAL",
        **options,
    )


def _folder(path: Path, language: str) -> Any:
    return _pipeline(language, "tokenize,pos,lemma", {"dir": str(path)})


def _single_file(path: Path, language: str) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        # stanza insists on a resources file even where every model is named.
        stub = {language: {"lang_name": language, "packages": {}, "default_processors": {}}}
        (Path(folder) / "resources.json").write_text(json.dumps(stub), encoding="utf-8")
        options = {"lemma_model_path": str(path), "lemma_pos": False, "package": None, "dir": folder}
        return _pipeline(language, "tokenize,lemma", options)
