"""The gap of Lost in Evaluation, before and after."""

from mteval.recipes._reproduction import reproduce


def test_the_papers_gap_shrinks_to_what_its_own_figures_give():
    done = reproduce("bdi-corrected-gap")
    assert [(row.published, row.same) for row in done.rows] == [(6.67, True), (0.78, True)]
    assert "prints .1" in done.notes[0]
