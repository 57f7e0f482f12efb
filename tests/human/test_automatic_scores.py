"""Automatic scores of systems: null is counted and never 0; the metrics of a pair are WMT25's."""

import json

import pytest

from mteval.core.errors import DataError, UsageError
from mteval.human.automatic_scores import read_system_metrics, wmt25_metrics


def folder_of(tmp_path, **systems):
    for name, scores in systems.items():
        entry = {"language_pair": "en-is_IS", "document_id": "d", "metric_scores": {"M": scores}}
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(entry) + "\n")
    return tmp_path


def test_a_failed_judge_is_counted_and_left_out(tmp_path):
    found = read_system_metrics(folder_of(tmp_path, A=[4, None], B=[1, 3]), "en-is_IS")
    assert found.means.tolist() == [[4.0], [2.0]]
    assert [(one.code, one.count) for one in found.findings] == [("failed-judge", 1)]


def test_quality_estimation_counts_only_beside_a_reference():
    present = ("CometKiwi-XL", "XCOMET-XL")
    assert wmt25_metrics("en-de_DE", present) == ("XCOMET-XL",)
    assert wmt25_metrics("en-is_IS", present) == present


def test_what_cannot_be_ranked_is_refused(tmp_path):
    folder = folder_of(tmp_path, A=[4], B=[None])
    with pytest.raises(DataError, match=r"B\.jsonl: has no score by M"):
        read_system_metrics(folder, "en-is_IS")
    with pytest.raises(UsageError, match="no scores for 'en-xx'"):
        read_system_metrics(folder, "en-xx")
    (folder / "C.jsonl").write_text('{"language_pair": "en-is_IS", "metric_scores": {"M": ["bad"]}}\n')
    with pytest.raises(DataError, match=r"C\.jsonl, line 1: the M score 'bad'"):
        read_system_metrics(folder, "en-is_IS")
