"""mteval check: a gate that can fail, or says why it cannot."""

import json
from xml.etree import ElementTree

import pytest

from tests.cli.calling import mteval
from tests.cli.texts import REFERENCE


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
    assert "Leave --resamples out, or give 100 or more" in few.stderr
    assert few.returncode == 0
    assert json.loads(enough.stdout)["findings"] == []
    assert enough.returncode == 1


@pytest.fixture
def fallen(files):
    """Two runs: the second translates every line but one as nonsense."""
    (files / "bad").write_text("nothing of it\n" * (len(REFERENCE) - 1) + REFERENCE[-1] + "\n")
    for name in ("bad", "ref"):
        given = ("-r", files / "ref", "-m", "bleu,chrf", "--resamples", 300)
        mteval("score", files / name, *given, "-o", files / f"{name}-out")
    return files


def test_a_drop_is_one_line_with_its_exact_p_and_the_text_of_its_cases(fallen):
    done = mteval("check", fallen / "bad-out", "--baseline", fallen / "ref-out", "--cases", 1)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith("DROPPED")] == [
        "DROPPED ref bleu",
        "DROPPED ref chrf",
    ]
    assert "p = 0.0000" not in done.stdout
    assert "    now       nothing of it" in lines


def test_bounds_need_no_baseline(fallen):
    passed = mteval("check", fallen / "ref-out", "--min", "bleu=30", "--max", "chrf=100", "--json")
    assert passed.returncode == 0, passed.stderr
    assert [(one["spec"], one["kind"], one["kept"]) for one in json.loads(passed.stdout)["bounds"]] == [
        ("bleu", "min", True),
        ("chrf", "max", True),
    ]
    failed = mteval("check", fallen / "bad-out", "--min", "bleu=30")
    assert failed.returncode == 1
    assert "MISSED ref bad bleu: " in failed.stdout
    for wrong in ((), ("--max-drop", 1), ("--min", "bleu=30", "--max-drop", 1), ("--min", "comet=1")):
        assert mteval("check", fallen / "ref-out", *wrong).returncode == 2


def test_a_loss_let_pass_passes(fallen):
    gate = ("check", fallen / "bad-out", "--baseline", fallen / "ref-out", "--max-drop")
    assert mteval(*gate, 100).returncode == 0
    assert mteval(*gate, 100, "--max-drop", "chrf=1").returncode == 1


def test_summaries_are_written_for_ci(fallen, monkeypatch):
    summary = fallen / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    files = ("--junit", fallen / "gate.xml", "--markdown", fallen / "gate.md")
    assert mteval("check", fallen / "bad-out", "--baseline", fallen / "ref-out", *files).returncode == 1
    assert summary.read_text() == "before\n" + (fallen / "gate.md").read_text()
    suite = ElementTree.parse(fallen / "gate.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "2")
