"""Templates with slots: reading them, filling them, matching texts against them, making every instance."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mteval.core.errors import MtevalError, UnknownNameError
from mteval.text.articles import expected_article

Lexicons = Mapping[str, Sequence[str]]
_NAME = re.compile(r"(?:(?P<article>[Aa]):)?(?P<key>[^\W\d](?:[\w .-]*[^\W\d])?)(?P<number>\d*)")


_LAST_DIGITS = re.compile(r"\d+$")


class TemplateError(MtevalError):
    """A template that cannot be read or filled."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place that takes a value of the lexicon `key`.

    Slots of one key with different numbers never take the same value; slots of one name (key and number) always do.
    `article` is "a" or "A" where the English indefinite article goes before the value, else empty.
    """

    key: str
    number: str = ""
    article: str = ""

    @property
    def name(self) -> str:
        """The key with its number: what values are given under."""
        return self.key + self.number

    def render(self, value: str) -> str:
        """The text of this slot when it takes a value."""
        if not self.article:
            return value
        article = expected_article(value.split(" ", 1)[0])
        return f"{article.capitalize() if self.article == 'A' else article} {value}"

    def __str__(self) -> str:
        return "{" + (f"{self.article}:" if self.article else "") + self.name + "}"


@dataclass(frozen=True, slots=True)
class Template:
    """A text with slots, as a sequence of literal texts and slots; `{{` and `}}` stand for braces."""

    parts: tuple[str | Slot, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots in the order of the text, repeated ones too."""
        return tuple(part for part in self.parts if isinstance(part, Slot))

    def fill(self, values: Mapping[str, str]) -> str:
        """The text with each slot's value in place."""
        return "".join(part if isinstance(part, str) else part.render(values[part.name]) for part in self.parts)

    def __str__(self) -> str:
        return "".join(str(part) if isinstance(part, Slot) else escape(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Instance:
    """One filling of a template: its texts (one, or premise and hypothesis) and the value of each slot name."""

    texts: tuple[str, ...]
    values: Mapping[str, str] = field(default_factory=dict)


def numbered_key(key: str) -> str:
    """Why a lexicon whose name ends in a digit can never be drawn on."""
    plain = _LAST_DIGITS.sub("", key)
    return (
        f"No template can draw on a lexicon named '{key}': a digit at the end numbers the slots of one lexicon, so {{{key}}} "
        f"draws on '{plain}'. Give it a name that does not end in a digit, such as '{plain}_a'."
    )


def escape(text: str) -> str:
    """Literal text as it stands in a template, its braces doubled."""
    return text.replace("{", "{{").replace("}", "}}")


def parse_template(text: str) -> Template:
    """Read a template; unbalanced braces and names that are none are refused, with their place."""
    parts: list[str | Slot] = []
    literal: list[str] = []
    position = 0
    while position < len(text):
        if text[position] not in "{}":
            literal.append(text[position])
            position += 1
        elif text[position : position + 2] in ("{{", "}}"):
            literal.append(text[position])
            position += 2
        else:
            slot, position = _read_slot(text, position)
            parts.extend(filter(None, ("".join(literal),)))
            literal.clear()
            parts.append(slot)
    parts.extend(filter(None, ("".join(literal),)))
    return Template(tuple(parts))


def _read_slot(text: str, start: int) -> tuple[Slot, int]:
    end = text.find("}", start)
    inner = text[start + 1 : end]
    if text[start] == "}" or end < 0 or "{" in inner:
        raise TemplateError(
            f"The template '{text}' has an unbalanced '{text[start]}' at character {start + 1}. "
            "Close every slot, and write {{ or }} for a brace in the text."
        )
    found = _NAME.fullmatch(inner.strip())
    if found is None:
        raise TemplateError(
            f"'{{{inner}}}' in the template '{text}' names no slot. Write {{key}}, {{key1}} or {{a:key}}; "
            "a key is letters, hyphens and underscores, and does not end in a digit."
        )
    return Slot(found["key"], found["number"], found["article"] or ""), end + 1


class Filler:
    """Makes the instances of one or more texts that share their slots (premise and hypothesis).

    The lexicons are checked at birth: every slot has one, none is empty, and each has enough different values for the
    numbered slots drawing on it.
    """

    def __init__(self, templates: Sequence[Template], lexicons: Lexicons) -> None:
        self.templates = tuple(templates)
        by_name = {slot.name: slot.key for template in self.templates for slot in template.slots}
        self.names = tuple(by_name)
        self._keys = list(by_name.values())
        title = " ⟶ ".join(map(str, self.templates))
        self._values = {key: _values_of(key, lexicons, title) for key in dict.fromkeys(self._keys)}
        self._require_enough(title)
        self._choices = list(self._left())

    def _require_enough(self, title: str) -> None:
        for key, needed in Counter(self._keys).items():
            if needed > len(self._values[key]):
                raise TemplateError(
                    f"The template '{title}' needs {needed} different values of '{key}', "
                    f"but the lexicon has {len(self._values[key])}. Add values or use fewer numbered slots."
                )

    def _left(self) -> Iterator[int]:
        """How many values each slot can choose from once the slots of its key before it have chosen."""
        taken: Counter[str] = Counter()
        for key in self._keys:
            yield len(self._values[key]) - taken[key]
            taken[key] += 1

    @property
    def combinations(self) -> int:
        """How many instances there are."""
        return math.prod(self._choices)

    def __iter__(self) -> Iterator[Instance]:
        """Every instance, the last slot changing fastest."""
        return map(self.numbered, range(self.combinations))

    def sample(self, limit: int | None, seed: int = 0) -> Iterator[Instance]:
        """At most `limit` instances, drawn without replacement and given in the order of `__iter__`."""
        if limit is None or limit >= self.combinations:
            return iter(self)
        return map(self.numbered, sorted(self._draw(limit, random.Random(seed))))

    def _draw(self, limit: int, generator: random.Random) -> set[int]:
        """Numbers of instances; every number is one, so hardly any is drawn in vain."""
        if limit * 2 > self.combinations:
            return set(generator.sample(range(self.combinations), limit))
        chosen: set[int] = set()
        while len(chosen) < limit:
            chosen.add(generator.randrange(self.combinations))
        return chosen

    @property
    def choices(self) -> tuple[int, ...]:
        """How many values each slot can choose from, once those of its key before it have chosen."""
        return tuple(self._choices)

    def numbered(self, number: int) -> Instance:
        """The instance of a number: in the order of the slots, each takes one of the values left to it."""
        picks: list[int] = []
        for choices in reversed(self._choices):
            number, pick = divmod(number, choices)
            picks.append(pick)
        taken: dict[str, list[int]] = {key: [] for key in self._values}
        values = []
        for key, pick in zip(self._keys, reversed(picks), strict=True):
            place = _pass_over(taken[key], pick)
            values.append(self._values[key][place])
        return self._instance(values)

    def _instance(self, values: Sequence[str]) -> Instance:
        given = dict(zip(self.names, values, strict=True))
        return Instance(tuple(template.fill(given) for template in self.templates), given)


def _pass_over(taken: list[int], pick: int) -> int:
    """The place of the pick-th value that is not among the taken places, which are sorted and get it too."""
    at = 0
    while at < len(taken) and taken[at] <= pick:
        pick, at = pick + 1, at + 1
    taken.insert(at, pick)
    return pick


def _values_of(key: str, lexicons: Lexicons, title: str) -> tuple[str, ...]:
    if key not in lexicons:
        numbered = [name for name in lexicons if _LAST_DIGITS.sub("", name) == key]
        if numbered:
            raise TemplateError(f"The template '{title}' draws on the lexicon '{key}'. {numbered_key(numbered[0])}")
        raise UnknownNameError(f"slot in the template '{title}'", key, lexicons)
    values = tuple(dict.fromkeys(lexicons[key]))
    if not values:
        raise TemplateError(f"The lexicon '{key}' of the template '{title}' is empty. Give it at least one value.")
    return values


def expand(
    texts: str | Sequence[str], lexicons: Lexicons, *, limit: int | None = None, seed: int = 0
) -> Iterator[Instance]:
    """The instances of a template (or of premise and hypothesis), all of them or a seeded sample."""
    if isinstance(texts, str):
        texts = (texts,)
    return Filler([parse_template(text) for text in texts], lexicons).sample(limit, seed)


def match(template: Template, text: str, lexicons: Lexicons) -> Iterator[dict[str, str]]:
    """Every way in which the template makes the text, as the value of each slot name."""
    values = {slot.key: _values_of(slot.key, lexicons, str(template)) for slot in template.slots}
    yield from _match(template.parts, text, values, {})


def makes(template: Template, text: str, lexicons: Lexicons) -> bool:
    """Whether the template makes the text."""
    return next(match(template, text, lexicons), None) is not None


def _match(
    parts: Sequence[str | Slot], text: str, lexicons: Lexicons, bound: Mapping[str, tuple[str, str]]
) -> Iterator[dict[str, str]]:
    if not parts:
        if not text:
            yield {name: value for name, (_, value) in bound.items()}
        return
    first, rest = parts[0], parts[1:]
    if isinstance(first, str):
        if text.startswith(first):
            yield from _match(rest, text[len(first) :], lexicons, bound)
        return
    for value in _possible(first, lexicons, bound):
        rendered = first.render(value)
        if text.startswith(rendered):
            yield from _match(rest, text[len(rendered) :], lexicons, {**bound, first.name: (first.key, value)})


def _possible(slot: Slot, lexicons: Lexicons, bound: Mapping[str, tuple[str, str]]) -> Sequence[str]:
    """The values a slot may take beside those already bound."""
    if slot.name in bound:
        return (bound[slot.name][1],)
    taken = {value for key, value in bound.values() if key == slot.key}
    return [value for value in lexicons[slot.key] if value not in taken]
