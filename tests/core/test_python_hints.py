"""Hints in the words of Python."""

import pytest

from mteval.core.errors import UsageError
from mteval.core.python_hints import python_hint, with_python_hints


@pytest.mark.parametrize(
    ("shell", "python"),
    [
        ("Leave --resamples out, or give 100 or more.", "Leave resamples= out, or give 100 or more."),
        ("try --format mucow-scoring.", 'try format="mucow-scoring".'),
        ("Use --test permutation.", 'Use test="permutation".'),
        ("--test what is not possible.", 'test="what" is not possible.'),
        ("Fold it with --set case=fold.", 'Fold it with options={"case": "fold"}.'),
        ("(--set convention=muse)", '(options={"convention": "muse"})'),
        ("Choose one with --languages: en-de.", "Choose one with languages=: en-de."),
        ("--resamples cannot be negative.", "resamples= cannot be negative."),
        ("Name the format with --format.", "Name the format with format=."),
        ("Use --system score-file:FILE.", 'Use systems="score-file:FILE".'),
        ("--formats and --testing are no options of ours", "--formats and --testing are no options of ours"),
    ],
)
def test_options_are_named_by_their_keywords(shell, python):
    assert python_hint(shell) == python


def test_errors_of_a_function_name_keywords_and_keep_their_kind():
    def fail(n: int) -> None:
        """Fails."""
        raise UsageError(f"Leave --seed out, not {n}.")

    with pytest.raises(UsageError, match=r"^Leave seed= out, not 3\.$"):
        with_python_hints(fail)(3)
    assert with_python_hints(fail).__doc__ == "Fails."
