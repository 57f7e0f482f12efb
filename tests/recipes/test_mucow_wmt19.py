"""MuCoW's scoring variant: every row of the released tables, and of a table of our own."""

from mteval.recipes._reproduction import recipes, reproduce
from tests.golden import own_mucow


def test_every_published_number_is_reproduced(shared):
    done = reproduce("mucow-wmt19", shared / "data")
    assert [row for row in done.rows if not row.same] == []
    assert len(done.rows) == 910


def own_files(folder):
    for pair in ("cs-en", "tr-en"):
        own_mucow.write_scoring(folder, pair)
    return {path.name: path for path in folder.iterdir()}


def test_every_number_of_our_own_is_reproduced(tmp_path):
    done = recipes.find("mucow-wmt19")().reproduce(own_files(tmp_path), None)
    assert [row for row in done.rows if not row.same] == []
    expected = {f"cs-en {label}: correct": correct for label, (correct, _) in own_mucow.ROWS.items()}
    assert {row.label: row.published for row in done.rows if row.label in expected} == expected
    assert len(done.rows) == 2 * 2 * len(own_mucow.ROWS)


def test_another_score_is_another_number(tmp_path):
    files = own_files(tmp_path)
    scores = files["nematus.score.cs-en.mucow.txt"]
    scores.write_text(scores.read_text().replace("2.0\n1.5", "0.5\n1.5", 1))
    wrong = [row.label for row in recipes.find("mucow-wmt19")().reproduce(files, None).rows if not row.same]
    # The first item, of news, is lost now.
    assert wrong == ["cs-en total: correct", "cs-en news: correct", "cs-en vazba:custody: correct"]


def test_a_row_without_a_group_of_that_name_is_not_reproduced(tmp_path):
    files = own_files(tmp_path)
    table = files["acc.nematus.tr-en.mucow.txt"]
    table.write_text(table.read_text() + "films : 1 1 1.0\n")
    wrong = [row.label for row in recipes.find("mucow-wmt19")().reproduce(files, None).rows if not row.same]
    assert wrong == ["tr-en films: correct", "tr-en films: all"]
