"""Templates that make what was seen and little else: slots found by substitution, split where values agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from mteval.checklists.tea.absorption import absorb
from mteval.checklists.tea.alignment import align
from mteval.checklists.tea.dependence import SlotSpan
from mteval.checklists.tea.drafts import Draft, draft_of, holes_of, shared_edges
from mteval.checklists.tea.extraction import ExtractedTemplate, Extraction, unique_lines
from mteval.checklists.tea.frames import NEVER_TWICE_TEST, split_by_frames
from mteval.checklists.tea.known import KnownTemplates, known_templates, varying_slots
from mteval.checklists.tea.merging import merge
from mteval.checklists.tea.naming import name_slots
from mteval.checklists.tea.provenance import Values, slot_key, source_slot
from mteval.checklists.tea.relations import Decomposition, Product, decompose, decompose_exactly
from mteval.checklists.tea.tables import Table, tables, without_rare_values
from mteval.checklists.tea.tokens import Tokenizer, suited_tokenizer

# The paper's own pair of a good and a bad template had 187 and 35 matches: 0.19.
SUSPECTED_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class _Job:
    """What every step needs: how sentences are cut, the level of the tests, and what made each sentence, if known."""

    cut: Tokenizer
    alpha: float
    sources: Sequence[Values] = ()

    def slot_of(self, column: Sequence[str], sentences: Sequence[int]) -> str:
        """The source slot behind a column; empty where unknown."""
        return source_slot(column, [self.sources[number] for number in sentences]) if self.sources else ""


def extract(
    lines: Sequence[str],
    *,
    tokenizer: Tokenizer | None = None,
    alpha: float = 0.05,
    sources: Sequence[Values] | None = None,
    origins: Sequence[Sequence[SlotSpan]] = (),
    one_template: bool = True,
) -> Extraction:
    """Extract templates from instances.

    `sources` gives, for each line, the source values that made it (slot name to value); then slots are what these values
    became, and have their names; `origins` adds what a word alignment says of each line. Where several source templates made
    the lines (not `one_template`), values only name slots.
    """
    if sources and one_template and varying_slots(sources):
        known_lines = known_templates(lines, sources, tokenizer or suited_tokenizer(lines), origins)
        return _from_known(lines, known_lines, alpha)
    sentences = unique_lines(lines)
    first = dict(zip(reversed(lines), reversed(sources), strict=True)) if sources else {}
    known = [first[sentence] for sentence in sentences] if sources else ()
    job = _Job(tokenizer or suited_tokenizer(sentences), alpha, known)
    drafts: list[Draft] = []
    decisions: list[Mapping[str, Any]] = []
    for group in align([job.cut(sentence) for sentence in sentences]):
        for table in tables(group):
            common, rare = without_rare_values(table)
            found, decided = _drafts(common, job)
            drafts += found
            decisions += decided
            if rare is not None:
                drafts += _slips(rare, job)
    return _extraction(sentences, absorb(merge(drafts), sentences), decisions, alpha)


def _from_known(lines: Sequence[str], found: KnownTemplates, alpha: float) -> Extraction:
    """The templates of lines whose source values are known."""
    sentences = unique_lines(lines)
    number = {sentence: place for place, sentence in enumerate(sentences)}
    drafts = [replace(_renumbered(draft, lines, number), sampled=True) for draft in found.drafts]
    odd = [_renumbered(draft, lines, number) for draft in found.odd]
    return replace(_extraction(sentences, [*drafts, *odd], (), alpha, odd), known=found.made)


def _renumbered(draft: Draft, lines: Sequence[str], number: Mapping[str, int]) -> Draft:
    """The draft with the numbers that its sentences have among the different ones."""
    return replace(draft, sentences=frozenset(number[lines[place]] for place in draft.sentences))


def _drafts(table: Table, job: _Job) -> tuple[list[Draft], list[Mapping[str, Any]]]:
    """The templates of one table."""
    layout, varying = _layout(table.columns, job.cut)
    if not varying:
        return [draft_of(list(table.rows[0]), job.cut, table.sentences)], []
    slots = [job.slot_of(column, table.sentences) for column in varying]
    layout, varying = _one_per_slot(layout, varying, slots)
    layout, varying, found = _with_joined_columns(layout, varying, job.alpha)
    if found.sampled:
        layout, varying, found = _with_cut_columns(layout, varying, found, job)
    if found.sampled or len(found.products) > 2:
        framed = _framed_drafts(layout, varying, table, job)
        if framed is not None and (found.sampled or _better(framed[0], found)):
            return framed
    keys = [slot_key(job.slot_of(column, table.sentences)) for column in varying]
    rows = list(zip(*varying, strict=True))
    drafts = _filled(layout, found, rows, table.sentences, job, keys)
    return drafts, [{**decision, "template": _shown(layout)} for decision in found.decisions if decision["unseen"]]


def _framed_drafts(
    layout: Sequence[str | int], varying: Sequence[Sequence[str]], table: Table, job: _Job
) -> tuple[list[Draft], list[Mapping[str, Any]]] | None:
    """The templates of each frame around a value of another slot, where that these never repeat is no chance."""
    for parts, p_value in split_by_frames(layout, varying, table.sentences, job.cut):
        found = [_drafts(part, job) for part in parts]
        drafts = [draft for made, _ in found for draft in made]
        if p_value <= job.alpha or not any(draft.sampled for draft in drafts):
            decision = {"reason": "never twice", "p_value": p_value, "test": NEVER_TWICE_TEST}
            decided = [one for _, decisions in found for one in decisions]
            return drafts, [{**decision, "template": _shown(layout)}, *decided]
    return None


def _better(drafts: Sequence[Draft], found: Decomposition) -> bool:
    return len(drafts) < len(found.products) and not any(draft.sampled for draft in drafts)


def _slips(table: Table, job: _Job) -> list[Draft]:
    """Templates for rows with values that are too rare to be trusted: they make these rows and nothing else."""
    layout, varying = _layout(table.columns, job.cut)
    rows = list(zip(*varying, strict=True)) if varying else [()]
    found = decompose_exactly(rows) if varying else Decomposition((Product(()),))
    return _filled(layout, found, rows, table.sentences, job, [""] * len(varying))


def _filled(
    layout: Sequence[str | int],
    found: Decomposition,
    rows: Sequence[Sequence[str]],
    sentences: Sequence[int],
    job: _Job,
    keys: Sequence[str],
) -> list[Draft]:
    """One draft per product, with the sentences it makes."""
    drafts = []
    for made in found.products:
        holes = holes_of(made, keys)
        members = [number for number, row in zip(sentences, rows, strict=True) if _makes(made, row)]
        columns = [part if isinstance(part, str) else holes[part] for part in layout]
        drafts.append(draft_of(columns, job.cut, members, sampled=found.sampled))
    return drafts


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
            if attempt.sampled and not found.sampled:
                continue
            if len(attempt.products) < len(best[2].products if best else found.products):
                best = (tried_layout, tried, attempt)
        if best is None:
            break
        layout, varying, found = best
    return layout, varying, found


def _with_cut_columns(
    layout: list[str | int], varying: list[list[str]], found: Decomposition, job: _Job
) -> tuple[list[str | int], list[list[str]], Decomposition]:
    """Cut articles off where what follows them shares a lexicon with another slot and never takes its value.

    "El pan … la sopa" never has the same noun twice, which no slot for "El pan" can say. Kept if nothing unseen is made, or
    if it is no chance that no value comes twice.
    """
    columns: list[list[str]] = []
    places: dict[int, list[int]] = {}
    heads: list[int] = []
    for number, column in enumerate(varying):
        cut = _cut_off(column, job.cut)
        places[number] = list(range(len(columns), len(columns) + len(cut)))
        heads += places[number][:-1]
        columns += cut
    if not heads:
        return layout, varying, found
    attempt = decompose(list(zip(*columns, strict=True)), alpha=job.alpha)
    parted = all(len(made.values[head]) == 1 for made in attempt.products for head in heads)
    apart = {column for made in attempt.products for group in made.distinct for column in group}
    if not parted or not apart:
        return layout, varying, found
    by_chance = (1 - 1 / max(len(set(columns[column])) for column in apart)) ** len(columns[0])
    if attempt.sampled and by_chance > job.alpha:
        return layout, varying, found
    parts = [[part] if isinstance(part, str) else places[part] for part in layout]
    return [part for group in parts for part in group], columns, attempt


def _cut_off(column: list[str], cut: Tokenizer) -> list[list[str]]:
    """The first words of the values and the rest of them, where each first word starts several values; else the column."""
    heads = []
    for value in column:
        tokens = cut(value)
        second = next((k for k, token in enumerate(tokens) if k and any(map(str.isalnum, token))), None)
        if second is None:
            return [column]
        heads.append("".join(tokens[:second]))
    starts = Counter(head for _, head in set(zip(column, heads, strict=True)))
    if len(starts) == 1 or min(starts.values()) == 1:
        return [column]
    return [heads, [value[len(head) :] for value, head in zip(column, heads, strict=True)]]


def _one_per_slot(
    layout: list[str | int], varying: list[list[str]], slots: Sequence[str]
) -> tuple[list[str | int], list[list[str]]]:
    """Join neighbouring columns that come from one source slot."""
    named = list(slots)
    while True:
        places = [
            (a, b)
            for a, b in _neighbours(layout)
            if named[int(layout[a])] and named[int(layout[a])] == named[int(layout[b])]
        ]
        if not places:
            return layout, varying
        gone = int(layout[places[0][1]])
        joined, columns = _joined(layout, varying, places[0], always=True)
        if columns is None:
            return layout, varying
        layout, varying = joined, columns
        del named[gone]


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
    layout: Sequence[str | int], varying: Sequence[Sequence[str]], place: tuple[int, int], *, always: bool = False
) -> tuple[list[str | int], list[list[str]] | None]:
    start, end = place
    left, right = layout[start], layout[end]
    between = "".join(str(part) for part in layout[start + 1 : end])
    one, other = varying[int(left)], varying[int(right)]
    texts = [f"{a}{between}{b}" for a, b in zip(one, other, strict=True)]
    if not always and len(set(texts)) > len(set(one)) + len(set(other)):
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


def _unseen(draft: Draft) -> int:
    return max(draft.combinations - len(draft.sentences), 0)


def _rare(drafts: Sequence[Draft]) -> set[int]:
    """Drafts that make few sentences beside the one that makes most."""
    most = max((len(draft.sentences) for draft in drafts), default=0)
    return {id(draft) for draft in drafts if len(draft.sentences) < SUSPECTED_SHARE * most}


def _extraction(
    sentences: Sequence[str],
    drafts: Sequence[Draft],
    decisions: Sequence[Mapping[str, Any]],
    alpha: float,
    odd: Sequence[Draft] | None = None,
) -> Extraction:
    ordered = sorted(drafts, key=lambda draft: (-len(draft.sentences), min(draft.sentences)))
    templates, lexicons = name_slots(ordered)
    suspected = _rare(ordered) if odd is None else {id(draft) for draft in odd}
    generated = sum(draft.combinations for draft in ordered)
    return Extraction(
        method="better",
        templates=tuple(
            ExtractedTemplate(
                str(template),
                len(draft.sentences),
                suspected=id(draft) in suspected,
                unseen=_unseen(draft),
                thin_sample=draft.sampled,
                examples=tuple(sentences[number] for number in sorted(draft.sentences)[:3]),
            )
            for template, draft in zip(templates, ordered, strict=True)
        ),
        lexicons=lexicons,
        instances=len(sentences),
        covered=len(frozenset().union(*(draft.sentences for draft in ordered))),
        generated=generated,
        unseen=sum(map(_unseen, ordered)),
        unsampled=sum(_unseen(draft) for draft in ordered if draft.sampled),
        decisions=tuple(decisions),
        settings={"alpha": alpha, "suspected_below": SUSPECTED_SHARE},
    )
