"""Text to the sequences an encoder–decoder of transformers was trained on, with its language codes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from mteval.core.errors import UnknownNameError, UsageError

_BARE_CODE = re.compile(r"[a-z]{2,3}_[A-Za-z]{2,4}")


@dataclass(frozen=True, slots=True)
class Languages:
    """The codes a multilingual model was told, as the user wrote them, or None."""

    source: str | None = None
    target: str | None = None


class SequenceText:
    """A tokenizer with the special tokens of scoring: a start token, a forced language code, the end of the sentence."""

    def __init__(self, tokenizer: Any, config: Any, languages: Languages, prefix: str = "") -> None:
        self._tokenizer = tokenizer
        codes = language_codes(tokenizer)
        # M2M100's tokenizer does not count its language codes among the special tokens.
        self._specials = {*tokenizer.all_special_ids, *codes.values()} - {tokenizer.unk_token_id}
        for code in (languages.source, languages.target):
            if code is not None and code not in codes:
                raise _unknown_code(code, codes)
        self._marian = languages.target if f">>{languages.target}<<" in tokenizer.get_vocab() else None
        self._prefix = (f">>{self._marian}<< " if self._marian else "") + prefix
        forced = self._set_languages(codes, languages)
        start = forced[0] if forced and config.decoder_start_token_id is None else config.decoder_start_token_id
        if start is None:
            raise UsageError("The model's config.json has no decoder_start_token_id, so that targets cannot be scored.")
        self._start = (start,) if forced[:1] == (start,) else (start, *forced)
        self.forced = forced[0] if forced else None

    def source(self, text: str) -> tuple[int, ...]:
        """What the encoder reads."""
        return tuple(self._tokenizer(self._prefix + text).input_ids)

    def target(self, text: str) -> tuple[int, ...]:
        """What the decoder is fed and asked for, from the start token to the end of the sentence."""
        ids = list(self._tokenizer(text_target=text).input_ids)
        while ids and ids[0] in self._specials:  # the language code, which `_start` has
            ids.pop(0)
        while ids and ids[-1] in self._specials:  # the end, and after it mBART's language code
            ids.pop()
        return (*self._start, *ids, self._tokenizer.eos_token_id)

    @property
    def unscored(self) -> int:
        """How many tokens at the start of a target are given."""
        return len(self._start)

    def unknown(self, ids: tuple[int, ...]) -> int:
        """How many tokens the model does not know."""
        return ids.count(self._tokenizer.unk_token_id) if self._tokenizer.unk_token_id is not None else 0

    def text(self, ids: list[int]) -> str:
        """The text that the decoder's tokens stand for."""
        words = [i for i in ids if i not in self._specials]
        return str(self._tokenizer.decode(words, skip_special_tokens=True)).strip()

    def _set_languages(self, codes: dict[str, int], languages: Languages) -> tuple[int, ...]:
        if not codes or not hasattr(self._tokenizer, "set_tgt_lang_special_tokens"):
            return ()  # one language pair, or Marian, whose target language stands in the source
        if languages.target is None:
            raise UsageError(
                "This model translates into many languages: say which with ?tgt_lang=CODE (and ?src_lang=CODE)."
            )
        self._tokenizer.tgt_lang = languages.target
        if languages.source is not None:
            self._tokenizer.src_lang = languages.source
        return (codes[languages.target],)


def _unknown_code(code: str, codes: dict[str, int]) -> Exception:
    if not codes:
        return UsageError(
            f"The model knows no language codes, so that '{code}' means nothing to it. Leave the option out."
        )
    return UnknownNameError("language code", code, codes)


def language_codes(tokenizer: Any) -> dict[str, int]:
    """The language codes a tokenizer knows, with their token numbers; none for a model of one language pair."""
    known = getattr(tokenizer, "lang_code_to_id", None)
    if known:
        return dict(known)
    vocabulary = tokenizer.get_vocab()
    marian = {token[2:-2]: i for token, i in vocabulary.items() if token.startswith(">>") and token.endswith("<<")}
    bare = {token: i for token, i in vocabulary.items() if _BARE_CODE.fullmatch(token)}
    if not hasattr(tokenizer, "set_tgt_lang_special_tokens"):
        bare = {}
    return marian or bare
