"""mteval show: what a suite is, for people and for programs."""

import json

from tests.cli.calling import call


def test_facts_of_a_shipped_suite(capsys):
    code, out, _ = call(capsys, "show", "senses-en-es", "--json")
    facts = json.loads(out)
    assert code == 0
    assert (facts["name"], facts["family"], facts["languages"]) == ("senses-en-es", "contrastive", ["en", "es"])
    assert facts["licence"]
    assert facts["metrics"] == ["accuracy"]
    assert len(facts["first cases"]) == 3
    code, text, _ = call(capsys, "show", "senses-en-es")
    for line in ("name: senses-en-es", "family: contrastive", f"licence: {facts['licence']}", "first cases:"):
        assert line in text.splitlines()
    assert f"  {facts['first cases'][0]}" in text.splitlines()
    assert f"sense ({facts['slices']['sense']})" in text


def test_a_file_with_its_format_and_options(tmp_path, capsys):
    (tmp_path / "en-de.txt").write_text("cat\tkatze\ncat\tkatze\n")
    path = tmp_path / "en-de.txt"
    options = ("--format", "dictionary", "--set", "names=none")
    facts = json.loads(call(capsys, "show", path, *options, "--json")[1])
    assert (facts["cases"], facts["first cases"]) == (1, ["cat"])
    assert any(finding.startswith("duplicate-item: ") for finding in facts["findings"])
    code, _, said = call(capsys, "show", path)
    assert code == 2
    assert "--format" in said
