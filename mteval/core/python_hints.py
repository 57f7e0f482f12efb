"""Hints of error messages in the words of Python: `resamples=` where the command line says --resamples."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from mteval.core.errors import MtevalError

KEYWORDS = {
    "format": "format",
    "languages": "languages",
    "metrics": "metrics",
    "resamples": "resamples",
    "seed": "seed",
    "system": "systems",
    "test": "test",
}
_SETTING = re.compile(r"--set (\w+)=([^\s,;()]*[^\s,;().])")
_OPTION = re.compile(rf"--({'|'.join(KEYWORDS)})(?: ([A-Za-z0-9_][\w?=&+-]*(?::\w+)?))?(?=[^\w-]|$)")
# Words that go on with the sentence after an option, and are no value of it.
_PROSE = {"is", "out", "to", "cannot", "or", "and", "says", "needs", "for"}

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def python_hint(text: str) -> str:
    """The text with every option of the command line as the keyword that Python has for it."""
    return _OPTION.sub(_keyword, _SETTING.sub(r'options={"\1": "\2"}', text))


def _keyword(found: re.Match[str]) -> str:
    name, value = KEYWORDS[found[1]], found[2]
    if not value:
        return f"{name}="
    if value in _PROSE:
        return f"{name}= {value}"
    return f'{name}="{value}"' if not value.isdecimal() else f"{name}={value}"


def with_python_hints(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The function, whose errors name Python's keywords."""

    @wraps(function)
    def call(*args: Parameters.args, **keywords: Parameters.kwargs) -> Result:
        try:
            return function(*args, **keywords)
        except MtevalError as error:
            error.args = (python_hint(str(error)),)
            raise

    return call
