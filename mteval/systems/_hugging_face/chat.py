"""Prompts that are files, and chat templates of models: messages in, the tokens a language model goes on from out."""

from __future__ import annotations

from typing import Any

from mteval.core.errors import CapabilityError, UsageError
from mteval.core.queries import LogProb, Translate
from mteval.models.prompt_values import translation_values
from mteval.models.prompts import Messages, PromptTemplate
from mteval.systems._hugging_face.prompts import PromptText


class ChatText:
    """A tokenizer with the chat template that came with its model."""

    def __init__(self, tokenizer: Any, model: str) -> None:
        if not getattr(tokenizer, "chat_template", None):
            raise CapabilityError(
                f"'{model}' has no chat template, so it cannot be spoken with. Use a model that was tuned for chats, or leave "
                "chat=true out."
            )
        self._tokenizer = tokenizer

    def written(self, messages: Messages) -> str:
        """The conversation as the model reads it, up to where it goes on."""
        said = [{"role": role, "content": text} for role, text in messages]
        try:
            return str(self._tokenizer.apply_chat_template(said, tokenize=False, add_generation_prompt=True))
        except Exception as error:  # noqa: BLE001  (the template is a program that came with the model)
            raise UsageError(f"The model's chat template refuses these messages: {error}.") from None

    def prompt(self, messages: Messages) -> tuple[int, ...]:
        """The tokens of the conversation; what stands at its beginning is in the template."""
        return tuple(self._tokenizer(self.written(messages), add_special_tokens=False).input_ids)

    def answer(self, ids: list[int]) -> str:
        """What the model went on with."""
        return str(self._tokenizer.decode(ids, skip_special_tokens=True)).strip()


class TemplateText(PromptText):
    """A prompt of mteval's own kind, filled in for each query; through the model's chat template where there is a `chat`."""

    def __init__(
        self,
        tokenizer: Any,
        template: PromptTemplate,
        languages: tuple[str, str],
        end: str | None,
        chat: ChatText | None,
    ) -> None:
        # A line of its own is what such prompts ask a model without chat for.
        super().__init__(tokenizer, "{source}", end if end is not None or chat is not None else "\n")
        self._prompt, self._languages, self._chat = template, languages, chat
        for name, language in zip(("source_language", "target_language"), languages, strict=True):
            if name in template.variables and not language:
                raise UsageError(
                    f"The prompt '{template.name}' names the languages, but nobody says which they are. Say --languages en-de."
                )
        if chat is not None:
            self._gap, self._special = "", False

    def filled(self, query: LogProb | Translate | str) -> str:
        """The prompt for one query."""
        if isinstance(query, str):
            values = translation_values(query, self._languages)
        elif isinstance(query, LogProb):
            values = translation_values(query.source, self._languages, query.source_context, query.target_context)
        else:
            values = translation_values(query.source, self._languages, query.context)
        return (
            self._prompt.completion(values) if self._chat is None else self._chat.written(self._prompt.messages(values))
        )

    def answer(self, ids: Any) -> str:
        """The continuation as text; of a chat, all of it."""
        if self._chat is None or self._end is not None:
            return super().answer(ids)
        return self._chat.answer(ids)
