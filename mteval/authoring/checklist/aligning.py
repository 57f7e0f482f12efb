"""Which slot each word of a translated instance comes from, by a word alignment: eflomal's, or the translator's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from mteval.checklists.tea.dependence import SlotSpan
from mteval.checklists.tea.tokens import is_space, words
from mteval.checklists.templates import Instance, Slot, Template
from mteval.core.errors import CapabilityError
from mteval.core.queries import Translation
from mteval.text.alignments import align

Span = tuple[int, int]
# For each pair of a source text and its translation: the spans of words that correspond.
Aligner = Callable[[Sequence[str], Sequence[str]], Sequence[Sequence[tuple[Span, Span]]]]
METHODS = ("eflomal", "attention")


def by_eflomal(sources: Sequence[str], translations: Sequence[str]) -> list[list[tuple[Span, Span]]]:
    """Align all pairs at once with eflomal, words in lower case."""
    one, other = ([_words(text) for text in side] for side in (sources, translations))
    found = align(_lower(sources, one), _lower(translations, other), "--align eflomal", "leave --align out")
    return [
        [(source[first], target[second]) for first, second in sorted(links)]
        for links, source, target in zip(found, one, other, strict=True)
    ]


def _lower(texts: Sequence[str], spans: Sequence[Sequence[Span]]) -> list[list[str]]:
    return [[text[start:end].lower() for start, end in found] for text, found in zip(texts, spans, strict=True)]


def _words(text: str) -> list[Span]:
    spans: list[Span] = []
    place = 0
    for token in words(text):
        if not is_space(token):
            spans.append((place, place + len(token)))
        place += len(token)
    return spans


@dataclass(slots=True)
class OwnLinks:
    """The word links that a translator gave with its translations."""

    links: dict[tuple[str, str], str] = field(default_factory=dict)

    def keep(self, source: str, translation: Translation) -> None:
        """Remember the links of a translation; a translator that gives none is refused."""
        if translation.links is None:
            raise CapabilityError(
                "The translator gives no word links. Use ctranslate2:DIR?links=true, or --align eflomal."
            )
        self.links[source, " ".join(translation.text.split())] = translation.links

    def align(self, sources: Sequence[str], translations: Sequence[str]) -> list[list[tuple[Span, Span]]]:
        """The links as spans of words between blanks."""
        return [self._pair(*pair) for pair in zip(sources, translations, strict=True)]

    def _pair(self, source: str, translation: str) -> list[tuple[Span, Span]]:
        one, other = _blank_words(source), _blank_words(translation)
        links = (link.split("-") for link in self.links.get((source, translation), "").split())
        return [(one[int(a)], other[int(b)]) for a, b in links]


def _blank_words(text: str) -> list[Span]:
    spans: list[Span] = []
    place = 0
    for word in text.split():
        start = text.index(word, place)
        place = start + len(word)
        spans.append((start, place))
    return spans


def origins(
    instance: Instance,
    templates: Sequence[Template],
    pairs: Sequence[Sequence[tuple[Span, Span]]],
    starts: Sequence[int],
) -> list[SlotSpan]:
    """The spans of a line of translations (one text after the other, from `starts` on) with the slots they come from.

    A word goes with the slot that most of the source words linked to it stand in; words of no slot are left out.
    """
    found: list[SlotSpan] = []
    for template, links, start in zip(templates, pairs, starts, strict=True):
        slots = _slot_spans(template, instance.values)
        votes: dict[Span, Counter[str]] = {}
        for (begin, end), target in links:
            name = next((name for (left, right), name in slots if left < end and begin < right), "")
            votes.setdefault(target, Counter())[name] += 1
        for (left, right), names in votes.items():
            (name, _), *_ = names.most_common(1)
            if name:
                found.append(SlotSpan(start + left, start + right, name))
    return found


def _slot_spans(template: Template, values: Mapping[str, str]) -> list[tuple[Span, str]]:
    """Where each slot's text stands in the filled template."""
    spans: list[tuple[Span, str]] = []
    place = 0
    for part in template.parts:
        text = part.render(values[part.name]) if isinstance(part, Slot) else part
        if isinstance(part, Slot):
            spans.append(((place, place + len(text)), part.name))
        place += len(text)
    return spans
