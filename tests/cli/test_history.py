"""mteval history: a table of 80 columns, a page that stands alone, JSON."""

import json

import pytest

from tests.cli.calling import call
from tests.evaluation.test_history import BAD, GOOD, release


@pytest.fixture
def releases(tmp_path):
    for name, outputs in (("v1", GOOD), ("v2", BAD), ("v3", GOOD)):
        release(tmp_path / "runs", name, outputs)
    return tmp_path / "runs"


def test_the_table_fits_eighty_columns_and_names_the_drop(releases, capsys):
    code, out, _ = call(capsys, "history", releases)
    assert code == 0
    assert out.startswith("3 releases, v1 to v3")
    assert "v2: reference 1, chrf" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_the_page_has_its_policy_and_marks(releases, tmp_path, capsys):
    page = tmp_path / "history.html"
    code, out, _ = call(capsys, "history", releases, "--html", page)
    html = page.read_text(encoding="utf-8")
    assert code == 0
    assert out.splitlines()[-1] == str(page)
    assert "Content-Security-Policy" in html
    assert html.count('fill="#b42318"') == 1
    assert "<script" not in html
    assert "http" not in html.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_names_of_strangers_are_escaped(tmp_path, capsys):
    release(tmp_path / "runs", "v1", GOOD, systems=("<img src=x>", "b"))
    page = tmp_path / "history.html"
    assert call(capsys, "history", tmp_path / "runs", "--html", page)[0] == 0
    assert "<img" not in page.read_text(encoding="utf-8")


def test_json_holds_every_point(releases, capsys):
    code, out, _ = call(capsys, "history", releases, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["releases"] == ["v1", "v2", "v3"]
    assert [point["dropped"] for point in document["lines"][0]["points"]] == [False, True, False]


def test_bad_input_leaves_no_page(tmp_path, capsys):
    page = tmp_path / "history.html"
    code, _, err = call(capsys, "history", tmp_path / "nothing", "--html", page)
    assert code == 2
    assert "nothing" in err
    assert not page.exists()
