"""Suites: which questions are asked, and which cases are resampled together."""

from pathlib import Path

from mteval.core.queries import Translate
from mteval.core.suites import Case, Suite, SuiteSource, cluster_labels, unique_ids


def suite(cases, cluster=None):
    return Suite(SuiteSource("made", "reference", "lines", {"data": Path("a")}), tuple(cases), (), cluster=cluster)


def case(id, text="", question=None, **tags):
    return Case(id, Translate(text), question=question, tags={tag: tuple(values) for tag, values in tags.items()})


def test_a_suite_has_the_name_of_its_source():
    assert suite([]).name == "made"


def test_each_case_asks_for_itself_even_where_texts_repeat():
    queries, places = suite([case("1", "x"), case("2", "x")]).questions()
    assert [query.source for query in queries] == ["x", "x"]
    assert places == (0, 1)


def test_cases_of_one_question_share_one_answer():
    cases = [case("1", "x", 7), case("2", "y", 3), case("3", "x", 7), case("4", "z"), case("5", "y", 3)]
    queries, places = suite(cases).questions()
    assert [query.source for query in queries] == ["x", "y", "z"]
    assert places == (0, 1, 0, 2, 1)


def test_a_suite_without_a_cluster_tag_has_no_clusters():
    assert suite([case("1", document=["d"])]).clusters() is None


def test_cases_of_one_tag_value_are_one_cluster():
    made = suite([case("1", word=["bank"]), case("2", word=["bat"]), case("3", word=["bank"])], "word")
    assert made.clusters() == ["bank", "bat", "bank"]


def test_the_first_of_several_values_is_the_cluster():
    assert cluster_labels("word", [case("1", word=["bank", "bat"])]) == ["bank"]


def test_a_case_without_the_tag_is_a_cluster_of_its_own():
    labels = cluster_labels("word", [case("bank"), case("2", word=["bank"]), case("3", word=[]), case("4")])
    assert len(set(labels)) == 4


def test_ids_are_kept_and_repeats_numbered():
    assert unique_ids(["a", "b", "a", "a"]) == ["a", "b", "a#2", "a#3"]


def test_an_item_without_an_id_has_its_place():
    assert unique_ids(["", "a", ""]) == ["1", "a", "3"]
