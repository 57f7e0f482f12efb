"""Reading line-aligned text files without trusting them."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mteval.core.columns import MANY
from mteval.core.errors import DataError
from mteval.core.results import Finding
from mteval.text.packed import read_bytes
from mteval.text.packed_lines import PackedLines

BYTE_ORDER_MARK = "\ufeff"
BLOCK = 1 << 22


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one file, without line ends, and the defects seen while reading them."""

    path: Path
    lines: Sequence[str]
    findings: tuple[Finding, ...] = ()

    def __len__(self) -> int:
        return len(self.lines)


def decode(raw: bytes, path: str | Path) -> str:
    """Decode UTF-8 text; the first wrong byte is named with its line and offset."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        problem = f"is not UTF-8: byte 0x{raw[error.start]:02x} at offset {error.start}. Convert it with iconv."
        raise DataError(path, problem, line=line) from None
    nul = raw.find(b"\0")
    if nul >= 0:
        line = raw.count(b"\n", 0, nul) + 1
        raise DataError(path, f"holds a NUL byte at offset {nul}. Is it a text file?", line=line)
    return text


def read_text(path: str | Path) -> str:
    """Read a UTF-8 file whole, without its byte order mark."""
    return decode(read_bytes(path), path).removeprefix(BYTE_ORDER_MARK)


def read_lines(path: str | Path, *, allow_empty_file: bool = False) -> Lines:
    """Read the lines of a UTF-8 file; a BOM and CRLF line ends are taken off and reported. Very many lines stay packed."""
    raw = read_bytes(path)
    _require_text(raw, path)
    findings: list[Finding] = []
    mark = BYTE_ORDER_MARK.encode()
    if raw.startswith(mark):
        raw = raw.removeprefix(mark)
        findings.append(Finding("byte-order-mark", f"{Path(path).name} starts with a byte order mark; it was ignored."))
    if not raw and not allow_empty_file:
        raise DataError(path, "is empty. Give a file with one segment a line.")
    has_lines, raw = bool(raw), raw.removesuffix(b"\n")
    returns = raw.count(b"\r\n") + raw.endswith(b"\r")
    if returns:
        raw = raw.replace(b"\r\n", b"\n").removesuffix(b"\r")
        message = f"{Path(path).name} has Windows line ends (CRLF); they were taken off."
        findings.append(Finding("carriage-return", message, count=returns))
    return Lines(Path(path), _split(raw) if has_lines else (), tuple(findings))


def _split(raw: bytes) -> Sequence[str]:
    if raw.count(b"\n") >= MANY:
        return PackedLines(raw)
    # Not splitlines(): it also breaks at U+2028 and U+0085, which shifts every later line of a parallel file.
    return tuple(raw.decode("utf-8").split("\n"))


def _require_text(raw: bytes, path: str | Path) -> None:
    """Refuse what is not UTF-8 text; a large file is not decoded whole."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    view = memoryview(raw)
    try:
        for start in range(0, len(raw), BLOCK):
            decoder.decode(view[start : start + BLOCK], final=start + BLOCK >= len(raw))
        fine = b"\0" not in raw
    except UnicodeDecodeError:
        fine = False
    if not fine:
        decode(raw, path)


def require_same_length(first: Lines, second: Lines) -> None:
    """Refuse two files of different length, naming both counts and where they seem to slip."""
    if len(first) == len(second):
        return
    line = first_slip(first.lines, second.lines)
    problem = (
        f"has {len(second)} lines, but {first.path} has {len(first)}. "
        f"The files seem to slip at line {line}. Make them line-aligned."
    )
    raise DataError(second.path, problem)


def first_slip(first: Sequence[str], second: Sequence[str]) -> int:
    """Guess the 1-based line at which two files of different length stop being parallel.

    The best single place to drop the surplus lines: before it line i goes with line i, after it with line i + surplus.
    """
    longer, shorter = (first, second) if len(first) > len(second) else (second, first)
    surplus = len(longer) - len(shorter)
    straight = [likeness(longer[i], shorter[i]) for i in range(len(shorter))]
    shifted = [likeness(longer[i + surplus], shorter[i]) for i in range(len(shorter))]
    value = sum(shifted)
    best, place = value, 0
    for i in range(len(shorter)):
        value += straight[i] - shifted[i]
        if value > best:
            best, place = value, i + 1
    return place + 1


def likeness(one: str, other: str) -> float:
    """How much two lines look like translations of each other: shared tokens and similar length, 0 to 2."""
    left, right = set(one.lower().split()), set(other.lower().split())
    shared = len(left & right) / max(len(left | right), 1)
    longest = max(len(one), len(other), 1)
    return shared + min(len(one), len(other)) / longest
