"""mteval checklist extract."""

import json

import pytest

from tests.cli.calling import call
from tests.cli.checklists import CHECKLIST, write


def test_what_extract_writes_expands_to_the_lines_again(tmp_path, capsys):
    lines = [f"{n} es {a}." for n in ("El vuelo", "El hotel") for a in ("bueno", "malo")]
    lines += [f"{n} es {a}." for n in ("La silla", "La mesa") for a in ("buena", "mala")]
    instances = write(tmp_path / "lines.txt", "\n".join([*lines, "", lines[0]]) + "\n")
    code, _, err = call(capsys, "checklist", "extract", instances, "-o", tmp_path / "out.json")
    document = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert code == 0
    assert "8 instances, 2 templates, coverage 100.0%, over-generation 0.0%" in err
    assert set(document["templates"][0]) >= {"template", "support", "suspected"}
    _, out, _ = call(capsys, "checklist", "expand", tmp_path / "out.json")
    assert sorted(out.splitlines()) == sorted(lines)


NOUNS = {"flight": "El vuelo", "seat": "El asiento", "food": "La comida", "crew": "La tripulación"}
ADJECTIVES = {"good": "buen", "bad": "mal", "new": "nuev", "cheap": "barat"}


@pytest.mark.parametrize(
    ("options", "templates", "wrong"),
    [
        ((), 2, 0),
        (("--values", "values.tsv"), 2, 0),
        (("--method", "tea", "--lemmas", "es=simplemma"), 2, 0),
        (("--method", "tea"), 1, 16),
    ],
)
def test_spanish_gender_parts_templates(tmp_path, capsys, monkeypatch, options, templates, wrong):
    """The published algorithm without lemmas mixes the genders: of 4 nouns and 8 forms half go together."""
    monkeypatch.chdir(tmp_path)
    pairs = [(noun, adjective) for noun in NOUNS for adjective in ADJECTIVES]
    lines = [f"{NOUNS[n]} era {ADJECTIVES[a]}{'a' if NOUNS[n].startswith('La') else 'o'}." for n, a in pairs]
    write(tmp_path / "values.tsv", "".join(f"{n}\t{a}\n" for n, a in [("noun", "adj"), *pairs]))
    instances = write(tmp_path / "es.txt", "".join(f"{line}\n" for line in lines))
    _, _, err = call(capsys, "checklist", "extract", instances, *options, "-o", "out.json")
    assert f"16 instances, {templates} template{'s' if templates > 1 else ''}, coverage 100.0%" in err
    _, out, _ = call(capsys, "checklist", "expand", "out.json")
    assert len(set(out.splitlines()) - set(lines)) == wrong


def test_source_values_from_expand_name_the_slots(tmp_path, capsys):
    path = write(tmp_path / "c.json", CHECKLIST)
    _, out, _ = call(capsys, "checklist", "expand", path, "--json", "--capability", "plain")
    values = write(tmp_path / "values.jsonl", out)
    lines = write(tmp_path / "lines.txt", "".join(f"{name} está aquí.\n" for name in ("Al", "Bo", "Cy")))
    _, out, _ = call(capsys, "checklist", "extract", lines, "--values", values)
    assert [entry["template"] for entry in json.loads(out)["templates"]] == ["{x} está aquí."]


@pytest.mark.parametrize("method", ["better", "tea"])
def test_both_methods_write_the_same_kind_of_document(tmp_path, capsys, method):
    lines = write(
        tmp_path / "lines.txt", "".join(f"in {c} it is {a}\n" for c in ("Rome", "Oslo") for a in ("hot", "cold"))
    )
    code, out, _ = call(capsys, "checklist", "extract", lines, "--method", method)
    document = json.loads(out)
    assert code == 0
    assert document["coverage"] == 1
    assert [entry["support"] for entry in document["templates"]] == [4]


def test_extract_refuses_a_file_without_instances(tmp_path, capsys):
    code, _, err = call(
        capsys, "checklist", "extract", write(tmp_path / "lines.txt", "\n \n"), "-o", tmp_path / "o.json"
    )
    assert code == 2
    assert "holds no instances" in err
    assert not (tmp_path / "o.json").exists()


def test_extract_says_how_many_lines_it_left_out(tmp_path, capsys):
    lines = write(tmp_path / "lines.txt", "a b c\na b d\n\na b c\n")
    code, _, err = call(capsys, "checklist", "extract", lines, "-o", tmp_path / "o.json")
    assert code == 0
    assert "left out: 1 empty lines, 1 repeated lines" in err
    settings = json.loads((tmp_path / "o.json").read_text(encoding="utf-8"))["settings"]
    assert (settings["empty_lines"], settings["repeated_lines"]) == (1, 1)
