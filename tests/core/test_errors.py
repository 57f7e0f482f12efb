"""What errors say, and how a command ends on them."""

import pytest

from mteval.core.errors import (
    CapabilityError,
    DataError,
    GateFailedError,
    MissingDependencyError,
    MtevalError,
    UnknownNameError,
    UsageError,
    WrongFormatError,
    suggestion,
)


def test_an_error_of_data_names_the_file_and_the_line():
    error = DataError("data/a.txt", "is empty.", line=3)
    assert str(error) == "data/a.txt, line 3: is empty."
    assert (str(error.path), error.line, error.problem) == ("data/a.txt", 3, "is empty.")
    assert error.path.name == "a.txt"


def test_an_error_of_a_whole_file_names_no_line():
    assert str(DataError("a.txt", "is empty.")) == "a.txt: is empty."


def test_the_first_line_of_a_file_can_be_wrong():
    assert str(DataError("a.txt", "is empty.", line=0)) == "a.txt, line 0: is empty."


def test_a_wrong_format_is_named():
    error = WrongFormatError("a.txt", "JSON", "it starts with a tab.", line=1)
    assert str(error) == "a.txt, line 1: is not JSON: it starts with a tab."
    assert error.format == "JSON"
    assert isinstance(error, DataError)


def test_a_missing_dependency_comes_with_its_remedy():
    error = MissingDependencyError("The system 'x'", "the package y", "Install z.")
    assert str(error) == "The system 'x' needs the package y, which is not installed. Install z."


def test_an_unknown_name_keeps_what_was_asked_for():
    error = UnknownNameError("metric", "zz", {"chrf", "bleu"})
    assert (error.kind, error.name) == ("metric", "zz")
    assert str(error) == "Unknown metric 'zz'. Known: bleu, chrf."


@pytest.mark.parametrize(
    ("error", "code"),
    [(UsageError("x"), 2), (CapabilityError("x"), 2), (MtevalError("x"), 2), (GateFailedError("x"), 1)],
)
def test_a_failed_check_ends_with_one_and_what_the_user_can_mend_with_two(error, code):
    assert error.exit_code == code


def test_the_nearest_name_is_suggested():
    assert suggestion("chfr", ["bleu", "chrf", "ter"]) == "Did you mean 'chrf'?"


def test_half_of_the_letters_are_near_enough():
    """difflib: twice the matching letters over all letters, 2·2/8 for the first and 2·1/8 for the second."""
    assert suggestion("abcd", ["abxy"]) == "Did you mean 'abxy'?"
    assert suggestion("abcd", ["axyz"]) == "Known: axyz."


def test_at_most_three_names_are_suggested_best_first():
    assert suggestion("name", ["nameab", "namea", "nam", "nameabc"]) == "Did you mean 'namea' or 'nam' or 'nameab'?"


def test_without_any_name_there_is_none_to_suggest():
    assert suggestion("name", iter(())) == "There are none."
