"""Judging terms: details by hand."""

from mteval.core.queries import Translate, Translation
from mteval.core.records import Term
from mteval.core.suites import Case
from mteval.families._terminology.judging import TermProcedure, judge_terms
from mteval.families.terminology import TermGold


def judged(matching, *pairs):
    cases = [
        Case(str(i), Translate("x"), TermGold(Term("type", targets), "x"), {}, question=i)
        for i, (targets, _) in enumerate(pairs)
    ]
    return judge_terms(cases, [Translation(text) for _, text in pairs], TermProcedure("de", matching))


def test_the_listed_translation_found_first_is_named_with_its_stage():
    (detail,) = judged("lemma", (("Typ", "Art"), "Es gibt viele Arten."))
    assert (detail["found"], detail["stage"]) == ("Art", "lemma")


def test_the_published_rule_finds_substrings():
    assert judged("wmt25", (("Art",), "Der Start."))[0]["found"] == "Art"
    assert judged("lemma", (("Art",), "Der Start."))[0]["found"] == ""
    assert judged("surface", (("Art",), "Viele Arten."))[0]["found"] == ""


def test_two_different_renderings_of_two_agree_by_half():
    details = judged("lemma", (("Art",), "Eine Art."), (("Art",), "Ein Typ."))
    assert [one["consistent"] for one in details] == [True, False]
