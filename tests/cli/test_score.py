"""mteval score as a user types it."""

import json
import subprocess
import sys

import jsonschema
import pytest

from mteval.storage.reports import schema
from tests.cli.calling import mteval, report
from tests.cli.texts import REFERENCE, SYSTEM


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


def test_findings_on_input_that_was_accepted(files):
    (files / "crlf").write_bytes(("\ufeff" + "\r\n".join(REFERENCE) + "\r\n").encode())
    done = mteval("score", files / "crlf", "-r", files / "ref", "-s", files / "ref", "--json")
    codes = {finding["code"] for finding in json.loads(done.stdout)["reports"][0]["findings"]}
    assert codes == {
        "byte-order-mark",
        "carriage-return",
        "identical-to-reference",
        "identical-to-source",
        "no-interval",
    }


def test_nothing_is_written_where_the_renderer_is_unknown(files):
    done = mteval("score", files / "sys", "-r", files / "ref", "--render", "htlm", "-o", files / "out")
    assert done.returncode == 2
    assert "'html'" in done.stderr
    assert not (files / "out").exists()


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
    assert "one-cluster" in [finding["code"] for finding in whole["reports"][0]["findings"]]


def test_systems_are_named_and_one_comes_from_standard_input(files):
    command = [sys.executable, "-m", "mteval", "score", f"mine={files / 'sys'}", "-", "-r", str(files / "ref")]
    options = ["-m", "bleu", "--resamples", "0", "--test", "none", "--json"]
    done = subprocess.run([*command, *options], input=(files / "other").read_bytes(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    reports = json.loads(done.stdout)["reports"]
    assert [one["system"]["name"] for one in reports] == ["mine", "stdin"]
    by_file = report("score", files / "sys", files / "other", "-r", files / "ref", "-m", "bleu", "--resamples", 0)
    assert [one["scores"][0]["values"] for one in by_file["reports"]] == [one["scores"][0]["values"] for one in reports]
    assert mteval("score", files / "sys", "-r", files / "ref", "--name", "a", "--name", "b").returncode == 2


def test_metadata_make_slices_whose_scores_are_those_of_their_lines(files):
    rows = [{"domain": "news" if i % 2 else "talk"} for i in range(len(REFERENCE))]
    (files / "m.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    options = ("-m", "bleu", "--resamples", 0, "--test", "none")
    sliced = report("score", files / "sys", "-r", files / "ref", "--slices", files / "m.jsonl", *options)
    (found,) = sliced["reports"]
    assert [(one["tag"], one["value"]) for one in found["slices"]] == [
        ("domain", "talk"),
        ("domain", "news"),
    ]
    for name in ("sys", "ref"):
        lines = (files / name).read_text().splitlines()
        (files / f"{name}.news").write_text("\n".join(lines[1::2]) + "\n")
    news = report("score", files / "sys.news", "-r", files / "ref.news", *options)
    assert found["slices"][1]["scores"][0]["values"] == news["reports"][0]["scores"][0]["values"]


def test_a_folder_with_another_run_is_left_alone_unless_forced(files):
    given = ("-r", files / "ref", "-m", "bleu", "--resamples", 0, "-o", files / "out")
    assert mteval("score", files / "sys", *given).returncode == 0
    assert mteval("score", files / "sys", *given).returncode == 0
    kept = (files / "out" / "report.json").read_bytes()
    refused = mteval("score", files / "other", *given)
    assert refused.returncode == 2
    assert "holds another run (ref, sys)" in refused.stderr
    assert "other" in refused.stdout
    assert (files / "out" / "report.json").read_bytes() == kept
    assert mteval("score", files / "other", *given, "--force").returncode == 0


def test_scores_with_and_without_the_source_are_comparable(files):
    given = ("-r", files / "ref", "-m", "bleu", "--resamples", 20)
    assert mteval("score", files / "sys", *given, "-o", files / "a").returncode == 0
    assert mteval("score", files / "other", *given, "-s", files / "sys", "-o", files / "b").returncode == 0
    assert mteval("compare", files / "a", files / "b").returncode == 0
    assert mteval("score", files / "ref", *given, "-s", files / "other", "-o", files / "c").returncode == 0
    assert "different data" in mteval("compare", files / "b", files / "c").stderr


def test_without_references_metrics_that_need_none_score(files, tmp_path):
    source = tmp_path / "source"
    source.write_text("\n".join(f"quelle {i}" for i in range(len(REFERENCE))) + "\n", encoding="utf-8")
    done = mteval("score", files / "sys", files / "other", "-s", source, "--languages", "de-en", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    jsonschema.validate(document, schema())
    names = [score["metric"] for score in document["reports"][0]["scores"]]
    assert names == ["length-ratio", "copy-rate", "repetition", "language-match"]
    assert not any(finding["code"] == "empty-line" for finding in document["reports"][0]["findings"])


@pytest.mark.parametrize("metric", ["bleu", "chrf", "ter", "rouge-l"])
def test_a_metric_that_needs_references_says_so(files, metric):
    done = mteval("score", files / "sys", "-s", files / "ref", "-m", metric)
    assert done.returncode == 2
    assert f"'{metric}' compares with references" in done.stderr
    assert "length-ratio" in done.stderr


def test_a_metric_that_needs_the_source_says_so(files):
    done = mteval("score", files / "sys", "-r", files / "ref", "-m", "copy-rate")
    assert done.returncode == 2
    assert "-s SOURCE" in done.stderr


def test_neither_reference_nor_source_is_too_little(files):
    done = mteval("score", files / "sys")
    assert done.returncode == 2
    assert "nothing to score against" in done.stderr
