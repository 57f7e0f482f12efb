"""mteval check: a gate that can fail, or says why it cannot."""

import json

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
