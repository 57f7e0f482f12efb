"""The HTML report of many segments and systems: file size, first paint, and the longest task while a reader uses it.

    python scripts/benchmarks/html_report.py [--segments 50000] [--systems 20] [--page report.html]

Sentences are made up: words as frequent as Zipf's law has them, a base translation that differs from the reference in four words
of ten, systems that differ from the base in up to three of ten. Needs chromium, chromedriver and selenium.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mteval.core.results import CaseResult, Ranks, Report, Results, Score, Slice
from mteval.evaluation.views import render

VOCABULARY = 30_000
VARIANTS = 4
METRICS = {"bleu": True, "chrf": True, "ter": False}
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--window-size=1400,1000",
)
OBSERVE = """
window.longTasks = [];
new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.longTasks.push(entry.duration); })
  .observe({ type: "longtask", buffered: true });
"""

PAINTS = "return performance.getEntriesByType('paint').map((entry) => [entry.name, entry.startTime])"
LOADED = "return performance.getEntriesByType('navigation')[0].loadEventEnd"


def words(chance: random.Random) -> list[str]:
    """A made-up vocabulary, short words first."""
    parts = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "en", "er", "ang", "ost")]
    return ["".join(chance.choices(parts, k=1 + (place > 80) + (place > 3000))) for place in range(VOCABULARY)]


def changed(line: list[int], share: float, chance: random.Random) -> list[int]:
    """A line with a share of its words replaced by one of a few others."""
    return [
        (word * 7 + 13 * chance.randrange(1, VARIANTS)) % VOCABULARY if chance.random() < share else word
        for word in line
    ]


def results(segments: int, systems: int) -> Results:
    """So many systems with sentence scores of three metrics, two slices, and ranks."""
    chance = random.Random(1)
    vocabulary = words(chance)
    weights = [1 / (place + 3) for place in range(VOCABULARY)]
    lines = [chance.choices(range(VOCABULARY), weights, k=chance.randint(6, 40)) for _ in range(segments)]
    bases = [changed(line, 0.4, chance) for line in lines]

    def text(line: list[int]) -> str:
        return " ".join(vocabulary[word] for word in line).capitalize() + "."

    references = [text(line) for line in lines]
    sources = [text(line[::-1]) for line in lines]
    reports = []
    for number in range(systems):
        share = 0.05 + 0.25 * number / systems
        cases = tuple(
            CaseResult(
                str(place + 1),
                "scored",
                {"domain": (("news", "talks")[place % 2],)},
                sources[place],
                (references[place],),
                text(changed(base, share, chance)),
                {spec: round(100 * chance.betavariate(2, 3), 4) for spec in METRICS},
            )
            for place, base in enumerate(bases)
        )
        scores = tuple(score(spec, number, systems, segments) for spec in METRICS)
        slices = tuple(Slice("domain", value, scores) for value in ("news", "talks"))
        suite = {"name": "generated", "family": "reference", "version": "1", "digest": "", "languages": ["en", "de"]}
        reports.append(Report(suite, {"name": f"system-{number + 1}"}, scores, slices, cases=cases))
    names = tuple(report.system["name"] for report in reports)
    ranges = {name: (place, place) for place, name in enumerate(names, start=1)}
    return Results(
        tuple(reports),
        ranks=tuple(Ranks("generated", spec, tuple((name,) for name in names), 0.5, spec, ranges) for spec in METRICS),
    )


def score(spec: str, number: int, systems: int, segments: int) -> Score:
    value = 20 + 30 * ((systems - number) if METRICS[spec] else number) / systems
    return Score(spec, {spec: value}, {spec: (value - 0.5, value + 0.5)}, segments, 0, METRICS[spec], "", spec=spec)


def open_browser(profile: str) -> Any:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    browser.set_script_timeout(180)
    browser.set_page_load_timeout(180)
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": OBSERVE})
    return browser


def settle(browser: Any, milliseconds: int = 1500) -> None:
    browser.execute_async_script(f"setTimeout(arguments[0], {milliseconds})")


def wait_for_count(browser: Any) -> None:
    """Until the list of cases says how many there are, and nothing is being searched."""
    while True:
        shown = browser.execute_script("return document.getElementById('count').textContent")
        if shown and "searching" not in shown:
            return
        settle(browser, 200)


def choose(browser: Any, selector: str, value: str) -> None:
    browser.execute_script(
        "const node = document.querySelector(arguments[0]); node.value = arguments[1];"
        "node.dispatchEvent(new Event(node.tagName === 'INPUT' ? 'input' : 'change'));",
        selector,
        value,
    )


def open_cases(browser: Any) -> None:
    browser.execute_script("location.hash = '#cases'")
    settle(browser)
    wait_for_count(browser)


def scroll(browser: Any) -> None:
    browser.execute_async_script(
        "const done = arguments[0]; let left = 120; const step = () => { if (!left--) return done();"
        "window.scrollBy(0, left % 20 ? 500 : 400000); requestAnimationFrame(step); }; step();"
    )


def search(browser: Any) -> None:
    choose(browser, "#find", "bangost")
    settle(browser, 400)
    wait_for_count(browser)


def filters(browser: Any) -> None:
    choose(browser, "#find", "")
    for selector, value in (("#pick-slice", "1"), ("#pick-order", "worst"), ("#pick-metric", "2"), ("#pick-slice", "")):
        choose(browser, selector, value)
        settle(browser)


def pair(browser: Any) -> None:
    browser.execute_script("location.hash = '#pairs'")
    settle(browser, 3000)
    choose(browser, "#pair-b", "19")
    settle(browser, 1000)
    browser.execute_script("document.querySelector('.word-tables').scrollIntoView()")
    while browser.execute_script("return !document.querySelector('.word-tables table')"):
        settle(browser, 500)


def measure(page: Path) -> None:
    activities: dict[str, Callable[[Any], None]] = {
        "opening the cases": open_cases,
        "scrolling": scroll,
        "searching": search,
        "filtering and ordering": filters,
        "A against B": pair,
    }
    with tempfile.TemporaryDirectory() as profile:
        browser = open_browser(profile)
        try:
            browser.get(page.as_uri())
            settle(browser, 2000)
            for name, moment in browser.execute_script(PAINTS):
                print(f"{name}: {moment:.0f} ms")
            print(f"loaded: {browser.execute_script(LOADED):.0f} ms")
            report(browser, "loading", 0.0)
            for name, act in activities.items():
                start = time.perf_counter()
                act(browser)
                report(browser, name, time.perf_counter() - start)
        finally:
            browser.quit()


def report(browser: Any, name: str, seconds: float) -> None:
    tasks = browser.execute_script("const found = window.longTasks; window.longTasks = []; return found;")
    taken = f" in {seconds:.1f} s" if seconds else ""
    print(f"{name}: longest task {max(tasks, default=0):.0f} ms, {len(tasks)} above 50 ms{taken}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--segments", type=int, default=50_000)
    parser.add_argument("--systems", type=int, default=20)
    parser.add_argument("--page", type=Path, help="keep the page there, or measure the one that is there")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        page = (given.page or Path(folder) / "report.html").resolve()
        if not page.exists():
            made = results(given.segments, given.systems)
            start = time.perf_counter()
            page.write_text(render(made, "html"), encoding="utf-8")
            print(f"rendered in {time.perf_counter() - start:.1f} s")
        print(f"{given.segments} segments × {given.systems} systems: {page.stat().st_size / 1e6:.1f} MB")
        measure(page)


if __name__ == "__main__":
    main()
