"""mteval compare: stored runs side by side."""

import json

from tests.cli.calling import mteval


def test_results_are_written_and_compared(files):
    for name in ("sys", "other"):
        assert mteval("score", files / name, "-r", files / "ref", "-o", files / f"out-{name}").returncode == 0
    done = mteval("compare", files / "out-sys", files / "out-other", "--json")
    together = mteval("score", files / "sys", files / "other", "-r", files / "ref", "--json")
    assert json.loads(done.stdout)["comparisons"] == json.loads(together.stdout)["comparisons"]


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
