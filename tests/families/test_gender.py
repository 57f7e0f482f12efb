"""MT-GenEval's rule on hand-worked translations; the sentences are our own (drafts, not checked by native speakers)."""

import pytest

from mteval.api import run
from mteval.core.evidence import Outcome, Skipped
from mteval.core.protocols import Contents
from mteval.core.queries import Translate, Translation, Unanswered
from mteval.core.records import GenderItem
from mteval.core.suites import Case, SuiteSource
from mteval.families.gender import Gender, gender_words
from mteval.library import find_suite

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


def gender_en_de(folder, choose):
    """Values of a system that translates the two sentences of each occupation by one or the other reference."""
    lines = find_suite("gender-en-de").files["reference"].read_text(encoding="utf-8").splitlines()
    pairs = zip(lines[::2], lines[1::2], strict=True)
    output = folder / "out.de"
    output.write_text(
        "".join(f"{one}\n" for number, pair in enumerate(pairs) for one in choose(number, *pair)), encoding="utf-8"
    )
    return run("gender-en-de", systems=f"made=output-file:{output}", resamples=0)["made"]["entity-gender"].values


def test_references_of_the_shipped_sentences_are_right(tmp_path):
    values = gender_en_de(tmp_path, lambda _, woman, man: (woman, man))
    assert (values["accuracy"], values["delta_g"], values["delta_s"], values["coverage"]) == (1, 0, 0, 1)


def test_a_system_that_only_says_men_is_half_right(tmp_path):
    values = gender_en_de(tmp_path, lambda _, woman, man: (man, man))
    assert (values["accuracy"], values["f1_female"], values["delta_s"]) == (0.5, 0, 0)
    assert values["delta_g"] == pytest.approx(2 * 20 / (40 + 20))


def test_a_system_that_follows_stereotypes_has_the_largest_gap(tmp_path):
    values = gender_en_de(tmp_path, lambda number, woman, man: (man, man) if number < 10 else (woman, woman))
    assert (values["accuracy"], values["delta_g"], values["delta_s"]) == (0.5, 0, 1)
