"""mteval score as a user types it."""

import json
import os
import subprocess
import sys

import jsonschema
import pytest

from mteval.storage.reports import schema

REFERENCE = ["the cat sat on the mat", "a dog barks at night", "we walk home together", "rain falls on the roof"] * 6
SYSTEM = [line.replace("the", "a") if i % 2 else line.replace("night", "noon") for i, line in enumerate(REFERENCE)]


def mteval(*arguments, cwd=None):
    environment = {**os.environ, "COLUMNS": "80"}
    command = [sys.executable, "-m", "mteval", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, check=False)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "ref").write_text("\n".join(REFERENCE) + "\n")
    (tmp_path / "sys").write_text("\n".join(SYSTEM) + "\n")
    (tmp_path / "other").write_text("\n".join(reversed(REFERENCE)) + "\n")
    return tmp_path


def test_json_follows_the_schema_and_keeps_the_order_given(files):
    done = mteval("score", files / "sys", files / "other", "-r", files / "ref", "--json")
    document = json.loads(done.stdout)
    jsonschema.validate(document, schema())
    assert [report["system"]["name"] for report in document["reports"]] == ["sys", "other"]
    assert [score["metric"] for score in document["reports"][0]["scores"]] == ["bleu", "chrf"]
    assert done.returncode == 0


def test_bleu_is_what_the_sacrebleu_command_prints(files):
    ours = json.loads(mteval("score", files / "sys", "-r", files / "ref", "-m", "bleu,chrf,ter", "--json").stdout)
    command = [
        sys.executable,
        "-m",
        "sacrebleu",
        str(files / "ref"),
        "-i",
        str(files / "sys"),
        "-m",
        "bleu",
        "chrf",
        "ter",
        "-w",
        "12",
    ]
    theirs = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    values = [next(iter(score["values"].values())) for score in ours["reports"][0]["scores"]]
    assert values == pytest.approx([entry["score"] for entry in theirs], abs=1e-9)


def test_same_seed_same_digits(files):
    first, second = (
        mteval("score", files / "sys", files / "other", "-r", files / "ref", "--json").stdout for _ in range(2)
    )
    assert first == second


def test_terminal_output_fits_80_columns(files):
    done = mteval("score", files / "sys", files / "other", "-r", files / "ref")
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "bleu" in done.stdout


def test_results_are_written_and_compared(files):
    for name in ("sys", "other"):
        assert mteval("score", files / name, "-r", files / "ref", "-o", files / f"out-{name}").returncode == 0
    done = mteval("compare", files / "out-sys", files / "out-other", "--json")
    together = mteval("score", files / "sys", files / "other", "-r", files / "ref", "--json")
    assert json.loads(done.stdout)["comparisons"] == json.loads(together.stdout)["comparisons"]


def test_document_names_are_resampled_together(files):
    (files / "docs").write_text("".join(f"d{i // 12}\n" for i in range(24)))
    done = mteval("score", files / "sys", "-r", files / "ref", "--documents", files / "docs", "--json")
    assert json.loads(done.stdout)["reports"][0]["suite"]["cluster"] == "document"


def bad(files, *arguments):
    done = mteval("score", *arguments, cwd=files)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr


def test_different_line_counts(files):
    (files / "short").write_text("\n".join(SYSTEM[:10] + SYSTEM[11:]) + "\n")
    message = bad(files, "short", "-r", "ref")
    assert "short: has 23 lines, but ref has 24" in message
    assert "slip at line 11" in message


def test_bad_files(files):
    (files / "empty").write_text("")
    (files / "latin").write_bytes(b"caf\xe9\n" * 24)
    (files / "nul").write_bytes(b"a\0b\n" * 24)
    (files / "folder").mkdir()
    assert "no such file" in bad(files, "none", "-r", "ref")
    assert "is a folder" in bad(files, "folder", "-r", "ref")
    assert "is empty" in bad(files, "empty", "-r", "ref")
    assert "latin, line 1: is not UTF-8: byte 0xe9 at offset 3" in bad(files, "latin", "-r", "ref")
    assert "nul, line 1: holds a NUL byte" in bad(files, "nul", "-r", "ref")


def test_unknown_metric_and_option_name_the_nearest(files):
    assert "Did you mean 'bleu'" in bad(files, "sys", "-r", "ref", "-m", "blue")
    assert "'tokenize'" in bad(files, "sys", "-r", "ref", "-m", "bleu?tokenise=none")


def test_nothing_is_written_when_the_input_is_bad(files):
    bad(files, "none", "-r", "ref", "-o", "out")
    assert not (files / "out").exists()


@pytest.mark.parametrize("verb", ["socre", "scor"])
def test_unknown_verb_suggests_one(files, verb):
    done = mteval(verb)
    assert done.returncode == 2
    assert "score" in done.stderr


def test_findings_on_input_that_was_accepted(files):
    (files / "crlf").write_bytes(("\ufeff" + "\r\n".join(REFERENCE) + "\r\n").encode())
    done = mteval("score", files / "crlf", "-r", files / "ref", "-s", files / "ref", "--json")
    codes = {finding["code"] for finding in json.loads(done.stdout)["reports"][0]["findings"]}
    assert codes == {"byte-order-mark", "carriage-return", "identical-to-reference", "identical-to-source"}


def test_nothing_is_written_where_the_renderer_is_unknown(files):
    done = mteval("score", files / "sys", "-r", files / "ref", "--render", "htlm", "-o", files / "out")
    assert done.returncode == 2
    assert "'html'" in done.stderr
    assert not (files / "out").exists()


def test_runs_with_other_metrics_are_compared_on_those_they_share(files):
    for name, metrics in (("sys", "bleu"), ("other", "chrf,bleu")):
        mteval(
            "score", files / name, "-r", files / "ref", "-m", metrics, "--resamples", 20, "-o", files / f"{name}-out"
        )
    done = mteval("compare", files / "sys-out", files / "other-out", "--json")
    assert [test["metric"] for test in json.loads(done.stdout)["comparisons"]] == ["bleu"]
    for form in ("html", "md", "tex", "csv", "txt"):
        page = mteval("report", files / "sys-out", files / "other-out", "-o", files / f"both.{form}")
        assert page.returncode == 0, page.stderr
    table = (files / "both.md").read_text()
    assert "| sys | " in table
    assert "| – " in next(line for line in table.splitlines() if line.startswith("| sys |"))


def test_without_resamples_no_system_is_ranked(files):
    done = mteval("score", files / "sys", files / "other", "-r", files / "ref", "--resamples", 0, "--json")
    assert json.loads(done.stdout)["ranks"] == []


def test_resamples_too_few_for_the_number_of_pairs_are_a_finding(files):
    arguments = ("score", files / "sys", files / "other", "-r", files / "ref", "-m", "bleu", "--json", "--resamples")
    codes = [
        [finding["code"] for finding in json.loads(mteval(*arguments, count).stdout)["reports"][0]["findings"]]
        for count in (10, 19, 20)
    ]
    assert ["too-few-resamples" in found for found in codes] == [True, True, False]


@pytest.mark.parametrize("options", [("--test", "none"), ("--resamples", 0)])
def test_a_gate_that_cannot_fail_is_refused(files, options):
    for name in ("sys", "ref"):
        mteval("score", files / name, "-r", files / "ref", "-m", "bleu", "--resamples", 5, "-o", files / f"{name}-out")
    done = mteval("check", files / "sys-out", "--baseline", files / "ref-out", *options)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_gate_whose_resamples_are_too_few_says_how_many_it_needs(files):
    """Five metrics are five tests, so 5 × 1/(B + 1) < .05 from B = 100 on."""
    (files / "bad").write_text("nothing of it\n" * len(REFERENCE))
    for name in ("bad", "ref"):
        given = ("-r", files / "ref", "-m", "bleu,chrf,chrf++,ter,rouge-l", "--resamples", 5)
        mteval("score", files / name, *given, "-o", files / f"{name}-out")
    gate = ("check", files / "bad-out", "--baseline", files / "ref-out", "--test", "permutation", "--resamples")
    few, enough = mteval(*gate, 99, "--json"), mteval(*gate, 100, "--json")
    document = json.loads(few.stdout)
    assert len(document["changes"]) == 5
    assert [finding["code"] for finding in document["findings"]] == ["gate-cannot-fail"]
    assert document["findings"][0]["count"] == 5
    assert "--resamples 100 or more" in few.stderr
    assert few.returncode == 0
    assert json.loads(enough.stdout)["findings"] == []
    assert enough.returncode == 1


def test_one_document_does_not_make_every_difference_significant(files):
    (files / "documents").write_text("one\n" * len(REFERENCE))
    arguments = (
        "score",
        files / "sys",
        files / "other",
        "-r",
        files / "ref",
        "-m",
        "chrf",
        "--json",
        "--resamples",
        50,
    )
    plain, whole = (json.loads(mteval(*arguments, *more).stdout) for more in ((), ("--documents", files / "documents")))
    assert whole["comparisons"] == plain["comparisons"]
    assert "few-clusters" in [finding["code"] for finding in whole["reports"][0]["findings"]]
