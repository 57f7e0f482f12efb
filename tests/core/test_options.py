from pathlib import Path

import pytest

from mteval.core.errors import MtevalError, UnknownNameError, UsageError
from mteval.core.options import (
    CHOICE,
    FILE,
    FOLDER,
    LIST,
    REAL,
    TEXT,
    TRUTH,
    WHOLE,
    Option,
    OptionValues,
    Spec,
    parse_options,
    parse_spec,
    parse_specs,
    parse_system,
    read_options,
    refuse_unknown,
)


@pytest.mark.parametrize(
    ("text", "name", "backend", "argument", "options"),
    [
        ("output-file:a.txt", None, "output-file", "a.txt", {}),
        ("mine=output-file:a=b.txt", "mine", "output-file", "a=b.txt", {}),
        ("score-file:s.txt?better=lower", None, "score-file", "s.txt", {"better": "lower"}),
        (
            "embeddings:s.vec?target=t.vec&retrieval=csls",
            None,
            "embeddings",
            "s.vec",
            {"target": "t.vec", "retrieval": "csls"},
        ),
        ("command:prog -x?flag=a%26b", None, "command", "prog -x", {"flag": "a&b"}),
        (" mine = output-file :a.txt", "mine", "output-file", "a.txt", {}),
        ("=output-file:a.txt", None, "output-file", "a.txt", {}),
        ("output-file:C:a.txt", None, "output-file", "C:a.txt", {}),
    ],
)
def test_system_specs(text, name, backend, argument, options):
    spec = parse_system(text)
    assert (spec.name, spec.backend, spec.argument, dict(spec.options)) == (name, backend, argument, options)


def test_metric_list_keeps_options():
    specs = parse_specs("bleu?tokenize=none&max_ngram_order=2,chrf")
    assert [str(spec) for spec in specs] == ["bleu?tokenize=none&max_ngram_order=2", "chrf"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("bleu?tokenize", "'tokenize' is no option"),
        ("bleu?a=1&a=2", "'a' is given twice"),
        ("bleu?=x", "'=x' is no option"),
    ],
)
def test_malformed_options_are_refused(text, problem):
    with pytest.raises(UsageError, match=problem):
        parse_spec(text)


def test_options_may_be_empty_and_hold_equals_signs():
    assert parse_options("a=&&b=x=y&c=50%25&d=a+b") == {"a": "", "b": "x=y", "c": "50%", "d": "a+b"}


def test_a_list_of_metrics_may_have_spaces_and_a_comma_too_many():
    assert [spec.name for spec in parse_specs(" bleu , chrf,,")] == ["bleu", "chrf"]


def test_system_without_backend_is_refused():
    with pytest.raises(UsageError, match="BACKEND:ARGUMENT"):
        parse_system("translations.txt")


def test_unknown_option_names_the_nearest():
    with pytest.raises(MtevalError, match=r"^Unknown option of bleu 'tokenise'. Did you mean 'tokenize'?"):
        refuse_unknown(["lowercase", "tokenise"], ["tokenize", "lowercase"], "bleu")


def test_known_names_may_come_in_any_order():
    assert refuse_unknown(["b", "a"], iter(["a", "b"]), "bleu") is None


def test_a_spec_can_be_read_back_from_its_text():
    spec = Spec("bleu", {"tokenize": "spm", "spm_model": "a,b&c 100%41%.model"})
    assert parse_specs(str(spec)) == (spec,)


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (Option("o"), 3, "3"),
        (Option("o", TEXT), "a b", "a b"),
        (Option("o", WHOLE), "12", 12),
        (Option("o", WHOLE, minimum=1), "1", 1),
        (Option("o", WHOLE), -3, -3),
        (Option("o", REAL), "2.5", 2.5),
        (Option("o", REAL, minimum=0.5), "0.5", 0.5),
        (Option("o", REAL), 2, 2.0),
        *((Option("o", TRUTH), text, True) for text in ("true", "Yes", "1", "ON", True)),
        *((Option("o", TRUTH), text, False) for text in ("false", "No", "0", "OFF", False)),
        (Option("o", CHOICE, choices=("a", "b")), "b", "b"),
        (Option("o", LIST), " x, y ,,z", ("x", "y", "z")),
        (Option("o", LIST), ("x", 2, " "), ("x", "2")),
        (Option("o", LIST, choices=("a", "b")), "b,a", ("b", "a")),
        (Option("o", FILE), "~/a.txt", Path.home() / "a.txt"),
        (Option("o", FOLDER), "~/a", Path.home() / "a"),
    ],
)
def test_an_option_reads_what_a_user_writes(option, given, value):
    found = option.read(given)
    assert found == value
    assert type(found) is type(value) or isinstance(value, Path)


@pytest.mark.parametrize(
    ("option", "given", "problem"),
    [
        (Option("size", WHOLE), "2.5", "size=2.5 is not a whole number."),
        (Option("size", WHOLE, minimum=1), "0", "size=0 is too small; the least is 1."),
        (Option("rate", REAL), "high", "rate=high is not a number."),
        (Option("rate", REAL), "inf", "rate=inf is not a finite number."),
        (Option("rate", REAL), "nan", "rate=nan is not a finite number."),
        (Option("rate", REAL, minimum=0.5), "0.4", "rate=0.4 is too small; the least is 0.5."),
        (Option("wanted", TRUTH), "maybe", "wanted=maybe is neither true nor false."),
        (Option("mode", CHOICE, choices=("fast", "slow")), "fist", "mode=fist is not possible. Did you mean 'fast'?"),
        (Option("modes", LIST, choices=("fast", "slow")), "fast,no", "modes=no is not possible. Known: fast, slow."),
    ],
)
def test_what_an_option_cannot_be_is_refused(option, given, problem):
    with pytest.raises(UsageError) as refused:
        option.read(given)
    assert str(refused.value) == problem


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "true"), (False, "false"), (0.5, "0.5"), (2.0, "2"), (3, "3"), (("a", "b"), "a,b"), ("x", "x")],
)
def test_a_value_is_written_as_a_user_would_write_it(value, text):
    assert Option("o").write(value) == text


@pytest.mark.parametrize(
    ("option", "accepted"),
    [
        (Option("o", WHOLE), "whole number"),
        (Option("o", WHOLE, minimum=1), "whole number from 1"),
        (Option("o", REAL, minimum=0), "number from 0"),
        (Option("o", REAL, minimum=1.0), "number from 1"),
        (Option("o"), "text"),
        (Option("o", TRUTH), "true or false"),
        (Option("o", LIST), "list, with commas"),
        (Option("o", FILE), "file"),
        (Option("o", FOLDER), "folder"),
        (Option("o", CHOICE, choices=("a", "b")), "a|b"),
        (Option("o", LIST, choices=("a", "b")), "a|b (several with commas)"),
    ],
)
def test_an_option_says_what_it_takes(option, accepted):
    assert option.accepts == accepted


DECLARED = (
    Option("size", WHOLE, 4),
    Option("name"),
    Option("kinds", LIST, ()),
    Option("threads", WHOLE, 2, signed=False),
)


def test_what_is_not_given_has_its_default():
    chosen = read_options(DECLARED, {"size": "7", "name": None}, "mine")
    assert dict(chosen) == {"size": 7, "name": None, "kinds": (), "threads": 2}
    assert chosen.given == {"size"}
    assert list(chosen) == ["size", "name", "kinds", "threads"]
    assert len(chosen) == 4
    assert chosen["size"] == 7


def test_an_option_that_is_not_declared_is_refused():
    with pytest.raises(UnknownNameError, match=r"Unknown option of mine 'sise'. Did you mean 'size'?"):
        read_options(DECLARED, {"sise": 3}, "mine")


def test_options_read_once_are_not_read_again():
    chosen = read_options(DECLARED, {"size": "7"}, "mine")
    assert read_options(DECLARED, chosen, "mine") is chosen


def test_options_read_by_another_declaration_are_checked():
    chosen = read_options(DECLARED, {"size": "7"}, "mine")
    with pytest.raises(UnknownNameError, match="option of other"):
        read_options((Option("size", TEXT),), chosen, "other")


def test_the_signed_options_are_those_that_are_set_and_change_the_outcome():
    chosen = read_options(DECLARED, {"threads": 8}, "mine")
    assert [(option.name, value) for option, value in chosen.signed()] == [("size", 4)]
    chosen = read_options(DECLARED, {"name": "x", "kinds": "a,b", "size": 0}, "mine")
    assert [(option.name, value) for option, value in chosen.signed()] == [
        ("size", 0),
        ("name", "x"),
        ("kinds", ("a", "b")),
    ]


def test_an_empty_text_is_not_signed():
    assert not list(read_options(DECLARED, {"name": ""}, "mine").signed())[1:]


def test_settled_values_stand_in_for_those_read():
    chosen = read_options(DECLARED, {"name": "x"}, "mine").settled(size=9)
    assert (chosen["size"], chosen["name"], chosen.given) == (9, "x", {"name"})
    assert [(option.name, value) for option, value in chosen.signed()] == [("size", 9), ("name", "x")]


def test_no_options_are_an_empty_mapping():
    assert dict(OptionValues()) == {}
    assert list(OptionValues().signed()) == []
    assert OptionValues().given == frozenset()


def test_option_values_show_themselves():
    assert repr(OptionValues((Option("a"),), {"a": "1"})) == "OptionValues({'a': '1'})"
