"""Contrastive and sense-choice suites from the command line: numbers, files, exit codes."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from mteval.demo.tour import FOLDER


def mteval(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mteval", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def report(*arguments: str | Path):
    done = mteval(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def lingeval(tmp_path):
    """A set with several errors of several types per sentence, random costs, and the counts a plain loop gives."""
    rng = random.Random(7)
    kinds = ("np_agreement", "auxiliary", "compound")
    items, scores, counts = [], [], defaultdict(lambda: [0, 0])
    for number in range(60):
        errors = [
            {"type": rng.choice(kinds), "contrastive": f"wrong {number} {i}", "distance": rng.randint(0, 20)}
            for i in range(rng.randint(1, 5))
        ]
        items.append({"source": f"s {number}", "reference": f"right {number}", "origin": "x", "errors": errors})
        reference = rng.random()
        scores.append(reference)
        for error in errors:
            cost = rng.random() * 1.6
            scores.append(cost)
            distance = str(error["distance"]) if error["distance"] <= 15 else ">15"
            for group in (("all", ""), ("type", error["type"]), ("distance", distance)):
                counts[group][0] += reference < cost
                counts[group][1] += 1
    (tmp_path / "set.json").write_text(json.dumps(items), encoding="utf-8")
    (tmp_path / "scores").write_text("".join(f"{score!r}\n" for score in scores), encoding="utf-8")
    return tmp_path, counts


def test_lingeval_by_type_and_distance_is_pairwise(lingeval):
    folder, counts = lingeval
    found = report(
        *("run", folder / "set.json", "--format", "lingeval", "--system", f"score-file:{folder / 'scores'}"),
        *("--resamples", "20"),
    )
    (one,) = found["reports"]
    groups = {("all", ""): one["scores"][0]["values"]}
    groups.update({(part["tag"], part["value"]): part["scores"][0]["values"] for part in one["slices"]})
    for group, (correct, decided) in counts.items():
        assert (groups[group]["correct"], groups[group]["decided"]) == (correct, decided), group
        assert groups[group]["accuracy"] == pytest.approx(groups[group]["pairwise"])


def test_export_gives_as_many_lines_as_scores_are_expected(lingeval):
    folder, _ = lingeval
    done = mteval("export", folder / "set.json", "--format", "lingeval")
    lines = done.stdout.splitlines()
    assert len(lines) == len((folder / "scores").read_text().splitlines())
    assert lines[0] == "s 0\tright 0"
    assert lines[1] == "s 0\twrong 0 0"


def test_the_published_totals(shared):
    folder = shared / "data" / "mucow" / "scoring"
    found = report(
        *("run", folder / "tr-en.mucow.scoring.json", "--format", "mucow-scoring", "--set", "empty_contrasts=pass"),
        *("--system", f"score-file:{folder / 'nematus.score.tr-en.mucow.txt'}", "--resamples", "20"),
    )
    values = found["reports"][0]["scores"][0]["values"]
    assert (values["correct"], values["decided"]) == (2334, 3723)
    assert list(values) == ["accuracy", "pairwise", "macro", "chance", "correct", "decided"]


def test_two_systems_are_compared_with_mcnemar(lingeval):
    folder, _ = lingeval
    systems = (
        "--system",
        f"a=score-file:{folder / 'scores'}",
        "--system",
        f"b=score-file:{folder / 'scores'}?better=higher",
    )
    found = report("run", folder / "set.json", "--format", "lingeval", *systems, "--resamples", "20")
    assert found["comparisons"][0]["test"] == "mcnemar"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[:-3], "3 too few"),
        (lambda lines: [*lines, "1.0"], "1 too many"),
        (lambda lines: [*lines[:9], "nil", *lines[10:]], "line 10"),
    ],
)
def test_bad_score_files_end_in_one_sentence(lingeval, change, message):
    folder, _ = lingeval
    lines = (folder / "scores").read_text().splitlines()
    (folder / "bad").write_text("".join(f"{line}\n" for line in change(lines)), encoding="utf-8")
    output = folder / "out"
    done = mteval(
        *("run", folder / "set.json", "--format", "lingeval", "--system", f"score-file:{folder / 'bad'}", "-o", output)
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not output.exists()


def test_lint_writes_a_cleaned_set(tmp_path):
    item = {"source": "s", "reference": "a dog", "ambig word": "s", "sense": "dog", "original translation": "dog"}
    errors = [
        {"contrastive": "a owl", "replacement": "owl", "type": "x"},
        {"contrastive": "a cat", "replacement": "cat", "type": "x"},
    ]
    path = tmp_path / "cs-en.json"
    path.write_text(json.dumps([{**item, "errors": errors}] * 2), encoding="utf-8")
    done = mteval("lint", path, "--format", "mucow-scoring", "--clean", tmp_path / "clean.json")
    assert done.returncode == 0, done.stderr
    assert "article-clash (2)" in done.stdout
    assert "duplicate-item (1)" in done.stdout
    assert json.loads((tmp_path / "clean.json").read_text(encoding="utf-8")) == [{**item, "errors": errors[1:]}]


def test_a_sheet_goes_round(tmp_path):
    texts = {
        "key": "1\tx\tbank\tbank\tufer\n",
        "text": "the bank\n",
    }
    for part, text in texts.items():
        (tmp_path / f"en-de.{part}.txt").write_text(text, encoding="utf-8")
    (tmp_path / "out").write_text("das Geldhaus\n", encoding="utf-8")
    common = (
        tmp_path / "en-de.key.txt",
        "--format",
        "mucow-translation",
        "--system",
        f"output-file:{tmp_path / 'out'}",
    )
    sheet = tmp_path / "sheet.tsv"
    done = mteval("adjudicate", *common, "-o", sheet, "--html", tmp_path / "sheet.html")
    assert done.returncode == 0, done.stderr
    assert "1 of 1 cases to decide" in done.stdout
    sheet.write_text(sheet.read_text(encoding="utf-8").rstrip("\n") + "positive\n", encoding="utf-8")
    found = report("run", *common, "--set", f"adjudicated={sheet}", "--resamples", "20")
    assert found["reports"][0]["scores"][0]["values"]["positive"] == 1
    assert (tmp_path / "sheet.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.fixture
def two_scored(tmp_path):
    """An English set of three items with two score files, the first without a number for one item."""
    errors = [{"contrastive": "a owl", "replacement": "owl", "type": "x"}]
    item = {"reference": "a dog", "ambig word": "s", "sense": "dog", "original translation": "dog", "errors": errors}
    items = [{**item, "source": f"s {number}"} for number in range(3)]
    (tmp_path / "cs-en.json").write_text(json.dumps(items), encoding="utf-8")
    (tmp_path / "one").write_text("1\n2\n1\n2\nnan\n2\n", encoding="utf-8")
    (tmp_path / "two").write_text("3\n2\n1\n2\n1\n2\n", encoding="utf-8")
    systems = [part for name in ("one", "two") for part in ("--system", f"score-file:{tmp_path / name}?better=lower")]
    return report("run", tmp_path / "cs-en.json", "--format", "mucow-scoring", *systems, "--resamples", "0")


def test_a_report_names_what_makes_contrasts_easy_and_how_the_number_was_made(two_scored):
    one = two_scored["reports"][0]
    assert ("article-clash", 3) in [(found["code"], found["count"]) for found in one["findings"]]
    signature = one["scores"][0]["signature"].split("|")
    assert {"backend:score-file", "better:lower", "normalise:none"} <= set(signature)


def test_the_difference_is_over_the_cases_decided_for_both(two_scored):
    (test,) = two_scored["comparisons"]
    assert (test["test"], test["n"]) == ("mcnemar", 2)
    assert test["difference"] == pytest.approx(1 - 1 / 2)


def test_a_system_without_one_decided_case_does_not_end_the_run(lingeval):
    folder, _ = lingeval
    lines = len((folder / "scores").read_text().splitlines())
    (folder / "none").write_text("nan\n" * lines, encoding="utf-8")
    systems = [part for name in ("none", "scores") for part in ("--system", f"score-file:{folder / name}")]
    found = report(
        "run", folder / "set.json", "--format", "lingeval", *systems, "--resamples", "5", "-o", folder / "out"
    )
    assert found["reports"][0]["scores"][0]["values"]["accuracy"] is None
    assert [test["p_value"] for test in found["comparisons"]] == [None]
    again = report("compare", folder / "out")
    assert [test["n"] for test in again["comparisons"]] == [0]
    assert mteval("check", folder / "out", "--baseline", folder / "out").returncode == 0
    for name in ("none", "scores"):
        options = ("--system", f"x=score-file:{folder / name}", "--resamples", "5", "-o", folder / f"{name}-out")
        report("run", folder / "set.json", "--format", "lingeval", *options)
    assert mteval("check", folder / "none-out", "--baseline", folder / "scores-out").returncode == 1


def test_suites_of_one_file_name_are_told_apart(lingeval):
    folder, _ = lingeval
    (folder / "other").mkdir()
    files = [folder / "set.json", folder / "other" / "set.json"]
    files[1].write_text(json.dumps(json.loads(files[0].read_text())[:5]), encoding="utf-8")
    scorer = ("--format", "lingeval", "--system", f"x=command:{sys.executable} -c 'for i in open(0): print(len(i))'")
    found = report("run", *files, *scorer, "--resamples", "0")
    assert [one["suite"]["name"] for one in found["reports"]] == [f"{folder.name}/set.json", "other/set.json"]
    assert mteval("run", files[0], files[0], *scorer).returncode == 2


def test_context_the_model_was_not_given_is_a_finding(tmp_path):
    item = {"src pronoun": "it", "ref pronoun": "él", "ante distance": 1, "intrasegmental": False, "segment id": 2}
    texts = {"src segment": "It is red.", "ref segment": "Él es rojo.", "document id": "d"}
    errors = [{"contrastive": "Ella es roja.", "replacement": "ella", "replacement gender": "f", "type": "x"}]
    (tmp_path / "en-es.json").write_text(json.dumps([{**item, **texts, "errors": errors}]), encoding="utf-8")
    (tmp_path / "before").write_text("The car is new.\n", encoding="utf-8")
    context = ("--set", "context=1", "--set", f"source_context={tmp_path / 'before'}")
    systems = [
        part for read in (0, 1) for part in ("--system", f"m{read}=ctranslate2:{FOLDER / 'model'}?context={read}")
    ]
    found = report("run", tmp_path / "en-es.json", "--format", "contrapro", *context, *systems, "--resamples", "0")
    codes = [[finding["code"] for finding in one["findings"]] for one in found["reports"]]
    assert ["unread-context" in one for one in codes] == [True, False]
