"""COMET checkpoints: tiny ones in the public form against what unbabel-comet makes of them, spans, refusals, the cache."""

from __future__ import annotations

import importlib.util
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from mteval import api
from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError, MissingDependencyError, UsageError
from mteval.core.evidence import Comparison, ErrorSpan, Skipped
from mteval.human.error_spans import span_of_error
from mteval.metrics._comet.spans import MarkedError, mqm_share, read_spans
from tests.metrics import tiny_comet

PEER = json.loads((Path(__file__).parent / "comet_peer.json").read_text(encoding="utf-8"))
PAIRS = [Comparison(one["mt"], (one["ref"],), one["src"]) for one in tiny_comet.SAMPLES]
FREE = [Comparison(one.translation, (), one.source) for one in PAIRS]


def find(**options):
    return registry.metrics.find("comet")(**options)


def write(folder, settings="class_identifier: regression_metric\n"):
    (folder / "checkpoints").mkdir(exist_ok=True)
    (folder / "checkpoints" / "model.ckpt").write_bytes(b"")
    (folder / "hparams.yaml").write_text(settings, encoding="utf-8")
    return folder / "checkpoints" / "model.ckpt"


def test_a_model_must_be_named():
    with pytest.raises(UsageError, match="comet\\?model=CHECKPOINT"):
        find()


def test_a_missing_checkpoint_is_named(tmp_path):
    with pytest.raises(DataError, match="no COMET checkpoint"):
        find(model=str(tmp_path / "model.ckpt"))


def test_settings_must_lie_beside_the_checkpoint(tmp_path):
    write(tmp_path)
    (tmp_path / "hparams.yaml").unlink()
    with pytest.raises(DataError, match=r"hparams\.yaml is missing"):
        find(model=str(tmp_path))


def test_without_the_packages_the_remedy_is_named(tmp_path, monkeypatch):
    write(tmp_path)
    known = importlib.util.find_spec
    monkeypatch.setattr(
        "mteval.models.transformers_loading.find_spec", lambda name: None if name == "torch" else known(name)
    )
    with pytest.raises(MissingDependencyError, match=r"comet needs the package torch.*mteval-suites\[hf\]"):
        find(model=str(tmp_path)).observe(PAIRS)


def test_runs_of_labels_are_spans_of_the_severity_they_begin_with():
    """By hand: the marker in front has no place, a run that reaches the marker at the end is no span (as in the peer)."""
    places = [(0, 0), (0, 3), (4, 8), (9, 12), (13, 15), (0, 0)]
    none, minor, major = [0.8, 0.1, 0.1], [0.1, 0.7, 0.2], [0.2, 0.2, 0.6]
    labels = ("minor", "major")
    found = read_spans([none, minor, major, none, none, none], places, labels)
    assert found == (MarkedError(0, 8, "minor", pytest.approx(0.65)),)
    assert read_spans([none, none, none, none, major, major], places, labels) == ()
    assert read_spans([minor, none, major, none, none, none], places, labels) == (
        MarkedError(0, 0, "minor", pytest.approx(0.7)),
        MarkedError(4, 8, "major", pytest.approx(0.6)),
    )


def test_errors_cost_as_in_mqm_and_no_more_than_all():
    minor, major, critical = (MarkedError(0, 1, name, 1.0) for name in ("minor", "major", "critical"))
    assert mqm_share(()) == 1.0
    assert mqm_share((minor, major)) == pytest.approx(19 / 25)
    assert mqm_share((critical, critical, critical)) == 0.0


torch = pytest.importorskip("torch", reason="needs the extra hf")
pytest.importorskip("transformers", reason="needs the extra hf")


@pytest.fixture(scope="module")
def checkpoints(tmp_path_factory):
    """A function that gives the checkpoint of a kind, made once."""
    root, made = tmp_path_factory.mktemp("comet"), {}

    def checkpoint(name):
        if name not in made:
            (root / name).mkdir()
            made[name] = tiny_comet.save_checkpoint(root / name, name)
        return made[name]

    return checkpoint


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path / "cache"))


def opened(folder, **options):
    return find(model=str(folder), encoder=str(folder / "encoder"), **options)


def spans(details):
    return [[[s["start"], s["end"], s["severity"], s["confidence"]] for s in one.get("spans", ())] for one in details]


@pytest.mark.parametrize("batch", [1, 16])
@pytest.mark.parametrize("case", [name for name in PEER if name != "source"])
def test_scores_and_spans_are_those_of_unbabel_comet(case, batch, checkpoints):
    """Each kind of model, texts that are too long and an empty one among them; numbers from unbabel-comet 2.2.7."""
    name, given = case.split()
    metric = opened(checkpoints(name), batch=batch)
    found = metric.observe(PAIRS if given == "with" else FREE)
    assert found.rows[:, 0] == pytest.approx(PEER[case]["scores"], abs=2e-5)
    if PEER[case]["spans"]:
        assert any(PEER[case]["spans"])
        for own, wanted in zip(spans(found.details), PEER[case]["spans"], strict=True):
            assert [one[:3] for one in own] == [one[:3] for one in wanted]
            assert [one[3] for one in own] == pytest.approx([one[3] for one in wanted], abs=2e-4)
    assert metric.estimate(found, np.ones((1, len(PAIRS))))[0, 0] == pytest.approx(
        np.mean(PEER[case]["scores"]), abs=2e-5
    )


def test_the_package_itself_agrees_where_it_is_installed(checkpoints):
    pytest.importorskip(
        "comet", reason="unbabel-comet needs older versions than ours; its numbers are in comet_peer.json"
    )
    told = tiny_comet.peer(checkpoints("xcomet"))
    found = opened(checkpoints("xcomet")).observe(PAIRS)
    assert found.rows[:, 0] == pytest.approx(told["with"]["scores"], abs=2e-5)


def test_what_was_scored_is_not_scored_again(checkpoints, monkeypatch):
    first = opened(checkpoints("xcomet")).observe(PAIRS)
    monkeypatch.setattr("mteval.metrics.comet.open_model", lambda *_: pytest.fail("a kept score was computed again"))
    again = opened(checkpoints("xcomet")).observe(PAIRS)
    assert np.array_equal(first.rows, again.rows)
    assert first.details == again.details


def test_batches_hold_texts_of_like_length(checkpoints, monkeypatch):
    from mteval.metrics._comet import models

    seen = []
    judge = models.UnifiedModel.judge
    monkeypatch.setattr(models.UnifiedModel, "judge", lambda self, own: seen.append(own) or judge(self, own))
    opened(checkpoints("kiwi"), batch=2).observe(FREE)
    lengths = [[sum(map(len, one.texts)) for one in batch] for batch in seen]
    assert [len(batch) for batch in lengths] == [2, 2, 2]
    every = [length for batch in lengths for length in batch]
    assert every == sorted(every)


def test_spans_are_in_the_form_of_the_human_family(checkpoints):
    found = opened(checkpoints("xcomet")).observe(PAIRS)
    entry = next(one["spans"][0] for one in found.details if one)
    assert span_of_error(entry, Path("x"), 1) == ErrorSpan(entry["start"], entry["end"], entry["severity"])


def test_with_several_references_scores_are_means_and_a_skipped_case_has_no_spans(checkpoints):
    folder = checkpoints("xcomet")
    double = Comparison(PAIRS[0].translation, (PAIRS[0].references[0], "die Katze"), PAIRS[0].source)
    alone = [
        opened(folder).observe([Comparison(double.translation, (one,), double.source)]) for one in double.references
    ]
    found = opened(folder).observe([Skipped("none"), double])
    assert found.rows[1, 0] == pytest.approx(np.mean([one.rows[0, 0] for one in alone]), abs=1e-6)
    assert found.details == ({}, alone[0].details[0])


def test_references_can_be_left_out_where_the_model_does_without(checkpoints):
    free, told = opened(checkpoints("xcomet"), qe="true"), opened(checkpoints("xcomet"))
    assert np.array_equal(free.observe(PAIRS).rows, told.observe(FREE).rows)
    assert "nrefs:0|" in free.signature
    assert "qe:yes" in free.signature
    assert not told.needs_references
    assert opened(checkpoints("regression")).needs_references
    with pytest.raises(UsageError, match="needs them"):
        opened(checkpoints("regression"), qe="true").observe(PAIRS)


def test_texts_that_are_read_in_part_are_counted_and_named(checkpoints):
    """Room for 20 tokens: the reference of case 4 and the translation of case 5 have more, by hand."""
    (joined,) = opened(checkpoints("unified")).inspect(PAIRS)
    assert (joined.code, joined.count, joined.cases) == ("cut-input", 2, ("4", "5"))
    (free,) = opened(checkpoints("kiwi")).inspect(PAIRS)
    assert (free.count, free.cases) == (1, ("5",))
    assert "1 case is longer than" in free.message


def test_without_a_source_the_remedy_is_named(checkpoints):
    with pytest.raises(CapabilityError, match="-s SOURCE"):
        opened(checkpoints("kiwi")).observe([Comparison("a", ("b",))])


def test_scoring_without_references_puts_spans_into_cases(checkpoints, tmp_path):
    folder = checkpoints("xcomet")
    results = api.score(
        [one.translation for one in PAIRS],
        source=[one.source for one in PAIRS],
        metrics=f"comet?model={folder}&encoder={folder}/encoder",
        languages="en-de",
    )
    (report,) = results.reports
    assert report.scores[0].value == pytest.approx(np.mean(PEER["xcomet without"]["scores"]), abs=2e-5)
    marked = [case.detail["seen"][report.scores[0].spec]["spans"] for case in report.cases if case.detail.get("seen")]
    assert len(marked) == sum(map(bool, PEER["xcomet without"]["spans"]))


def test_a_checkpoint_that_would_run_code_is_refused(tmp_path):
    path = write(tmp_path)
    torch.save({"state_dict": {"w": torch.zeros(1)}, "hyper_parameters": Comparison("not", ("plain",))}, path)
    with pytest.raises(DataError, match="trust=true"):
        find(model=str(tmp_path)).observe(PAIRS)
    (tmp_path / "hparams.yaml").write_text("a: !!python/tuple [1]\n", encoding="utf-8")
    with pytest.raises(DataError, match="no plain settings"):
        find(model=str(tmp_path)).observe(PAIRS)


@pytest.mark.parametrize(
    ("settings", "held", "said"),
    [
        ("class_identifier: ranking_metric\n", {}, "'ranking_metric', which is not supported"),
        ("- 1\n", {}, "no settings"),
        ("class_identifier: xcomet_metric\n", {}, "no 'state_dict'"),
    ],
)
def test_what_is_no_checkpoint_is_refused(settings, held, said, tmp_path):
    torch.save(held, write(tmp_path, settings))
    with pytest.raises(DataError, match=said):
        find(model=str(tmp_path)).observe(PAIRS)


def test_weights_that_are_missing_are_no_random_numbers(checkpoints, tmp_path):
    folder = shutil.copytree(checkpoints("regression"), tmp_path / "broken")
    path = folder / "checkpoints" / "model.ckpt"
    held = torch.load(path, weights_only=True)
    del held["state_dict"]["encoder.model.encoder.layer.1.output.dense.weight"]
    torch.save(held, path)
    with pytest.raises(DataError, match=r"missing.*layer\.1\.output\.dense\.weight"):
        opened(folder).observe(PAIRS)


def test_an_encoder_that_is_not_here_is_asked_for(checkpoints, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    folder = shutil.copytree(checkpoints("regression"), tmp_path / "alone", ignore=shutil.ignore_patterns("encoder"))
    path = folder / "checkpoints" / "model.ckpt"
    held = torch.load(path, weights_only=True)
    held["hyper_parameters"]["pretrained_model"] = "nobody/nothing-of-this-name"
    torch.save(held, path)
    with pytest.raises(DataError, match=r"nobody/nothing-of-this-name are not here.*encoder=DIR"):
        find(model=str(folder)).observe(PAIRS)
