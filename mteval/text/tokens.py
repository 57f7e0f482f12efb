"""Tokenizers by sacrebleu's names, giving token numbers; the common ones do not import sacrebleu.

The default tokenizer (13a) looks at no more than one word at a time, so each distinct word is cut once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path

from mteval.core.errors import DataError, MissingDependencyError, UsageError, suggestion
from mteval.text.flat_tokens import FlatTokens, WordTable, flat_tokens

Cut = Callable[[str], list[str]]

SACREBLEU_CLASSES = {
    "intl": "tokenizer_intl.TokenizerV14International",
    "zh": "tokenizer_zh.TokenizerZh",
    "ja-mecab": "tokenizer_ja_mecab.TokenizerJaMecab",
    "ko-mecab": "tokenizer_ko_mecab.TokenizerKoMecab",
}
SENTENCEPIECE_FILES = {
    "spm": None,
    "flores101": "sacrebleu_tokenizer_spm.model",
    "flores200": "flores200sacrebleuspm",
    "spBLEU-1K": "spbleu-1k_tokenizer_spm.model",
}
NAMES = ("13a", "none", "char", *SACREBLEU_CLASSES, *SENTENCEPIECE_FILES)
EXTRA = {"ja-mecab": "ja", "ko-mecab": "ko"}

# mteval-v13a.pl: ASCII symbols but . , - ' stand alone; . and , do unless between digits; - does after a digit.
SYMBOL = re.compile(r"([!-&(-+/:-@\[-`{-~])")
POINT_AFTER = re.compile(r"([^0-9])([.,])")
POINT_BEFORE = re.compile(r"([.,])([^0-9])")
DASH = re.compile(r"([0-9])(-)")
ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


class Vocabulary:
    """Numbers for tokens, first come first numbered."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def numbers(self, tokens: Iterable[str]) -> list[int]:
        """The number of each token; a new token gets the next."""
        known = self._numbers
        return [known.setdefault(token, len(known)) for token in tokens]


class Tokenizer:
    """Cuts a line into token numbers, the same token always having the same number; `model` is the file of a trained one."""

    def __init__(self, cut: Cut, signature: str, *, wordwise: bool = False, model: Path | None = None) -> None:
        self.signature = signature
        self.model = model
        self._cut = cut
        self._wordwise = wordwise
        self._vocabulary = Vocabulary()
        self._words: dict[str, tuple[int, ...]] = {}
        self._table = WordTable(lambda word: self._vocabulary.numbers(self._cut(word)))

    def __call__(self, line: str) -> list[int]:
        """The token numbers of a line."""
        line = line.rstrip()
        if not self._wordwise or "\n" in line:
            return self._vocabulary.numbers(self._cut(line))
        known = self._words
        numbers: list[int] = []
        for word in line.split():
            pieces = known.get(word)
            if pieces is None:
                pieces = known[word] = tuple(self._vocabulary.numbers(self._cut(word)))
            numbers.extend(pieces)
        return numbers

    def of_many(self, lines: Sequence[str]) -> FlatTokens:
        """The token numbers of very many lines."""
        if not self._wordwise or any("\n" in line for line in lines):
            return flat_tokens([self(line) for line in lines])
        return self._table(lines)


def tokenizer(name: str, model: Path | None = None) -> Tokenizer:
    """The tokenizer of a name; SentencePiece tokenizers take the model from a local file."""
    if name in SENTENCEPIECE_FILES:
        return _sentencepiece(name, model)
    if model is not None:
        raise UsageError(f"spm_model={model} goes with tokenize=spm, flores101 or flores200, not with {name}.")
    if name == "13a":
        return Tokenizer(cut_13a, "13a", wordwise=True)
    if name == "none":
        return Tokenizer(str.split, "none")
    if name == "char":
        return Tokenizer(lambda line: list("".join(line.split())), "char")
    if name in SACREBLEU_CLASSES:
        return _of_sacrebleu(name)
    raise UsageError(f"tokenize={name} is not possible. {suggestion(name, NAMES)}")


def cut_13a(line: str) -> list[str]:
    """Cut as mteval-v13a.pl does."""
    line = line.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    if "&" in line:
        for entity, character in ENTITIES:
            line = line.replace(entity, character)
    line = SYMBOL.sub(r" \1 ", f" {line} ")
    line = POINT_AFTER.sub(r"\1 \2 ", line)
    line = POINT_BEFORE.sub(r" \1 \2", line)
    return DASH.sub(r"\1 \2 ", line).split()


def _of_sacrebleu(name: str) -> Tokenizer:
    module, _, of_class = SACREBLEU_CLASSES[name].partition(".")
    try:
        found = getattr(import_module(f"sacrebleu.tokenizers.{module}"), of_class)()
    except RuntimeError:
        extra = EXTRA[name]
        raise MissingDependencyError(
            f"tokenize={name}", "MeCab with its dictionary", f"Install it: pip install 'sacrebleu[{extra}]'."
        ) from None

    def cut(line: str) -> list[str]:
        tokens: list[str] = found(line).split()
        return tokens

    return Tokenizer(cut, found.signature())


def _sentencepiece(name: str, model: Path | None) -> Tokenizer:
    path = model if model is not None else _downloaded(name)
    if not path.is_file():
        raise UsageError(f"spm_model={path} is no file. Give the path of a SentencePiece model.")
    pieces = _processor(path)

    def cut(line: str) -> list[str]:
        return " ".join(pieces(line)).split()

    return Tokenizer(cut, name, model=path)


def _downloaded(name: str) -> Path:
    """Where the sacrebleu command keeps the models it has fetched; nothing is fetched here."""
    folder = Path(os.environ.get("SACREBLEU", Path.home() / ".sacrebleu")) / "models"
    file = folder / (SENTENCEPIECE_FILES[name] or "")
    if file.is_file():
        return file
    raise UsageError(f"tokenize={name} needs a SentencePiece model on this machine. Say where: spm_model=PATH.")


def _processor(path: Path) -> Callable[[str], list[str]]:
    from sentencepiece import SentencePieceProcessor

    processor = SentencePieceProcessor()
    try:
        processor.Load(str(path))
    except (RuntimeError, OSError):
        raise DataError(path, "not a SentencePiece model") from None
    pieces: Callable[[str], list[str]] = processor.EncodeAsPieces
    return pieces
