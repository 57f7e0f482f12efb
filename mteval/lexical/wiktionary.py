"""Translations of a Wiktionary: a plain table, or the JSON Lines that wiktextract makes (as kaikki.org offers them).

A table has tab-separated columns word, part of speech, sense, translations, in this order or named by a header line that
begins with `word` (`word`, `pos`, `sense`, `translations`, in any order, others are passed over). A sense is a number or a
gloss; rows of one word, part of speech and sense are one sense, and where it is empty each translation is one. Translations
are parted by commas, semicolons or `|`; brackets hold notes, `<masc>` and `{f}` grammar. Lines `# languages: en-de` and
`# licence: CC BY-SA 4.0` say what the table is.

Of wiktextract's records are read: `word`, `lang_code`, `pos`, and `translations` of the word or of one of its `senses`, each
with `lang_code` (or `code`, as it was called before), `word`, `sense` and `tags` (wiktextract's README, "Translations").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.lexical.bilingual import DictionarySense, TargetWord, grammar, split_translations
from mteval.text.documents import parse_json
from mteval.text.languages import short_code
from mteval.text.lines import read_lines
from mteval.text.packed import PACKED
from mteval.text.streaming import stream_lines

COLUMNS = ("word", "pos", "sense", "translations")
NAMES = {"part of speech": "pos", "gloss": "sense", "translation": "translations"}
WIKTIONARY_LICENCE = "CC BY-SA 4.0 and GFDL (Wiktionary)"


@dataclass(frozen=True, slots=True)
class WiktionaryRow:
    """Translations of a word, in one sense where that is known."""

    word: str
    pos: str
    sense: str
    translations: tuple[TargetWord, ...]


@dataclass
class Wiktionary:
    """Senses by word, and by translation the words that have it."""

    licence: str = ""
    languages: tuple[str, ...] = ()
    forward: dict[str, tuple[DictionarySense, ...]] = field(default_factory=dict)
    backward: dict[str, tuple[DictionarySense, ...]] = field(default_factory=dict)

    def senses(self, word: str) -> tuple[DictionarySense, ...]:
        """The senses of a word, whatever its capitals."""
        return self.forward.get(word.casefold(), ())

    def inverted(self, translation: str) -> tuple[DictionarySense, ...]:
        """The words that have this translation, each with its sense."""
        return self.backward.get(translation, ())


def read_wiktionary(path: Path, languages: tuple[str, str]) -> Wiktionary:
    """Read a table or JSON Lines (a name that ends in .json or .jsonl, packed or not)."""
    name = path.name
    for ending in PACKED:
        name = name.removesuffix(ending)
    if name.endswith((".jsonl", ".json")):
        found = _collected(_json_rows(path, languages))
        found.licence, found.languages = WIKTIONARY_LICENCE, languages
    else:
        found = _table(path)
    if not found.forward:
        raise DataError(path, f"holds no translations from '{languages[0]}' to '{languages[1]}'.")
    if found.languages and list(map(short_code, found.languages)) != list(map(short_code, languages)):
        raise DataError(path, f"is for {'-'.join(found.languages)}, not for {'-'.join(languages)}.")
    return found


def _collected(rows: Iterable[WiktionaryRow]) -> Wiktionary:
    by_word: dict[str, dict[tuple[str, str, str], list[TargetWord]]] = {}
    for row in rows:
        senses = by_word.setdefault(row.word.casefold(), {})
        for translation in row.translations:
            alone = "" if row.sense else translation.word
            senses.setdefault((row.pos, row.sense, alone), []).append(translation)
    found = Wiktionary()
    backward: dict[str, list[DictionarySense]] = {}
    for word, senses in by_word.items():
        found.forward[word] = tuple(
            DictionarySense(f"{word}.{place}", tuple(dict.fromkeys(translations)), pos, sense)
            for place, ((pos, sense, _), translations) in enumerate(senses.items(), start=1)
        )
        for one in found.forward[word]:
            for translation in one.translations:
                backward.setdefault(translation.word, []).append(
                    DictionarySense(one.id, (TargetWord(word),), translation.pos or one.pos)
                )
    found.backward = {word: tuple(entries) for word, entries in backward.items()}
    return found


def _table(path: Path) -> Wiktionary:
    told: dict[str, str] = {}
    rows: list[WiktionaryRow] = []
    columns: Sequence[str] = COLUMNS
    for number, line in enumerate(read_lines(path).lines, start=1):
        cells = [cell.strip() for cell in line.split("\t")]
        if line.startswith("#"):
            key, _, value = line.lstrip("# ").partition(":")
            told[key.strip().casefold()] = value.strip()
        elif not rows and cells[0].casefold() == "word":
            columns = _header(cells, path, number)
        elif line.strip():
            rows.append(_row(dict(zip(columns, cells, strict=False)), line, path, number))
    found = _collected(rows)
    found.licence = told.get("licence", told.get("license", ""))
    found.languages = tuple(filter(None, told.get("languages", "").split("-")))
    return found


def _header(cells: Sequence[str], path: Path, number: int) -> list[str]:
    columns = [NAMES.get(cell.casefold(), cell.casefold()) for cell in cells]
    if "translations" not in columns:
        raise DataError(path, f"names no column 'translations': {', '.join(cells)}.", line=number)
    return columns


def _row(cells: Mapping[str, str], line: str, path: Path, number: int) -> WiktionaryRow:
    translations = tuple(split_translations(cells.get("translations", "")))
    if not cells["word"] or not translations:
        wanted = "word, part of speech, sense, translations expected (tab-separated)"
        raise DataError(path, f"{wanted}, found {line[:60]!r}.", line=number)
    return WiktionaryRow(
        cells["word"], grammar(cells.get("pos", "").split(","))[0], cells.get("sense", ""), translations
    )


def _json_rows(path: Path, languages: tuple[str, str]) -> Iterator[WiktionaryRow]:
    source, target = map(short_code, languages)
    for number, line in enumerate(stream_lines(path), start=1):
        if not line.strip():
            continue
        entry = parse_json(line, path, line=number)
        if not isinstance(entry, dict):
            raise DataError(path, "is no word of wiktextract: an object with 'word' and 'lang_code'.", line=number)
        if entry.get("word") and short_code(str(entry.get("lang_code", ""))) == source:
            yield from _of_entry(entry, target)


def _of_entry(entry: Mapping[str, Any], target: str) -> Iterator[WiktionaryRow]:
    pos = grammar([str(entry.get("pos", ""))])[0]
    origin = str(entry.get("etymology_number", ""))
    for gloss, translation in _translations(entry):
        code = str(translation.get("lang_code") or translation.get("code") or "")
        word = " ".join(str(translation.get("word") or "").split())
        if word and short_code(code) == target:
            sense = str(translation.get("sense") or gloss)
            tags = [str(tag) for tag in _list(translation.get("tags"))]
            name = f"{origin}: {sense}" if sense and origin else sense
            yield WiktionaryRow(str(entry["word"]), pos, name, (TargetWord(word, pos, grammar(tags)[1]),))


def _translations(entry: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every translation of an entry, with the gloss of its sense where it stands in one."""
    for translation in _list(entry.get("translations")):
        if isinstance(translation, dict):
            yield "", translation
    for sense in _list(entry.get("senses")):
        if isinstance(sense, dict):
            gloss = "; ".join(map(str, _list(sense.get("glosses"))))
            yield from ((gloss, one) for one in _list(sense.get("translations")) if isinstance(one, dict))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
