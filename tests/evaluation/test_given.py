"""Translations and references as users hand them over."""

from pathlib import Path

import pytest

import mteval
from mteval.core.errors import DataError, UsageError
from mteval.core.queries import Translate
from mteval.evaluation.given import (
    GivenTranslations,
    References,
    given_lines,
    given_systems,
    named_files,
    named_system,
    reference_suite,
    refuse_transposed,
    several_texts,
)
from mteval.storage.digests import lines_digest, text_digest
from mteval.text.lines import Lines

SEGMENTS = ["a cat", "a dog", "a cow"]


def lines(*texts, name="given"):
    return Lines(Path(name), tuple(texts))


@pytest.fixture
def files(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "out.txt").write_text("a cat\r\na dog\n")
    (tmp_path / "other.txt").write_text("a hen\na cow\n")
    return tmp_path


def test_translations_are_answers_in_order():
    system = GivenTranslations(SEGMENTS)
    assert [answer.text for answer in system.answer([Translate("")] * 3)] == SEGMENTS
    assert system.answers == (Translate,)
    assert system.fingerprint == ""
    assert dict(system.chosen) == {}
    assert list(system.findings()) == []


def test_translations_are_known_by_a_digest_of_their_text():
    assert GivenTranslations(SEGMENTS).signature == {"digest": text_digest("a cat\na dog\na cow")[:16]}


def test_a_system_has_its_name_and_what_was_seen_in_its_file(files):
    read = given_lines(files / "one" / "out.txt", "x")
    system = named_system("mine", read)
    assert (system.name, system.backend) == ("mine", "output-file")
    assert [finding.code for finding in system.system.findings()] == ["carriage-return"]


def test_systems_may_be_named():
    assert {name: list(one.lines) for name, one in given_systems({"b": SEGMENTS, "a": ["x"]}).items()} == {
        "b": SEGMENTS,
        "a": ["x"],
    }


def test_unnamed_lists_are_numbered():
    found = given_systems([SEGMENTS, ["x"]])
    assert {name: one.lines for name, one in found.items()} == {"system 1": tuple(SEGMENTS), "system 2": ("x",)}


def test_files_go_by_their_names(files):
    found = given_systems([files / "one" / "out.txt", files / "other.txt"])
    assert list(found) == ["out.txt", "other.txt"]
    assert found["other.txt"].lines == ("a hen", "a cow")


def test_files_of_one_name_go_by_their_folders_too(files):
    found = given_systems([files / "one" / "out.txt", files / "other.txt", files / "two" / "out.txt"])
    assert list(found) == ["one/out.txt", "other.txt", "two/out.txt"]


def test_one_file_twice_is_refused(files):
    with pytest.raises(UsageError, match="given twice"):
        given_systems([files / "other.txt", files / "other.txt"])


def test_one_text_or_several(files):
    assert several_texts("out.txt") == ["out.txt"]
    assert several_texts(Path("out.txt")) == [Path("out.txt")]
    assert several_texts(SEGMENTS) == [SEGMENTS]
    assert several_texts((*SEGMENTS,)) == [SEGMENTS]
    assert several_texts([SEGMENTS, Path("out.txt")]) == [SEGMENTS, Path("out.txt")]
    assert several_texts([]) == []


def test_segments_of_a_list_are_lines_of_their_name():
    found = given_lines(SEGMENTS, "reference 1")
    assert (found.path, found.lines) == (Path("reference 1"), tuple(SEGMENTS))


@pytest.mark.parametrize(
    ("texts", "problem"), [([1, "a"], "mine must be a file or a list of strings"), ([], "mine has no segments")]
)
def test_what_is_no_text_is_refused(texts, problem):
    with pytest.raises(UsageError, match=problem):
        given_lines(texts, "mine")


def test_references_make_a_suite_of_one_case_per_segment():
    suite = reference_suite(
        References((lines("a", "b", name="x/ref.txt"), lines("c", "d")), lines("s1", "s2"), lines("d1", "d2"))
    )
    assert [case.gold.references for case in suite.cases] == [("a", "c"), ("b", "d")]
    assert [case.query.source for case in suite.cases] == ["s1", "s2"]
    assert [case.tags for case in suite.cases] == [{"document": ("d1",)}, {"document": ("d2",)}]
    assert (suite.name, suite.cluster, suite.source.family, suite.source.format) == (
        "ref.txt",
        "document",
        "reference",
        "lines",
    )
    assert suite.source.files == {"data": Path("x/ref.txt")}
    assert suite.family is not None


def test_without_sources_and_documents_there_are_none():
    suite = reference_suite(References((lines("a", "b"),)))
    assert [case.gold.source for case in suite.cases] == [None, None]
    assert [case.tags for case in suite.cases] == [{}, {}]
    assert suite.cluster is None


def test_the_digest_is_of_all_texts_and_the_source_has_its_own():
    both = References((lines("a"), lines("b")), lines("s"), lines("d"))
    source = reference_suite(both).source
    assert source.digest == lines_digest([["a"], ["b"], ["d"]])
    assert source.source_digest == lines_digest([["s"]])
    digests = {
        reference_suite(one).source.digest
        for one in (both, References((lines("a"), lines("b"))), References((lines("a"), lines("b")), lines("s")))
    }
    assert len(digests) == 2  # documents make another test set, the source does not


def test_defects_of_every_file_are_told(files):
    read = given_lines(files / "one" / "out.txt", "x")
    suite = reference_suite(References((lines("a", "b"),), read, read))
    assert [finding.code for finding in suite.findings] == ["carriage-return"] * 2


@pytest.mark.parametrize("other", ["columns", "source", "documents"])
def test_texts_that_go_with_references_must_be_as_long(other):
    first, short = lines(*SEGMENTS, name="first"), lines("a", name="short")
    given = {"columns": (first,), "source": None, "documents": None}
    given[other] = (first, short) if other == "columns" else short
    with pytest.raises(DataError, match=r"^short: has 1 lines, but first has 3"):
        References(**given)


def test_references_given_per_segment_are_refused():
    systems = {"a": lines(*"xyz")}
    with pytest.raises(UsageError, match="seem transposed: 3 lists of 2 for 3 segments"):
        refuse_transposed(systems, [lines("a", "b")] * 3)


@pytest.mark.parametrize(
    ("segments", "columns"),
    [(3, [3, 3, 3]), (3, [2, 2]), (3, [3]), (2, [3, 3, 3]), (3, [2, 2, 1])],
)
def test_references_that_only_look_unusual_are_not_taken_for_transposed(segments, columns):
    systems = {"a": lines(*"x" * segments)}
    assert refuse_transposed(systems, [lines(*"y" * length) for length in columns]) is None


def test_scoring_files_and_lists_is_the_same(files):
    reference = ["a cat", "the dog"]
    (files / "ref.txt").write_text("a cat\nthe dog\n")
    settings = mteval.Settings(resamples=0)
    by_file = mteval.score(files / "other.txt", files / "ref.txt", settings=settings).reports[0]
    by_list = mteval.score(["a hen", "a cow"], reference, settings=settings).reports[0]
    assert [score.values for score in by_file.scores] == [score.values for score in by_list.scores]
    assert by_file.suite["digest"] == by_list.suite["digest"]


def test_files_are_named_before_an_equals_sign_or_in_their_order(tmp_path):
    assert named_files(["a.de", "b.de"], ()) == [Path("a.de"), Path("b.de")]
    assert named_files(["mine=a.de", "b.de", "-"], ()) == {
        "mine": Path("a.de"),
        "b.de": Path("b.de"),
        "stdin": Path("/dev/stdin"),
    }
    assert named_files(["x=a.de", "-"], ("one", "two")) == {"one": Path("a.de"), "two": Path("/dev/stdin")}
    odd = tmp_path / "a=b"
    odd.write_text("x")
    assert named_files([str(odd), "runs/c=d"], ()) == [odd, Path("runs/c=d")]


@pytest.mark.parametrize(("given", "names"), [(["a", "b"], ("one",)), (["x=a", "x=b"], ()), (["a", "b"], ("x", "x"))])
def test_names_that_do_not_tell_systems_apart_are_refused(given, names):
    with pytest.raises(UsageError, match="name"):
        named_files(given, names)


def test_lengths_make_slices_in_their_order_by_the_reference_with_the_source_or_without():
    reference = lines("w " * 60, "w", "w " * 15)
    alone, with_source = (
        reference_suite(References((reference,))),
        reference_suite(References((reference,), lines(*"abc"))),
    )
    for suite in (alone, with_source):
        assert suite.slices == ("length",)
        assert [case.tags["length"] for case in suite.cases] == [("over 50",), ("1–10",), ("11–20",)]
        assert suite.order["length"][:2] == ("1–10", "11–20")
    assert reference_suite(References((), lines("w " * 60, "w"))).slices == ("length",)
    assert reference_suite(References((lines(*SEGMENTS),))).slices == ()
