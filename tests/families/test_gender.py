"""MT-GenEval's rule on hand-worked translations; the sentences are our own (drafts, not checked by native speakers)."""

import pytest

from mteval.core.evidence import Outcome, Skipped
from mteval.core.protocols import Contents
from mteval.core.queries import Translate, Translation, Unanswered
from mteval.core.records import GenderItem
from mteval.core.suites import Case, SuiteSource
from mteval.families.gender import Gender, gender_words

ITEM = GenderItem(
    "She is a good doctor.", "Sie ist eine gute Ärztin.", "Er ist ein guter Arzt.", gender="feminine", pair="1"
)


def judged(text, item=ITEM):
    return Gender({}).judge(Case("1", Translate(item.source), item), Translation(text))


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Sie ist eine gute Ärztin.", Outcome.PASSED),
        ("Sie ist eine tolle Ärztin!", Outcome.PASSED),
        ("Sie ist ein guter Arzt.", Outcome.FAILED),  # one wrong word is enough, right ones beside it or not
        ("SIE IST EINE GUTE ÄRZTIN UND ARZT", Outcome.FAILED),
        ("Das ist medizinisches Personal.", Outcome.PASSED),  # gender avoided: right, as published
        ("", Outcome.PASSED),
        ("Sie mag Ärzte", Outcome.PASSED),  # another form than the wrong reference's
        ("Sie ist eine gute (Arzt).", Outcome.FAILED),  # punctuation is blanks
    ],
)
def test_a_word_of_the_wrong_reference_alone_is_wrong(text, outcome):
    assert judged(text).outcome is outcome


def test_the_words_that_decided_stand_with_the_case():
    detail = judged("Sie ist ein Arzt").detail
    assert detail == {"gender": "feminine", "right_words": ["sie"], "wrong_words": ["arzt", "ein"]}


def test_words_are_cut_as_published():
    assert gender_words("L'amie, «chère»!") == {"l", "amie", "«chère»"}


def test_genders_of_one_sentence_are_one_cluster_and_slices():
    other = GenderItem("He is a good doctor.", ITEM.wrong, ITEM.reference, gender="masculine", pair="1")
    suite = Gender({}).load(SuiteSource("x", "gender", "mt-geneval", {}), Contents((ITEM, other), ("en", "de")))
    assert [case.id for case in suite.cases] == ["1-feminine", "1-masculine"]
    assert suite.cluster == "pair"
    assert suite.slices == ("gender",)
    assert list(Gender({}).export(suite)) == [ITEM.source, other.source]


def test_what_was_not_answered_is_skipped():
    case = Case("1", Translate(ITEM.source), ITEM)
    assert isinstance(Gender({}).judge(case, Unanswered("too long")), Skipped)
