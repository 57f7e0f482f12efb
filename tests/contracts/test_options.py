"""Options are declared once: parsing, refusing, explaining and signing follow from the declaration, for every plugin."""

from __future__ import annotations

import pytest

from mteval.cli.main import main
from mteval.core import registry
from mteval.core.errors import MtevalError, UsageError
from mteval.core.evidence import Comparison
from mteval.core.options import (
    CHOICE,
    FILE,
    FILES,
    FOLDER,
    LANGUAGE,
    LIST,
    REAL,
    SOURCE_LANGUAGE,
    SYSTEM,
    TEXT,
    TRUTH,
    WHOLE,
    Option,
    OptionValues,
    read_options,
)
from mteval.evaluation.signature import option_parts

KINDS = {**registry.KINDS, "inventories": registry.inventories}
NEEDS_A_MODEL = ("comet", "bertscore", "metricx", "gemba-da", "gemba-mqm", "gemba-esa", "judge", "judge-pairwise")


def declared():
    for kind, plugins in KINDS.items():
        for name in plugins.names():
            for option in getattr(plugins.find(name), "options", ()):
                yield pytest.param(option, id=f"{kind}-{name}-{option.name}")


every_option = pytest.mark.parametrize("option", list(declared()))


@every_option
def test_an_option_says_what_it_does_and_its_default_is_possible(option):
    assert option.help
    assert not option.help.endswith(".")
    if option.default is not None and option.default not in ("", ()):
        assert option.read(option.write(option.default)) == option.default
    if option.kind is CHOICE:
        assert len(option.choices) > 1


@every_option
def test_an_impossible_value_is_refused_in_one_sentence(option):
    wrong = {CHOICE: "no such choice", WHOLE: "many", REAL: "much", TRUTH: "perhaps"}
    if option.kind in wrong:
        with pytest.raises(UsageError, match=f"^{option.name}="):
            option.read(wrong[option.kind])
    elif option.kind is LIST and option.choices:
        with pytest.raises(UsageError, match=f"^{option.name}="):
            option.read(f"{option.choices[0]},no such choice")
    else:
        assert option.kind in (TEXT, FILE, FILES, FOLDER, LIST, LANGUAGE, SOURCE_LANGUAGE, SYSTEM)


def plugins_with_options():
    for kind, plugins in KINDS.items():
        for name in plugins.names():
            if getattr(plugins.find(name), "options", ()):
                yield pytest.param(plugins.find(name).options, id=f"{kind}-{name}")


@pytest.mark.parametrize("options", list(plugins_with_options()))
def test_a_misspelt_option_is_refused_with_the_nearest_name(options):
    for option in options:
        with pytest.raises(MtevalError, match=f"'{option.name}'"):
            read_options(options, {f"{option.name}x": "1"}, "x")


@pytest.mark.parametrize("name", [name for kind in registry.KINDS.values() for name in kind.names()])
def test_explain_names_every_option(name, capsys):
    main(["explain", name])
    text = " ".join(capsys.readouterr().out.split())
    for kind in registry.KINDS.values():
        for option in getattr(kind.find(name), "options", ()) if name in kind.names() else ():
            assert f"{option.name}={option.accepts.split()[0]}" in text
            assert option.help.split()[-1] in text


OTHER_VALUES = {
    "tokenize": ("none",),
    "weights": ("1:2",),
    "trg_lang": ("zh",),
    "src_lang": ("zh",),
    "skip": ("2",),
    "scale": ("x",),
}


def other_values(option: Option):
    if option.name in OTHER_VALUES:
        return OTHER_VALUES[option.name]
    if option.kind is CHOICE:
        return [choice for choice in option.choices if choice != option.default]
    if option.kind is TRUTH:
        return [str(not option.default).lower()]
    return {WHOLE: ["3"], REAL: ["3"]}.get(option.kind, [])


def signed_metrics():
    for name in registry.metrics.names():
        if name not in NEEDS_A_MODEL:
            for option in registry.metrics.find(name).options:
                if option.signed and option.kind is not FILE:
                    yield pytest.param(name, option, id=f"{name}-{option.name}")


@pytest.mark.parametrize(("name", "option"), list(signed_metrics()))
def test_another_value_of_a_signed_option_gives_another_signature(name, option):
    plugin = registry.metrics.find(name)
    # sacrebleu's signature gives smooth_value only where it is used.
    beside = {"smooth_value": {"smooth_method": "floor"}}.get(option.name, {})

    def signature(**options):
        metric = plugin(**beside, **options)
        metric.observe([Comparison("a b", ("a c",))] if metric.evidence is Comparison else [])
        return metric.signature if metric.signs_options else (metric.signature, *option_parts(metric.chosen))

    others = other_values(option)
    assert others
    found = [signature(), *(signature(**{option.name: value}) for value in others)]
    assert len(set(found)) == len(found)


def test_values_given_as_text_or_as_they_are_come_out_the_same():
    options = (Option("n", WHOLE), Option("x", REAL), Option("t", TRUTH), Option("l", LIST), Option("f", FILE))
    as_text = read_options(options, {"n": "3", "x": "0.5", "t": "yes", "l": "a, b", "f": "x/y"}, "x")
    as_values = read_options(options, dict(as_text), "x")
    assert dict(as_text) == dict(as_values)
    assert read_options(options, as_text, "x") is as_text
    assert as_text.given == {"n", "x", "t", "l", "f"}


def test_none_is_as_good_as_not_given():
    assert read_options((Option("n", WHOLE, 4),), {"n": None}, "x")["n"] == 4


def test_what_is_not_set_or_not_signed_stays_out_of_signatures():
    options = (
        Option("a", TEXT, ""),
        Option("b", WHOLE),
        Option("c", WHOLE, 3, signed=False),
        Option("d", TRUTH, False),
    )
    assert list(option_parts(read_options(options, {}, "x"))) == [("d", "false")]
    assert list(option_parts(OptionValues(options, {"a": "x", "b": 0, "c": 1, "d": True}))) == [
        *(("a", "x"), ("b", "0"), ("d", "true"))
    ]
