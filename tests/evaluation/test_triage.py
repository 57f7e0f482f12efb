"""Garbage found in translations and references: who is asked in which order, and what is said of whom."""

from dataclasses import replace

from mteval.evaluation.triage import triage, triage_references
from tests.evaluation.triage.small_batches import REFERENCES, SOURCES, TRANSLATIONS, batch, with_references


def test_sound_translations_and_references_have_no_finding():
    assert triage(batch()) == []
    assert triage_references(batch()) == []


def test_every_finding_names_and_counts_its_cases():
    found = triage(batch(_2="", _6=f"Here is the translation: {TRANSLATIONS[6]}", _9=""))
    assert [(one.code, one.count, one.cases) for one in found] == [
        ("empty-line", 2, ("3", "10")),
        ("chatter", 1, ("7",)),
    ]


def test_what_explains_a_line_completely_comes_first_and_alone():
    """A copied source is in the wrong language too, and an empty line is too short too; each is said once."""
    found = triage(batch(**{f"_{line}": SOURCES[line] for line in range(10)}, _20="", _21=""))
    lines = [case for one in found for case in one.cases]
    assert len(lines) == len(set(lines)) == 12


def test_each_reference_of_several_is_looked_at():
    pairs = tuple((text, "TODO" if line < 4 else text) for line, text in enumerate(REFERENCES))
    (found,) = triage_references(replace(batch(), references=pairs))
    assert (found.code, found.cases) == ("placeholder-reference", ("1", "2", "3", "4"))


def test_without_references_nothing_is_said_of_them():
    assert triage_references(replace(batch(), references=())) == []
    assert triage_references(with_references(batch(), *REFERENCES)) == []
