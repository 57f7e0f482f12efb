"""Judging sense choice: which words of the right and wrong senses stand in each translation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mteval.core.evidence import Outcome
from mteval.core.queries import Translation
from mteval.core.records import SenseItem
from mteval.families._sense_choice.matching import SenseMatcher, SenseWords
from mteval.lexical.word_presence import positions
from mteval.text.alignments import Links, align, parse_links, read_links, write_links
from mteval.text.lemmatisers import open_lemmatiser
from mteval.text.moses import Tokenizer, moses_tokenizer, split_at_blanks

Places = frozenset[int]
Tokens = Sequence[str]


@dataclass(frozen=True, slots=True)
class Procedure:
    """Everything the judgement depends on; the defaults are the published procedure."""

    source_language: str = ""
    target_language: str = ""
    matcher: SenseMatcher = field(default_factory=SenseMatcher)
    lemmatiser: str = "file"
    lemma_model: str = ""
    tokens: str = "moses"
    search: str = "tokens-then-lemmas"
    aligned: bool = False
    alignments: str = ""
    save_alignments: str = ""

    def tokenizer(self, language: str) -> Tokenizer:
        """How sentences of a language are cut."""
        return split_at_blanks if self.tokens == "blanks" else moses_tokenizer(language)


@dataclass(frozen=True, slots=True)
class Pair:
    """An item and its translation, tokenized; `allowed` are the token places the ambiguous word is aligned to."""

    item: SenseItem
    tokens: Tokens
    lemmas: str | None = None
    allowed: Places | None = None


def judge_translations(
    items: Sequence[SenseItem], translations: Sequence[Translation], procedure: Procedure
) -> list[tuple[SenseWords, bool]]:
    """What was found in each translation, and whether alignment restricted where it was looked for.

    As published in 2019, tokens are looked at first, lemmas only where the tokens hold neither a right nor a wrong word;
    as published in 2020, lemmas only (`search=lemmas`).
    """
    cut = procedure.tokenizer(procedure.target_language)
    tokens = [cut(translation.text) for translation in translations]
    allowed = _allowed(items, tokens, translations, procedure) if procedure.aligned else [None] * len(items)
    pairs = [
        Pair(item, words, translation.lemmas, places)
        for item, words, translation, places in zip(items, tokens, translations, allowed, strict=True)
    ]
    found = [SenseWords()] * len(pairs)
    if procedure.search != "lemmas":
        found = [_look(pair, pair.tokens, procedure.matcher, "tokens") for pair in pairs]
    open_ones = [place for place, one in enumerate(found) if not one and procedure.search != "tokens"]
    for place, lemmas in zip(open_ones, _lemmas([pairs[place] for place in open_ones], procedure), strict=True):
        found[place] = _look(pairs[place], lemmas, procedure.matcher, "lemmas")
    return [(one, pair.allowed is not None) for one, pair in zip(found, pairs, strict=True)]


def outcome(found: SenseWords) -> Outcome:
    """Right and no wrong word: positive; any wrong word, also beside a right one: negative; else unknown."""
    if found.negative:
        return Outcome.FAILED
    return Outcome.PASSED if found.positive else Outcome.UNDECIDED


def _look(pair: Pair, words: Tokens, matcher: SenseMatcher, stage: str) -> SenseWords:
    lowered = [word.lower() for word in words]
    # A lemma line cut otherwise than the tokens has other places, so alignment cannot restrict it.
    allowed = pair.allowed if len(lowered) == len(pair.tokens) else None
    positive = matcher.find(pair.item.positive, lowered, allowed)
    negative = matcher.find(pair.item.negative, lowered, allowed)
    return SenseWords(positive, negative, stage if positive or negative else "")


def _lemmas(pairs: Sequence[Pair], procedure: Procedure) -> list[Tokens]:
    if procedure.lemmatiser == "none" or not pairs:
        return [()] * len(pairs)
    if procedure.lemmatiser == "file":
        # Split at single blanks, as the published script does.
        return [pair.lemmas.strip().split(" ") if pair.lemmas is not None else () for pair in pairs]
    lemmatiser = open_lemmatiser(procedure.lemmatiser, procedure.target_language, procedure.lemma_model)
    return [list(lemmas) for lemmas in lemmatiser.lemmatise([pair.tokens for pair in pairs])]


def _allowed(
    items: Sequence[SenseItem], targets: Sequence[Tokens], translations: Sequence[Translation], procedure: Procedure
) -> list[Places | None]:
    """Where each ambiguous word is aligned to; None where it is not found or not aligned, so that all places count."""
    cut = procedure.tokenizer(procedure.source_language)
    sources = [tuple(cut(item.source)) for item in items]
    given = [translation.links for translation in translations]
    lines = [line for line in given if line is not None]
    if lines and len(lines) == len(given):
        links: Sequence[Links] = parse_links(lines, sources, targets, Path("alignments"))
    else:
        links = _links(items, sources, targets, procedure)
    allowed: list[Places | None] = []
    for item, source, pairs in zip(items, sources, links, strict=True):
        wanted = positions(str(item.extra.get("form", item.word)), source, procedure.source_language)
        places = frozenset(target for place, target in pairs if place in wanted)
        allowed.append(places or None)
    return allowed


def _links(
    items: Sequence[SenseItem], sources: Sequence[Tokens], targets: Sequence[Tokens], procedure: Procedure
) -> Sequence[Links]:
    if procedure.alignments:
        return read_links(Path(procedure.alignments), sources, targets)
    # The suite's own references are more text of the same kind to learn from.
    cut = procedure.tokenizer(procedure.target_language)
    more = [(source, cut(item.reference)) for item, source in zip(items, sources, strict=True) if item.reference]
    lower = _lowered([*sources, *(source for source, _ in more)]), _lowered([*targets, *(target for _, target in more)])
    links = align(*lower)[: len(sources)]
    if procedure.save_alignments:
        write_links(Path(procedure.save_alignments), links)
    return links


def _lowered(sentences: Sequence[Tokens]) -> list[Tokens]:
    return [[word.lower() for word in sentence] for sentence in sentences]


def bounds(positive: int, negative: int, unknown: int) -> dict[str, dict[str, float]]:
    """Precision and f1_b if every undecided case were right, and if every one were wrong."""
    total = positive + negative + unknown
    return {name: _share(right, total) for name, right in (("best", positive + unknown), ("worst", positive))}


def _share(right: int, total: int) -> dict[str, float]:
    # With nothing undecided, precision, recall_b and f1_b are the same share.
    share = right / total if total else float("nan")
    return {"precision": share, "recall_b": share, "f1_b": share}
