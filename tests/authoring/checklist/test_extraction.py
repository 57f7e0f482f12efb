"""Templates extracted from a file, and the source values of its lines."""

import json

import pytest

from mteval.authoring.checklist.extraction import ExtractionSettings, extract_file, read_values
from mteval.checklists.templates import expand
from mteval.core.errors import DataError, MtevalError


def write(path, text):
    path.write_text(text, encoding="utf-8")
    return path


LINES = "".join(f"in {city} it is {how}\n" for city in ("Rome", "Oslo") for how in ("hot", "cold"))


@pytest.mark.parametrize("method", ["better", "tea"])
def test_one_template_and_what_was_left_out(tmp_path, method):
    path = write(tmp_path / "lines", LINES + "\n \nin Rome it is hot\n")
    found = extract_file(path, ExtractionSettings(method=method))
    assert [one.support for one in found.templates] == [4]
    assert found.coverage == 1
    assert (found.settings["empty_lines"], found.settings["repeated_lines"]) == (2, 1)


def test_source_values_name_the_slots_though_lines_are_empty(tmp_path):
    values = ["city\tadj", *(f"{city}\t{how}" for city in ("Rom", "Oslo") for how in ("heiß", "kalt"))]
    values.insert(2, "\t")
    lines = LINES.splitlines()
    lines.insert(1, "")
    path = write(tmp_path / "lines", "\n".join(lines) + "\n")
    settings = ExtractionSettings(values=write(tmp_path / "values", "\n".join(values) + "\n"))
    assert [one.template for one in extract_file(path, settings).templates] == ["in {city} it is {adj}"]


@pytest.mark.parametrize(
    "text",
    [
        "city\tadj\nRome\thot\nOslo\tcold\n",
        '{"city": "Rome", "adj": "hot"}\n{"city": "Oslo", "adj": "cold"}\n',
        '{"values": {"city": "Rome", "adj": "hot"}}\n{"values": {"city": "Oslo", "adj": "cold"}}\n',
    ],
)
def test_values_as_a_table_and_as_json(tmp_path, text):
    expected = [{"city": "Rome", "adj": "hot"}, {"city": "Oslo", "adj": "cold"}]
    assert read_values(write(tmp_path / "values", text), 2) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("city\nRome\n", "has the values of 1 lines, but there are 2 instances"),
        ('{"city": "Rome"}\n{"city"\n', "line 2: is not JSON"),
        ('{"city": 3}\n{}\n', "line 1: an object of slot names and values"),
    ],
)
def test_values_that_do_not_fit_are_refused(tmp_path, text, problem):
    with pytest.raises(DataError, match=problem):
        read_values(write(tmp_path / "values", text), 2)


def test_a_file_without_instances_is_refused(tmp_path):
    with pytest.raises(DataError, match="holds no instances"):
        extract_file(write(tmp_path / "lines", "\n \n"), ExtractionSettings())


@pytest.mark.parametrize("method", ["better", "tea"])
def test_a_page_is_no_instance(tmp_path, method):
    path = write(tmp_path / "lines", f"{LINES}in Rome{' [it' * 100_000} is hot\n")
    with pytest.raises(DataError, match="words and signs; an instance has 400 at most") as caught:
        extract_file(path, ExtractionSettings(method=method))
    assert caught.value.line == 5


def test_a_long_instance_without_many_words_is_read(tmp_path):
    path = write(
        tmp_path / "lines", "".join(f"in {city} it is{' notwithstanding' * 40}\n" for city in ("Rome", "Oslo"))
    )
    assert [one.support for one in extract_file(path, ExtractionSettings()).templates] == [2]


def test_what_was_extracted_is_json(tmp_path):
    found = extract_file(write(tmp_path / "lines", LINES), ExtractionSettings())
    assert json.dumps(dict(found.lexicons))


@pytest.mark.parametrize(
    ("pattern", "values"),
    [("我喜欢{}。", "茶酒鱼"), ("ฉันชอบ{}มาก", ["ชา", "ปลา", "หมา"]), ("私は{}が好き。", ["茶", "犬", "魚"])],
)
def test_tea_finds_slots_in_languages_without_spaces(tmp_path, pattern, values):
    path = tmp_path / "lines.txt"
    path.write_text("".join(f"{pattern.format(value)}\n" for value in values), encoding="utf-8")
    found = extract_file(path, ExtractionSettings(method="tea"))
    assert len(found.templates) == 1
    (lexicon,) = found.lexicons.values()
    assert len(lexicon) == 3


def test_values_of_several_templates_name_slots_only(tmp_path):
    lines, values = [], []
    for template in ("the {x} is {y}", "{y} is no {x}"):
        for x in ("cat", "dog", "cow", "fox"):
            for y in ("big", "shy", "old", "red"):
                lines.append(template.replace("{x}", x).replace("{y}", y))
                values.append({"values": {"x": x, "y": y}, "template": [template]})
    (tmp_path / "lines.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    path = tmp_path / "values.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in values), encoding="utf-8")
    found = extract_file(tmp_path / "lines.txt", ExtractionSettings(values=path))
    assert {one.template for one in found.templates} == {"the {x} is {y}", "{y} is no {x}"}


SPANISH = ["La sopa era bonita.", "La mesa era bonita.", "La sopa era vieja.", "La mesa era vieja."]
SPANISH += ["El libro era bonito.", "El hotel era bonito.", "El libro era viejo.", "El hotel era viejo."]


def test_gender_parts_templates_over_lemmas(tmp_path):
    path = tmp_path / "es.txt"
    path.write_text("\n".join(SPANISH), encoding="utf-8")
    found = extract_file(path, ExtractionSettings("tea", lemmas="es=simplemma"))
    assert [(one.support, one.unseen) for one in found.templates] == [(4, 0), (4, 0)]
    assert extract_file(path, ExtractionSettings("tea")).unseen > 0


def test_a_tagger_gives_lemmas_in_context(tmp_path, shared):
    path = tmp_path / "de.txt"
    nouns = {"Film": "Der", "Garten": "Der", "Suppe": "Die", "Stadt": "Die"}
    lines = [f"{article} {noun} war {adjective}." for noun, article in nouns.items() for adjective in ("alt", "gut")]
    path.write_text("\n".join(lines), encoding="utf-8")
    model = shared / "models" / "udpipe_de" / "de_tiny.udpipe"
    found = extract_file(path, ExtractionSettings("tea", lemmas=f"de=udpipe:{model}"))
    made = {i.texts[0] for one in found.templates for i in expand(one.template, found.lexicons)}
    assert set(lines) <= made
    assert found.coverage == 1


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (ExtractionSettings("tea", lemmas="simplemma"), "LANG=simplemma"),
        (ExtractionSettings("better", lemmas="es=simplemma"), "belongs to --method tea"),
        (ExtractionSettings("tea", lemmas="xx=simplemma"), "no dictionary"),
        (ExtractionSettings("tea", lemmas="es=nobody"), "nobody"),
    ],
)
def test_lemmatisers_that_cannot_be_are_refused(tmp_path, wishes, said):
    path = tmp_path / "es.txt"
    path.write_text("\n".join(SPANISH), encoding="utf-8")
    with pytest.raises(MtevalError, match=said):
        extract_file(path, wishes)
