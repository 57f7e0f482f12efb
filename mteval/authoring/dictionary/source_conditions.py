"""Which cells of a target paradigm can translate a source word: its part of speech, number and tense are those of the source.

`bag` is one bag, so the plural of its translation is no translation of it; `stolen` is a verb, so the king (Bulgarian крал)
that is spelled like a participle is none either. English words say this by their form. Of other languages nothing is known
here, so what is added keeps the part of speech and the number that the gold target has.
"""

from __future__ import annotations

from collections.abc import Collection

from mteval.authoring.dictionary.correspondence import Fits
from mteval.lexical.english_forms import (
    ADJECTIVE,
    BASE,
    ING,
    NOUN,
    PAST,
    PLURAL,
    SINGULAR,
    THIRD_PERSON,
    VERB,
    EnglishReading,
    english_readings,
)
from mteval.lexical.morphology import InflectionTable
from mteval.text.inflections import Inflection

PARTICIPLE = "V.PTCP"
NUMBERS = frozenset({SINGULAR, PLURAL})


def fitting_cells(source: str, target: str, table: InflectionTable, *, english: bool) -> Fits:
    """The condition for one pair."""
    readings = english_readings(source.lower()) if english else frozenset()
    if readings:
        past = EnglishReading(VERB, PAST) in readings
        return lambda cell: not (past and _has_done(cell)) and any(_translates(reading, cell) for reading in readings)
    kinds = frozenset(map(_kind, table.cells(target)))
    return lambda cell: _kind(cell) in kinds


def _kind(cell: Inflection) -> tuple[str, frozenset[str]]:
    return cell.features[0], frozenset(cell.features) & NUMBERS


def _has_done(cell: Inflection) -> bool:
    """Whether the cell is 'the one who has stolen', which 'stolen' is not, be it read as a verb or as an adjective."""
    return cell.features[0] == PARTICIPLE and {"ACT", "DEF"} <= set(cell.features)


def _translates(reading: EnglishReading, cell: Inflection) -> bool:
    part, features = cell.features[0], frozenset(cell.features)
    if reading.part == NOUN:
        # English nouns stand before nouns as adjectives do elsewhere (summer: летен, лятна, лятно).
        return part == "ADJ" or (part == "N" and features & NUMBERS <= {reading.form})
    if reading.part == ADJECTIVE:
        return part in ("ADJ", PARTICIPLE, "ADV")
    return reading.part == VERB and _verb_fits(reading.form, part, features)


def _verb_fits(form: str, part: str, features: Collection[str]) -> bool:
    if form == ING:
        return part in ("V.CVB", "V.MSDR", PARTICIPLE, "ADJ") and "PST" not in features
    if form == PAST:
        return part == "ADJ" or (part in ("V", PARTICIPLE) and "PST" in features)
    if part not in ("V", "V.NFIN"):
        return False
    if form == THIRD_PERSON:
        return {"PRS", "3", "SG"} <= set(features)
    return form == BASE and "PST" not in features
