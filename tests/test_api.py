import math

import numpy as np
import pytest
import sacrebleu

import mteval
from mteval.core.errors import DataError, MtevalError, UsageError

REFERENCE = ["the cat sat on the mat", "a dog barks at night", "we walk home together"]
SYSTEM = ["the cat sat on a mat", "the dog barks at night", "we go home together"]


def test_lists_and_names():
    results = mteval.score({"mine": SYSTEM, "copy": REFERENCE}, [REFERENCE], metrics="bleu")
    assert [report.system["name"] for report in results.reports] == ["mine", "copy"]
    assert results.reports[0].score("bleu").value == pytest.approx(sacrebleu.corpus_bleu(SYSTEM, [REFERENCE]).score)


def test_one_list_of_segments_is_one_reference():
    results = mteval.score({"mine": SYSTEM}, REFERENCE, metrics="chrf")
    assert results.reports[0].score("chrf").n == 3


def test_several_references():
    second = ["a cat sat on a mat", "dogs bark at night", "we go home"]
    ours = mteval.score({"mine": SYSTEM}, [REFERENCE, second], metrics="bleu").reports[0].score("bleu").value
    assert ours == pytest.approx(sacrebleu.corpus_bleu(SYSTEM, [REFERENCE, second]).score)


def test_transposed_references_are_refused():
    transposed = [[reference, reference] for reference in REFERENCE]
    with pytest.raises(UsageError, match="seem transposed"):
        mteval.score({"mine": SYSTEM}, transposed)


def test_line_counts_must_agree():
    with pytest.raises(MtevalError, match="has 2 lines"):
        mteval.score({"mine": SYSTEM[:2]}, [REFERENCE])


def test_data_frame_has_every_value():
    frame = mteval.score({"mine": SYSTEM}, [REFERENCE], metrics="bleu,chrf").to_pandas()
    assert set(frame.metric) == {"bleu", "chrf"}
    assert frame[frame.key == "bleu"].value.item() == pytest.approx(sacrebleu.corpus_bleu(SYSTEM, [REFERENCE]).score)
    assert (frame.low <= frame.high).all()


def test_notebook_display_is_a_frame_of_its_own():
    shown = mteval.score({"mine": SYSTEM}, [REFERENCE])._repr_html_()
    assert shown.startswith("<iframe")
    assert "sandbox" in shown


def test_stored_results_come_back(tmp_path):
    results = mteval.score({"mine": SYSTEM, "copy": REFERENCE}, [REFERENCE])
    mteval.write_results(results, tmp_path)
    again = mteval.read_results(tmp_path)
    assert again.reports[0].scores == results.reports[0].scores
    assert again.comparisons == results.comparisons
    assert [case.answer for case in again.reports[0].cases] == SYSTEM


def test_no_resamples_no_intervals():
    settings = mteval.Settings(resamples=0, test="none")
    score = mteval.score({"mine": SYSTEM}, [REFERENCE], settings=settings).reports[0].score("bleu")
    assert score.intervals == {}
    assert math.isfinite(score.value)


def test_slices_are_scores_of_their_cases(tmp_path):
    results = mteval.score({"mine": SYSTEM}, [REFERENCE], metrics="bleu", documents=["d1", "d1", "d2"])
    report = results.reports[0]
    assert [case.tags["document"] for case in report.cases] == [("d1",), ("d1",), ("d2",)]
    assert np.isfinite(report.score("bleu").value)


def test_lists_of_short_segments_are_not_taken_for_file_names():
    words = ["Hund", "", "Wort " * 300]
    assert mteval.score(words, words, metrics=["chrf"]).reports[0].score("chrf").n == 3
    with pytest.raises(DataError, match="no such file"):
        mteval.score(["sys1.de", "sys2.de"], words)


def test_no_translations_are_refused():
    with pytest.raises(UsageError, match="no translations"):
        mteval.score([], REFERENCE)


def test_every_public_name_is_there():
    assert all(callable(getattr(mteval, name)) for name in mteval.__all__)
