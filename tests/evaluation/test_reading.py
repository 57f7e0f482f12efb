"""A report from a stranger: every string, number and name of it turned hostile, read, rendered and opened in a browser."""

import copy
import json

import pytest

import mteval
from mteval.core.errors import DataError, MtevalError
from mteval.evaluation.reading import read_stored
from mteval.evaluation.views import render
from tests.browser import chromium

HOSTILE = (
    "\"'><b data-hostile=1>x</b><img src=x data-hostile=1 onerror=window.hit=1><script>window.hit=1;alert(1)</script>"
    '</script></style></title></svg><svg onload=window.hit=1><!--{{ 7*7 }}\u2028 " data-hostile="1" onfocus=alert(1) x=\''
)
STEP = {"step": "headline", "value": 0.5, "interval": [0.4, 0.6], "n": 10}
EXTRAS = {
    "checklist": {
        "failures": [
            {
                "capability": "c",
                "name": "n",
                "template": "t {x}",
                "type": "MFT",
                "expected": ["a"],
                "failed": 1,
                "decided": 2,
                "examples": [{"id": "1", "reason": "r", "texts": [{"text": "t", "answer": "a"}]}],
            }
        ]
    },
    "dictionary": {
        "waterfall": [STEP, {**STEP, "step": "synonyms", "value": 0.7}],
        "false_false_positives": {
            "wrong": 5,
            "inflections": 1,
            "synonyms": 1,
            "other_gold": 1,
            "share": 0.4,
            "interval": [0.1, 0.7],
            "judged_from": ["wordnet"],
        },
        "pos": {"noun": {"by_source": STEP, "by_pair": STEP}},
    },
    "sense-choice": {"bounds": {"all": {"best": {"f1_b": 0.9}, "worst": {"f1_b": 0.2}}}},
    "contrastive": {},
    "human": {
        "systems": [{"system": "s", "human": 1.0, "metric": 2.0}, {"system": "t", "human": 2.0, "metric": 1.0}],
        "annotators": {"adequacy": [{"annotator": "ann", "n": 3, "mean": 2.5}]},
        "controls": {"adequacy": [{"annotator": "ann", "failed": ["repeats"], "drop": None}]},
    },
}
METRICS = {
    "checklist": ("failure-rate", {"rate": 0.2, "decided": 10}, "capability"),
    "dictionary": ("precision-at-k", {"p@1": 0.2}, "pos"),
    "sense-choice": ("sense-f1", {"f1_b": 0.2, "positive": 1, "negative": 2, "unknown": 3}, "domain"),
    "contrastive": ("accuracy", {"accuracy": 0.2, "chance": 0.1}, "distance"),
    "human": ("correlation", {"pearson": 0.2}, "scale"),
}
CASES = [
    {"id": "1", "outcome": "failed", "tags": {"k": ["v"]}, "source": "s", "references": ["r"], "answer": {"text": "t"}},
    {"id": "2", "outcome": "scored", "answer": {"values": [1.0, 2.0]}, "detail": {"contrasts": ["c"]}},
    {
        "id": "3",
        "outcome": "passed",
        "answer": {"candidates": [{"word": "w", "score": 0.5}]},
        "scores": {"accuracy": 1.0},
    },
]


@pytest.fixture(scope="module")
def document():
    """Two systems on references with all that a run writes, and one report of every other family."""
    lines = [f"word {i} and more" for i in range(8)]
    run = mteval.score({"a": lines, "b": [line.replace("and", "or") for line in lines]}, [lines])
    found = json.loads(run.to_json())
    model = found["reports"][0]
    for family, (metric, values, tag) in METRICS.items():
        score = {**model["scores"][0], "metric": metric, "spec": metric, "values": values}
        score["intervals"] = {key: [0.1, 0.3] for key in values}
        slices = [{"tag": tag, "value": value, "scores": [score]} for value in ("in", "out")]
        suite = {**model["suite"], "name": f"suite-{family}", "family": family, "languages": ["en", "de"]}
        parts = {"scores": [score], "slices": slices, "extras": EXTRAS[family]}
        finding = {"code": "c", "message": "m", "count": 1, "cases": ["1"]}
        found["reports"].append({**model, "suite": suite, **parts, "findings": [finding]})
    return found


def paths(value, place=()):
    """Every place of a string or number, and of every name in an object; places in a list count as one."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*place, ("name", key))
            yield from paths(inner, (*place, ("at", key)))
    elif isinstance(value, list):
        for inner in value:
            yield from paths(inner, (*place, ("each", None)))
    else:
        yield place


def turned(value, path):
    """The document with one place turned hostile, wherever a list repeats it."""
    if not path:
        return HOSTILE if not isinstance(value, dict | list) else value
    (kind, key), rest = path[0], path[1:]
    if kind == "each":
        return [turned(one, rest) for one in value] if isinstance(value, list) else value
    if not isinstance(value, dict) or key not in value:
        return value
    if kind == "name":
        return {HOSTILE if name == key else name: inner for name, inner in value.items()}
    return {**value, key: turned(value[key], rest)}


def renamed(value, words):
    """Every string of a document turned hostile at once, equal ones alike, except the names that are read as such."""
    if isinstance(value, dict):
        return {key: renamed(inner, words) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(one, words) for one in value]
    return f"{value}{HOSTILE}" if isinstance(value, str) and value not in words else value


def written(folder, document, cases=CASES):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").write_text(json.dumps(document), encoding="utf-8")
    (folder / "cases").mkdir(exist_ok=True)
    name = "007-suite-human--a.jsonl"
    (folder / "cases" / name).write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
    return folder


def hostile_documents(document):
    for path in dict.fromkeys(paths(document)):
        yield path, turned(document, path), CASES
    for path in dict.fromkeys(paths(CASES)):
        yield path, document, turned(CASES, path)
    words = {*METRICS, "reference", *(metric for metric, *_ in METRICS.values()), "bleu", "chrf", "bootstrap"}
    yield "everything", renamed(document, words), CASES


def test_what_a_run_writes_is_read(document, tmp_path):
    assert len(read_stored(written(tmp_path / "run", document)).reports[-1].cases) == 3


def test_no_value_of_a_report_gets_into_the_page(document, tmp_path):
    pages = {}
    for path, hostile, cases in hostile_documents(document):
        try:
            results = read_stored(written(tmp_path / "run", copy.deepcopy(hostile), cases))
        except MtevalError:
            continue
        for form in ("terminal", "summary", "markdown", "latex", "csv"):
            assert "\x1b[" not in render(results, form), path
        pages.setdefault(render(results, "html"), path)
    assert len(pages) > 60
    assert "everything" in pages.values()
    with chromium(str(tmp_path / "profile")) as browser:
        for page, path in pages.items():
            (tmp_path / "page.html").write_text(page, encoding="utf-8")
            browser.get((tmp_path / "page.html").as_uri())
            hit = "return [document.querySelectorAll('[data-hostile], main img').length, window.hit === undefined]"
            assert browser.execute_script(hit) == [0, True], path


@pytest.mark.parametrize(
    ("family", "extras"),
    [
        ("checklist", {"failures": [{**EXTRAS["checklist"]["failures"][0], "failed": HOSTILE}]}),
        ("checklist", {"failures": {}}),
        ("dictionary", {"waterfall": [{**STEP, "value": "high"}]}),
        ("sense-choice", {"bounds": {"all": {"best": {}}}}),
        ("human", {"systems": [{"system": 1, "human": 1.0, "metric": 2.0}]}),
    ],
)
def test_extras_of_another_type_are_refused(document, tmp_path, family, extras):
    changed = copy.deepcopy(document)
    next(one for one in changed["reports"] if one["suite"]["family"] == family)["extras"] = extras
    with pytest.raises(DataError, match=r"is not a report of mteval .*extras"):
        read_stored(written(tmp_path / "run", changed))
