"""The policy of a page: what is ours runs in a real browser, and nothing else does."""

import base64
import hashlib

import pytest

import mteval
from mteval.authoring.contrast.curves import curves_page
from mteval.authoring.contrast.tuning import TuningPoint
from mteval.charts.policy import content_policy
from mteval.charts.scatter import correlation_page, scatter
from mteval.families._sense_choice.sheet import SenseSheet, SheetRow
from tests.browser import chromium

INTRUDERS = (
    "<script>document.title = 'intruded'</script><b id='b' onclick=\"document.title = 'intruded'\">b</b>"
    "<style>#b { color: rgb(1, 2, 3) }</style><script src='data:text/javascript,document.title=\"intruded\"'></script>"
)


def test_scripts_and_styles_are_known_by_their_hashes():
    digest = base64.b64encode(hashlib.sha256("let x = 1;ü".encode()).digest()).decode()
    policy = content_policy(scripts=["let x = 1;ü"])
    assert f"script-src 'sha256-{digest}';" in policy
    assert "style-src 'none'" in policy
    assert policy.startswith("default-src 'none'")


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Every kind of page that we write, with a value that its own script or style gives."""
    folder = tmp_path_factory.mktemp("pages")
    results = mteval.score({"a": ["x y"] * 5, "b": ["x z"] * 5}, [["x y"] * 5])
    (folder / "report.html").write_text(results.to_html(), encoding="utf-8")
    (folder / "notebook.html").write_text(f"<!doctype html><body>{results._repr_html_()}", encoding="utf-8")
    points = [TuningPoint(0.1, 3, 4, 5), TuningPoint(0.2, 2, 2, 5)]
    (folder / "curves.html").write_text(curves_page(points, "t"), encoding="utf-8")
    picture = scatter([{"system": "s", "human": 1.0, "metric": 2.0}], "m")
    (folder / "correlation.html").write_text(correlation_page("t", [("m", "c", picture)], []), encoding="utf-8")
    row = SheetRow("1", "bank", "Bank", "Ufer", "", "The bank .", "x", "", "negative")
    SenseSheet((row,)).write_page(folder / "sheet.html", "t")
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium(str(tmp_path_factory.mktemp("profile"))) as opened:
        yield opened


@pytest.mark.parametrize(
    ("name", "value", "ours"),
    [
        ("report", "return document.querySelectorAll('table.sortable th button').length > 0", True),
        ("report", "return getComputedStyle(document.querySelector('.track')).display", "block"),
        ("report", "return document.querySelector('.dot').getAttribute('cx').endsWith('%')", True),
        ("sheet", "return document.getElementById('done').value", "1"),
        ("sheet", "return getComputedStyle(document.querySelector('dl')).display", "grid"),
        ("curves", "return getComputedStyle(document.querySelector('table')).borderCollapse", "collapse"),
        ("correlation", "return getComputedStyle(document.querySelector('.plots')).display", "flex"),
    ],
)
def test_what_is_ours_runs_and_intruders_do_not(pages, browser, name, value, ours):
    page = (pages / f"{name}.html").read_text(encoding="utf-8")
    assert "Content-Security-Policy" in page
    intruded = pages / f"{name}-intruded.html"
    intruded.write_text(page.replace("</body>", f"{INTRUDERS}</body>"), encoding="utf-8")
    browser.get(intruded.as_uri())
    assert browser.execute_script(value) == ours
    browser.execute_script("document.getElementById('b').click()")
    assert browser.title != "intruded"
    colour = browser.execute_script("return getComputedStyle(document.getElementById('b')).color")
    assert colour != "rgb(1, 2, 3)"


def test_a_page_in_a_notebook_runs_in_its_frame(pages, browser):
    browser.get((pages / "notebook.html").as_uri())
    browser.switch_to.frame(0)
    assert browser.execute_script("return document.querySelectorAll('table.sortable th button').length > 0")
    browser.switch_to.default_content()
