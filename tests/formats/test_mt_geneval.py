"""MT-GenEval's files by their names, there and back, and what is missing."""

import json

import pytest

from mteval.core.errors import DataError
from mteval.core.records import GenderItem
from mteval.core.suites import SuiteSource
from mteval.formats.mt_geneval import MtGeneval
from tests.cli.calling import call

WOMAN = ("She is a doctor.", "Sie ist Ärztin.")
MAN = ("He is a doctor.", "Er ist Arzt.")
ITEMS = (
    GenderItem(*WOMAN, MAN[1], gender="feminine", pair="1"),
    GenderItem(*MAN, WOMAN[1], gender="masculine", pair="1"),
)


def counterfactual(folder):
    for gender, texts in (("feminine", WOMAN), ("masculine", MAN)):
        for language, text in zip(("en", "de"), texts, strict=True):
            (folder / f"geneval-sentences-{gender}-test.en_de.{language}").write_text(f"{text}\n", encoding="utf-8")
    return folder / "geneval-sentences-feminine-test.en_de.en"


def read(path):
    return MtGeneval().read(SuiteSource("x", "gender", "mt-geneval", {"data": path}))


@pytest.mark.parametrize("given", ["feminine", "masculine"])
def test_both_genders_are_read_whichever_is_given(tmp_path, given):
    contents = read(counterfactual(tmp_path).with_name(f"geneval-sentences-{given}-test.en_de.en"))
    assert contents.records == ITEMS
    assert contents.languages == ("en", "de")
    assert len(contents.files) == 3


def test_contextual_files_have_the_flipped_reference(tmp_path):
    head = "geneval-context-wikiprofessions-{}-test.en_de.{}"
    for kind, language, text in (("original", "en", "x"), ("original", "de", "y"), ("flipped", "de", "z")):
        (tmp_path / head.format(kind, language)).write_text(f"{text}\n")
    contents = read(tmp_path / head.format("original", "en"))
    assert contents.records == (GenderItem("x", "y", "z", pair="1"),)


def test_records_go_there_and_back(tmp_path):
    path = tmp_path / "geneval-sentences-feminine-dev.en_de.en"
    MtGeneval().write(ITEMS, path)
    assert read(path).records == ITEMS


def test_missing_and_shorter_files_and_other_names_are_named(tmp_path):
    path = counterfactual(tmp_path)
    with (tmp_path / "geneval-sentences-masculine-test.en_de.de").open("a", encoding="utf-8") as file:
        file.write("zu viel\n")
    with pytest.raises(DataError, match="2 lines"):
        read(path)
    (tmp_path / "geneval-sentences-masculine-test.en_de.de").unlink()
    with pytest.raises(DataError, match="masculine"):
        read(path)
    with pytest.raises(DataError, match="is not named"):
        read(tmp_path / "sentences.en")


def test_the_files_run_by_the_command_line(tmp_path, capsys):
    output = tmp_path / "out.de"
    output.write_text("Sie ist Arzt.\nEr ist Arzt.\n", encoding="utf-8")
    path = counterfactual(tmp_path)
    arguments = ("--format", "mt-geneval", "--system", f"output-file:{output}", "--resamples", 0, "--json")
    code, out, err = call(capsys, "run", path, *arguments)
    assert code == 0, err
    values = json.loads(out)["reports"][0]["scores"][0]["values"]
    assert (values["accuracy"], values["feminine"], values["masculine"], values["gap"]) == (0.5, 0, 1, 1)
