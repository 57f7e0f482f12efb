"""Options as users write them: `NAME?key=value&key=value`, checked against what the plugin knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from mteval.core.errors import UnknownNameError, UsageError, suggestion


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


def whole_number(value: str | int, option: str, *, minimum: int | None = None) -> int:
    """Read an option that must be a whole number."""
    try:
        number = int(value)
    except ValueError:
        raise UsageError(f"{option}={value} is not a whole number.") from None
    if minimum is not None and number < minimum:
        raise UsageError(f"{option}={value} is too small; the least is {minimum}.")
    return number


def real_number(value: str | float, option: str) -> float:
    """Read an option that must be a number."""
    try:
        return float(value)
    except ValueError:
        raise UsageError(f"{option}={value} is not a number.") from None


def truth(value: str | bool, option: str) -> bool:
    """Read an option that is true or false."""
    if isinstance(value, bool):
        return value
    lowered = value.lower()
    if lowered in ("true", "yes", "1", "on"):
        return True
    if lowered in ("false", "no", "0", "off"):
        return False
    raise UsageError(f"{option}={value} is neither true nor false.")
