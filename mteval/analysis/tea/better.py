"""Templates that make what was seen and little else: slots found by substitution, split where values agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from mteval.analysis.tea.alignment import align
from mteval.analysis.tea.drafts import Draft, draft_of, holes_of, shared_edges
from mteval.analysis.tea.extraction import ExtractedTemplate, Extraction, unique_lines
from mteval.analysis.tea.merging import merge
from mteval.analysis.tea.naming import name_slots
from mteval.analysis.tea.relations import Decomposition, Product, decompose
from mteval.analysis.tea.tables import Table, tables
from mteval.analysis.tea.tokens import Tokenizer, suited_tokenizer

# The paper's own pair of a good and a bad template had 187 and 35 matches: 0.19.
SUSPECTED_SHARE = 0.2


def extract(lines: Sequence[str], *, tokenizer: Tokenizer | None = None, alpha: float = 0.05) -> Extraction:
    """Extract templates from instances, without knowing what made them."""
    sentences = unique_lines(lines)
    cut = tokenizer or suited_tokenizer(sentences)
    drafts: list[Draft] = []
    decisions: list[Mapping[str, Any]] = []
    for group in align([cut(sentence) for sentence in sentences]):
        for table in tables(group):
            found, decided = _drafts(table, cut, alpha)
            drafts += found
            decisions += decided
    return _extraction(sentences, merge(drafts), decisions, alpha)


def _drafts(table: Table, cut: Tokenizer, alpha: float) -> tuple[list[Draft], list[Mapping[str, Any]]]:
    """The templates of one table."""
    layout, varying = _layout(table.columns, cut)
    if not varying:
        return [draft_of(list(table.rows[0]), cut, table.sentences)], []
    layout, varying, found = _with_joined_columns(layout, varying, alpha)
    rows = list(zip(*varying, strict=True))
    drafts = []
    for made in found.products:
        holes = holes_of(made, range(1, len(varying) + 1))
        members = [number for number, row in zip(table.sentences, rows, strict=True) if _makes(made, row)]
        drafts.append(draft_of([part if isinstance(part, str) else holes[part] for part in layout], cut, members))
    return drafts, [{**decision, "template": _shown(layout)} for decision in found.decisions if decision["unseen"]]


def _layout(columns: Sequence[Sequence[str]], cut: Tokenizer) -> tuple[list[str | int], list[list[str]]]:
    """Literals, and for each other column which varying one it is; columns that are always equal are one."""
    layout: list[str | int] = []
    varying: dict[tuple[str, ...], int] = {}
    for column in columns:
        if len(set(column)) == 1:
            layout.append(column[0])
        else:
            before, inner, after = shared_edges(column, cut)
            layout += (*before, varying.setdefault(tuple(inner), len(varying)), *after)
    return layout, [list(column) for column in varying]


def _with_joined_columns(
    layout: list[str | int], varying: list[list[str]], alpha: float
) -> tuple[list[str | int], list[list[str]], Decomposition]:
    """Join neighbouring columns into one slot where that saves templates and hardly costs values ("New York")."""
    found = decompose(list(zip(*varying, strict=True)), alpha=alpha)
    while len(found.products) > 1:
        best = None
        for place in _neighbours(layout):
            tried_layout, tried = _joined(layout, varying, place)
            if tried is None:
                continue
            attempt = decompose(list(zip(*tried, strict=True)), alpha=alpha)
            if len(attempt.products) < len(best[2].products if best else found.products):
                best = (tried_layout, tried, attempt)
        if best is None:
            break
        layout, varying, found = best
    return layout, varying, found


def _neighbours(layout: Sequence[str | int]) -> list[tuple[int, int]]:
    """Places of slots with nothing but white space between them."""
    slots = [place for place, part in enumerate(layout) if isinstance(part, int)]
    used = [layout[place] for place in slots]
    return [
        (a, b)
        for a, b in pairwise(slots)
        if all(isinstance(part, str) and not part.strip() for part in layout[a + 1 : b])
        and used.count(layout[a]) == used.count(layout[b]) == 1
    ]


def _joined(
    layout: Sequence[str | int], varying: Sequence[Sequence[str]], place: tuple[int, int]
) -> tuple[list[str | int], list[list[str]] | None]:
    start, end = place
    left, right = layout[start], layout[end]
    between = "".join(str(part) for part in layout[start + 1 : end])
    one, other = varying[int(left)], varying[int(right)]
    texts = [f"{a}{between}{b}" for a, b in zip(one, other, strict=True)]
    if len(set(texts)) > len(set(one)) + len(set(other)):
        return list(layout), None
    columns = [texts if number == left else list(c) for number, c in enumerate(varying) if number != right]
    renumbered = {number: k for k, number in enumerate(n for n in range(len(varying)) if n != right)}
    kept = [*layout[: start + 1], *layout[end + 1 :]]
    return [renumbered[part] if isinstance(part, int) else part for part in kept], columns


def _makes(made: Product, row: Sequence[str]) -> bool:
    if any(value not in values for value, values in zip(row, made.values, strict=True)):
        return False
    return all(len({row[column] for column in group}) == len(group) for group in made.distinct)


def _shown(layout: Sequence[str | int]) -> str:
    return "".join(part if isinstance(part, str) else f"[{part}]" for part in layout)


def _extraction(
    sentences: Sequence[str], drafts: Sequence[Draft], decisions: Sequence[Mapping[str, Any]], alpha: float
) -> Extraction:
    ordered = sorted(drafts, key=lambda draft: (-len(draft.sentences), min(draft.sentences)))
    templates, lexicons = name_slots(ordered)
    most = max((len(draft.sentences) for draft in ordered), default=0)
    generated = sum(draft.combinations for draft in ordered)
    return Extraction(
        method="better",
        templates=tuple(
            ExtractedTemplate(
                str(template),
                len(draft.sentences),
                suspected=len(draft.sentences) < SUSPECTED_SHARE * most,
                unseen=max(draft.combinations - len(draft.sentences), 0),
                examples=tuple(sentences[number] for number in sorted(draft.sentences)[:3]),
            )
            for template, draft in zip(templates, ordered, strict=True)
        ),
        lexicons=lexicons,
        instances=len(sentences),
        covered=len(frozenset().union(*(draft.sentences for draft in ordered))),
        generated=generated,
        unseen=sum(max(draft.combinations - len(draft.sentences), 0) for draft in ordered),
        decisions=tuple(decisions),
        settings={"alpha": alpha, "suspected_below": SUSPECTED_SHARE},
    )
