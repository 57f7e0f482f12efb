"""TEA on lemmas: templates found where inflection does not matter, then given back the words that stood there.

Each word is replaced by a sign for its lemma, and the published algorithm runs over these signs. Every sentence a template
makes then says with which words: those between the slots must be the same for all instances of a template, so a template is
written once for each form of them ("la {A} era buena", "el {A} era bueno"), and its slots take the forms seen in it. Where the
lemmas of two slots have several forms each, those seen together agree: they make a template of their own too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from mteval.checklists.tea.candidates import Pattern
from mteval.checklists.tea.cover import CoverChoice
from mteval.checklists.tea.dependence import KnownRow, known_row
from mteval.checklists.tea.extraction import Extraction, letters, unique_lines
from mteval.checklists.tea.faithful import Groups, Report, choose_non_terminals, counted, step_one
from mteval.checklists.tea.tokens import Tokenizer
from mteval.checklists.templates import Slot, Template
from mteval.core.errors import DataError

# The lemmas of tokenized sentences, as many as there are tokens.
Lemmatise = Callable[[Sequence[Sequence[str]]], Sequence[Sequence[str]]]
Symbol = str | tuple[str, int]

# Lemmas are written as one sign each, above all signs that the algorithm keeps for itself in a text and below its slots.
_FIRST, _LAST = 0x20000, 0xEFFFF


@dataclass(frozen=True, slots=True)
class _Cut:
    """A sentence of a template: the non-terminal and form at each slot, and the lemmas there."""

    sentence: int
    forms: tuple[tuple[str, str], ...]
    lemmas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Restored:
    """A template with its words: the sentences that it makes, and the forms of each non-terminal."""

    symbols: tuple[Symbol, ...]
    sentences: list[int]
    forms: Mapping[str, tuple[str, ...]]


def extract_by_lemmas(
    lines: Sequence[str], lemmatise: Lemmatise, *, cut: Tokenizer, k: int = 2, report: Report | None = None
) -> Extraction:
    """Extract templates with the published algorithm over lemmas, and give them their words back."""
    sentences = unique_lines(lines)
    rows = [known_row(sentence, {}, cut) for sentence in sentences]
    coded = _coded([list(one) for one in lemmatise([row.words for row in rows])], rows)
    different = list(dict.fromkeys(coded))
    chosen, non_terminals = choose_non_terminals(different, step_one(different, k, tuple), report)
    places = defaultdict(list)
    for number, code in enumerate(coded):
        places[code].append(number)
    restored: list[_Restored] = []
    for choice in chosen:
        members = [number for place in choice.sentences for number in places[different[place]]]
        covered = {number for one in restored for number in one.sentences}
        found = _restored(choice, members, rows, coded, non_terminals)
        restored += [one for one in found if not covered.issuperset(one.sentences)]
    return _extraction(sentences, restored, k)


def _coded(lemmas: Sequence[Sequence[str]], rows: Sequence[KnownRow]) -> list[str]:
    """Each sentence with one sign for the lemma of each word."""
    signs: dict[str, str] = {}
    coded = []
    for found, row in zip(lemmas, rows, strict=True):
        if len(found) != len(row.words):
            raise DataError("instances", f"{len(found)} lemmas for the {len(row.words)} words of '{row.text}'.")
        coded.append("".join(signs.setdefault(lemma, chr(_FIRST + len(signs))) for lemma in found))
    if _FIRST + len(signs) > _LAST:
        raise DataError("instances", f"have {len(signs)} different lemmas, which is too many.")
    return coded


def _restored(
    choice: CoverChoice, members: Sequence[int], rows: Sequence[KnownRow], coded: Sequence[str], terminals: Groups
) -> list[_Restored]:
    """One template over lemmas as templates of words, one for each form of what stands between the slots."""
    pattern, names = _expression(choice.template, terminals)
    cut: dict[tuple[Symbol, ...], list[_Cut]] = defaultdict(list)
    for number in members:
        match = pattern.fullmatch(coded[number])
        if match is None:
            raise DataError("instances", f"'{rows[number].text}' is not made by a template that was chosen for it.")
        spans = [(name, *match.span(group)) for group, name in names]
        symbols, forms = _words(rows[number], spans)
        lemmas = [coded[number][start:end] for _, start, end in spans]
        cut[symbols].append(_Cut(number, tuple(forms), tuple(lemmas)))
    return [
        _Restored(symbols, [one.sentence for one in agreeing], _forms(agreeing))
        for symbols, sentences in cut.items()
        for agreeing in _agreeing(sentences)
    ]


def _forms(sentences: Sequence[_Cut]) -> dict[str, tuple[str, ...]]:
    """The forms of each non-terminal."""
    forms: dict[str, dict[str, None]] = defaultdict(dict)
    for one in sentences:
        for name, form in one.forms:
            forms[name][form] = None
    return {name: tuple(found) for name, found in forms.items()}


def _agreeing(sentences: Sequence[_Cut]) -> list[list[_Cut]]:
    """Sentences in groups whose slots agree: the forms of lemmas that have several, with what decides between them.

    A slot decides the forms at another if none of its own forms stands with two forms of a lemma there. A sentence with
    none of these forms is in the group of a value it shares.
    """
    from scipy.cluster.hierarchy import DisjointSet

    linked: DisjointSet = DisjointSet()
    for decided, deciding in permutations(range(len(sentences[0].forms)), 2):
        for one in _decided(sentences, decided, deciding):
            ends = [(slot, one.forms[slot][1]) for slot in (decided, deciding)]
            for end in ends:
                linked.add(end)
            linked.merge(*ends)
    groups: dict[object, list[_Cut]] = defaultdict(list)
    for one in sentences:
        homes = {linked[form] for form in ((slot, form) for slot, (_, form) in enumerate(one.forms)) if form in linked}
        groups[next(iter(homes)) if len(homes) == 1 else None].append(one)
    return list(groups.values())


def _decided(sentences: Sequence[_Cut], decided: int, deciding: int) -> list[_Cut]:
    """The sentences in which the form at one slot is one of several of its lemma, if another slot decides which."""
    forms: dict[str, set[str]] = defaultdict(set)
    beside: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in sentences:
        lemma, (_, form) = one.lemmas[decided], one.forms[decided]
        forms[lemma].add(form)
        beside[lemma, one.forms[deciding][1]].add(form)
    if any(len(found) > 1 for found in beside.values()):
        return []
    return [one for one in sentences if len(forms[one.lemmas[decided]]) > 1]


def _expression(template: Pattern, terminals: Groups) -> tuple[re.Pattern[str], list[tuple[str, str]]]:
    """What matches the signs of a sentence, and the non-terminal of each of its groups in order."""
    pieces: list[str] = []
    names: list[tuple[str, str]] = []
    first: dict[tuple[str, int], str] = {}
    for place, symbol in enumerate(template.symbols):
        if isinstance(symbol, str):
            pieces.append(re.escape(symbol))
            continue
        inner = f"(?P={first[symbol]})" if symbol in first else "|".join(map(re.escape, terminals[symbol[0]]))
        first.setdefault(symbol, f"slot{place}")
        pieces.append(f"(?P<slot{place}>{inner})")
        names.append((f"slot{place}", symbol[0]))
    return re.compile("".join(pieces)), names


def _words(row: KnownRow, spans: Sequence[tuple[str, int, int]]) -> tuple[tuple[Symbol, ...], list[tuple[str, str]]]:
    """The sentence cut at its slots, equal forms of a non-terminal being one slot; and the form at each."""
    symbols: list[Symbol] = []
    forms: list[tuple[str, str]] = []
    cardinals: dict[str, dict[str, int]] = defaultdict(dict)
    done = 0
    for name, start, end in spans:
        form = row.between(start, end - 1)
        symbols += [row.text[done : row.starts[start]], (name, cardinals[name].setdefault(form, len(cardinals[name])))]
        forms.append((name, form))
        done = row.starts[start] + len(form)
    symbols.append(row.text[done:])
    return tuple(symbol for symbol in symbols if symbol != ""), forms


def _extraction(sentences: Sequence[str], restored: Sequence[_Restored], k: int) -> Extraction:
    keys: dict[tuple[str, frozenset[str]], str] = {}
    lexicons: dict[str, tuple[str, ...]] = {}
    templates: list[tuple[Template, Sequence[int]]] = []
    for one in restored:
        own = {name: _key(name, forms, keys, lexicons) for name, forms in one.forms.items()}
        several = {symbol[0] for symbol in one.symbols if isinstance(symbol, tuple) and symbol[1] > 0}
        parts = (
            symbol
            if isinstance(symbol, str)
            else Slot(own[symbol[0]], str(symbol[1] + 1) if symbol[0] in several else "")
            for symbol in one.symbols
        )
        templates.append((Template(tuple(parts)), one.sentences))
    return counted(sentences, templates, lexicons, {"k": k, "lemmas": True})


def _key(
    name: str, forms: tuple[str, ...], keys: dict[tuple[str, frozenset[str]], str], lexicons: dict[str, tuple[str, ...]]
) -> str:
    """The key of a non-terminal with these forms: its own name the first time, with a letter where others have other forms."""
    known = (name, frozenset(forms))
    if known not in keys:
        keys[known] = next(key for key in _names(name) if key not in lexicons)
        lexicons[keys[known]] = forms
    return keys[known]


def _names(name: str) -> Iterator[str]:
    yield name
    for letter in letters():
        yield f"{name}_{letter.lower()}"
