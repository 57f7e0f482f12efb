"""TEA as published: terminals from the token graph, greedy set cover, non-terminals added while they help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mteval.checklists.tea.candidates import Pattern, Span, SpanFinder
from mteval.checklists.tea.cover import CoverChoice, greedy_cover
from mteval.checklists.tea.extraction import ExtractedTemplate, Extraction, letters, unique_lines
from mteval.checklists.tea.graph import terminal_groups, token_graph
from mteval.checklists.tea.tokens import Tokenizer, is_space, spaces
from mteval.checklists.templates import Filler, Slot, Template

# Slots of templates already found, while further non-terminals are tried on the rest of their text.
_OPAQUE = 0xE000
_COUNTED = 200_000

Groups = Mapping[str, Sequence[str]]
Report = Callable[[str, int, int], None]


def extract_faithfully(
    lines: Sequence[str], *, k: int = 2, tokenizer: Tokenizer = spaces, report: Report | None = None
) -> Extraction:
    """Extract templates with the published algorithm."""
    sentences = unique_lines(lines)
    chosen, non_terminals = choose_non_terminals(sentences, step_one(sentences, k, tokenizer), report)
    return _extraction(sentences, chosen, non_terminals, k)


def step_one(sentences: Sequence[str], k: int, tokenizer: Tokenizer) -> dict[str, tuple[str, ...]]:
    """The non-terminals of the token graph, named A, B, … by falling number of terminals."""
    tokens = [tuple(token for token in tokenizer(sentence) if not is_space(token)) for sentence in sentences]
    joiner = " " if any(" " in sentence for sentence in sentences) else ""
    groups = _widest(terminal_groups(token_graph(tokens), k, joiner))
    return dict(zip(letters(), groups, strict=False))


def choose_non_terminals(
    sentences: Sequence[str], groups: Groups, report: Report | None = None
) -> tuple[list[CoverChoice], dict[str, tuple[str, ...]]]:
    """Step 3: add the non-terminal that makes most of the sentences equal, until none does; then cover them.

    What a non-terminal saves is counted on the sentences in which those chosen before have been replaced: every occurrence
    of a terminal, from left to right, the longest first. That is one candidate of each sentence, so the sentences left
    different are at least as many as a best cover needs.
    """
    chosen: dict[str, tuple[str, ...]] = {}
    current = list(sentences)
    while True:
        best = _most_useful(current, {n: g for n, g in groups.items() if n not in chosen})
        if best is None:
            return greedy_cover(sentences, chosen), chosen
        finder = SpanFinder({best: groups[best]})
        sign = _OPAQUE + 64 * len(chosen)
        current = list(dict.fromkeys(_replaced(text, finder.find(text), sign) for text in current))
        chosen[best] = tuple(groups[best])
        if report is not None:
            report("non-terminals", len(chosen), len(groups))


def _most_useful(current: Sequence[str], groups: Groups) -> str | None:
    """The non-terminal that makes most of the texts equal; None where none does."""
    finder = SpanFinder(groups)
    touched: Counter[str] = Counter()
    different: dict[str, set[str]] = {name: set() for name in groups}
    for text in current:
        for name, spans in _by_name(finder.find(text)).items():
            touched[name] += 1
            different[name].add(_replaced(text, spans))
    saving = {name: touched[name] - len(texts) for name, texts in different.items()}
    best = max(groups, key=lambda name: saving[name], default=None)
    return best if best is not None and saving[best] > 0 else None


def _by_name(spans: Sequence[Span]) -> dict[str, list[Span]]:
    named: dict[str, list[Span]] = {}
    for span in spans:
        named.setdefault(span.non_terminal, []).append(span)
    return named


def _replaced(text: str, spans: Sequence[Span], sign: int = 0) -> str:
    """The text with its leftmost longest spans replaced, the same value by the same sign."""
    if len(spans) == 1:
        return f"{text[: spans[0].start]}{chr(sign)}{text[spans[0].end :]}"
    pieces: list[str] = []
    cardinals: dict[str, int] = {}
    place = 0
    for span in sorted(spans, key=lambda one: (one.start, -one.end)):
        if span.start >= place:
            cardinal = cardinals.setdefault(text[span.start : span.end], len(cardinals))
            pieces += (text[place : span.start], chr(sign + cardinal))
            place = span.end
    return "".join((*pieces, text[place:]))


def _widest(groups: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The groups that are no part of another: a part makes nothing equal that the whole does not."""
    kept: list[tuple[frozenset[str], tuple[str, ...]]] = []
    holders: dict[str, list[int]] = {}
    for group in sorted(groups, key=len, reverse=True):
        terminals = frozenset(group)
        if not any(terminals <= kept[number][0] for number in holders.get(group[0], ())):
            for terminal in group:
                holders.setdefault(terminal, []).append(len(kept))
            kept.append((terminals, group))
    return [group for _, group in kept]


def _extraction(
    sentences: Sequence[str], chosen: Sequence[CoverChoice], non_terminals: Mapping[str, tuple[str, ...]], k: int
) -> Extraction:
    used = {symbol[0] for choice in chosen for symbol in choice.template.symbols if isinstance(symbol, tuple)}
    lexicons = {name: values for name, values in non_terminals.items() if name in used}
    templates = [(readable(choice.template), choice.sentences) for choice in chosen]
    return counted(sentences, templates, lexicons, {"k": k})


def counted(
    sentences: Sequence[str],
    templates: Sequence[tuple[Template, Sequence[int]]],
    lexicons: Mapping[str, tuple[str, ...]],
    settings: Mapping[str, Any],
) -> Extraction:
    """Templates with the sentences each makes, and how much else they would make."""
    generated = sum(Filler([template], lexicons).combinations for template, _ in templates)
    unseen = (
        _unseen([template for template, _ in templates], lexicons, set(sentences)) if generated <= _COUNTED else None
    )
    return Extraction(
        method="tea",
        templates=tuple(
            ExtractedTemplate(str(template), len(made), unseen=unseen[number] if unseen else 0)
            for number, (template, made) in enumerate(templates)
        ),
        lexicons=lexicons,
        instances=len(sentences),
        covered=len({number for _, made in templates for number in made}),
        generated=generated,
        unseen=sum(unseen) if unseen else generated - sum(len(made) for _, made in templates),
        settings=settings,
    )


def _unseen(templates: Sequence[Template], lexicons: Groups, seen: set[str]) -> list[int]:
    return [len({i.texts[0] for i in Filler([template], lexicons)} - seen) for template in templates]


def readable(template: Pattern) -> Template:
    """A pattern as a template: the only cardinal of a non-terminal has no number, several count from 1."""
    several = {symbol[0] for symbol in template.symbols if isinstance(symbol, tuple) and symbol[1] > 0}
    return Template(
        tuple(
            symbol if isinstance(symbol, str) else Slot(symbol[0], str(symbol[1] + 1) if symbol[0] in several else "")
            for symbol in template.symbols
        )
    )
