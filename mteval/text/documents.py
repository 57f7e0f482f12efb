"""JSON and TOML as others write them: read with limits, so that every later step may trust depth, numbers and text."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from mteval.core.errors import DataError
from mteval.text.lines import read_text

DEEPEST = 100
MOST_DIGITS = 300
"""Digits of a whole number: more than these no floating-point number holds."""

Kind = TypeVar("Kind")
LARGEST = 10**MOST_DIGITS
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")

TYPES = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}


class NotJSONError(DataError):
    """A text is no JSON at all."""


def read_json(path: str | Path) -> Any:
    """The value a JSON file holds."""
    return parse_json(read_text(path), path)


def json_lines(text: str, path: str | Path) -> Iterator[tuple[int, Any]]:
    """The values of JSON Lines with their line numbers; blank lines are passed over."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, parse_json(line, path, line=number)


def parse_json(text: str, path: str | Path, *, line: int | None = None) -> Any:
    """The value of a JSON text; `path` and `line` say where it stands."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise NotJSONError(path, f"is not JSON ({error.msg}).", line=line or error.lineno) from None
    except RecursionError:
        raise _too_deep(path, line) from None
    except ValueError:  # Python reads no whole number of more than 4300 digits
        raise _too_long(path, line) from None
    _check(value, path, line, surrogates=_SURROGATE.search(text) is not None)
    return value


def read_toml(path: str | Path) -> dict[str, Any]:
    """The tables a TOML file holds."""
    return parse_toml(read_text(path), path)


def parse_toml(text: str, path: str | Path) -> dict[str, Any]:
    """The tables of a TOML text; `path` says where it stands."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(path, f"is not valid TOML: {error}.") from None
    except RecursionError:
        raise _too_deep(path, None) from None
    except ValueError as error:
        if "digits" in str(error):
            raise _too_long(path, None) from None
        raise DataError(path, f"is not valid TOML: {error}.") from None
    _check(tables, path, None, surrogates=False)
    return tables


def typed(value: Any, kind: type[Kind], path: str | Path, *, line: int | None = None) -> Kind:
    """A value as one of a kind (a msgspec.Struct or a plain type); what does not fit is said with its place."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise DataError(path, misfit(str(error)), line=line) from None


def misfit(message: str) -> str:
    """msgspec's message in our words: what must be where."""
    small = re.match(r"Expected `int` >= (?P<least>\d+) - at `\$\.?(?P<where>[^`]*)`", message)
    if small:
        problem = "cannot be negative" if small["least"] == "0" else f"must be at least {small['least']}"
        return f"'{small['where']}' {problem}."
    found = re.match(r"Expected `(?P<wanted>[^`]+)`, got `(?P<given>[^`]+)`(?: - at `\$\.?(?P<where>[^`]*)`)?", message)
    if not found:
        return f"{message[0].lower()}{message[1:]}."
    wanted = " or ".join(TYPES.get(part.strip(), part.strip()) for part in found["wanted"].split("|"))
    return f"'{found['where'] or 'the file'}' must be {wanted}."


def _check(value: Any, path: str | Path, line: int | None, *, surrogates: bool) -> None:
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise _too_deep(path, line)
        inner: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                inner.extend(one.values())
                inner.extend(one if surrogates else ())
            elif isinstance(one, list):
                inner.extend(one)
            elif isinstance(one, int) and not -LARGEST < one < LARGEST:
                raise _too_long(path, line)
            elif surrogates and isinstance(one, str):
                _refuse_surrogates(one, path, line)
        level = inner


def _refuse_surrogates(text: str, path: str | Path, line: int | None) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        sign = f"\\u{ord(text[error.start]):04x}"
        raise DataError(path, f"holds {sign}, half of a character, which no text can hold.", line=line) from None


def _too_deep(path: str | Path, line: int | None) -> DataError:
    return DataError(path, f"is nested more than {DEEPEST} levels deep.", line=line)


def _too_long(path: str | Path, line: int | None) -> DataError:
    return DataError(path, f"holds a whole number of more than {MOST_DIGITS} digits.", line=line)
