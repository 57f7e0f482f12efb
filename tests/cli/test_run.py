"""mteval run on contrastive and sense-choice suites: numbers, files, exit codes."""

from __future__ import annotations

import json
import sys

import pytest

from mteval.demo.tour import FOLDER
from tests.cli.calling import mteval, report
from tests.golden import own_mucow


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


def test_the_published_totals(shared):
    folder = shared / "data" / "mucow" / "scoring"
    found = report(
        *("run", folder / "tr-en.mucow.scoring.json", "--format", "mucow-scoring", "--set", "empty_contrasts=pass"),
        *("--system", f"score-file:{folder / 'nematus.score.tr-en.mucow.txt'}", "--resamples", "20"),
    )
    values = found["reports"][0]["scores"][0]["values"]
    assert (values["correct"], values["decided"]) == (2334, 3723)
    assert list(values) == ["accuracy", "pairwise", "macro", "chance", "correct", "decided"]


def test_totals_of_our_own(tmp_path):
    folder = own_mucow.write_scoring(tmp_path)
    found = report(
        *("run", folder / "cs-en.mucow.scoring.json", "--format", "mucow-scoring", "--set", "empty_contrasts=pass"),
        *("--system", f"score-file:{folder / 'nematus.score.cs-en.mucow.txt'}", "--resamples", "20"),
    )
    assert found["reports"][0]["scores"][0]["values"] == pytest.approx(own_mucow.TOTALS)


def test_two_systems_are_compared_by_an_exact_permutation_test(lingeval):
    folder, _ = lingeval
    systems = (
        "--system",
        f"a=score-file:{folder / 'scores'}",
        "--system",
        f"b=score-file:{folder / 'scores'}?better=higher",
    )
    found = report("run", folder / "set.json", "--format", "lingeval", *systems, "--resamples", "20")
    assert (found["comparisons"][0]["test"], found["comparisons"][0]["draws"]) == ("permutation", 0)
    again = report(
        "run", folder / "set.json", "--format", "lingeval", *systems, "--resamples", "20", "--test", "mcnemar"
    )
    assert again["comparisons"][0]["test"] == "mcnemar"
    assert again["comparisons"][0]["p_value"] == pytest.approx(found["comparisons"][0]["p_value"])


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
    how = ("--resamples", "0", "--test", "mcnemar")
    return report("run", tmp_path / "cs-en.json", "--format", "mucow-scoring", *systems, *how)


def test_a_report_names_what_makes_contrasts_easy_and_how_the_number_was_made(two_scored):
    one = two_scored["reports"][0]
    assert ("article-clash", 3) in [(found["code"], found["count"]) for found in one["findings"]]
    signature = one["scores"][0]["signature"].split("|")
    assert {"backend:score-file", "better:lower", "normalise:none"} <= set(signature)


def test_mcnemars_difference_is_over_the_cases_decided_for_both(two_scored):
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
    scorer = (
        "--format",
        "lingeval",
        "--system",
        f"x=command:{sys.executable} -c 'for i in open(0): print(len(i))'?better=higher",
    )
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
