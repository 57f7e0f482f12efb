"""Noun forms read from each kind of lexicon."""

import csv

import pytest

from mteval.core.errors import DataError
from mteval.lexical.nouns import NounForm, Reading, installed_nouns, noun_lexicon, noun_rows

CASES = ("nominativ", "genitiv", "dativ", "akkusativ")
VARIANTS = ("", "*", " 1", " 2", " stark")
CELLS = [f"{case} {number}{variant}" for case in CASES for number in ("singular", "plural") for variant in VARIANTS]
COLUMNS = ("lemma", "pos", "genus", "genus 1", "genus 2", *CELLS)


def german_table(path, *rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_german_nouns_have_gender_number_and_case(tmp_path):
    weak = {"lemma": "Junge", "genus": "m", "nominativ singular": "Junge", "dativ singular": "Jungen"}
    path = german_table(tmp_path / "nouns.csv", weak, {"lemma": "Band", "pos": "Nachname"})
    assert list(noun_rows(path)) == [
        NounForm("junge", "junge", Reading("masc", "sg", "nom")),
        NounForm("junge", "jungen", Reading("masc", "sg", "dat")),
    ]


def test_a_german_noun_with_two_genders_has_the_forms_of_each(tmp_path):
    row = {
        "lemma": "Joghurt",
        "genus 1": "m",
        "genus 2": "n",
        "genitiv singular 1": "Joghurts",
        "genitiv singular 2": "Joghurt",
    }
    path = german_table(tmp_path / "nouns.csv", row)
    assert [(one.form, one.reading.gender) for one in noun_rows(path)] == [("joghurts", "masc"), ("joghurt", "neut")]


def test_adjectives_used_as_nouns_and_second_forms(tmp_path):
    row = {"lemma": "Kind", "genus": "n", "dativ singular": "Kind", "dativ singular*": "Kinde"}
    changing = {"lemma": "Erwachsener", "genus": "m", "nominativ singular stark": "Erwachsener"}
    assert [one.form for one in noun_rows(german_table(tmp_path / "nouns.csv", row, changing))] == ["kind", "kinde"]


def test_another_csv_is_refused(tmp_path):
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(DataError, match="is not the table of german-nouns"):
        list(noun_rows(tmp_path / "other.csv"))


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_lexique_in_either_encoding(tmp_path, encoding):
    rows = "étage\tx\tétage\tNOM\tm\ts\nbras\tx\tbras\tNOM\tm\t\nélève\tx\télève\tNOM\t\ts\nvoler\tx\tvoler\tVER\t\t\n"
    path = tmp_path / "Lexique383.txt"
    path.write_text("1_ortho\t2_phon\t3_lemme\t4_cgram\t5_genre\t6_nombre\n" + rows, encoding=encoding)
    assert [(one.form, one.reading.gender, one.reading.number) for one in noun_rows(path)] == [
        ("étage", "masc", "sg"),
        ("bras", "masc", "sg"),
        ("bras", "masc", "pl"),
        ("élève", "masc", "sg"),
        ("élève", "fem", "sg"),
    ]


def test_unimorph_rows_without_gender_say_too_little(tmp_path):
    (tmp_path / "deu").write_text("Haus\tHause\tN;NEUT;DAT;SG\nHaus\tHäuser\tN;NOM;PL\ngehen\tging\tV;PST;3;SG\n")
    assert list(noun_rows(tmp_path / "deu")) == [NounForm("haus", "hause", Reading("neut", "sg", "dat"))]


def test_only_wanted_nouns_are_kept(tmp_path):
    rows = [{"lemma": name, "genus": "n", "nominativ singular": name} for name in ("Haus", "Holz", "Kind")]
    path = german_table(tmp_path / "nouns.csv", *rows)
    assert [row.lemma for row in noun_lexicon(path, {"haus"}, {"kind"}).rows] == ["haus", "kind"]


def test_installed_packages_are_found_for_their_language(monkeypatch, tmp_path):
    package = tmp_path / "german_nouns"
    package.mkdir()
    (package / "__init__.py").write_text("")
    german_table(package / "nouns.csv")
    monkeypatch.syspath_prepend(tmp_path)
    assert installed_nouns("de-AT") == package / "nouns.csv"
    assert installed_nouns("sk") is None
