"""The HTML report, looked at in a real browser."""

import re

import pytest

import mteval
from mteval.core.results import CaseResult, Report, Results, Score
from mteval.evaluation.views import render
from tests.browser import chromium

REFERENCE = ["the cat sat on the mat", "a dog barks at night", "we walk home together", "rain falls <b>hard</b>"] * 5
GOOD = [line.replace("walk", "go") for line in REFERENCE]
BAD = [line.replace("the", "one").replace("rain", "snow") for line in REFERENCE]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    results = mteval.score({"good": GOOD, "bad</script><img src=x>": BAD}, [REFERENCE], source=REFERENCE)
    path.write_text(results.to_html(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser(page, tmp_path_factory):
    with chromium(str(tmp_path_factory.mktemp("profile"))) as opened:
        opened.get(page.as_uri())
        yield opened


def texts(browser, selector):
    return [element.text for element in browser.find_elements("css selector", selector)]


def test_page_asks_nothing_of_the_network(page):
    text = page.read_text()
    assert not re.search(r"""(src|href)=["']?(https?:)?//|@import|url\(""", text)


def test_no_script_errors(browser):
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_names_from_files_are_escaped(browser):
    assert browser.find_elements("css selector", "img") == []
    assert "bad</script><img src=x>" in texts(browser, "table.scores tbody th")


def test_findings_stand_before_everything_else(browser):
    sections = browser.find_elements("css selector", "main > section")
    assert "findings" in sections[0].get_attribute("class")


def test_every_score_carries_its_metric(browser):
    cells = browser.find_elements("css selector", "[data-metric]")
    assert {cell.get_attribute("data-metric") for cell in cells} == {"bleu", "chrf"}
    assert all("[" in cell.text for cell in cells)


def test_tables_sort_by_click(browser):
    rows = "table.scores tbody th"
    head = browser.find_elements("css selector", "table.scores thead th button")[1]
    head.click()
    assert texts(browser, rows)[0] == "good"
    head.click()
    assert texts(browser, rows)[0] != "good"


def test_cases_can_be_searched_and_differences_are_marked(browser):
    find = browser.find_element("css selector", "#find")
    find.send_keys("snow")
    browser.execute_async_script("setTimeout(arguments[0], 400)")
    assert browser.find_element("css selector", "#count").text == "5 of 20 cases"
    assert "snow" in texts(browser, ".case mark")
    find.clear()
    find.send_keys(" \b")


def test_keyboard_reaches_search_and_cases(browser):
    # Typing in the search box of an earlier test redraws the list a moment later; keys go to what has the focus then.
    browser.execute_async_script("document.activeElement.blur(); setTimeout(arguments[0], 400)")
    press = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))"
    browser.execute_script(press, "j")
    assert browser.execute_script("return document.activeElement.className") == "case"
    browser.execute_script(press, "/")
    assert browser.execute_script("return document.activeElement.id") == "find"


def test_phone_width_does_not_scroll_sideways(page, tmp_path):
    with chromium(str(tmp_path / "phone"), 500, 900) as phone:
        phone.get(page.as_uri())
        wide = phone.execute_script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
    assert wide <= 0


def big_results(count):
    score = Score("bleu", {"bleu": 1.0}, {"bleu": (0.5, 1.5)}, count, 0, True, "s", spec="bleu")
    tags = ({"domain": ("out",)}, {"domain": ("in",)})
    texts = (("मैंने खाना खाया",), "שלום עולם")
    cases = tuple(
        CaseResult(str(i), "scored", tags[i % 2], f"source {i}", *texts, {"bleu": i / count}) for i in range(count)
    )
    suite = {"name": "big", "family": "reference", "version": "1", "digest": "", "languages": ["en", "he"]}
    return Results((Report(suite, {"name": "one", "backend": "x"}, (score,), cases=cases),))


def test_twenty_thousand_cases_are_browsed_a_few_at_a_time(tmp_path):
    path = tmp_path / "big.html"
    path.write_text(render(big_results(20_000), "html"), encoding="utf-8")
    with chromium(str(tmp_path / "profile")) as opened:
        opened.get(path.as_uri())
        assert opened.find_element("css selector", "#count").text == "20000 of 20000 cases"
        assert len(opened.find_elements("css selector", ".case")) <= 120
        answer = opened.find_elements("css selector", ".case dd")[2]
        assert opened.execute_script("return getComputedStyle(arguments[0]).direction", answer) == "rtl"
