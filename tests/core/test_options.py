import pytest

from mteval.core.errors import MtevalError, UsageError
from mteval.core.options import Spec, parse_spec, parse_specs, parse_system, refuse_unknown


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
    ],
)
def test_system_specs(text, name, backend, argument, options):
    spec = parse_system(text)
    assert (spec.name, spec.backend, spec.argument, dict(spec.options)) == (name, backend, argument, options)


def test_metric_list_keeps_options():
    specs = parse_specs("bleu?tokenize=none&max_ngram_order=2,chrf")
    assert [str(spec) for spec in specs] == ["bleu?tokenize=none&max_ngram_order=2", "chrf"]


@pytest.mark.parametrize("text", ["bleu?tokenize", "bleu?a=1&a=2", "bleu?=x"])
def test_malformed_options_are_refused(text):
    with pytest.raises(UsageError):
        parse_spec(text)


def test_system_without_backend_is_refused():
    with pytest.raises(UsageError, match="BACKEND:ARGUMENT"):
        parse_system("translations.txt")


def test_unknown_option_names_the_nearest():
    with pytest.raises(MtevalError, match="'tokenize'"):
        refuse_unknown(["tokenise"], ["tokenize", "lowercase"], "bleu")


def test_a_spec_can_be_read_back_from_its_text():
    spec = Spec("bleu", {"tokenize": "spm", "spm_model": "a,b&c 100%.model"})
    assert parse_specs(str(spec)) == (spec,)
