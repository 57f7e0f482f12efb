"""Systems opened together."""

from __future__ import annotations

import pytest

from mteval.core import registry
from mteval.core.errors import CapabilityError, UnknownNameError, UsageError
from mteval.core.options import FILE, FOLDER, Option, parse_specs, parse_system
from mteval.core.queries import Translate
from mteval.evaluation.opened import (
    distinct_ends,
    named_systems,
    open_metric,
    open_metrics,
    open_systems,
    require_capability,
)
from mteval.statistics.metric_base import MetricBase
from tests.evaluation.small_suites import contrast_suite, text_suite


def test_systems_in_files_of_one_name_are_all_told_apart_by_their_folders(tmp_path):
    specs = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "out.txt").write_text("a\n")
        specs.append(parse_system(f"output-file:{tmp_path / folder / 'out.txt'}"))
    (tmp_path / "other.txt").write_text("a\n")
    specs.append(parse_system(f"output-file:{tmp_path / 'other.txt'}"))
    names = [system.name for system in open_systems(specs)]
    assert names == ["one/out.txt", "two/out.txt", "other.txt"]


def test_one_system_twice_needs_names(tmp_path):
    (tmp_path / "out.txt").write_text("a\n")
    twice = [parse_system(f"output-file:{tmp_path / 'out.txt'}")] * 2
    with pytest.raises(UsageError, match="same name"):
        open_systems(twice)


def names(*specs):
    return [system.name for system in open_systems([parse_system(spec) for spec in specs])]


@pytest.fixture
def out(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "out.txt").write_text("a\n")
    return tmp_path


def test_a_system_goes_by_the_name_given(out):
    assert names(f"mine=output-file:{out}/one/out.txt", f"output-file:{out}/two/out.txt") == ["mine", "out.txt"]


def test_a_name_given_that_is_another_systems_file_is_refused(out):
    with pytest.raises(UsageError, match="same name"):
        names(f"out.txt=output-file:{out}/one/out.txt", f"output-file:{out}/two/out.txt")


def test_a_name_given_stays_where_files_of_that_name_are_told_apart(out):
    specs = [
        f"output-file:{out}/one/out.txt",
        f"out.txt=output-file:{out}/one/out.txt",
        f"output-file:{out}/two/out.txt",
    ]
    assert names(*specs) == ["one/out.txt", "out.txt", "two/out.txt"]


def test_a_system_without_a_file_goes_by_its_argument():
    assert names("python:builtins:len") == ["builtins:len"]


def test_systems_are_opened_by_their_backend_with_their_options(tmp_path):
    (tmp_path / "s").write_text("1\n")
    (system,) = open_systems([parse_system(f"score-file:{tmp_path / 's'}?better=higher")])
    assert system.backend == "score-file"
    assert system.system.chosen["better"] == "higher"
    with pytest.raises(UnknownNameError, match=r"system backend 'score-fil'. Did you mean 'score-file'"):
        open_systems([parse_system("score-fil:x")])


def test_a_system_that_reads_ratings_is_handed_them(tmp_path):
    (tmp_path / "r.csv").write_text("annotator,item,system,adequacy\nann,1,A,4\n")
    (system,) = open_systems([parse_system(f"ratings:{tmp_path / 'r.csv'}?system=A")])
    assert system.backend == "ratings"
    with pytest.raises(UsageError, match="'lines' holds no ratings"):
        open_systems([parse_system(f"ratings:{tmp_path / 'r.csv'}?system=A&format=lines")])


class Model:
    name = "own backend"
    answers = ()

    def answer(self, queries):
        return iter(())


def test_objects_and_functions_are_systems():
    model = Model()
    first, second, third = named_systems({"m": model, "f": len, "c": registry.systems.find("python").of(len)})
    assert (first.name, first.backend, first.system) == ("m", "own backend", model)
    assert (second.name, second.backend, second.system.function) == ("f", "python", len)
    assert (third.name, third.backend) == ("c", "python")


def test_an_object_gets_what_it_did_not_write_and_keeps_what_it_did():
    own = type("Own", (Model,), {"at_once": 5, "__slots__": ()})
    first, second, third = named_systems({"m": Model(), "o": own(), "f": len})
    assert [one.system.at_once for one in (first, second, third)] == [32, 5, 32]
    assert (first.system.options, first.system.reads_ratings, dict(first.system.chosen)) == ((), False, {})


@pytest.mark.parametrize(
    ("paths", "ends"),
    [
        (["a/x.txt", "b/y.txt"], ["x.txt", "y.txt"]),
        (["a/x.txt", "b/x.txt", "b/y.txt"], ["a/x.txt", "b/x.txt", "b/y.txt"]),
        (["r/a/c/x", "r/b/c/x"], ["a/c/x", "b/c/x"]),
        (["x", "a/x"], ["x", "a/x"]),
        ([], []),
    ],
)
def test_as_many_last_parts_as_tell_paths_apart(paths, ends):
    assert distinct_ends(paths) == dict(zip(paths, ends, strict=True))


def test_paths_that_no_parts_tell_apart_stay_whole():
    assert distinct_ends(["a//x", "a/x"]) == {"a//x": "a//x", "a/x": "a/x"}


class Counting(MetricBase):
    """A metric with a file, a folder and a text."""

    options = (Option("words", FILE), Option("place", FOLDER), Option("note"))
    signature = ""


@pytest.fixture
def counting(monkeypatch):
    monkeypatch.setitem(registry.metrics._classes, "counting", Counting)


def test_files_of_metrics_go_by_name_in_reports(counting):
    specs = parse_specs("counting?words=/data/a/w.txt&note=/data/a/n.txt&place=/data/b,counting")
    opened = open_metrics(specs)
    assert [str(one.spec) for one in opened] == ["counting?words=w.txt&note=/data/a/n.txt&place=b", "counting"]
    assert str(opened[0].metric.chosen["words"]) == "/data/a/w.txt"
    assert opened[1].metric.chosen["words"] is None


def test_files_of_one_name_go_by_as_much_as_tells_them_apart(counting):
    opened = open_metrics(parse_specs("counting?words=/data/a/w.txt,counting?words=/data/b/w.txt"))
    assert [str(one.spec) for one in opened] == ["counting?words=a/w.txt", "counting?words=b/w.txt"]


def test_a_metric_asked_for_twice_is_refused():
    with pytest.raises(UsageError, match="asked for twice"):
        open_metrics(parse_specs("bleu,chrf,bleu"))
    assert len(open_metrics(parse_specs("bleu,bleu?lowercase=true"))) == 2


def test_a_metric_is_opened_by_the_spec_of_a_score():
    named = open_metric("bleu?lowercase=true")
    assert (named.spec.name, str(named.spec)) == ("bleu", "bleu?lowercase=true")
    assert named.metric.chosen["lowercase"] is True


def test_a_system_that_cannot_answer_is_told_which_can(tmp_path):
    (system,) = open_systems([parse_system(f"output-file:{tmp_path / 'x'}")])
    with pytest.raises(CapabilityError) as refused:
        require_capability(contrast_suite(["a"]), system)
    text = str(refused.value)
    assert text.startswith("Suite 'contrasts' asks for LogProb, but 'output-file' only answers Translate. Use one of ")
    able = text.partition("Use one of ")[2].removesuffix(".").split(", ")
    assert {"score-file", "python", "ctranslate2"} <= set(able)
    assert not {"output-file", "embeddings"} & set(able)


def test_what_a_system_answers_is_listed_in_order():
    class Both(Model):
        answers = (Translate, int)

    with pytest.raises(CapabilityError, match="'own backend' only answers Translate, int"):
        require_capability(contrast_suite(["a"]), named_systems({"b": Both()})[0])


def test_a_backend_that_cannot_be_imported_is_not_proposed(monkeypatch, tmp_path):
    find = registry.systems.find

    def without_one(name):
        if name == "score-file":
            raise ImportError("not installed")
        return find(name)

    (system,) = open_systems([parse_system(f"output-file:{tmp_path / 'x'}")])
    monkeypatch.setattr(registry.systems, "find", without_one)
    with pytest.raises(CapabilityError) as refused:
        require_capability(contrast_suite(["a"]), system)
    assert "score-file" not in str(refused.value)


def test_a_system_that_can_answer_is_let_through(tmp_path):
    (system,) = open_systems([parse_system(f"output-file:{tmp_path / 'x'}")])
    assert require_capability(text_suite(["a"]), system) is None
