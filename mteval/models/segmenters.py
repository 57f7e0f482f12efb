"""Text to subword pieces and back, with the tokenizer that lies next to a model: SentencePiece, tokenizer.json or BPE codes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from mteval.core.errors import DataError, MissingDependencyError
from mteval.storage.digests import signed_file

SENTENCEPIECE_FILES = ("sentencepiece*.model", "spm*.model", "*.spm", "*.model")
CODE_FILES = ("bpecodes", "bpe.codes", "codes", "code", "*.codes", "bpe.*")


class Segmenter(Protocol):
    """Cuts text into pieces as the model was trained on them."""

    def pieces(self, text: str) -> list[str]:
        """The pieces of a text, without special tokens."""
        ...

    def text(self, pieces: Sequence[str]) -> str:
        """The text that pieces stand for."""
        ...


class SpacedPieces:
    """Text that is already cut into pieces with spaces between them."""

    def pieces(self, text: str) -> list[str]:
        """The pieces of a text."""
        return text.split()

    def text(self, pieces: Sequence[str]) -> str:
        """The pieces with spaces between them."""
        return " ".join(pieces)


class SentencePieces:
    """A SentencePiece model."""

    def __init__(self, path: Path) -> None:
        import sentencepiece

        try:
            self._processor: Any = sentencepiece.SentencePieceProcessor(model_file=str(path))
        except (RuntimeError, OSError):
            raise DataError(path, "this is not a SentencePiece model") from None

    def pieces(self, text: str) -> list[str]:
        """The pieces of a text."""
        return list(self._processor.encode(text, out_type=str))

    def text(self, pieces: Sequence[str]) -> str:
        """The text that pieces stand for."""
        return str(self._processor.decode(list(pieces)))


class TokenizerFile:
    """A tokenizer.json, as Hugging Face's tokenizers library writes it."""

    def __init__(self, path: Path) -> None:
        try:
            import tokenizers
        except ImportError:
            raise MissingDependencyError(
                f"Reading {path}", "the package tokenizers", "Run: pip install tokenizers"
            ) from None
        try:
            self._tokenizer: Any = tokenizers.Tokenizer.from_file(str(path))
        except Exception as error:  # noqa: BLE001  (the library raises a bare Exception)
            raise DataError(path, f"this is not a tokenizer.json: {error}") from None

    def pieces(self, text: str) -> list[str]:
        """The pieces of a text, without special tokens."""
        return list(self._tokenizer.encode(text, add_special_tokens=False).tokens)

    def text(self, pieces: Sequence[str]) -> str:
        """The text that pieces stand for."""
        ids = [self._tokenizer.token_to_id(piece) for piece in pieces]
        return str(self._tokenizer.decode([i for i in ids if i is not None]))


class CodePieces:
    """Byte-pair codes of subword-nmt or fastBPE over Moses tokens: `@@` marks a piece that another one follows."""

    def __init__(self, path: Path, language: str) -> None:
        import sacremoses

        self._ranks = _merge_ranks(path)
        self._tokenizer: Any = sacremoses.MosesTokenizer(language)
        self._detokenizer: Any = sacremoses.MosesDetokenizer(language)
        self._known: dict[str, list[str]] = {}

    def pieces(self, text: str) -> list[str]:
        """The pieces of a text, tokenized as fairseq's own models were."""
        tokens = self._tokenizer.tokenize(text, aggressive_dash_splits=True)
        return [piece for token in tokens for piece in self._word(token)]

    def text(self, pieces: Sequence[str]) -> str:
        """The text that pieces stand for."""
        return str(self._detokenizer.detokenize(" ".join(pieces).replace("@@ ", "").split()))

    def _word(self, word: str) -> list[str]:
        if word not in self._known:
            merged = _merged([*word[:-1], word[-1] + "</w>"], self._ranks)
            merged[-1] = merged[-1].removesuffix("</w>")
            self._known[word] = [piece + "@@" for piece in merged[:-1]] + [merged[-1]]
        return self._known[word]


def _merge_ranks(path: Path) -> dict[tuple[str, str], int]:
    lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    ranks: dict[tuple[str, str], int] = {}
    for number, line in enumerate(lines, start=1):
        if line.startswith("#version"):
            continue
        parts = line.split()
        if len(parts) not in (2, 3):  # fastBPE adds the frequency
            raise DataError(path, "two pieces to merge were expected", line=number)
        ranks.setdefault((parts[0], parts[1]), len(ranks))
    return ranks


def _merged(symbols: list[str], ranks: dict[tuple[str, str], int]) -> list[str]:
    while len(symbols) > 1:
        rank, best = min((ranks.get(pair, len(ranks)), pair) for pair in pairwise(symbols))
        if rank == len(ranks):
            break
        joined: list[str] = []
        for symbol in symbols:
            if joined and joined[-1] == best[0] and symbol == best[1]:
                joined[-1] += symbol
            else:
                joined.append(symbol)
        symbols = joined
    return symbols


def tokenizer_files(folder: Path, option: str | None, backend: str) -> tuple[Path, ...]:
    """The files of a tokenizer, one or one each for source and target: as `?tokenizer=` says, or next to the model.

    There are none for `?tokenizer=none`: the text is already cut into pieces.
    """
    if option is None:
        return _files_in(folder, backend)
    if option == "none":
        return ()
    path = Path(option).expanduser()
    path = path if path.exists() else folder / option
    if not path.is_file():
        raise DataError(option, f"there is no such tokenizer file, here or in {folder}")
    return (path,)


def segmenters_from(files: Sequence[Path]) -> tuple[Segmenter, Segmenter]:
    """The segmenters of source and target that the files of a tokenizer hold."""
    if not files:
        return SpacedPieces(), SpacedPieces()
    opened = [TokenizerFile(path) if path.suffix == ".json" else SentencePieces(path) for path in files]
    return opened[0], opened[-1]


def tokenizer_signature(files: Sequence[Path]) -> str:
    """The files of a tokenizer as signatures name them, or `none`."""
    return "+".join(map(signed_file, files)) or "none"


def _files_in(folder: Path, backend: str) -> tuple[Path, ...]:
    """The tokenizer found next to a model: one for both sides, or source.spm and target.spm."""
    source, target = folder / "source.spm", folder / "target.spm"
    if source.exists() and target.exists():
        return source, target
    for pattern in (*SENTENCEPIECE_FILES, "tokenizer.json"):
        found = sorted(path for path in folder.glob(pattern) if path.is_file())
        if len(found) > 1:
            names = ", ".join(path.name for path in found)
            raise DataError(folder, f"several tokenizers ({names}); choose one with {backend}:DIR?tokenizer=FILE")
        if found:
            return (found[0],)
    raise DataError(
        folder,
        "the tokenizer is missing: no SentencePiece model (*.model, *.spm) and no tokenizer.json. Copy it there, give "
        "?tokenizer=FILE, or ?tokenizer=none if the text is already cut into the model's pieces.",
    )
