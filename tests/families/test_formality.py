"""Passed, failed, undecided by the words of address; unknown languages are named."""

import pytest

from mteval.core.errors import CapabilityError
from mteval.core.evidence import Outcome, Skipped
from mteval.core.protocols import Contents
from mteval.core.queries import Translation, Unanswered
from mteval.core.records import FormalityItem
from mteval.core.suites import SuiteSource
from mteval.families.formality import Formality

ITEMS = (FormalityItem("How are you?", "formal"), FormalityItem("How are you?", "informal", {"domain": ("talk",)}))


def suite(languages=("en", "de"), **options):
    return Formality(options).load(
        SuiteSource("x", "formality", "formality-tsv", {}, languages=languages), Contents(ITEMS)
    )


@pytest.mark.parametrize(
    ("text", "formal", "informal"),
    [
        ("Wie geht es Ihnen?", Outcome.PASSED, Outcome.FAILED),
        ("Wie geht es dir?", Outcome.FAILED, Outcome.PASSED),
        ("Wie geht es?", Outcome.UNDECIDED, Outcome.UNDECIDED),
        ("Wie geht es Ihnen und dir?", Outcome.FAILED, Outcome.FAILED),
    ],
)
def test_any_word_of_the_other_register_fails(text, formal, informal):
    outcomes = [Formality({}).judge(case, Translation(text)).outcome for case in suite().cases]
    assert outcomes == [formal, informal]


def test_tags_are_slices_and_sources_are_exported():
    assert suite().slices == ("formality", "domain")
    assert list(Formality({}).export(suite())) == ["How are you?"] * 2


def test_languages_without_words_are_named():
    with pytest.raises(CapabilityError, match="not for 'fi'"):
        suite(("en", "fi"))
    with pytest.raises(CapabilityError, match="--languages"):
        suite(())
    assert suite((), target="fr").cases[0].gold.language == "fr"


def test_what_was_not_answered_is_skipped():
    assert isinstance(Formality({}).judge(suite().cases[0], Unanswered("too long")), Skipped)
