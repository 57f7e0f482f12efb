"""mteval adjudicate: a sheet goes out and its decisions come back."""

from __future__ import annotations

from tests.cli.calling import mteval, report


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
