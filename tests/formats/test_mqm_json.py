"""MQM as JSON lines: nothing is lost on the way, spans outside the text are named."""

import pytest

from mteval.core.errors import DataError
from mteval.formats.mqm_json import MqmJson
from mteval.library import read_ratings, recognised_ratings
from tests.formats.error_files import MQM
from tests.formats.rating_files import written


def test_ratings_with_spans_are_written_and_read_back(tmp_path):
    found = read_ratings(written(tmp_path, "mqm.tsv", MQM)).ratings
    MqmJson().write(found, tmp_path / "mqm.jsonl")
    assert recognised_ratings(tmp_path / "mqm.jsonl") == "mqm-json"
    again = read_ratings(tmp_path / "mqm.jsonl").ratings
    assert [(one.system, one.annotator, one.value, one.spans) for one in again] == [
        (one.system, one.annotator, one.value, one.spans) for one in found
    ]


def test_a_span_after_the_text_is_named_and_a_backward_one_refused(tmp_path):
    line = '{"system": "A", "seg_id": 1, "rater": "r", "target": "ab", '
    line += '"errors": [{"start": %d, "end": 9, "severity": "minor"}]}\n'
    found = read_ratings(written(tmp_path, "a.jsonl", line % 1))
    assert [(one.code, "line 1" in one.message) for one in found.findings] == [("span-outside-text", True)]
    with pytest.raises(DataError, match="does not run forwards"):
        read_ratings(written(tmp_path, "b.jsonl", line % 10))
