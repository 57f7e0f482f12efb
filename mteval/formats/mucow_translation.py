"""MuCoW translation suite: sentences to translate, and the target words of the right and wrong senses.

Give `LP.key.txt` (`id⇥corpus⇥ambiguous word⇥right words⇥wrong words`, words separated by blanks); its siblings are
found: `LP.text.txt` (the sources), `LP.ref.txt` (references, optional), `LP.domain.txt` (`word⇥right
words⇥in|out⇥…`, optional). The languages come from the name, `en-fi.key.txt`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.protocols import Contents
from mteval.core.records import SenseItem
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource, Tags
from mteval.text.languages import languages_in_name
from mteval.text.lines import Lines, read_lines, require_same_length
from mteval.text.writing import write_lines

KEY = ".key.txt"
SIBLINGS = ("text", "ref", "domain")
COLUMNS = "5 columns expected (id, corpus, ambiguous word, right words, wrong words)"
Domains = dict[tuple[str, str], str]


@registry.formats.register("mucow-translation")
class MucowTranslation:
    """Reads and writes the four files of a MuCoW translation suite."""

    family: ClassVar[str] = "sense-choice"

    def read(self, source: SuiteSource) -> Contents:
        """Read the key and its siblings, and check that they belong together."""
        key = source.files["data"]
        paths = {name: source.files.get(name) or sibling(key, name) for name in SIBLINGS}
        rows = _key_rows(read_lines(key))
        texts = _aligned(key, paths["text"], needed=True)
        references = _aligned(key, paths["ref"], needed=False)
        domains = _domains(paths["domain"])
        items = tuple(
            SenseItem(
                id=row[0],
                source=texts.lines[place] if texts else "",
                word=row[2],
                positive=tuple(row[3].split(" ")),
                negative=tuple(row[4].split(" ")),
                reference=references.lines[place] if references else None,
                tags=_tags(row, domains),
            )
            for place, row in enumerate(rows)
        )
        found = tuple(finding for lines in (texts, references) if lines for finding in lines.findings)
        languages = source.languages or languages_in_name(key)
        findings = (*found, *_without_domain(items, domains))
        return Contents(items, languages, findings, files=tuple(path for path in paths.values() if path.exists()))

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write the key to `path` (a name ending in .key.txt) and its siblings beside it."""
        if not path.name.endswith(KEY):
            raise DataError(path, f"the key file's name must end in {KEY}, so that its siblings can be found.")
        items: Sequence[SenseItem] = records
        write_lines(sibling(path, "text"), (item.source for item in items))
        if all(item.reference is not None for item in items):
            write_lines(sibling(path, "ref"), (item.reference or "" for item in items))
        if any("domain" in item.tags for item in items):
            write_lines(sibling(path, "domain"), _domain_lines(items))
        write_lines(path, (_key_line(item, path) for item in items))

    def recognise(self, head: bytes, path: Path) -> bool:
        """Five tab-separated columns in a file named LP.key.txt."""
        first = head.decode("utf-8", errors="ignore").split("\n", 1)[0]
        return path.name.endswith(KEY) and first.count("\t") == 4


def sibling(key: Path, name: str) -> Path:
    """The file beside the key that has another part of the suite."""
    return key.with_name(f"{key.name.removesuffix(KEY)}.{name}.txt")


def _key_rows(lines: Lines) -> list[list[str]]:
    rows = []
    for number, line in enumerate(lines.lines, start=1):
        row = line.split("\t")
        if len(row) != 5:
            raise WrongFormatError(lines.path, "mucow-translation", f"{COLUMNS}, found {len(row)}.", line=number)
        if not all(column.strip() for column in row):
            raise DataError(lines.path, f"{COLUMNS}, one is empty.", line=number)
        rows.append([row[0], row[1], row[2], " ".join(row[3].split()), " ".join(row[4].split())])
    return rows


def _aligned(key: Path, path: Path, *, needed: bool) -> Lines | None:
    if not path.exists():
        if needed:
            raise DataError(path, f"no such file, but {key.name} needs it beside it. Give the key of a whole suite.")
        return None
    lines = read_lines(path)
    require_same_length(read_lines(key), lines)
    return lines


def _domains(path: Path) -> Domains:
    if not path.exists():
        return {}
    domains: Domains = {}
    for number, line in enumerate(read_lines(path).lines, start=1):
        row = line.split("\t")
        if len(row) < 3 or row[2] not in ("in", "out"):
            raise DataError(path, "columns expected: word, right words, in or out.", line=number)
        domains[row[0], row[1]] = row[2]
    return domains


def _tags(row: Sequence[str], domains: Domains) -> Tags:
    domain = domains.get((row[2], row[3]))
    return {"origin": (row[1],), **({"domain": (domain,)} if domain else {})}


def _without_domain(items: Sequence[SenseItem], domains: Domains) -> Sequence[Finding]:
    lost = tuple(item.id for item in items if "domain" not in item.tags)
    if not domains or not lost:
        return ()
    return (Finding("no-domain", f"{len(lost)} items have no line in the domain file.", len(lost), lost),)


def _key_line(item: SenseItem, path: Path) -> str:
    words = (*item.positive, *item.negative)
    if any(set(word) & set(" \t") for word in words) or "\t" in item.word:
        raise DataError(path, f"item {item.id}: words must hold no blanks or tabs; join the parts by '_'.")
    origin = next(iter(item.tags.get("origin", ())), "unknown")
    return "\t".join((item.id, origin, item.word, " ".join(item.positive), " ".join(item.negative)))


def _domain_lines(items: Sequence[SenseItem]) -> list[str]:
    """One line per sense, with its examples outside and inside OpenSubtitles, as published, or another corpus."""
    counts: Counter[tuple[str, str, str, bool]] = Counter()
    for item in items:
        if "domain" in item.tags:
            subtitles = item.tags.get("origin", ("",))[0] == item.extra.get("domain_corpus", "opensubs")
            counts[item.word, " ".join(item.positive), item.tags["domain"][0], subtitles] += 1
    senses = dict.fromkeys(key[:3] for key in counts)
    return ["\t".join((*sense, str(counts[*sense, False]), str(counts[*sense, True]))) for sense in senses]
