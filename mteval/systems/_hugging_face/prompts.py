"""Prompts for decoder-only models: the source in a template, the target as its continuation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mteval.core.errors import UsageError


class PromptText:
    """A tokenizer and a template such as `English: {source}\\nGerman:`.

    `end` is the text that closes a target (a line break, say); the model's end-of-text token where it is None. White space
    at the end of the template is moved to the target, where tokenizers that mark word beginnings expect it.
    """

    def __init__(self, tokenizer: Any, template: str | None, end: str | None = None) -> None:
        if template is None or "{source}" not in template:
            raise UsageError(
                "A decoder-only model needs ?prompt=TEMPLATE with {source} in it, such as 'English: {source}%0AGerman:'."
            )
        self._tokenizer = tokenizer
        self._template, self._gap = template.rstrip(), template[len(template.rstrip()) :]
        self._gap = self._gap or ("" if template.endswith("\n") else " ")
        self._end = end
        self._special = True
        if end is None and tokenizer.eos_token_id is None:
            raise UsageError(
                "The model has no end-of-text token: say what ends a target with ?end=TEXT (%0A for a line break)."
            )

    def filled(self, source: Any) -> str:
        """The prompt for one source."""
        return self._template.replace("{source}", source)

    def prompt(self, source: Any) -> tuple[int, ...]:
        """The tokens of the filled template."""
        return self._tokens(self.filled(source), special=self._special)

    def sequences(self, source: Any, targets: Sequence[str]) -> tuple[tuple[tuple[int, ...], ...], int]:
        """Prompt and target as one sequence each, and how many tokens at their start belong to the prompt alone.

        Where the last token of the prompt and the first of a target merge, scoring starts before the merged token.
        """
        filled = self.filled(source)
        prompt = self._tokens(filled, special=self._special)
        closing = () if self._end is not None else (self._tokenizer.eos_token_id,)
        whole = [
            (*self._tokens(filled + self._gap + target + (self._end or ""), special=self._special), *closing)
            for target in targets
        ]
        shared = min((_shared(prompt, sequence) for sequence in whole), default=len(prompt))
        if shared == 0:
            raise UsageError("The model's tokenizer puts nothing before the target; lengthen the prompt.")
        return tuple(whole), shared

    def answer(self, ids: Sequence[int]) -> str:
        """The continuation as text, up to the end mark or the first line break."""
        text = str(self._tokenizer.decode(ids, skip_special_tokens=True)).lstrip()
        return text.partition(self._end or "\n")[0].strip()

    def unknown(self, ids: Sequence[int]) -> int:
        """How many tokens the model does not know; byte-level vocabularies know everything."""
        unknown = self._tokenizer.unk_token_id
        return 0 if unknown is None or unknown == self._tokenizer.eos_token_id else list(ids).count(unknown)

    def _tokens(self, text: str, *, special: bool) -> tuple[int, ...]:
        ids = list(self._tokenizer(text, add_special_tokens=special).input_ids)
        if ids and ids[-1] == self._tokenizer.eos_token_id:
            ids.pop()
        return tuple(ids)


def _shared(prompt: Sequence[int], sequence: Sequence[int]) -> int:
    for i, (one, other) in enumerate(zip(prompt, sequence, strict=False)):
        if one != other:
            return i
    return min(len(prompt), len(sequence) - 1)
