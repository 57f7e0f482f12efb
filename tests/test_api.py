import json
import math
from pathlib import Path

import numpy as np
import pytest
import sacrebleu

import mteval
from mteval.cli.main import main
from mteval.core.errors import CapabilityError, DataError, MtevalError, UsageError

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
    known = frame.dropna()
    assert (known.low < known.value).all()
    assert (known.value < known.high).all()
    assert frame.low.isna().equals(frame.high.isna())


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
        mteval.score([Path("sys1.de"), Path("sys2.de")], words)


def test_strings_in_a_list_are_segments_whatever_they_look_like(tmp_path):
    (tmp_path / "3.14").write_text("a file\n")
    results = mteval.score(["3.14", "2.71"], [["3.14", "2.70"]])
    assert results.reports[0].score("bleu").n == 2
    assert mteval.score([str(tmp_path / "3.14")], [["x"]]).reports[0].cases[0].answer == str(tmp_path / "3.14")


def test_no_translations_are_refused():
    with pytest.raises(UsageError, match="no translations"):
        mteval.score([], REFERENCE)


def test_every_public_name_is_there():
    assert all(callable(getattr(mteval, name)) for name in mteval.__all__)


def test_export_gives_the_lines_of_the_command_line(capsys):
    main(["export", "senses-en-es"])
    assert mteval.export("senses-en-es") == capsys.readouterr().out.removesuffix("\n").split("\n")


def test_what_has_no_lines_cannot_be_exported(tmp_path):
    ratings = tmp_path / "ratings.csv"
    ratings.write_text("annotator,item,system,adequacy\nann,1,A,4\n")
    with pytest.raises(CapabilityError, match="no lines to export"):
        mteval.export(str(ratings), format="ratings")


def test_show_gives_the_facts_of_the_command_line(capsys):
    main(["show", "senses-en-es", "--json"])
    facts = mteval.show("senses-en-es")
    assert facts == json.loads(capsys.readouterr().out)
    assert facts["cases"] == 276
    assert len(facts["first cases"]) == 3


@pytest.fixture
def senses(tmp_path):
    """Two cases: the first translation has a word of the right sense, the second a word of neither."""
    (tmp_path / "en-fi.key.txt").write_text("1\tnews\tbank\tpankki pankin\tranta\n2\tnews\tbank\tranta\tpankki\n")
    (tmp_path / "en-fi.domain.txt").write_text("bank\tpankki pankin\tin\t3\t3\nbank\tranta\tout\t3\t0\n")
    (tmp_path / "en-fi.text.txt").write_text("she opened the bank\nshe sat on the bank\n")
    (tmp_path / "en-fi.ref.txt").write_text("avasi pankin\nistui rannalla\n")
    (tmp_path / "out.fi").write_text("avasi pankin\nistui jossakin\n")
    return tmp_path


def test_adjudicate_gives_what_is_left_to_decide(senses, capsys):
    suite, system = str(senses / "en-fi.key.txt"), f"output-file:{senses / 'out.fi'}"
    sheet = mteval.adjudicate(suite, format="mucow-translation", system=system, output=senses / "api.tsv")
    assert [(row.id, row.translation) for row in sheet.rows] == [("2", "istui jossakin")]
    assert sheet.cases == 2
    main(["adjudicate", suite, "--format", "mucow-translation", "--system", system, "-o", str(senses / "cli.tsv")])
    assert "1 of 2 cases to decide" in capsys.readouterr().out
    assert (senses / "api.tsv").read_text() == (senses / "cli.tsv").read_text()
    mine = {"mine": lambda texts: ["avasi rannan"] * len(texts)}
    page = senses / "sheet.html"
    both = mteval.adjudicate(suite, format="mucow-translation", system=mine, html=page)
    assert both.title in page.read_text()


def test_adjudicate_is_for_one_system_and_families_with_open_cases(senses):
    with pytest.raises(CapabilityError, match="nothing to decide by hand"):
        mteval.adjudicate("senses-en-es", system="ctranslate2:model")
    with pytest.raises(UsageError, match="one system"):
        mteval.adjudicate(str(senses / "en-fi.key.txt"), format="mucow-translation", system={"a": len, "b": len})
