"""Records that formats read and families parse: one type per kind of data, whatever file it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mteval.core.suites import Tags


@dataclass(frozen=True, slots=True)
class Segment:
    """A source segment with its references; the source may be unknown.

    `number` is what its file calls it, `paragraph` counts the paragraphs of its document; the tag `document` names that.
    """

    references: tuple[str, ...]
    source: str | None = None
    tags: Tags = field(default_factory=dict)
    number: str = ""
    paragraph: int = 0

    @property
    def document(self) -> str:
        """The document the segment is of, or ""."""
        return next(iter(self.tags.get("document", ())), "")


@dataclass(frozen=True, slots=True)
class HeldDocument:
    """What a file holds of one document in one translation: its segments, each with the number of its paragraph.

    `numbers` are the segments' own numbers, where the file counts them; `line` is where the document stands in the file.
    """

    segments: tuple[str, ...]
    paragraphs: tuple[int, ...] = ()
    numbers: tuple[str, ...] = ()
    line: int | None = None


@dataclass(frozen=True, slots=True)
class HeldOutput:
    """The translations one system made, by document, as a file holds them: not yet laid beside the source."""

    system: str
    path: Path
    documents: Mapping[str, HeldDocument]


@dataclass(frozen=True, slots=True)
class Contrast:
    """A wrong translation made from the reference; `extra` keeps whatever else the file said of it."""

    text: str
    type: str = ""
    replacement: str = ""
    tags: Tags = field(default_factory=dict)
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ContrastItem:
    """A source, its reference, and the contrasts the reference must beat.

    `word` is the ambiguous source word (or pronoun), `sense` the sense the reference has, `original` the target word that
    contrasts replace. `extra` keeps whatever else the file said, so that it can be written back.
    """

    source: str
    reference: str
    contrasts: tuple[Contrast, ...]
    id: str = ""
    word: str = ""
    sense: str = ""
    original: str = ""
    tags: Tags = field(default_factory=dict)
    source_context: tuple[str, ...] = ()
    target_context: tuple[str, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SenseItem:
    """A source with an ambiguous word, and the target words of its right and wrong senses.

    `distances`, where known, says how far the sense of each negative word is from the right one (0 same, 1 unrelated);
    `extra` keeps whatever else the file said, so that it can be written back.
    """

    id: str
    source: str
    word: str
    positive: tuple[str, ...]
    negative: tuple[str, ...]
    reference: str | None = None
    tags: Tags = field(default_factory=dict)
    distances: tuple[float, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GenderItem:
    """A source that says a person's gender, its reference, and the reference with the other gender.

    `pair` is shared by the two genders of one sentence; `gender` is "" where the data do not say which is right.
    """

    source: str
    reference: str
    wrong: str
    gender: str = ""
    pair: str = ""


@dataclass(frozen=True, slots=True)
class EntityItem:
    """A source that gives one person a gender: female, male or neutral.

    `position` is the person's word in the source, from 0; `profession` is the English word without article, in lower case;
    `stereotype` is "pro", "anti" or "" where the data do not say.
    """

    source: str
    gender: str
    position: int
    profession: str
    stereotype: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class FormalityItem:
    """A source that addresses somebody, and the register its translation must have: formal or informal."""

    source: str
    formality: str
    tags: Tags = field(default_factory=dict)
    language: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A source term and the target terms that translate it; `tags` say more of it, such as its `mode` (proper, random)."""

    source: str
    targets: tuple[str, ...]
    tags: Tags = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TermSegment:
    """A source segment and the terms to look for in it: `listed` for this segment, or else a whole glossary."""

    source: str
    terms: tuple[Term, ...]
    reference: str | None = None
    tags: Tags = field(default_factory=dict)
    listed: bool = False


@dataclass(frozen=True, slots=True)
class DictionaryPair:
    """One line of a bilingual dictionary: a source word and one gold target, with its line number and tags (POS)."""

    source: str
    target: str
    line: int = 0
    tags: Tags = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class InventorySense:
    """One sense that an inventory gives a source word, and the words that have it.

    `targets` are lemmas of the target language, `sources` those of the source language (the word itself included where
    the inventory says so); `pos` is `n`, `v`, `a`, `r` or empty where the inventory does not say.
    """

    id: str
    targets: tuple[str, ...]
    sources: tuple[str, ...] = ()
    pos: str = ""
    gloss: str = ""
