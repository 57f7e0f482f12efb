"""mteval checklist generate."""

import json

from tests.cli.calling import call
from tests.cli.checklists import CHECKLIST, write


def test_generate_exports_texts_and_takes_their_translations(tmp_path, capsys):
    path = write(tmp_path / "c.json", CHECKLIST)
    call(capsys, "checklist", "generate", path, "--to", "xx", "--export", tmp_path / "texts")
    texts = (tmp_path / "texts").read_text(encoding="utf-8").splitlines()
    write(tmp_path / "translated", "".join(f"{text.replace(' is ', ' sta ')}\n" for text in texts))
    code, out, _ = call(
        capsys, "checklist", "generate", path, "--to", "xx", "--translator", f"output-file:{tmp_path / 'translated'}",
        "-o", tmp_path / "new.json",
    )  # fmt: skip
    made = json.loads((tmp_path / "new.json").read_text(encoding="utf-8"))
    assert code == 0
    assert made["capabilities"]["spatial"]["tests"][0]["template"] == ["{x1} sta near {x2}.", "{x2} sta far."]
    assert made["capabilities"]["plain"]["tests"][0]["label"] == "yes"
    assert out.splitlines()[:4] == [
        "  instances  templates  suspected  covered  over-generation (95 %)",
        "spatial",
        "  {x1} is near {x2}. ⟶ {x2} is far.",
        "          6          1          0   100.0%  none unseen",
    ]
    assert "covered: share of the translated instances" in out
    assert "--drop-suspected" not in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_generate_says_what_suspected_templates_are(tmp_path, capsys):
    values = ["Al", "Bo", "Cy", "Di", "Ed", "Flo"]
    path = write(tmp_path / "c.json", {**CHECKLIST, "lexicons": {"x": values}})
    call(capsys, "checklist", "generate", path, "--to", "xx", "--export", tmp_path / "texts")
    texts = (tmp_path / "texts").read_text(encoding="utf-8").replace("Al is near Bo.", "Bo has Al near.")
    file = write(tmp_path / "translated", texts)
    _, out, err = call(
        capsys, "checklist", "generate", path, "--to", "xx", "--translator", f"output-file:{file}", "-o", tmp_path / "n"
    )
    assert "         30          2          1   100.0%  none unseen" in out
    assert "out with --drop-suspected." in out
    assert f"Written to {tmp_path / 'n'}" in err


def test_generate_refuses_translations_of_another_length(tmp_path, capsys):
    path, few = write(tmp_path / "c.json", CHECKLIST), write(tmp_path / "few", "one\ntwo\n")
    code, _, err = call(
        capsys,
        "checklist",
        "generate",
        path,
        "--to",
        "xx",
        "--translator",
        f"output-file:{few}",
        "-o",
        tmp_path / "n.json",
    )
    assert code == 2
    assert "2" in err
    assert not (tmp_path / "n.json").exists()


def test_generate_says_how_to_install_a_missing_translator(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    code, _, err = call(
        capsys, "checklist", "generate", write(tmp_path / "c.json", CHECKLIST), "--to", "es", "--translator",
        "apertium:eng-spa", "-o", tmp_path / "n.json",
    )  # fmt: skip
    assert code == 2
    assert "apt-get install apertium" in err
