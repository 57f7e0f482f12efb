"""Figures of a build, in the manner of the MuCoW paper's tables of its two variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mteval.authoring.contrast.drawing import DrawnItem

Table = list[tuple[str, ...]]


def scoring_table(items: Sequence[DrawnItem], pair: str) -> Table:
    """Words, senses, sentences and contrasts by corpus and in all (the paper's Table 4)."""
    head = (
        "pair",
        "corpus",
        "words",
        "senses",
        "senses/word",
        "sentences",
        "sentences/sense",
        "contrasts",
        "contrasts/sentence",
    )
    corpora = sorted({item.candidate.corpus for item in items})
    groups = [(corpus, [item for item in items if item.candidate.corpus == corpus]) for corpus in corpora]
    groups = [*(groups if len(corpora) > 1 else []), ("all", list(items))]
    return [head, *((pair, name, *_figures(group, scored=True)) for name, group in groups)]


def translation_table(items: Sequence[DrawnItem], domains: dict[tuple[str, int], str], pair: str) -> Table:
    """Words, senses and sentences in and out of domain (the paper's Table 6)."""
    head = ("pair", "domain", "words", "senses", "senses/word", "sentences", "sentences/sense")
    groups = [
        (name, [item for item in items if domains.get((item.candidate.word, item.candidate.sense)) == name])
        for name in ("in", "out")
        if domains
    ]
    return [head, *((pair, name, *_figures(group, scored=False)) for name, group in (*groups, ("all", list(items))))]


def _figures(items: Sequence[DrawnItem], *, scored: bool) -> tuple[str, ...]:
    words = {item.candidate.word for item in items}
    senses = {(item.candidate.word, item.candidate.sense) for item in items}
    made = sum(len(item.contrasts) for item in items)
    figures = (
        str(len(words)),
        str(len(senses)),
        _ratio(len(senses), len(words)),
        str(len(items)),
        _ratio(len(items), len(senses)),
    )
    return (*figures, str(made), _ratio(made, len(items))) if scored else figures


def _ratio(one: int, other: int) -> str:
    return f"{one / other:.2f}" if other else "–"


def markdown(table: Table) -> str:
    """A table as Markdown."""
    head, *rows = table
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in lines)


def rejection_lines(counts: Counter[str]) -> list[str]:
    """How often each reason was met, as a table: stage, reason, count."""
    rows = []
    for name, number in sorted(counts.items(), key=lambda one: (-one[1], one[0])):
        stage, colon, reason = name.partition(": ")
        if number:
            rows.append(f"{stage if colon else 'pair'}\t{reason if colon else name}\t{number}")
    return ["stage\treason\tcount", *rows]
