"""Published tables computed again from local copies of the published files."""

import pytest

from mteval.core.errors import DataError
from mteval.recipes._reproduction import recipes, reproduce


@pytest.mark.parametrize(
    ("name", "rows"), [("mucow-wmt19", 910), ("mucow-wmt19-translation", 15), ("checklist-correlations", 6)]
)
def test_every_published_number_is_reproduced(shared, name, rows):
    done = reproduce(name, shared / "data")
    assert [row for row in done.rows if not row.same] == []
    assert len(done.rows) == rows


def test_a_quarter_of_the_words_are_names(shared):
    # German and Bulgarian alone do not make the published average, but names lie near its 24.9 in both.
    notes = reproduce("muse-composition", shared / "data").notes
    shares = {note[:2]: float(note.split("proper-noun ")[1].split(",")[0]) for note in notes[:2]}
    assert shares == {"bg": pytest.approx(24.9, abs=2), "de": pytest.approx(24.9, abs=2)}


def test_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match=r"holds no cs-en\.mucow\.scoring\.json"):
        reproduce("mucow-wmt19", tmp_path)


def test_changed_file_is_refused(tmp_path):
    for file in recipes.find("mucow-wmt19").files:
        (tmp_path / file.name).write_text("[]")
    with pytest.raises(DataError, match="sha256"):
        reproduce("mucow-wmt19", tmp_path)
