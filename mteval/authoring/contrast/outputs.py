"""What a build writes: the two sets with their manifests, the lexicon, training pairs, provenance, statistics."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.authoring.contrast.drawing import DrawnItem
from mteval.authoring.contrast.senses import AmbiguousWord
from mteval.core import registry
from mteval.core.records import Contrast, ContrastItem, SenseItem
from mteval.storage.digests import file_digest
from mteval.text.writing import write_lines, write_text

MANIFEST = "suite.toml"
CITATION = (
    "Made by mteval contrast build, after Raganato, Scherrer and Tiedemann (2019), The MuCoW Test Suite at WMT 2019."
)


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where a build is written, and for which languages."""

    folder: Path
    languages: tuple[str, str]
    words: Mapping[str, AmbiguousWord]
    inventory_licence: str = ""

    @property
    def pair(self) -> str:
        """The languages as one name."""
        return "-".join(self.languages)

    @property
    def _licence(self) -> str:
        """The licence of what is written: the corpora's, and the inventory's where it names one."""
        corpora = "as the corpora it was made from"
        return (
            f"{corpora}; senses from a dictionary under {self.inventory_licence}" if self.inventory_licence else corpora
        )

    def scoring(self, items: Sequence[DrawnItem]) -> None:
        """Write the MuCoW JSON, its manifest, and the pairs of reference and contrast as training data."""
        path = self.folder / "scoring" / f"{self.pair}.mucow.scoring.json"
        registry.formats.find("mucow-scoring")().write(
            [self._contrast_item(number, item) for number, item in enumerate(items, start=1)], path
        )
        write_lines(self.folder / "adversarial.tsv", ("source\treference\tcontrast\tword\tsense", *self._pairs(items)))
        self._manifest("scoring", "contrastive", "mucow-scoring", {"data": path}, {})

    def translation(self, items: Sequence[DrawnItem], domain_corpus: str) -> dict[tuple[str, int], str]:
        """Write key, text, reference and domain files with their manifest; gives the domain of each sense."""
        domains = sense_domains(items, domain_corpus)
        key = self.folder / "translation" / f"{self.pair}.key.txt"
        records = [self._sense_item(number, item, domains, domain_corpus) for number, item in enumerate(items, start=1)]
        for name in ("text", "ref", "domain"):
            key.with_name(f"{self.pair}.{name}.txt").unlink(missing_ok=True)
        registry.formats.find("mucow-translation")().write(records, key)
        files = {"data": key}
        for name in ("text", "ref", "domain"):
            path = key.with_name(f"{self.pair}.{name}.txt")
            if path.exists():
                files[name] = path
        options = {"lemmatiser": "simplemma"} if _has_lemmas(self.languages[1]) else {}
        self._manifest("translation", "sense-choice", "mucow-translation", files, options)
        return domains

    def _contrast_item(self, number: int, item: DrawnItem) -> ContrastItem:
        one = item.candidate
        senses = self.words[one.word].senses
        made = tuple(
            Contrast(made.text, "word_sense", made.replacement, extra={"sense": senses[made.sense].label})
            for made in item.contrasts
        )
        start, end = one.spans[1]
        return ContrastItem(
            one.source, one.target, made, str(number), one.word, senses[one.sense].label, one.target[start:end],
            {"origin": (one.corpus,)},
        )  # fmt: skip

    def _sense_item(
        self, number: int, item: DrawnItem, domains: Mapping[tuple[str, int], str], domain_corpus: str
    ) -> SenseItem:
        one = item.candidate
        senses = self.words[one.word].senses
        negative = [word for place in item.rivals for word in senses[place].words]
        domain = domains.get((one.word, one.sense))
        tags = {"origin": (one.corpus,), **({"domain": (domain,)} if domain else {})}
        return SenseItem(
            str(number), one.source, one.word, senses[one.sense].words, tuple(negative), one.target, tags,
            extra={"domain_corpus": domain_corpus},
        )  # fmt: skip

    def _pairs(self, items: Sequence[DrawnItem]) -> list[str]:
        return [
            "\t".join((item.candidate.source, item.candidate.target, made.text, item.candidate.word, self._label(item)))
            for item in items
            for made in item.contrasts
        ]

    def _label(self, item: DrawnItem) -> str:
        return self.words[item.candidate.word].senses[item.candidate.sense].label

    def provenance(self, items: Sequence[DrawnItem], variant: str) -> list[str]:
        """Where each item comes from and what was done to it, one JSON object a line."""
        return [
            json.dumps(self._origin(number, item, variant), ensure_ascii=False) for number, item in enumerate(items, 1)
        ]

    def _origin(self, number: int, item: DrawnItem, variant: str) -> dict[str, Any]:
        one = item.candidate
        sense = self.words[one.word].senses[one.sense]
        made = [
            {
                "replacement": made.replacement,
                "lemma": made.lemma,
                "sense": self.words[one.word].senses[made.sense].label,
            }
            for made in item.contrasts
        ]
        return {
            "variant": variant,
            "id": number,
            "corpus": one.corpus,
            "line": one.line,
            "alignment": f"{one.places[0]}-{one.places[1]}",
            "word": one.word,
            "source form": one.source[slice(*one.spans[0])],
            "target form": one.target[slice(*one.spans[1])],
            "target lemma": one.lemma,
            "sense": sense.label,
            "sense ids": list(sense.ids),
            "draw": one.draw,
            **({"contrasts": made} if made else {}),
        }

    def _manifest(
        self, variant: str, family: str, format_: str, files: Mapping[str, Path], options: Mapping[str, str]
    ) -> None:
        described = f"Ambiguous words of {self.pair}, {variant} variant, made from a bitext; not checked by people."
        for folder in (self.folder / variant, self.folder):
            lines = [
                f"name = {_quoted(f'{self.folder.resolve().name}-{variant}')}",
                f"family = {_quoted(family)}",
                'version = "1"',
                f"languages = [{', '.join(map(_quoted, self.languages))}]",
                f"licence = {_quoted(self._licence)}",
                f"citation = {_quoted(CITATION)}",
                f"description = {_quoted(described)}",
                'status = "automatic"',
                f"format = {_quoted(format_)}",
                *(
                    ["", "[options]", *(f"{key} = {_quoted(value)}" for key, value in options.items())]
                    if options
                    else []
                ),
                "",
                "[files]",
                *(_file_line(name, path, folder) for name, path in files.items()),
            ]
            # The folder of the build is a suite too: the scoring variant where there is one.
            if folder != self.folder or variant == "scoring" or not (self.folder / "scoring" / MANIFEST).exists():
                write_lines(folder / MANIFEST, lines)


def sense_domains(items: Sequence[DrawnItem], corpus: str) -> dict[tuple[str, int], str]:
    """In or out of domain by sense: out if more than half of its examples are from the named corpus."""
    if not corpus:
        return {}
    counts: dict[tuple[str, int], Counter[bool]] = defaultdict(Counter)
    for item in items:
        counts[item.candidate.word, item.candidate.sense][item.candidate.corpus == corpus] += 1
    return {sense: "out" if seen[True] > seen[False] else "in" for sense, seen in counts.items()}


def _file_line(name: str, path: Path, folder: Path) -> str:
    digest = file_digest(path)
    return f"{name} = {{ path = {_quoted(path.relative_to(folder).as_posix())}, sha256 = {_quoted(digest)} }}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _has_lemmas(language: str) -> bool:
    from mteval.text.lemmatisers.dictionary import simple_lemmatiser

    return simple_lemmatiser(language.split("-", maxsplit=1)[0]) is not None


def write_json(path: Path, value: Any) -> None:
    """Write a value as readable JSON."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")
