"""The pages in a real browser: by keyboard, on a phone, with axe looking for what a screen reader would stumble over."""

import importlib.util
import json
import sqlite3
import time
import urllib.request
from pathlib import Path

import pytest

pytest.importorskip("selenium.webdriver", reason="the browser tests need selenium")
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

import mteval
from tests.authoring.annotation.english_list import ENGLISH_LIST
from tests.browser import chromium

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}


@pytest.fixture(scope="module")
def chrome(tmp_path_factory):
    with chromium(str(tmp_path_factory.mktemp("chromium"))) as driver:
        driver.set_page_load_timeout(30)
        yield driver


@pytest.fixture
def browser(chrome):
    yield chrome
    chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def decisions(job):
    with sqlite3.connect(job.with_suffix(".sqlite")) as connection:
        rows = connection.execute("SELECT payload, seconds, elapsed, undone FROM decisions ORDER BY id").fetchall()
    return [(json.loads(row[0]), *row[1:]) for row in rows]


def until(browser, condition, what="the page to change"):
    passing = (StaleElementReferenceException, NoSuchElementException)  # a page on its way out
    waiting = WebDriverWait(browser, 15, poll_frequency=0.05, ignored_exceptions=passing)
    return waiting.until(lambda _: condition(), f"waited in vain for {what}")


def done(browser):
    return int(browser.find_element(By.CSS_SELECTOR, ".count strong").text)


def press(browser, *keys):
    """Keys as somebody presses them who never touches the mouse."""
    for key in keys:
        browser.switch_to.active_element.send_keys(key)


def after(browser, act):
    """Do something and wait for the next page."""
    old = browser.find_element(By.TAG_NAME, "html")
    act()
    until(browser, lambda: browser.find_element(By.TAG_NAME, "html") != old)
    until(browser, lambda: browser.execute_script("return document.readyState") == "complete")


def fields(browser):
    return [one.get_attribute("data-field") for one in browser.find_elements(By.CSS_SELECTOR, "input[type=range]")]


def test_rating_by_keyboard_alone(browser, jobs, serve):
    job = jobs.rating(extra={"limit": 3, "side_by_side": True})
    browser.get(serve(job).links["ann"])
    names = fields(browser)
    assert len(names) == 4
    press(browser, "4", "5", "2", Keys.ENTER)  # one rating is missing
    assert "One rating is missing" in browser.find_element(By.ID, "status").text
    assert browser.switch_to.active_element.get_attribute("data-field") == names[3]
    assert decisions(job) == []
    press(browser, Keys.ARROW_LEFT)  # the slider moves from 3 to 2
    slider = browser.switch_to.active_element
    assert slider.get_attribute("aria-valuetext").startswith("2, ")
    press(browser, "1")
    after(browser, lambda: press(browser, Keys.ENTER))
    assert done(browser) == 1
    ((stored, seconds, elapsed, _),) = decisions(job)
    first, second = stored["ratings"]
    assert [first["adequacy"], first["fluency"], second["adequacy"], second["fluency"]] == [4, 5, 2, 1]
    assert 0 < seconds <= elapsed


def test_undo_and_resuming_elsewhere(browser, jobs, serve):
    job = jobs.rating(extra={"limit": 2})
    server = serve(job)
    browser.get(server.links["ann"])
    text = browser.find_element(By.CSS_SELECTOR, ".translation").text
    press(browser, "3", "3")
    after(browser, lambda: press(browser, Keys.ENTER))
    after(browser, lambda: browser.find_element(By.CSS_SELECTOR, ".below button").click())
    assert browser.find_element(By.CSS_SELECTOR, ".translation").text == text
    assert done(browser) == 0
    assert decisions(job)[0][3] is not None
    press(browser, "5", "5")
    after(browser, lambda: press(browser, Keys.ENTER))
    server.kill()
    browser.get(serve(job).links["ann"])  # another server, as if another day
    assert done(browser) == 1


def test_the_slider_by_touch_on_a_phone(browser, jobs, serve):
    job = jobs.rating(extra={"limit": 1})
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.get(serve(job).links["ann"])
    assert browser.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")
    for slider in browser.find_elements(By.CSS_SELECTOR, "input[type=range]"):
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", slider)
        slider.click()  # the middle of the track: 3
    button = browser.find_element(By.ID, "submit")
    assert button.rect["height"] >= 44
    after(browser, button.click)
    assert decisions(job)[0][0]["ratings"][0]["fluency"] == 3


def test_idle_time_is_not_counted(browser, jobs, serve):
    job = jobs.rating(extra={"limit": 1}, idle_seconds=1)
    browser.get(serve(job).links["ann"])
    press(browser, "3")
    time.sleep(2.5)
    press(browser, "3")
    after(browser, lambda: press(browser, Keys.ENTER))
    _, seconds, elapsed, _ = decisions(job)[0]
    assert elapsed >= 2.5
    assert seconds < elapsed - 1.5


def test_values_and_variants_are_translated(browser, jobs, serve):
    job = jobs.without_values("t9n", ENGLISH_LIST)
    browser.get(serve(job).links["ann"])
    browser.find_element(By.ID, "value-0").send_keys("comida; cena")
    after(browser, lambda: browser.find_element(By.ID, "value-1").send_keys("sala", Keys.ALT, "s"))
    browser.find_element(By.ID, "value-0").send_keys("buena")
    after(browser, browser.find_element(By.ID, "submit").click)
    shown = lambda: [one.text for one in browser.find_elements(By.CSS_SELECTOR, "#preview li")]  # noqa: E731
    browser.find_element(By.ID, "template-0").send_keys("La {thing} era {good}.")
    until(browser, lambda: "La cena era buena." in shown(), "the preview")
    after(browser, browser.find_element(By.ID, "variant").click)
    assert browser.find_element(By.ID, "added").text == "La {thing} era {good}."
    browser.find_element(By.ID, "template-0").send_keys("Una {thing} {how}.")
    until(browser, lambda: "{how}" in browser.find_element(By.ID, "preview-note").text, "the error")
    browser.find_element(By.ID, "new-slots").send_keys("how: rara; fea")
    until(browser, lambda: "Una sala fea." in shown(), "the preview with a new slot")
    after(browser, browser.find_element(By.ID, "submit").click)
    assert "All done" in browser.page_source
    made = [payload for payload, *_ in decisions(job)]
    assert [one["action"] for one in made] == ["values", "values", "variant", "translate"]
    assert made[-1]["lexicons"] == {"how": ["rara", "fea"]}


def test_a_checklist_is_written_from_an_empty_page_and_can_be_run(browser, jobs, serve):
    job = jobs.from_nothing()
    server = serve(job)
    browser.get(server.links["ann"])
    shown = lambda: [one.text for one in browser.find_elements(By.CSS_SELECTOR, "#preview li")]  # noqa: E731
    find = lambda name: browser.find_element(By.ID, name)  # noqa: E731
    find("capability").send_keys("Negation")
    find("description").send_keys("not and never")
    find("template-0").send_keys("El {noun} no es {adj}.")
    until(browser, lambda: "has no values yet" in find("preview-note").text, "the error")
    find("new-slots").send_keys("noun: hotel; vuelo", Keys.ENTER, "adj: bueno; bonito")
    until(browser, lambda: "El vuelo no es bonito." in shown(), "the preview")
    find("label").send_keys("negative")
    after(browser, lambda: find("label").send_keys(Keys.ALT, "s"))
    assert find("capability").get_attribute("value") == "Negation"
    assert "El {noun} no es {adj}." in find("added").text
    find("capability").clear()
    find("capability").send_keys("Vocabulary")
    browser.find_element(By.CSS_SELECTOR, "[data-insert='{noun}']").click()
    find("template-0").send_keys(" {adj}")
    until(browser, lambda: "hotel bueno" in shown(), "the preview of the second template")
    find("label").send_keys("positive")
    after(browser, find("add").click)
    after(browser, find("finish").click)
    assert "All done" in browser.page_source
    (first, seconds, *_), (second, *_), _ = decisions(job)
    assert 0 < first["values_seconds"] < seconds
    assert "values_seconds" not in second
    browser.get(server.links["organiser"])
    rows = [row.text for row in browser.find_elements(By.CSS_SELECTOR, "tbody tr")]
    path = job.with_name("written.json")
    with urllib.request.urlopen(f"{server.links['organiser']}/checklist-ann.json") as sent:
        path.write_bytes(sent.read())
    answers = job.with_name("answers.txt")
    answers.write_text("negative\n" * 4 + "negative\n" + "positive\n" * 3)
    found = mteval.run(str(path), systems=[f"predictions:{answers}"], format="checklist")
    (report,) = found.reports
    # None of four fails in the first capability, one of four in the second.
    assert report.scores[0].value == pytest.approx(0.125)
    assert any(row.startswith("ann 2 ") for row in rows)


def test_verifying_templates_with_slots_and_live_preview(browser, jobs, serve):
    job = jobs.templates("tea-ver")
    browser.get(serve(job).links["ann"])
    shown = lambda: [one.text for one in browser.find_elements(By.CSS_SELECTOR, "#preview li")]  # noqa: E731
    until(browser, lambda: "यह अच्छी फ़िल्म है।" in shown(), "the preview")
    accept, edit = browser.find_element(By.ID, "accept"), browser.find_element(By.ID, "edit")
    assert accept.is_enabled()
    assert not edit.is_enabled()
    box = browser.find_element(By.ID, "template-0")
    box.clear()
    box.send_keys("बहुत ")
    browser.find_element(By.CSS_SELECTOR, "[data-insert='{bad}']").click()
    until(browser, lambda: shown() == ["बहुत ख़राब"], "the preview of the edit")
    box.send_keys(" {nothing}")
    until(browser, lambda: "nothing" in browser.find_element(By.ID, "preview-note").text, "the error")
    assert box.get_attribute("aria-invalid") == "true"
    after(browser, edit.click)
    assert "nothing" in browser.find_element(By.ID, "error").text  # the server refuses it too, and keeps the text
    assert decisions(job) == []
    box = browser.find_element(By.ID, "template-0")
    assert box.get_attribute("value") == "बहुत {bad} {nothing}"
    box.clear()
    box.send_keys("बहुत {bad}")
    until(browser, lambda: shown() == ["बहुत ख़राब"], "the preview again")
    after(browser, lambda: browser.find_element(By.ID, "template-0").send_keys(Keys.ALT, "e"))
    assert done(browser) == 1
    # The preview of a new page comes a moment later and moves what is below it, so that a click could miss.
    until(browser, shown, "the preview of the second template")
    browser.find_element(By.CSS_SELECTOR, ".merge summary").click()
    until(browser, browser.find_element(By.ID, "into").is_displayed, "the other templates")
    Select(browser.find_element(By.ID, "into")).select_by_index(1)
    after(browser, browser.find_element(By.ID, "merge").click)
    until(browser, shown, "the preview of the third template")
    after(browser, browser.find_element(By.ID, "accept").click)
    browser.find_element(By.ID, "template-0").send_keys("{bad} {thing}")
    Select(browser.find_element(By.ID, "label")).select_by_visible_text("negative")
    after(browser, browser.find_element(By.ID, "add").click)
    assert "{bad} {thing}" in browser.find_element(By.ID, "added").text
    after(browser, browser.find_element(By.ID, "finish").click)
    assert "All done" in browser.find_element(By.TAG_NAME, "h1").text
    assert [one[0]["action"] for one in decisions(job)] == ["edit", "merge", "accept", "add", "done"]


HELD_BACK = """
const real = window.fetch;
window.held = [];
window.fetch = async (...asked) => {
  const answer = await real(...asked);
  await new Promise((go) => window.held.push(go));
  return answer;
};
"""


def test_a_preview_that_comes_late_is_not_shown_beside_an_emptied_template(browser, jobs, serve):
    browser.get(serve(jobs.templates("tea-ver")).links["ann"])
    shown = lambda: [one.text for one in browser.find_elements(By.CSS_SELECTOR, "#preview li")]  # noqa: E731
    until(browser, shown, "the preview")
    browser.execute_script(HELD_BACK)
    box = browser.find_element(By.ID, "template-0")
    box.send_keys("!")
    until(browser, lambda: browser.execute_script("return window.held.length") == 1, "the answer on its way")
    box.send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.BACKSPACE)
    until(browser, lambda: not shown(), "no preview of nothing")
    browser.execute_async_script("window.held[0](); setTimeout(arguments[0], 300);")
    assert shown() == []


def test_dictionary_verdicts_right_to_left(browser, jobs, serve):
    job = jobs.dictionary()
    browser.get(serve(job).links["ann"])
    word = browser.find_element(By.CSS_SELECTOR, ".predicted")
    assert word.value_of_css_property("direction") == "rtl"
    assert word.get_attribute("lang") == "ar"
    which = browser.find_element(By.ID, "which")
    assert not which.is_displayed()
    press(browser, "4")
    assert which.is_displayed()
    boxes = which.find_elements(By.CSS_SELECTOR, "input[name^=gold-]")
    for box in boxes:
        if not box.is_selected():
            box.click()
    after(browser, lambda: browser.find_element(By.ID, "submit").click())
    assert decisions(job)[0][0]["verdict"] == "gold-wrong"
    press(browser, "1")
    after(browser, lambda: press(browser, Keys.ENTER))
    assert decisions(job)[1][0]["verdict"] == "wrong"


def answers(browser):
    chosen = browser.find_elements(By.CSS_SELECTOR, ".asked :checked")
    return {one.get_attribute("name"): one.get_attribute("value") for one in chosen}


def test_contrasts_by_keyboard_alone(browser, jobs, serve):
    job = jobs.contrast()
    browser.get(serve(job).links["ann"])
    texts = [one.text for one in browser.find_elements(By.CSS_SELECTOR, ".judged .translation")]
    marked = [one.text for one in browser.find_elements(By.CSS_SELECTOR, ".judged mark")]
    assert len(marked) == len(texts) == 2
    assert all(word in text for word, text in zip(marked, texts, strict=True))
    assert "reference" not in browser.find_element(By.ID, "task").get_attribute("innerHTML")
    press(browser, "1", "2", "3")
    press(browser, Keys.ENTER)  # one question is open
    until(browser, lambda: "One question is open" in browser.find_element(By.ID, "status").text, "the reminder")
    assert decisions(job) == []
    press(browser, Keys.ARROW_UP, Keys.ARROW_UP, "1")  # the grammar of A after all
    assert answers(browser) == {"a_meaning": "right", "a_grammatical": "yes", "b_meaning": "unsure"}
    press(browser, "1")
    after(browser, lambda: press(browser, Keys.ENTER))
    ((stored, seconds, elapsed, _),) = decisions(job)
    roles = [stored["first"], *({"reference", "contrast"} - {stored["first"]})]
    assert [stored[f"{role}_meaning"] for role in roles] == ["right", "unsure"]
    assert [stored[f"{role}_grammatical"] for role in roles] == ["yes", "yes"]
    assert [stored[role] for role in roles] == texts
    assert 0 < seconds <= elapsed
    assert done(browser) == 1


def test_contrasts_by_touch_on_a_phone(browser, jobs, serve):
    job = jobs.contrast()
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.get(serve(job).links["ann"])
    assert browser.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")
    labels = browser.find_elements(By.CSS_SELECTOR, ".asked .choice")
    assert min(one.rect["height"] for one in labels) >= 44
    for question in browser.find_elements(By.CSS_SELECTOR, ".asked"):
        label = question.find_elements(By.CSS_SELECTOR, ".choice")[-1]
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", label)
        label.click()
    after(browser, browser.find_element(By.ID, "submit").click)
    assert {decisions(job)[0][0][f"{role}_meaning"] for role in ("reference", "contrast")} == {"unsure"}


PLACES = """
const [view, wanted] = arguments, out = [];
const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
let place = 0;
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  for (let i = 0; i < node.length; i++, place++) {
    if (!wanted.includes(place)) continue;
    const around = document.createRange();
    around.setStart(node, i);
    around.setEnd(node, i + 1);
    const box = around.getBoundingClientRect();
    out.push([Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]);
  }
}
return out;
"""


TRANSLATION, SOURCE = '.markable[data-side="target"]', '.markable[data-side="source"]'


def places(browser, *characters, text=TRANSLATION):
    """Where characters of a text are on the screen."""
    view = browser.find_element(By.CSS_SELECTOR, text)
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", view)
    return browser.execute_script(PLACES, view, list(characters))


def drag(browser, first, last, text=TRANSLATION):
    """From one character to another with the mouse."""
    start, end = places(browser, first, last, text=text)
    chain = ActionChains(browser, duration=20)
    mouse = chain.w3c_actions.pointer_action
    mouse.move_to_location(*start).pointer_down().move_to_location(*end).pointer_up()
    chain.perform()


def tap(browser, character, text=TRANSLATION):
    """With a finger."""
    ((x, y),) = places(browser, character, text=text)
    for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
        browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def marked(browser):
    return json.loads(browser.find_element(By.CSS_SELECTOR, ".marking input[type=hidden]").get_attribute("value"))


def mark_first_word(browser):
    browser.find_element(By.CSS_SELECTOR, TRANSLATION).send_keys(Keys.HOME, Keys.CONTROL, Keys.SHIFT, Keys.ARROW_RIGHT)
    press(browser, "2")


def own_texts(jobs, language, lines):
    """An ESA job on texts in one language, a single document, one system."""
    job = jobs.scoring("esa", systems=("A",), target_language=language, annotators=["ann"], documents=["d"] * 12)
    jobs.write("A.txt", "\n".join((lines * 12)[:12]) + "\n")
    return job


def test_errors_and_score_by_keyboard_alone(browser, jobs, serve):
    job = own_texts(jobs, "de", ["Ein schlimmes Beispiel."])
    browser.get(serve(job).links["ann"])
    slider = browser.find_element(By.CSS_SELECTOR, "input[type=range]")
    assert slider.get_attribute("aria-valuetext") == "not rated yet"
    while not browser.switch_to.active_element.get_attribute("class").startswith("translation markable"):
        press(browser, Keys.TAB)
    press(browser, *[Keys.ARROW_RIGHT] * 4)
    ActionChains(browser).key_down(Keys.SHIFT).key_down(Keys.CONTROL).send_keys(Keys.ARROW_RIGHT).key_up(
        Keys.CONTROL
    ).key_up(Keys.SHIFT).perform()
    press(browser, "2", "0")
    assert marked(browser) == [
        {"start": 4, "end": 13, "severity": "major", "category": ""},
        {"missing": True, "severity": "minor", "category": ""},
    ]
    press(browser, Keys.ENTER)  # the score is missing
    assert "One rating is missing" in browser.find_element(By.ID, "status").text
    assert browser.switch_to.active_element == slider
    press(browser, "8", "7")
    assert slider.get_attribute("aria-valuetext").startswith("87, ")
    press(browser, Keys.ARROW_RIGHT)
    after(browser, lambda: press(browser, Keys.ENTER))
    ((stored, seconds, elapsed, _),) = decisions(job)
    (rating,) = stored["ratings"]
    assert rating["score"] == 88
    assert [(one.get("start"), one.get("end"), one["severity"]) for one in rating["errors"]] == [
        (4, 13, "major"),
        (None, None, "minor"),
    ]
    assert 0 < seconds <= elapsed
    # The next segment of the document, with what was marked before it.
    assert browser.find_element(By.CSS_SELECTOR, ".around mark.major").text == "schlimmes"
    assert done(browser) == 1


def test_errors_by_mouse_are_changed_and_removed(browser, jobs, serve):
    job = own_texts(jobs, "de", ["Ein schlimmes Beispiel."])
    browser.get(serve(job).links["ann"])
    minor = browser.find_element(By.CSS_SELECTOR, ".mark-buttons .minor")
    assert not minor.is_enabled()
    drag(browser, 12, 4)  # backwards
    minor.click()
    ActionChains(browser).move_to_element_with_offset(
        browser.find_element(By.CSS_SELECTOR, ".markable"), 0, 0
    ).perform()
    drag(browser, 14, 21)
    browser.find_element(By.CSS_SELECTOR, ".mark-buttons .major").click()
    assert [(one["start"], one["end"], one["severity"]) for one in marked(browser)] == [
        (4, 13, "minor"),
        (14, 22, "major"),
    ]
    browser.find_elements(By.CSS_SELECTOR, ".errors .severity")[0].click()
    browser.find_elements(By.CSS_SELECTOR, ".errors .remove")[1].click()
    assert [(one["start"], one["end"], one["severity"]) for one in marked(browser)] == [(4, 13, "major")]
    assert [one.text for one in browser.find_elements(By.CSS_SELECTOR, ".markable mark")] == ["schlimmes"]


def test_errors_by_touch_on_a_phone(browser, jobs, serve):
    job = own_texts(jobs, "de", ["Ein schlimmes Beispiel."])
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        browser.get(serve(job).links["ann"])
        tap(browser, 4)
        until(browser, lambda: "Starts at s" in browser.find_element(By.CSS_SELECTOR, ".picked").text, "the first tap")
        tap(browser, 12)
        until(browser, lambda: "schlimmes" in browser.find_element(By.CSS_SELECTOR, ".picked").text, "the second tap")
        browser.find_element(By.CSS_SELECTOR, ".mark-buttons .major").click()
        assert [(one["start"], one["end"]) for one in marked(browser)] == [(4, 13)]
        heights = [one.rect["height"] for one in browser.find_elements(By.CSS_SELECTOR, ".marking button")]
        assert min(heights) >= 44
    finally:
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


@pytest.mark.parametrize(
    ("language", "text", "keys", "expected"),
    [
        # Arabic runs to the left, so the left arrow goes on; the vowel sign belongs to its letter.
        ("ar", "كِتاب جديد", [Keys.ARROW_LEFT, "1"], "ت"),
        ("ar", "كِتاب جديد", ["1"], "كِ"),
        # A family is one sign of seven code points, two UTF-16 units each or more.
        ("ja", "👨‍👩‍👧‍👦港です", ["1"], "👨‍👩‍👧‍👦"),
        ("ja", "👨‍👩‍👧‍👦港です", [Keys.ARROW_RIGHT, "1"], "港"),
        ("hi", "क्षमा करें", ["2"], "क्ष"),
    ],
)
def test_spans_are_of_whole_graphemes_in_any_script(browser, jobs, serve, language, text, keys, expected):
    job = own_texts(jobs, language, [text])
    browser.get(serve(job).links["ann"])
    view = browser.find_element(By.CSS_SELECTOR, ".markable")
    assert view.value_of_css_property("direction") == ("rtl" if language == "ar" else "ltr")
    view.send_keys(*keys)
    (one,) = marked(browser)
    assert text[one["start"] : one["end"]] == expected
    browser.find_element(By.CSS_SELECTOR, "input[type=range]").send_keys("5")
    after(browser, lambda: press(browser, Keys.ENTER))
    (error,) = decisions(job)[0][0]["ratings"][0]["errors"]
    assert text[error["start"] : error["end"]] == expected


def test_mqm_asks_for_a_category(browser, jobs, serve):
    job = jobs.scoring("mqm", annotators=["ann"])
    browser.get(serve(job).links["ann"])
    mark_first_word(browser)
    select = browser.switch_to.active_element
    assert select.tag_name == "select"
    browser.find_element(By.ID, "submit").click()
    assert decisions(job) == []
    Select(browser.find_element(By.CSS_SELECTOR, ".errors select")).select_by_visible_text("Style/Awkward")
    after(browser, browser.find_element(By.ID, "submit").click)
    (error,) = decisions(job)[0][0]["ratings"][0]["errors"]
    assert (error["category"], error["severity"]) == ("Style/Awkward", "minor")


def choose_category(browser, name="Accuracy/Omission"):
    assert browser.switch_to.active_element.tag_name == "select"
    Select(browser.switch_to.active_element).select_by_visible_text(name)


def stored_errors(job):
    errors = decisions(job)[-1][0]["ratings"][0]["errors"]
    return [(one["side"], one.get("start"), one.get("end"), one["severity"]) for one in errors]


# "Sentence number 0 …": the word "number" is characters 9 to 15 of the source.
NUMBER = ("source", 9, 15, "major")


def test_errors_in_the_source_by_keyboard_alone(browser, jobs, serve):
    job = jobs.scoring("mqm", systems=("A",), annotators=["ann"])
    browser.get(serve(job).links["ann"])
    while browser.switch_to.active_element.get_attribute("data-side") != "source":
        press(browser, Keys.TAB)
    press(browser, *[Keys.ARROW_RIGHT] * 9)
    ActionChains(browser).key_down(Keys.SHIFT).key_down(Keys.CONTROL).send_keys(Keys.ARROW_RIGHT).key_up(
        Keys.CONTROL
    ).key_up(Keys.SHIFT).perform()
    press(browser, "3")
    press(browser, *"Source e")  # a select finds an option by its first letters
    while browser.switch_to.active_element.get_attribute("data-side") != "target":
        ActionChains(browser).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
    press(browser, "2")
    press(browser, *"Other")
    assert [one.text for one in browser.find_elements(By.CSS_SELECTOR, ".errors .label")] == ["in the source"]
    after(browser, browser.find_element(By.ID, "submit").submit)
    assert stored_errors(job) == [("target", 0, 2, "minor"), NUMBER]
    assert "in the source" in browser.find_element(By.CSS_SELECTOR, ".around").text
    assert browser.find_element(By.CSS_SELECTOR, ".around mark.major").text == "number"


def test_errors_in_the_source_by_mouse_and_only_one_text_has_a_selection(browser, jobs, serve):
    job = jobs.scoring("mqm", systems=("A",), annotators=["ann"])
    browser.get(serve(job).links["ann"])
    drag(browser, 0, 3)
    assert len(browser.find_elements(By.CSS_SELECTOR, f"{TRANSLATION} .selected")) > 0
    drag(browser, 14, 9, text=SOURCE)
    assert browser.find_elements(By.CSS_SELECTOR, f"{TRANSLATION} .selected") == []
    assert "number" in browser.find_element(By.CSS_SELECTOR, ".picked").text
    browser.find_element(By.CSS_SELECTOR, ".mark-buttons .major").click()
    choose_category(browser)
    assert "".join(one.text for one in browser.find_elements(By.CSS_SELECTOR, f"{SOURCE} mark")) == "number"
    assert browser.find_elements(By.CSS_SELECTOR, f"{TRANSLATION} mark") == []
    after(browser, browser.find_element(By.ID, "submit").click)
    assert stored_errors(job) == [NUMBER]


def test_errors_in_the_source_by_touch_beside_several_systems(browser, jobs, serve):
    job = jobs.scoring("mqm", annotators=["ann"], extra={"side_by_side": True})
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        browser.get(serve(job).links["ann"])
        browser.find_element(By.CSS_SELECTOR, ".source-marks summary").click()
        tap(browser, 9, text=SOURCE)
        picked = browser.find_element(By.CSS_SELECTOR, ".picked")
        until(browser, lambda: "Starts at n" in picked.text, "the first tap")
        tap(browser, 14, text=SOURCE)
        until(browser, lambda: "number" in picked.text, "the second tap")
        browser.find_element(By.CSS_SELECTOR, ".mark-buttons .major").click()
        choose_category(browser)
        after(browser, browser.find_element(By.ID, "submit").click)
        first, second = decisions(job)[-1][0]["ratings"]
        assert [(one["start"], one["end"], one["side"]) for one in first["errors"]] == [(9, 15, "source")]
        assert second["errors"] == []
    finally:
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_errors_marked_beforehand_can_be_removed(browser, jobs, serve):
    given = {"rater": "gemba", "system": "A", "errors": [{"start": 4, "end": 13, "severity": "major"}]}
    job = own_texts(jobs, "de", ["Ein schlimmes Beispiel."])
    jobs.write("found.jsonl", "".join(json.dumps({**given, "seg_id": str(n)}) + "\n" for n in range(1, 13)))
    job.write_text(
        job.read_text(encoding="utf-8").replace("[rating]\n", '[rating]\nspans = "found.jsonl"\n'), encoding="utf-8"
    )
    browser.get(serve(job).links["ann"])
    assert browser.find_element(By.CSS_SELECTOR, ".markable mark.major").text == "schlimmes"
    view = browser.find_element(By.CSS_SELECTOR, ".markable")
    view.send_keys(*[Keys.ARROW_RIGHT] * 5, Keys.DELETE)
    assert marked(browser) == []
    browser.find_element(By.CSS_SELECTOR, "input[type=range]").send_keys("100")
    after(browser, lambda: press(browser, Keys.ENTER))
    assert decisions(job)[0][0]["ratings"][0]["errors"] == []
    assert decisions(job)[0][0]["ratings"][0]["score"] == 100


def axe_source():
    found = importlib.util.find_spec("axe_core_python")
    if found is None:
        pytest.skip("axe-core-python, which brings axe-core, is not installed")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def violations(browser, source):
    browser.execute_script(source)
    found = browser.execute_async_script(
        "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']})"
        ".then((r) => done(r.violations), (e) => done([{id: String(e), impact: 'critical', nodes: []}]))"
    )
    return [
        (one["id"], [node["html"][:160] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def open_pages(jobs, serve):
    """The address of every kind of page."""
    rating = serve(
        jobs.rating(extra={"limit": 1, "side_by_side": True}, instructions="Take your time.", annotators=["ann"])
    )
    verify = serve(jobs.templates("tea-ver"))
    write = serve(jobs.templates("scr", name="scr.toml"))
    values = serve(jobs.without_values("t9n", ENGLISH_LIST))
    start = serve(jobs.from_nothing())
    dictionary = serve(jobs.dictionary(annotators=["ann"]))
    tasks = {"annotators": ["ann"], "instructions": "Mark every error."}
    esa = serve(jobs.scoring("esa", extra={"side_by_side": True}, **tasks))
    mqm = serve(jobs.scoring("mqm", **tasks))
    several = serve(jobs.scoring("mqm", name="several.toml", extra={"side_by_side": True}, **tasks))
    sqm = serve(jobs.scoring("sqm", **tasks))
    contrast = serve(jobs.contrast(instructions="Judge what it says."))
    return {
        "esa": esa.links["ann"],
        "mqm": mqm.links["ann"],
        "contrast": contrast.links["ann"],
        "contrast organiser": contrast.links["organiser"],
        "several": several.links["ann"],
        "sqm": sqm.links["ann"],
        "rating": rating.links["ann"],
        "verify": verify.links["ann"],
        "write": write.links["ann"],
        "values": values.links["ann"],
        "start": start.links["ann"],
        "dictionary": dictionary.links["ann"],
        "organiser": dictionary.links["organiser"],
        "unknown": rating.links["ann"] + "x",
    }


def test_axe_finds_no_serious_violation(browser, jobs, serve):
    source = axe_source()
    pages = open_pages(jobs, serve)
    browser.get_log("browser")  # forget what earlier tests did
    found = {}
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        for name, address in pages.items():
            browser.get(address)
            if name == "dictionary":
                press(browser, "4")
            if name in ("esa", "mqm", "several"):
                mark_first_word(browser)
            found[name, scheme] = violations(browser, source)
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    for name, address in pages.items():
        browser.get(address)
        if name in ("esa", "mqm", "several"):
            mark_first_word(browser)
        found[name, "phone"] = violations(browser, source)
        assert browser.execute_script("return document.documentElement.scrollWidth <= window.innerWidth"), name
    browser.get(pages["rating"])
    press(browser, "1", "2", "3", "4")
    after(browser, lambda: press(browser, Keys.ENTER))
    found["done", "phone"] = violations(browser, source)
    assert {page: bad for page, bad in found.items() if bad} == {}
    # Nothing is blocked by the content security policy, nothing but the unknown link is missing.
    severe = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert [message for message in severe if "404" not in message] == []
