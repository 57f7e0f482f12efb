"""Options declared once: from a declaration come parsing, refusing, `mteval explain` and the signature.

Users write options as `NAME?key=value&key=value` (metrics, systems, inventories) or `--set key=value` (families, formats).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from mteval.core.errors import UnknownNameError, UsageError, suggestion


class Kind(Enum):
    """What an option's value is."""

    TEXT = "text"
    WHOLE = "whole number"
    REAL = "number"
    TRUTH = "true or false"
    CHOICE = "one of"
    LIST = "list, with commas"
    FILE = "file"
    FILES = "files, with commas"
    FOLDER = "folder"
    LANGUAGE = "language code"
    SOURCE_LANGUAGE = "code of the source language"
    SYSTEM = "system"


TEXT, WHOLE, REAL, TRUTH = Kind.TEXT, Kind.WHOLE, Kind.REAL, Kind.TRUTH
CHOICE, LIST, FILE, FOLDER, LANGUAGE = Kind.CHOICE, Kind.LIST, Kind.FILE, Kind.FOLDER, Kind.LANGUAGE
FILES = Kind.FILES
SOURCE_LANGUAGE, SYSTEM = Kind.SOURCE_LANGUAGE, Kind.SYSTEM


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a plugin: its name, what it takes, what it is when not given, and what it does.

    A LANGUAGE or SOURCE_LANGUAGE that is not given is the suite's target or source language, where that is known. A SYSTEM
    is opened by the evaluation, which hands the plugin a `Consultant`.

    `default=None` means not set. `choices` go with CHOICE and LIST, and with FILE for words that stand for something other
    than a file; `minimum` with numbers. An option that changes how the
    work is done but not its outcome (a batch size) has `signed=False`.
    """

    name: str
    kind: Kind = TEXT
    default: Any = None
    help: str = ""
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    signed: bool = True

    def read(self, given: Any) -> Any:
        """The value of an option as a user wrote it; a value of the right type stays as it is."""
        return _READERS[self.kind](self, given)

    def write(self, value: Any) -> str:
        """A value as a user would write it."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, float):
            return f"{value:g}"
        return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)

    @property
    def accepts(self) -> str:
        """What the option takes, in words."""
        if self.choices and self.kind is FILE:
            return " or ".join((self.kind.value, *self.choices))
        if self.choices:
            return "|".join(self.choices) + (" (several with commas)" if self.kind is LIST else "")
        least = "" if self.minimum is None else f" from {self.minimum:g}"
        return f"{self.kind.value}{least}"


class OptionValues(Mapping[str, Any]):
    """The values of a plugin's options, defaults included; `given` names those the user wrote."""

    def __init__(
        self, declared: Iterable[Option] = (), values: Mapping[str, Any] | None = None, given: Iterable[str] = ()
    ) -> None:
        self.declared = tuple(declared)
        self.given = frozenset(given)
        self._values = dict(values or {})

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"OptionValues({self._values!r})"

    def settled(self, **values: Any) -> OptionValues:
        """The same with some values settled by what was read elsewhere, such as a convention or the data."""
        return OptionValues(self.declared, {**self._values, **values}, self.given)

    def signed(self) -> Iterator[tuple[Option, Any]]:
        """The options that belong into a signature, each with its value."""
        for option in self.declared:
            value = self._values[option.name]
            if option.signed and value is not None and value not in ("", ()):
                yield option, value


NOTHING_CHOSEN = OptionValues()


def read_options(declared: Iterable[Option], given: Mapping[str, Any], owner: str) -> OptionValues:
    """Check what a user gave against what a plugin declares: unknown names and impossible values are refused."""
    if isinstance(given, OptionValues) and given.declared == tuple(declared):
        return given
    known = {option.name: option for option in declared}
    written = {name: value for name, value in given.items() if value is not None}
    refuse_unknown(written, known, owner)
    values = {name: option.read(written[name]) if name in written else option.default for name, option in known.items()}
    return OptionValues(known.values(), values, written)


@dataclass(frozen=True, slots=True)
class Spec:
    """A plugin name with its options, as in `bleu?tokenize=none`."""

    name: str
    options: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name + "".join(
            f"{'&' if i else '?'}{k}={_escaped(v)}" for i, (k, v) in enumerate(self.options.items())
        )


@dataclass(frozen=True, slots=True)
class SystemSpec:
    """A system as written: `[NAME=]BACKEND:ARGUMENT[?key=value&key=value]`."""

    backend: str
    argument: str
    options: Mapping[str, str]
    name: str | None = None

    def __str__(self) -> str:
        named = f"{self.name}=" if self.name else ""
        return f"{named}{Spec(f'{self.backend}:{self.argument}', self.options)}"


def _escaped(value: str) -> str:
    """A value as it can be read back from a list of specs."""
    return value.replace("%", "%25").replace("&", "%26").replace(",", "%2C")


def parse_options(text: str) -> dict[str, str]:
    """Read `key=value&key=value`, with %-escapes in values."""
    options: dict[str, str] = {}
    for part in filter(None, text.split("&")):
        key, equals, value = part.partition("=")
        if not equals or not key:
            raise UsageError(f"'{part}' is no option. Write key=value, several joined by '&'.")
        if key in options:
            raise UsageError(f"The option '{key}' is given twice. Leave one of them out.")
        options[key] = unquote(value)
    return options


def parse_spec(text: str) -> Spec:
    """Read `NAME[?options]`."""
    name, _, options = text.strip().partition("?")
    return Spec(name, parse_options(options))


def parse_specs(text: str) -> tuple[Spec, ...]:
    """Read a comma-separated list of specs."""
    return tuple(parse_spec(part) for part in text.split(",") if part.strip())


def parse_system(text: str) -> SystemSpec:
    """Read a system spec; NAME is what stands before a `=` that comes before the first `:`."""
    head, colon, rest = text.partition(":")
    if not colon:
        raise UsageError(f"'{text}' is no system. Write [NAME=]BACKEND:ARGUMENT, for instance output-file:system.txt.")
    name, equals, backend = head.partition("=")
    if not equals:
        name, backend = "", head
    argument, _, options = rest.partition("?")
    return SystemSpec(backend.strip(), argument, parse_options(options), name.strip() or None)


def refuse_unknown(given: Iterable[str], known: Iterable[str], owner: str) -> None:
    """Raise if an option is not among the known ones, naming the nearest."""
    known = sorted(known)
    for key in given:
        if key not in known:
            raise UnknownNameError(f"option of {owner}", key, known)


def choice(value: str, allowed: Iterable[str], option: str) -> str:
    """Check that an option has one of the allowed values."""
    allowed = list(allowed)
    if value not in allowed:
        raise UsageError(f"{option}={value} is not possible. {suggestion(value, allowed)}")
    return value


def whole_number(value: str | int, option: str, *, minimum: float | None = None) -> int:
    """Read an option that must be a whole number."""
    try:
        number = int(value)
    except ValueError:
        raise UsageError(f"{option}={value} is not a whole number.") from None
    if minimum is not None and number < minimum:
        raise UsageError(f"{option}={value} is too small; the least is {minimum:g}.")
    return number


def real_number(value: str | float, option: str, *, minimum: float | None = None) -> float:
    """Read an option that must be a finite number."""
    try:
        number = float(value)
    except ValueError:
        raise UsageError(f"{option}={value} is not a number.") from None
    if not math.isfinite(number):
        raise UsageError(f"{option}={value} is not a finite number.")
    if minimum is not None and number < minimum:
        raise UsageError(f"{option}={value} is too small; the least is {minimum:g}.")
    return number


def truth(value: str | bool, option: str) -> bool:
    """Read an option that is true or false."""
    if isinstance(value, bool):
        return value
    lowered = str(value).lower()
    if lowered in ("true", "yes", "1", "on"):
        return True
    if lowered in ("false", "no", "0", "off"):
        return False
    raise UsageError(f"{option}={value} is neither true nor false.")


def _several(option: Option, given: Any) -> tuple[str, ...]:
    parts = given.split(",") if isinstance(given, str) else given
    kept = tuple(str(part).strip() for part in parts if str(part).strip())
    return tuple(choice(part, option.choices, option.name) for part in kept) if option.choices else kept


_READERS = {
    TEXT: lambda option, given: str(given),
    LANGUAGE: lambda option, given: str(given),
    SOURCE_LANGUAGE: lambda option, given: str(given),
    SYSTEM: lambda option, given: parse_system(given) if isinstance(given, str) else given,
    WHOLE: lambda option, given: whole_number(given, option.name, minimum=option.minimum),
    REAL: lambda option, given: real_number(given, option.name, minimum=option.minimum),
    TRUTH: lambda option, given: truth(given, option.name),
    CHOICE: lambda option, given: choice(str(given), option.choices, option.name),
    LIST: _several,
    FILES: _several,
    FILE: lambda option, given: given if given in option.choices else Path(given).expanduser(),
    FOLDER: lambda option, given: Path(given).expanduser(),
}
