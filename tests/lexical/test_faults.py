"""Why a pair is no translation: one rule for each fault."""

import pytest

from mteval.core.errors import UsageError
from mteval.core.records import DictionaryPair
from mteval.lexical.faults import Checks, faults, name_like
from mteval.lexical.knowledge import side_knowledge
from mteval.lexical.proper_nouns import INVALID, PROPER_NOUN, classify, dictionary_context


class Answering:
    """A dictionary that says one thing of every pair."""

    def __init__(self, answer):
        self.answer = answer

    def says(self, pair):
        del pair
        return self.answer


def found(languages, *pairs, checks=None):
    sides = tuple(map(side_knowledge, languages))
    context = dictionary_context(pairs, *sides)
    return [fault.rule for fault in faults(pairs[0], sides, context, checks or Checks())]


def test_each_fault_has_its_rule():
    assert found(("en", "de"), ("tomorrow", "tomorrow")) == ["untranslated"]
    assert found(("en", "de"), ("oslo", "norwegen")) == ["places"]
    assert found(("en", "de"), ("julie", "heiko"), ("julie", "julie")) == ["people"]
    assert found(("bg", "en"), ("сул", "sul")) == ["unknown-word"]
    assert found(("en", "de"), ("house", "haus")) == []


def test_unknown_words_are_short_and_cross_scripts():
    assert found(("bg", "en"), ("иван", "ivan")) == []
    assert found(("de", "en"), ("vfb", "vfb")) == []


def test_a_dictionary_clears_a_loan_and_accuses_a_word_that_is_no_noun():
    assert found(("en", "de"), ("tomorrow", "tomorrow"), checks=Checks(dictionary=Answering("has"))) == []
    # simplemma's German list has "tribal"; nouns such as "workshop" may be borrowed, verbs seldom are.
    assert found(("en", "de"), ("tribal", "tribal")) == []
    assert found(("en", "de"), ("tribal", "tribal"), checks=Checks(dictionary=Answering("half"))) == ["untranslated"]
    assert found(("en", "de"), ("workshop", "workshop"), checks=Checks(dictionary=Answering("half"))) == []


def test_clashes_are_faults_only_where_asked_for():
    pairs = [("bett", "beds"), ("bett", "bed")]
    assert found(("de", "en"), *pairs) == []
    assert found(("de", "en"), *pairs, checks=Checks(clashes=("number",))) == ["number"]
    with pytest.raises(UsageError, match="--clash=numbers is not possible"):
        Checks(clashes=("numbers",))


def test_a_name_in_another_form_stays_a_name_and_the_evidence_is_the_reason():
    sides = side_knowledge("de"), side_knowledge("en")
    pairs = [DictionaryPair(*pair) for pair in (("bett", "beds"), ("bett", "bed"), ("london", "london"))]
    beds, bed, london = classify(pairs, *sides, checks=Checks(clashes=("number",)))
    assert (beds.label, bed.label, london.label) == (INVALID, None, PROPER_NOUN)
    assert beds.evidence == "bett is a singular, beds a plural, and bed stands beside it"


def test_words_that_look_like_names():
    assert name_like("heiko", side_knowledge("de"))
    assert not name_like("grace", side_knowledge("en"))
