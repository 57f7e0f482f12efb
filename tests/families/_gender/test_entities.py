"""Cases of entities and their verdicts; the sentences are our own."""

import pytest

from mteval.core.errors import CapabilityError
from mteval.core.evidence import Outcome
from mteval.core.records import EntityItem
from mteval.families._gender.entities import entity_cases, entity_verdict, unlisted

BAKER = EntityItem("The baker said she was ill.", "female", 1, "baker", "anti", "de")


@pytest.mark.parametrize(
    ("text", "outcome", "seen"),
    [
        ("Die Bäckerin sagte, sie sei krank.", Outcome.PASSED, "female"),
        ("Der Bäcker sagte, sie sei krank.", Outcome.FAILED, "male"),
        ("Die Bäcker*in sagte, sie sei krank.", Outcome.FAILED, "neutral"),
        ("Sie sagte, sie sei krank.", Outcome.UNDECIDED, "unknown"),
    ],
)
def test_the_gender_seen_decides(text, outcome, seen):
    verdict = entity_verdict(BAKER, text)
    assert verdict.outcome is outcome
    assert (verdict.detail["seen"], verdict.detail["gender"], verdict.detail["stereotype"]) == (seen, "female", "anti")


def test_cases_know_the_target_language_and_their_slices():
    (case,) = entity_cases([BAKER], ("en", "fr-CA"))
    assert case.gold.language == "fr"
    assert case.tags == {"gender": ("female",), "stereotype": ("anti",), "profession": ("baker",)}


@pytest.mark.parametrize("languages", [(), ("en", "fi")])
def test_languages_without_words_are_refused(languages):
    with pytest.raises(CapabilityError, match="--languages"):
        entity_cases([BAKER], languages)


def test_people_without_words_are_named():
    astronaut = EntityItem("The astronaut slept.", "neutral", 1, "astronaut")
    (finding,) = unlisted(entity_cases([BAKER, astronaut], ("en", "de")))
    assert finding.message.startswith("1 of 2 items")
    assert "astronaut" in finding.message
    assert unlisted(entity_cases([BAKER], ("en", "de"))) == ()
