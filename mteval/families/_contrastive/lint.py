"""Defects of contrastive sets: each rule says which items or contrasts are wrong, and a cleaned set leaves them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from mteval.core.records import ContrastItem
from mteval.core.results import Finding
from mteval.families._contrastive.word_order import is_other_order
from mteval.lexical.word_presence import word_in_sentence
from mteval.text.articles import article_clashes

Languages = Sequence[str]


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing wrong with one item, or with one of its contrasts."""

    code: str
    item: int
    contrast: int | None = None


MESSAGES = {
    "contrast-equals-reference": "contrasts are the reference itself: no model can strictly prefer the reference, so "
    "the item cannot be won (rounding noise aside) and counts as wrong.",
    "item-without-contrasts": "items have no contrasts: they cannot be lost. They are skipped, unless "
    "empty_contrasts=pass, as the published scripts do, which count them as right.",
    "empty-line": "items have an empty source or reference.",
    "duplicate-item": "items repeat an earlier one (same source, reference, word and sense) and count twice.",
    "duplicate-contrast": "contrasts repeat another one of the same item.",
    "article-clash": "contrasts have an article that does not fit the word put in (a/an): they can be told from the "
    "reference by grammar alone.",
    "source-word-missing": "items whose source does not seem to hold the ambiguous word.",
    "original-missing": "items whose reference does not hold the word that the contrasts replace.",
    "other-order": "contrasts are the reference with its phrases in another order, which the language allows.",
    "positive-negative-overlap": "contrasts put in a word that is listed for the right sense, so they are not wrong.",
}

CLEANED = (
    "contrast-equals-reference",
    "duplicate-contrast",
    "article-clash",
    "other-order",
    "positive-negative-overlap",
)
DROPPED = ("item-without-contrasts", "empty-line", "duplicate-item", "source-word-missing", "original-missing")


def basic_defects(items: Sequence[ContrastItem], languages: Languages) -> Iterator[Defect]:
    """What a score over the set must tell: items that cannot be won or lost, are won by grammar alone, or count twice."""
    seen: set[tuple[str, ...]] = set()
    english = languages[1:2] and languages[1].startswith("en")
    for place, item in enumerate(items):
        yield from _in_contrasts("contrast-equals-reference", place, equal_to_reference(item))
        if english:
            yield from _in_contrasts("article-clash", place, with_article_clash(item))
        if not item.contrasts:
            yield Defect("item-without-contrasts", place)
        if not (item.source.strip() and item.reference.strip()):
            yield Defect("empty-line", place)
        key = (_flat(item.source), _flat(item.reference), item.word, item.sense)
        if key in seen:
            yield Defect("duplicate-item", place)
        seen.add(key)


def deeper_defects(items: Sequence[ContrastItem], languages: Languages) -> Iterator[Defect]:
    """What only linting looks for."""
    source, target = (*languages[:2], "", "")[:2]
    for place, item in enumerate(items):
        yield from _in_contrasts("duplicate-contrast", place, repeated(item))
        yield from _in_contrasts("positive-negative-overlap", place, in_right_sense(item))
        yield from _in_contrasts("other-order", place, in_other_order(item, target))
        if item.word and not word_in_sentence(item.word, item.source, source):
            yield Defect("source-word-missing", place)
        if item.original and _flat(item.original).lower() not in _flat(item.reference).lower():
            yield Defect("original-missing", place)


def equal_to_reference(item: ContrastItem) -> list[int]:
    """Places of contrasts that are the reference itself, blanks aside."""
    return [place for place, contrast in enumerate(item.contrasts) if _flat(contrast.text) == _flat(item.reference)]


def repeated(item: ContrastItem) -> list[int]:
    """Places of contrasts that an earlier contrast of the item has already."""
    texts = [_flat(contrast.text) for contrast in item.contrasts]
    return [place for place, text in enumerate(texts) if text in texts[:place]]


def in_right_sense(item: ContrastItem) -> list[int]:
    """Places of contrasts whose replacement is one of the lemmas of the right sense."""
    right = {lemma.lower() for lemma in item.sense.replace("|", "_").split("_") if lemma}
    return [place for place, contrast in enumerate(item.contrasts) if contrast.replacement.lower() in right]


def in_other_order(item: ContrastItem, target: str) -> list[int]:
    """Places of contrasts that are the reference in another order, where the target language allows that."""
    return [
        place for place, contrast in enumerate(item.contrasts) if is_other_order(item.reference, contrast.text, target)
    ]


def with_article_clash(item: ContrastItem) -> list[int]:
    """Places of English contrasts with more a/an clashes before the replacement than the reference has."""
    return [
        place
        for place, contrast in enumerate(item.contrasts)
        if contrast.replacement
        and article_clashes(contrast.text, contrast.replacement)
        and not article_clashes(item.reference, item.original or contrast.replacement)
    ]


def findings(defects: Iterable[Defect], name: Callable[[Defect], str]) -> tuple[Finding, ...]:
    """One finding for each code, with the number of defects and the cases they are in, as `name` calls them."""
    grouped: dict[str, list[Defect]] = {}
    for defect in defects:
        grouped.setdefault(defect.code, []).append(defect)
    return tuple(
        Finding(
            code,
            f"{len(found)} {MESSAGES[code]}",
            count=len(found),
            cases=tuple(dict.fromkeys(map(name, found))),
        )
        for code, found in grouped.items()
    )


def chance_level(contests: Sequence[int]) -> Finding:
    """What guessing gives on cases with so many contrasts each, which a reader of an accuracy must know."""
    counted = [number for number in contests if number]
    level = sum(1 / (1 + number) for number in counted) / max(len(counted), 1)
    spread = ", ".join(f"{size}: {number}" for size, number in sorted(Counter(counted).items()))
    message = f"Guessing gives an accuracy of {level:.4f} on this set (cases by number of contrasts: {spread})."
    return Finding("chance-level", message, count=len(counted))


@dataclass(frozen=True, slots=True)
class CleanSet:
    """A set without its defects, and how many of each were taken out."""

    items: tuple[ContrastItem, ...]
    removed: Counter[str]


def clean(
    items: Sequence[ContrastItem], languages: Languages, *, spared: Iterable[str] = ("source-word-missing",)
) -> CleanSet:
    """Take out defective contrasts and items; an item left without contrasts goes too.

    Codes in `spared` are left alone. By default that is `source-word-missing`, which is a guess where no
    lemmatiser knows the language.
    """
    ignored = set(spared)
    defects = [
        one for one in (*basic_defects(items, languages), *deeper_defects(items, languages)) if one.code not in ignored
    ]
    dropped = {one.item: one.code for one in defects if one.code in DROPPED}
    cut = {(one.item, one.contrast): one.code for one in defects if one.code in CLEANED}
    removed: Counter[str] = Counter(
        [*dropped.values(), *(code for (item, _), code in cut.items() if item not in dropped)]
    )
    kept = []
    for place, item in enumerate(items):
        if place in dropped:
            continue
        contrasts = tuple(one for number, one in enumerate(item.contrasts) if (place, number) not in cut)
        if contrasts or "item-without-contrasts" in ignored:
            kept.append(replace(item, contrasts=contrasts))
        else:
            removed["item-without-contrasts"] += 1
    return CleanSet(tuple(kept), removed)


def _in_contrasts(code: str, item: int, places: Iterable[int]) -> Iterator[Defect]:
    return (Defect(code, item, place) for place in places)


def _flat(text: str) -> str:
    return " ".join(text.split())
