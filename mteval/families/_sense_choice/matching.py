"""Finding the words of a sense in a tokenized translation."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

SHORTEST_HEAD = 4
SHORTEST_MODIFIER = 3


@dataclass(frozen=True, slots=True)
class SenseMatcher:
    """How a listed form may stand in a translation.

    Always: as a token of its own. `multiword`: a form whose parts are joined by `_` also matches as consecutive tokens, or
    written together. `compounds`: also as the head (the last part) of a compound, at a `#` boundary where a lemma marks
    one, else as the end of a token, if form and remainder are long enough not to be an ending.
    """

    multiword: bool = False
    compounds: bool = False

    def find(self, forms: Sequence[str], tokens: Sequence[str], allowed: Collection[int] | None) -> tuple[str, ...]:
        """The forms that are found, at allowed places only where some are given."""
        return tuple(form for form in forms if any(_at(places, allowed) for places in self._places(form, tokens)))

    def _places(self, form: str, tokens: Sequence[str]) -> Iterator[range]:
        parts = form.replace("_", " ").split() if self.multiword else [form]
        variants = {form, "".join(parts), "-".join(parts)} if len(parts) > 1 else {form}
        for start, token in enumerate(tokens):
            if token in variants or (self.compounds and any(is_head(variant, token) for variant in variants)):
                yield range(start, start + 1)
            elif len(parts) > 1 and list(tokens[start : start + len(parts)]) == parts:
                yield range(start, start + len(parts))


def is_head(form: str, token: str) -> bool:
    """Whether a token is the form, or a compound whose last part is the form."""
    if "#" in token:
        return token.replace("#", "") == form or token.endswith(f"#{form}")
    long_enough = len(form) >= SHORTEST_HEAD and len(token) - len(form) >= SHORTEST_MODIFIER
    return token == form or (long_enough and token.endswith(form))


def _at(places: range, allowed: Collection[int] | None) -> bool:
    return allowed is None or any(place in allowed for place in places)


@dataclass(frozen=True, slots=True)
class SenseWords:
    """The right and wrong forms found in one translation, and whether tokens or lemmas showed them."""

    positive: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()
    stage: str = ""

    def __bool__(self) -> bool:
        return bool(self.positive or self.negative)
