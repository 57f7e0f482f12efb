"""Prompts as data: Jinja2 templates, shipped in mteval/prompts or given as files, filled in within a sandbox.

A file has parts, each headed by a line `[system]`, `[user]`, `[assistant]` or `[completion]`: the messages of a chat, and the
text that a model without chat goes on with. Parts are told apart before anything is filled in, so that no text under test can
open one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mteval.core.errors import DataError, UnknownNameError, UsageError
from mteval.storage.digests import SHORT, text_digest
from mteval.text.lines import read_text
from mteval.text.packed import is_input

if TYPE_CHECKING:
    from jinja2 import Template

Messages = tuple[tuple[str, str], ...]
FOLDER = Path(__file__).parent.parent / "prompts"
ENDING = ".j2"
COMPLETION = "completion"
_HEAD = re.compile(r"^\[(system|user|assistant|completion)\][ \t]*$", re.MULTILINE)


def shipped_prompts() -> tuple[str, ...]:
    """The names of the prompts that come with mteval."""
    return tuple(sorted(path.name.removesuffix(ENDING) for path in FOLDER.glob(f"*{ENDING}")))


def find_prompt(given: str) -> PromptTemplate:
    """A shipped prompt by its name, or one in a file."""
    shipped = FOLDER / f"{given}{ENDING}"
    if "/" not in given and shipped.is_file():
        return PromptTemplate(given, read_text(shipped), shipped)
    path = Path(given).expanduser()
    if not is_input(path):
        if path.suffix or "/" in given:
            raise DataError(given, "there is no such prompt file")
        raise UnknownNameError("prompt", given, shipped_prompts())
    return PromptTemplate(path.name.removesuffix(ENDING), read_text(path), path)


@dataclass(frozen=True)
class PromptTemplate:
    """A prompt as it was written; filling it in gives messages, or a text to go on with."""

    name: str
    text: str
    path: Path

    def __post_init__(self) -> None:
        if not any(text.strip() for _, text in self._parts):
            raise DataError(self.path, "the prompt is empty")
        self._templates  # noqa: B018  (compiled now, so that a faulty prompt is refused before anything is asked)

    @property
    def signature(self) -> str:
        """Name and digest, as signatures show it."""
        return f"{self.name}@{text_digest(self.text)[:SHORT]}"

    @property
    def has_chat(self) -> bool:
        """Whether there are messages in it."""
        return any(role != COMPLETION for role, _ in self._parts)

    @property
    def variables(self) -> frozenset[str]:
        """What it is filled in with."""
        from jinja2 import meta

        environment = _environment()
        found = (meta.find_undeclared_variables(environment.parse(text)) for _, text in self._parts)
        return frozenset[str]().union(*found)

    def messages(self, values: Mapping[str, Any]) -> Messages:
        """The messages of a chat; a prompt without any is said by the user as it stands."""
        chat = tuple((role, template) for role, template in self._templates if role != COMPLETION)
        if not chat:
            return (("user", self.completion(values)),)
        return tuple((role, self._filled(template, values)) for role, template in chat)

    def completion(self, values: Mapping[str, Any]) -> str:
        """The text a model without chat goes on with; white space at its end is left out."""
        for role, template in self._templates:
            if role == COMPLETION:
                return self._filled(template, values)
        raise UsageError(
            f"The prompt '{self.name}' has messages of a chat but no part [completion], which log-probabilities and "
            "mode=completions need. Add one, or use another prompt."
        )

    @cached_property
    def _parts(self) -> tuple[tuple[str, str], ...]:
        cut = _HEAD.split(self.text)
        if len(cut) == 1:
            return ((COMPLETION, self.text),)
        if cut[0].strip():
            raise DataError(
                self.path, "there is text before the first part; head it with [system], [user] or [completion]"
            )
        return tuple(zip(cut[1::2], cut[2::2], strict=True))

    @cached_property
    def _templates(self) -> tuple[tuple[str, Template], ...]:
        from jinja2 import TemplateSyntaxError

        try:
            return tuple((role, _environment().from_string(text.strip("\n"))) for role, text in self._parts)
        except TemplateSyntaxError as error:
            raise DataError(self.path, f"this is no Jinja2 template: {error.message}") from None

    def _filled(self, template: Template, values: Mapping[str, Any]) -> str:
        from jinja2 import TemplateError

        try:
            return template.render(**values).strip()
        except TemplateError as error:
            raise DataError(self.path, f"the prompt cannot be filled in: {error.message}") from None
        except (TypeError, ValueError, ArithmeticError, LookupError) as error:
            raise DataError(self.path, f"the prompt cannot be filled in: {error}") from None


def _environment() -> Any:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    # Prompts are plain text for a model, not HTML.
    return ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False
    )
