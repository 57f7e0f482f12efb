"""fairseq's dictionaries, and the segmenter whose pieces they list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mteval.core.errors import DataError
from mteval.models.model_files import first_present

SPECIALS = ("<s>", "<pad>", "</s>", "<unk>")
END, UNKNOWN = 2, 3


@dataclass(frozen=True, slots=True)
class FairseqDictionary:
    """The pieces of one side, in the order of their numbers."""

    path: Path
    pieces: tuple[str, ...]
    numbers: dict[str, int]

    def encode(self, pieces: Sequence[str]) -> tuple[int, ...]:
        """The numbers of pieces, with the end of the sentence after them."""
        return (*(self.numbers.get(piece, UNKNOWN) for piece in pieces), END)

    def decode(self, numbers: Sequence[int]) -> list[str]:
        """The pieces that numbers stand for, without special ones."""
        return [self.pieces[number] for number in numbers if number >= len(SPECIALS)]


def read_dictionary(path: Path) -> FairseqDictionary:
    """Read `piece count` lines; a piece listed twice counts where fairseq was told to overwrite."""
    pieces = list(SPECIALS)
    numbers = {piece: i for i, piece in enumerate(SPECIALS)}
    for number, line in enumerate(path.read_text(encoding="utf-8").rstrip("\n").split("\n"), start=1):
        piece, _, count = line.removesuffix(" #fairseq:overwrite").rpartition(" ")
        if not piece or not count.lstrip("-").isdecimal():
            raise DataError(path, "'PIECE COUNT' was expected", line=number)
        numbers[piece] = len(pieces)
        pieces.append(piece)
    return FairseqDictionary(path, tuple(pieces), numbers)


def dictionary_path(folder: Path, language: str | None, which: str, option: str) -> Path:
    """The dictionary of one side: dict.LANGUAGE.txt, or the only one there is."""
    found = sorted(folder.glob("dict.*.txt"))
    if language is not None:
        path = folder / f"dict.{language}.txt"
        if path.is_file():
            return path
        known = ", ".join(file.name.split(".")[1] for file in found) or "none"
        raise DataError(
            folder, f"dict.{language}.txt is missing (the {which} dictionary; {option}). There is: {known}."
        )
    single = first_present(folder, ["dict.txt"])
    if single is not None:
        return single
    if len(found) == 1:
        return found[0]
    raise DataError(
        folder, f"dict.LANGUAGE.txt is missing, or there are several: say which is the {which} one with ?{option}=CODE"
    )
