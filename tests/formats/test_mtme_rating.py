"""mt-metrics-eval's ratings: scores of errors summed, blocks of one length, spans within the outputs."""

import pytest

from mteval.core.errors import DataError
from mteval.library import read_ratings
from tests.formats.rating_files import written

ERROR = '{"errors": [{"start": 0, "end": %d, "category": "other", "severity": "major", "score": 5, "is_source_error": false}]}'


def test_errors_count_their_own_scores_and_none_is_no_rating(tmp_path):
    path = written(tmp_path, "en-de.mqm.seg.rating", f'A\t{ERROR % 2}\nA\tNone\nB\t{{"errors": []}}\nB\tNone\n')
    found = read_ratings(path)
    assert [(one.system, one.item, one.value) for one in found.ratings] == [("A", "1", -5), ("B", "1", 0)]
    assert found.languages == ("en-de",)


def test_systems_of_different_length_are_refused(tmp_path):
    with pytest.raises(DataError, match="line 3: 'A' has 2 segments, but 'B', which ends here, has 1"):
        read_ratings(written(tmp_path, "en-de.mqm.seg.rating", f"A\t{ERROR % 2}\nA\tNone\nB\tNone\n"))


def test_a_span_outside_the_output_is_named(tmp_path):
    outputs = tmp_path / "system-outputs" / "en-de"
    outputs.mkdir(parents=True)
    (outputs / "A.txt").write_text("abc\n")
    (tmp_path / "human-scores").mkdir()
    path = written(tmp_path / "human-scores", "en-de.mqm.seg.rating", f"A\t{ERROR % 9}\n")
    assert [one.code for one in read_ratings(path).findings] == ["span-outside-text"]


def test_a_system_whose_name_no_file_can_have_has_no_outputs(tmp_path):
    (tmp_path / "system-outputs" / "en-de").mkdir(parents=True)
    (tmp_path / "human-scores").mkdir()
    path = written(tmp_path / "human-scores", "en-de.mqm.seg.rating", f"{'A' * 300}\t{ERROR % 2}\n")
    assert [one.code for one in read_ratings(path).findings] == ["unknown-system"]


@pytest.mark.parametrize("score", ['"5"', "true", "1e999", "[5]", "9e307"])
def test_a_score_that_is_no_number_is_refused(tmp_path, score):
    line = "A\t" + (ERROR % 2).replace('"score": 5', f'"score": {score}')
    with pytest.raises(DataError, match=r"line 1: the score of an error is .*, not a number"):
        read_ratings(written(tmp_path, "en-de.mqm.seg.rating", f"{line}\n"))
