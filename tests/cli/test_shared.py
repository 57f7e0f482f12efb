"""Options and output that several verbs share."""

import json
from pathlib import Path

import pytest

import mteval
from mteval.cli import _shared
from mteval.cli._shared import OutputOptions, parse_settings
from mteval.core.errors import UnknownNameError, UsageError
from mteval.evaluation import settings


def test_only_what_was_given_is_set():
    assert _shared.TestingOptions(None, None, None).given() == {}
    assert _shared.TestingOptions("bootstrap", None, 3).given() == {"test": "bootstrap", "seed": 3}


@pytest.mark.parametrize("test", [None, "bootstrap", "permutation"])
def test_resamples_fix_how_often_intervals_and_tests_draw(test):
    fixed = _shared.TestingOptions(test, 50, None).settings()
    assert (fixed.trials, fixed.resamples, fixed.grow) == (50, 50, False)
    assert _shared.TestingOptions(test, None, None).settings().grow


def test_the_tests_on_offer_are_those_of_the_settings():
    assert _shared.TESTS == settings.TESTS


def test_fewer_than_no_resamples_are_refused():
    with pytest.raises(UsageError, match="--resamples cannot be negative"):
        _shared.TestingOptions(None, -1, None).given()


@pytest.mark.parametrize(
    ("options", "cases"),
    [
        (OutputOptions(None, False, "terminal"), False),
        (OutputOptions(None, False, "html"), True),
        (OutputOptions(None, True, "html"), False),
        (OutputOptions(Path("out"), True, "terminal"), True),
    ],
)
def test_single_cases_are_kept_only_where_somebody_sees_them(options, cases):
    assert options.shows_cases is cases


def test_a_folder_that_is_a_file_and_an_unknown_renderer_are_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=r"is a file\. Name a folder"):
        OutputOptions(tmp_path / "file", False, "terminal").check()
    with pytest.raises(UnknownNameError, match="'html'"):
        OutputOptions(None, False, "htlm").check()
    OutputOptions(tmp_path / "new", False, "csv").check()


def test_results_are_written_and_printed(tmp_path, capsys):
    results = mteval.score({"a": ["one two", "three"]}, [["one two", "four"]], metrics="chrf")
    OutputOptions(tmp_path / "out", False, "csv").deliver(results)
    printed = capsys.readouterr()
    assert printed.out.startswith("suite,system,")
    assert printed.err == f"Written to {tmp_path / 'out'}\n"
    OutputOptions(None, True, "csv").deliver(results)
    printed = capsys.readouterr().out
    assert json.loads(printed) == json.loads((tmp_path / "out" / "report.json").read_text())


def test_settings_are_keys_and_values():
    assert parse_settings(("a=1", "b=", "c=x=y")) == {"a": "1", "b": "", "c": "x=y"}
    for wrong in ("a", "=1"):
        with pytest.raises(UsageError, match="is not KEY=VALUE"):
            parse_settings((wrong,))
