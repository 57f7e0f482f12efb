"""Metrics computed from the outputs of a test set, and taken from stored runs; sacrebleu is the oracle."""

import json

import numpy as np
import pytest

from mteval import api
from mteval.core.errors import DataError, UsageError
from mteval.evaluation.open_test_set import TestSetChoice
from mteval.evaluation.score_tables import from_test_set
from tests.evaluation.small_test_sets import SEGMENTS, SYSTEMS, write_pair


@pytest.fixture
def folder(tmp_path):
    write_pair(tmp_path / "wmtx", "he-en", 5, ("refA", "refB"))
    return tmp_path / "wmtx"


def taken(folder, **wish):
    return from_test_set(folder, TestSetChoice(**wish))


def by_name(candidates):
    return {one.name: one for one in candidates}


def test_metrics_of_mteval_are_computed_from_the_outputs(folder):
    sacrebleu = pytest.importorskip("sacrebleu", reason="sacrebleu is the oracle")
    gold, candidates = taken(folder, metrics=["chrf", "ter"], reference="refB")
    found = by_name(candidates)
    assert set(found) == {"good-refB", "fair-refB", "noise-src", "chrf-refB", "ter-refB"}
    reference = (folder / "references/he-en.refB.txt").read_text().splitlines()
    for place, system in enumerate(gold.systems):
        output = (folder / f"system-outputs/he-en/{system}.txt").read_text().splitlines()
        assert found["chrf-refB"].by_system[place] == pytest.approx(sacrebleu.corpus_chrf(output, [reference]).score)
        assert found["ter-refB"].by_system[place] == pytest.approx(-sacrebleu.corpus_ter(output, [reference]).score)
        expected = [sacrebleu.sentence_chrf(a, [b]).score for a, b in zip(output, reference, strict=True)]
        assert found["chrf-refB"].scores[place] == pytest.approx(expected)


def test_a_metric_named_beside_computed_ones_keeps_the_others_away(folder):
    found = by_name(taken(folder, metrics=["good", "chrf"], reference="refB")[1])
    assert set(found) == {"good-refB", "chrf-refB"}


def test_a_domain_of_computed_metrics_is_its_lines(folder):
    (one,) = [m for m in taken(folder, metrics=["chrf"], reference="refB", domain="social")[1] if m.name == "chrf-refB"]
    whole = by_name(taken(folder, metrics=["chrf"], reference="refB")[1])["chrf-refB"]
    np.testing.assert_allclose(one.scores, whole.scores[:, 16:])
    assert one.by_system is not None


def test_outputs_that_are_missing_or_too_short_are_said(folder):
    (folder / "system-outputs/he-en/C.txt").write_text("one line\n")
    with pytest.raises(DataError, match=r"C\.txt"):
        taken(folder, metrics=["chrf"], reference="refB")
    (folder / "system-outputs/he-en/C.txt").unlink()
    with pytest.raises(DataError, match=r"C\.txt: no such file"):
        taken(folder, metrics=["chrf"], reference="refB")


@pytest.fixture
def run_folder(folder, tmp_path):
    """What `mteval score` stores for the outputs of all systems but one."""
    outputs = [folder / f"system-outputs/he-en/{system}.txt" for system in SYSTEMS[1:]]
    results = api.score(outputs, folder / "references/he-en.refB.txt", metrics="chrf,bleu")
    api.write_results(results, tmp_path / "run")
    return tmp_path / "run"


def test_a_stored_run_gives_its_scores(folder, run_folder):
    found = by_name(taken(folder, files={"chrf": run_folder}, reference="refB", metrics=["bleu"])[1])
    computed = by_name(taken(folder, metrics=["chrf"], reference="refB")[1])["chrf-refB"]
    np.testing.assert_allclose(found["chrf"].scores[1:], computed.scores[1:])
    np.testing.assert_allclose(found["chrf"].by_system[1:], computed.by_system[1:])
    assert np.isnan(found["chrf"].scores[0]).all()


def test_a_stored_run_that_does_not_fit_is_refused(folder, run_folder, tmp_path):
    with pytest.raises(UsageError, match=r"holds the metrics chrf, bleu. Name one of them: --scores chrf="):
        taken(folder, files={"mine": run_folder})
    texts = tmp_path / "B.txt"
    texts.write_text("a b c\nd e f\n")
    api.write_results(api.score([texts], texts, metrics="chrf"), tmp_path / "short")
    with pytest.raises(DataError, match=rf"has 2 scores a system, but the human scores have {SEGMENTS}"):
        taken(folder, files={"mine": tmp_path / "short"})
    other = tmp_path / "other.txt"
    other.write_text("a b c\n" * SEGMENTS)
    api.write_results(api.score([other], other, metrics="chrf"), tmp_path / "others")
    with pytest.raises(DataError, match=r"scores none of the systems people scored: A, B, C"):
        taken(folder, files={"mine": tmp_path / "others"})


def test_a_stored_run_without_cases_is_refused(folder, run_folder):
    for path in (run_folder / "cases").iterdir():
        path.unlink()
    with pytest.raises(DataError, match=r"is missing, though report\.json says it was written"):
        taken(folder, files={"chrf": run_folder / "report.json"})
    document = json.loads((run_folder / "report.json").read_text())
    for report in document["reports"]:
        del report["cases"]  # as in a report of an earlier version, which does not name its cases
    (run_folder / "report.json").write_text(json.dumps(document))
    with pytest.raises(DataError, match=r"holds no scores of single cases"):
        taken(folder, files={"chrf": run_folder / "report.json"})
