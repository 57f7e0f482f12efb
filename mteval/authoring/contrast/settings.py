"""What a build was asked to do; plain values, so that they can be written down and sent to other processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mteval.lexical.nouns import installed_nouns


@dataclass(frozen=True, slots=True)
class Corpus:
    """One bitext: two line-aligned files (`source`, `target`) or one TMX or TSV file (`bitext`), under a name.

    `links` is a file of word alignments in Pharaoh's form; `source_tags` and `target_tags` are CoNLL-U files.
    """

    name: str
    source: Path | None = None
    target: Path | None = None
    bitext: Path | None = None
    links: Path | None = None
    source_tags: Path | None = None
    target_tags: Path | None = None

    def files(self) -> tuple[Path, ...]:
        """Every file of the corpus."""
        given = (self.source, self.target, self.bitext, self.links, self.source_tags, self.target_tags)
        return tuple(path for path in given if path is not None)


@dataclass(frozen=True, slots=True)
class TextSettings:
    """How text is cut and lemmatised: `tokens` is words or blanks, `lemmatiser` simplemma or none."""

    languages: tuple[str, str]
    tokens: str = "words"
    lemmatiser: str = "simplemma"
    longest: int = 200
    shard: int = 25_000


@dataclass(frozen=True, slots=True)
class SenseSettings:
    """When a word counts as ambiguous, and which senses are one.

    `min_share` is the share of the word's links that a translation needs, `min_back` the share of the translation's links
    that the word needs. `overlap` is the share of inventory senses that make two translations one (0: any); `threshold` is
    the cosine above which two senses are merged, above one nothing is. `derived` merges senses of one root in two parts of
    speech. `parts` are the parts of speech looked at (n, v, a, r; empty: all). `shared_sources` is the share of links back
    to the same other source words above which two senses are merged, above one nothing is. `unlinked` lets senses of the
    inventory that no link shows stand beside linked ones, by words that the target side has so often (0: none), if no
    cosine is above `unlinked_threshold`. With `akin`, two words of different senses that an inventory leads back to one
    more source word are no contrasts of each other.
    """

    min_links: int = 10
    min_targets: int = 2
    min_share: float = 0.0
    min_back: float = 0.0
    threshold: float = 0.45
    overlap: float = 0.0
    derived: bool = True
    parts: str = ""
    shared_sources: float = 2.0
    unlinked: int = 0
    unlinked_threshold: float = 0.35
    akin: bool = False


@dataclass(frozen=True, slots=True)
class SentenceSettings:
    """Which sentences are drawn, and what is done to them.

    `told_apart` is how well the source sentences must tell two senses apart (AUC; 0: not asked), so that neither of two synonyms
    is the other's contrast. `doubt` is the share of sentences like that of a translation item that may have the other sense (1:
    any), so that no broader word counts as wrong. `training` names corpora left out of the translation variant; `training_text`
    are files whose lines are. A sense is out of domain if more than half of its examples come from `domain_corpus`.
    """

    longer_than: int = 10
    per_sense: int = 20
    contrasts: int = 3
    least_examples: int = 4
    most_examples: int = 10
    pool: int = 100
    near_duplicates: float = 0.8
    seed: int = 1
    agreement: bool = True
    told_apart: float = 0.0
    doubt: float = 1.0
    training: tuple[str, ...] = ()
    training_text: tuple[Path, ...] = ()
    domain_corpus: str = ""


@dataclass(frozen=True, slots=True)
class BuildSettings:
    """A whole build."""

    corpora: tuple[Corpus, ...]
    text: TextSettings
    inventory: str | tuple[str, ...]
    output: Path
    variants: tuple[str, ...] = ("scoring", "translation")
    senses: SenseSettings = field(default_factory=SenseSettings)
    sentences: SentenceSettings = field(default_factory=SentenceSettings)
    embeddings: str = ""
    taggers: Mapping[str, str] = field(default_factory=dict)
    morphology: Path | None = None
    work: Path | None = None
    engine: str = "local"
    jobs: int = 1
    align_block: int = 1_000_000

    @property
    def inventories(self) -> tuple[str, ...]:
        """The inventories, one or several."""
        return (self.inventory,) if isinstance(self.inventory, str) else self.inventory

    @property
    def nouns(self) -> Path | None:
        """The lexicon of noun forms in the target language: the user's, or an installed package's."""
        return self.morphology or installed_nouns(self.text.languages[1])

    @property
    def folder(self) -> Path:
        """Where unfinished work is kept."""
        return self.work or self.output / ".work"


def plain(value: Any) -> Any:
    """Settings as JSON can hold them."""
    if hasattr(value, "__dataclass_fields__"):
        return plain(asdict(value))
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, Path) else value
