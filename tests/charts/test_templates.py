"""Templates escape, refuse what is missing, and find the macros of the room of charts."""

import subprocess
import sys

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from mteval.charts.templates import fragment
from tests.charts.reading import HOSTILE, assert_escaped


def write(folder, text):
    (folder / "own.html.j2").write_text(text, encoding="utf-8")
    return folder


def test_texts_are_escaped_and_fragments_are_not(tmp_path):
    inner = fragment(write(tmp_path, "<b>{{ name }}</b>"), "own.html.j2", name=HOSTILE)
    other = tmp_path / "other"
    other.mkdir()
    outer = fragment(write(other, "<p>{{ inner }} {{ text }}</p>"), "own.html.j2", inner=inner, text="<b>")
    assert isinstance(outer, Markup)
    assert outer.startswith("<p><b>")
    assert outer.endswith("</b> &lt;b&gt;</p>")
    assert_escaped(outer, HOSTILE, "<b>")


def test_a_missing_value_is_an_error(tmp_path):
    with pytest.raises(UndefinedError, match="'name' is undefined"):
        fragment(write(tmp_path, "{{ name }}"), "own.html.j2")


def test_the_macros_of_the_charts_can_be_imported_from_anywhere(tmp_path):
    folder = write(tmp_path, '{% from "charts/bars.svg.j2" import note %}{{ note(frame, row, "a<b") }}')
    found = fragment(folder, "own.html.j2", frame={"note_start": 7}, row={"top": 3})
    assert found.strip() == '<text x="7" y="20">a&lt;b</text>'


def test_a_value_may_have_any_name(tmp_path):
    assert fragment(write(tmp_path, "{{ name }} {{ folder }}"), "own.html.j2", name="a", folder="b") == "a b"


def test_the_templating_library_is_loaded_only_when_something_is_drawn():
    program = (
        "import sys, mteval.charts.bars, mteval.charts.scatter, mteval.charts.shares, mteval.charts.tables\n"
        "from mteval.charts.shares import shares_svg\n"
        "assert not {'jinja2', 'markupsafe'} & set(sys.modules)\nshares_svg('', [])\nassert 'jinja2' in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
