"""The corrected gap of two systems, from people's verdicts and from what is at hand."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError
from mteval.families._dictionary.gaps import first_word_facts, gap_tables, gaps
from mteval.families._dictionary.view import DictionaryView
from mteval.families._dictionary.waterfall import GoldTarget, RankedCase
from mteval.human.dictionary_verdicts import WordVerdict
from mteval.lexical.morphology import Relations
from mteval.statistics.corrected_gap import LoneWords, corrected_gap
from tests.families.dictionary_suites import answered, load, ranked, report


def case(source, best, *, right, counted=True):
    ranks = {"g": 1 if right else 2} if counted else {}
    return RankedCase(source, (GoldTarget("g"),), ranks, best)


def facts(right, verdicts=(), related=()):
    cases = [case(f"w{i}", f"best{i}", right=bool(one)) for i, one in enumerate(right)]
    given = {(f"w{i}", f"best{i}"): WordVerdict(f"w{i}", f"best{i}", verdict) for i, verdict in dict(verdicts).items()}
    relations = Relations(lemmatise=lambda word: "g" if word in {f"best{i}" for i in related} else word)
    return first_word_facts(cases, relations, given)


def with_words(name, found):
    one = report(name, 0.5)
    one.extras["first_words"] = found
    return one


def test_words_of_one_system_alone_fall_where_people_found_the_other_right():
    """A alone has words 0 to 3, B alone word 4; of B's best words two of three judged are right, A's is wrong."""
    a = with_words("a", facts([1, 1, 1, 1, 0, 1, 0, 0, 0, 0], {4: "wrong"}))
    b = with_words("b", facts([0, 0, 0, 0, 1, 1, 0, 0, 0, 0], {0: "synonym", 1: "other-form", 2: "wrong"}))
    [found] = gaps([a, b])
    assert found.by_people == corrected_gap(10, LoneWords(4, 3, 2), LoneWords(1, 1, 0))
    assert found.by_people.counted == pytest.approx(0.3)
    assert found.by_people.corrected == pytest.approx((4 / 3 - 1) / 10)
    assert found.judged == "4 of 5"


def test_before_anybody_judged_forms_of_gold_targets_are_the_estimate():
    a, b = with_words("a", facts([1, 1, 0, 0])), with_words("b", facts([0, 0, 1, 0], related=(0,)))
    [found] = gaps([a, b])
    assert found.by_people is None
    assert found.by_enrichment == corrected_gap(4, LoneWords(2, 2, 1), LoneWords(1, 1, 0))


def test_an_unresolved_verdict_is_no_judgement():
    a, b = with_words("a", facts([1, 0])), with_words("b", facts([0, 1], {0: "unresolved"}))
    [found] = gaps([a, b])
    assert found.by_people is None


def test_the_best_of_many_systems_is_set_against_the_others():
    found = [with_words(name, facts([1] * size + [0] * (6 - size))) for size, name in enumerate("abcdef", start=1)]
    assert [(one.a, one.b) for one in gaps(found)] == [("f", other) for other in "abcde"]


def test_the_table_says_what_the_estimate_is_worth():
    a = with_words("a", facts([1, 1, 0]))
    b = with_words("b", facts([0, 0, 1], {0: "other-form", 1: "synonym"}, related=(0,)))
    [table] = gap_tables([a, b])
    assert [row[-1] for row in table.rows] == ["2 of 3", "estimate"]
    assert "found 1 of 2 right ones and took 0 of 0 wrong ones for right" in table.note
    assert table in list(DictionaryView().tables([a, b]))


def test_reports_without_the_words_have_no_table():
    assert list(gap_tables([report("a", 0.5), report("b", 0.4)])) == []


def test_verdicts_are_given_to_a_run_as_a_table(tmp_path):
    (tmp_path / "en-de.txt").write_text("dog hund\ncat katze\nsea meer\n", encoding="utf-8")
    sheet = tmp_path / "verdicts.tsv"
    sheet.write_text("source\tprediction\tverdict\nDog\thunde\tother-form\n", encoding="utf-8")
    suite = load(tmp_path / "en-de.txt", judgements=str(sheet))[1]
    good = [ranked("hund", {"hund": 1}), ranked("x", {"katze": 3}), ranked("meer", {"meer": 1})]
    other = [ranked("hunde", {"hund": 2}), ranked("x", {"katze": 3}), ranked("meer", {"meer": 1})]
    results = answered(suite, good=good, other=other)
    words = {one.system["name"]: one.extras["first_words"] for one in results.reports}
    assert words["good"]["right"] == [1, 0, 1]
    assert words["other"]["judged"] == words["other"]["judged_right"] == [1, 0, 0]
    [found] = gaps(results.reports)
    assert found.by_people.counted == pytest.approx(1 / 3)
    assert found.by_people.corrected == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("word\tverdict\ndog\tyes\n", "source, prediction, verdict"),
        ("source\tprediction\tverdict\nbird\tvogel\twrong\n", "no verdict on any word"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_before_the_work(tmp_path, text, message):
    (tmp_path / "en-de.txt").write_text("dog hund\n", encoding="utf-8")
    (tmp_path / "sheet.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        load(tmp_path / "en-de.txt", judgements=str(tmp_path / "sheet.tsv"))
