"""Forms that differ only for the computer."""

import unicodedata
from dataclasses import replace

from mteval.evaluation.triage import Rescored, triage
from tests.evaluation.triage.small_batches import TRANSLATIONS, batch, changed, found, with_references

QUOTED = [f'Er sagte: "{text}"' for text in TRANSLATIONS]
CURLY = [f"Er sagte: „{text}“" for text in TRANSLATIONS]


def quoted(gain):
    given = replace(batch(**{f"_{line}": text for line, text in enumerate(QUOTED)}), sources=())
    return replace(with_references(given, *CURLY), rescore=lambda lines, normal: Rescored("bleu", 20.0, 20.0 + gain))


def test_decomposed_letters_are_found():
    lines = [line for line, text in enumerate(TRANSLATIONS) if not text.isascii()][:3]
    given = changed(lambda text: unicodedata.normalize("NFD", text), lines)
    assert found(given) == {"normalisation": tuple(str(line + 1) for line in lines)}


def test_other_quotation_marks_that_cost_score_are_found_with_the_cost():
    (finding,) = triage(quoted(1.5))
    assert (finding.code, finding.count) == ("normalisation", 40)
    assert "with the same form on both sides bleu gains 1.5" in finding.message


def test_quotation_marks_that_cost_nothing_are_not_told():
    assert triage(quoted(0.01)) == []
    assert triage(replace(quoted(0), rescore=None)) == []
