"""What a CTranslate2 model directory says of itself: vocabularies, configuration, and the type its weights are stored in."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from mteval.core.errors import DataError
from mteval.models.model_files import first_present, require

# ctranslate2::DataType in the order of its enumeration.
TYPES = ("float32", "int8", "int16", "int32", "float16", "bfloat16")
SOURCE_EMBEDDINGS = ("encoder/embeddings/weight", "encoder/embeddings_0/weight")
TARGET_EMBEDDINGS = ("decoder/embeddings/weight", "decoder/projection/weight")
SHARED = ("shared_vocabulary.json", "shared_vocabulary.txt")
_BACKEND = "ctranslate2"


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """The files of one model and what they say."""

    folder: Path
    files: tuple[Path, ...]
    source_vocabulary: frozenset[str]
    target_vocabulary: frozenset[str]
    config: dict[str, Any]


def read_model_folder(folder: Path) -> ModelFolder:
    """Read the small files of a model; say which one is missing."""
    weights = require(folder, ["model.bin"], "the weights of a CTranslate2 model", _BACKEND)
    config = first_present(folder, ["config.json"])
    shared = first_present(folder, SHARED)
    purpose = "the vocabulary of a CTranslate2 model"
    source = shared or require(folder, [*SHARED, "source_vocabulary.json", "source_vocabulary.txt"], purpose, _BACKEND)
    target = shared or require(folder, ["target_vocabulary.json", "target_vocabulary.txt"], purpose, _BACKEND)
    settings = _read_json(config) if config else {}
    if not isinstance(settings, dict):
        raise DataError(folder / "config.json", "an object of settings was expected")
    files = tuple(dict.fromkeys(path for path in (weights, config, source, target) if path))
    _require_fitting(weights, source, target)
    return ModelFolder(folder, files, read_vocabulary(source), read_vocabulary(target), settings)


def read_vocabulary(path: Path) -> frozenset[str]:
    """The tokens of a vocabulary file, JSON or one a line."""
    return frozenset(_tokens(path))


def _tokens(path: Path) -> list[str]:
    if path.suffix == ".json":
        tokens = _read_json(path)
        if not isinstance(tokens, list):
            raise DataError(path, "a list of tokens was expected")
        return list(map(str, tokens))
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def _require_fitting(weights: Path, source: Path, target: Path) -> None:
    """Refuse a vocabulary that has not one token for each row of the model's embeddings: CTranslate2 would read past them.

    Weights that encoder and decoder share are stored once, under one of the names.
    """
    rows = {name: shape[0] for name, shape, _ in _variables(weights) if shape}
    encoder = [rows[name] for name in SOURCE_EMBEDDINGS if name in rows]
    decoder = [rows[name] for name in TARGET_EMBEDDINGS if name in rows]
    for path, sizes in ((source, encoder or decoder), (target, decoder or encoder)):
        count = len(_tokens(path)) if sizes else 0
        if sizes and {count} != set(sizes):
            raise DataError(
                path,
                f"has {count} tokens, but the model beside it {sizes[0]}. Take both from one conversion of the model.",
            )


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise DataError(path, f"this is not JSON: {error}") from None


def stored_type(weights: Path) -> str:
    """The least precise type among a model's matrices: what the converter's --quantization made of them."""
    found = {kind for _, shape, kind in _variables(weights) if len(shape) > 1}
    for kind in ("int8", "int16", "bfloat16", "float16"):
        if kind in found:
            return kind
    return "float32"


def positions(weights: Path) -> int | None:
    """How many positions the model has encodings for, or None where it computes them as it goes."""
    tables = [shape[0] for name, shape, _ in _variables(weights) if name.endswith("position_encodings/encodings")]
    return min(tables, default=None)


def _variables(weights: Path) -> Iterator[tuple[str, tuple[int, ...], str]]:
    with weights.open("rb") as file:
        try:
            _number(file, "I")
            _text(file)
            _number(file, "I")
            for _ in range(_number(file, "I")):
                yield _variable(file)
        except (struct.error, IndexError, UnicodeDecodeError):
            raise DataError(
                weights, "this is not the weights file of a CTranslate2 model, or it is cut short"
            ) from None


def _variable(file: BinaryIO) -> tuple[str, tuple[int, ...], str]:
    name = _text(file)
    shape = tuple(_number(file, "I") for _ in range(_number(file, "B")))
    kind = TYPES[_number(file, "B")]
    file.seek(_number(file, "I"), 1)
    return name, shape, kind


def _number(file: BinaryIO, code: str) -> int:
    size = struct.calcsize(code)
    return int(struct.unpack("<" + code, file.read(size))[0])


def _text(file: BinaryIO) -> str:
    return file.read(_number(file, "H")).rstrip(b"\0").decode()
