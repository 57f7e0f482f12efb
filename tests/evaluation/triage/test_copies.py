"""Sources handed back."""

from dataclasses import replace

from tests.evaluation.triage.small_batches import SOURCES, TRANSLATIONS, batch, found


def test_a_source_handed_back_is_found():
    assert found(batch(_3=SOURCES[3], _8=SOURCES[8])) == {"identical-to-source": ("4", "9")}


def test_names_stay_as_they_are():
    given = batch(_3="Angela Merkel, Barack Obama")
    sources = (*SOURCES[:3], "Angela Merkel, Barack Obama", *SOURCES[4:])
    references = (*given.references[:3], ("Angela Merkel, Barack Obama",), *given.references[4:])
    assert found(replace(given, sources=sources, references=references)) == {}


def test_translating_into_the_same_language_copies():
    given = replace(batch(), sources=TRANSLATIONS, source_language="de")
    assert "identical-to-source" not in found(given)


def test_a_tenth_of_exact_copies_is_found_whatever_they_are():
    given = batch(_0="X 1", _1="X 2", _2="X 3", _3="X 4")
    sources = ("X 1", "X 2", "X 3", "X 4", *SOURCES[4:])
    assert found(replace(given, sources=sources))["identical-to-source"] == ("1", "2", "3", "4")
