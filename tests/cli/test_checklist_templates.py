"""mteval checklist expand, extract and generate from the command line."""

import json

import pytest

from mteval.cli.main import main


def run(capsys, *arguments):
    """Exit code, standard output and standard error of a command."""
    code = 0
    try:
        main([str(argument) for argument in arguments])
    except SystemExit as ended:
        code = ended.code or 0
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def write(path, content):
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


CHECKLIST = {
    "language": "en",
    "task": "nli",
    "capabilities": {
        "spatial": {"description": "", "tests": [{"template": ["{x1} is near {x2}.", "{x2} is far."], "label": "no"}]},
        "plain": {"description": "", "tests": [{"template": "{x} is here.", "label": "yes"}]},
    },
    "lexicons": {"x": ["Al", "Bo", "Cy"]},
}


def test_expand_prints_premise_and_hypothesis_on_one_line(tmp_path, capsys):
    code, out, _ = run(capsys, "checklist", "expand", write(tmp_path / "c.json", CHECKLIST))
    assert code == 0
    assert out.splitlines()[0] == "Al is near Bo.\tBo is far."
    assert len(out.splitlines()) == 9


def test_expand_samples_with_a_seed_and_by_capability(tmp_path, capsys):
    path = write(tmp_path / "c.json", CHECKLIST)
    wishes = ("--limit", 2, "--seed", 5, "--capability", "spatial")
    first = run(capsys, "checklist", "expand", path, *wishes)
    assert first == run(capsys, "checklist", "expand", path, *wishes)
    assert len(first[1].splitlines()) == 2


def test_what_extract_writes_expands_to_the_lines_again(tmp_path, capsys):
    lines = [f"{n} es {a}." for n in ("El vuelo", "El hotel") for a in ("bueno", "malo")]
    lines += [f"{n} es {a}." for n in ("La silla", "La mesa") for a in ("buena", "mala")]
    instances = write(tmp_path / "lines.txt", "\n".join([*lines, "", lines[0]]) + "\n")
    code, _, err = run(capsys, "checklist", "extract", instances, "-o", tmp_path / "out.json")
    document = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert code == 0
    assert "8 instances, 2 templates, coverage 100.0%, over-generation 0.0%" in err
    assert set(document["templates"][0]) >= {"template", "support", "suspected"}
    _, out, _ = run(capsys, "checklist", "expand", tmp_path / "out.json")
    assert sorted(out.splitlines()) == sorted(lines)


def test_source_values_from_expand_name_the_slots(tmp_path, capsys):
    path = write(tmp_path / "c.json", CHECKLIST)
    _, out, _ = run(capsys, "checklist", "expand", path, "--json", "--capability", "plain")
    values = write(tmp_path / "values.jsonl", out)
    lines = write(tmp_path / "lines.txt", "".join(f"{name} está aquí.\n" for name in ("Al", "Bo", "Cy")))
    _, out, _ = run(capsys, "checklist", "extract", lines, "--values", values)
    assert [entry["template"] for entry in json.loads(out)["templates"]] == ["{x} está aquí."]


@pytest.mark.parametrize("method", ["better", "tea"])
def test_both_methods_write_the_same_kind_of_document(tmp_path, capsys, method):
    lines = write(
        tmp_path / "lines.txt", "".join(f"in {c} it is {a}\n" for c in ("Rome", "Oslo") for a in ("hot", "cold"))
    )
    code, out, _ = run(capsys, "checklist", "extract", lines, "--method", method)
    document = json.loads(out)
    assert code == 0
    assert document["coverage"] == 1
    assert [entry["support"] for entry in document["templates"]] == [4]


def test_generate_exports_texts_and_takes_their_translations(tmp_path, capsys):
    path = write(tmp_path / "c.json", CHECKLIST)
    run(capsys, "checklist", "generate", path, "--to", "xx", "--export", tmp_path / "texts")
    texts = (tmp_path / "texts").read_text(encoding="utf-8").splitlines()
    write(tmp_path / "translated", "".join(f"{text.replace(' is ', ' sta ')}\n" for text in texts))
    code, out, _ = run(
        capsys, "checklist", "generate", path, "--to", "xx", "--translator", f"output-file:{tmp_path / 'translated'}",
        "-o", tmp_path / "new.json",
    )  # fmt: skip
    made = json.loads((tmp_path / "new.json").read_text(encoding="utf-8"))
    assert code == 0
    assert made["capabilities"]["spatial"]["tests"][0]["template"] == ["{x1} sta near {x2}.", "{x2} sta far."]
    assert made["capabilities"]["plain"]["tests"][0]["label"] == "yes"
    assert "instances  templates  coverage" in out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lexicons": {}}, "Unknown slot"),
        ({"lexicons": {"x": []}}, "empty"),
        ({"lexicons": {"x": ["Al"]}}, "needs 2 different values of 'x', but the lexicon has 1"),
        ({"capabilities": {"c": {"tests": [{"template": "{x is"}]}}}, "unbalanced '{'"),
    ],
)
def test_expand_refuses_what_cannot_be_filled(tmp_path, capsys, change, message):
    code, out, err = run(capsys, "checklist", "expand", write(tmp_path / "c.json", CHECKLIST | change))
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_extract_refuses_a_file_without_instances(tmp_path, capsys):
    code, _, err = run(
        capsys, "checklist", "extract", write(tmp_path / "lines.txt", "\n \n"), "-o", tmp_path / "o.json"
    )
    assert code == 2
    assert "holds no instances" in err
    assert not (tmp_path / "o.json").exists()


def test_generate_refuses_translations_of_another_length(tmp_path, capsys):
    path, few = write(tmp_path / "c.json", CHECKLIST), write(tmp_path / "few", "one\ntwo\n")
    code, _, err = run(
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
    code, _, err = run(
        capsys, "checklist", "generate", write(tmp_path / "c.json", CHECKLIST), "--to", "es", "--translator",
        "apertium:eng-spa", "-o", tmp_path / "n.json",
    )  # fmt: skip
    assert code == 2
    assert "apt-get install apertium" in err


def test_extract_says_how_many_lines_it_left_out(tmp_path, capsys):
    lines = write(tmp_path / "lines.txt", "a b c\na b d\n\na b c\n")
    code, _, err = run(capsys, "checklist", "extract", lines, "-o", tmp_path / "o.json")
    assert code == 0
    assert "left out: 1 empty lines, 1 repeated lines" in err
    settings = json.loads((tmp_path / "o.json").read_text(encoding="utf-8"))["settings"]
    assert (settings["empty_lines"], settings["repeated_lines"]) == (1, 1)
