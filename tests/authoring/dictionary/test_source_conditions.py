"""Which forms of a target can translate a source word: cells of Bulgarian paradigms, by hand."""

import pytest

from mteval.authoring.dictionary.source_conditions import fitting_cells
from mteval.lexical.morphology import InflectionTable
from mteval.text.inflections import Inflection

TABLE = InflectionTable.from_rows(
    Inflection(lemma, form, tuple(features.split(";")))
    for lemma, form, features in (
        ("чанта", "чанта", "N;SG;INDF"),
        ("чанта", "чантата", "N;SG;DEF"),
        ("чанта", "чанти", "N;PL;INDF"),
        ("крал", "крал", "N;SG;INDF"),
        ("крада", "крал", "V.PTCP;ACT;PST;MASC;SG;INDF"),
        ("крада", "кралият", "V.PTCP;ACT;PST;MASC;SG;DEF"),
        ("крада", "краден", "V.PTCP;PASS;PST;MASC;SG;INDF"),
        ("крада", "крада", "V;IND;PRS;1;SG"),
        ("крада", "краде", "V;IND;PRS;3;SG"),
        ("крада", "крадох", "V;IND;PST;1;SG"),
        ("летен", "лятна", "ADJ;FEM;SG;INDF"),
    )
)


def taken(source, target, *, english=True):
    fits = fitting_cells(source, target, TABLE, english=english)
    return {row.form for rows in TABLE.paradigms.values() for row in rows if fits(row)}


@pytest.mark.parametrize(
    ("source", "target", "forms"),
    [
        ("bag", "чанта", {"чанта", "чантата", "крал", "лятна"}),
        ("bags", "чанти", {"чанти", "лятна"}),
        ("stolen", "крал", {"крал", "краден", "крадох", "лятна"}),
        ("steal", "крада", {"крада", "краде"}),
        ("steals", "краде", {"краде"}),
    ],
)
def test_cells_have_the_part_of_speech_number_and_tense_of_the_source(source, target, forms):
    assert taken(source, target) == forms


def test_the_king_is_no_translation_of_stolen():
    fits = fitting_cells("stolen", "крал", TABLE, english=True)
    assert [cell.lemma for cell in TABLE.cells("крал") if fits(cell)] == ["крада"]


@pytest.mark.parametrize(("source", "english"), [("tasche", False), ("qwrtz", True)])
def test_of_unknown_source_words_number_and_part_of_speech_of_the_target_are_kept(source, english):
    assert taken(source, "чанта", english=english) == {"чанта", "чантата", "крал"}


def test_the_one_who_has_desired_is_not_desired_though_desired_is_an_adjective_too():
    table = InflectionTable.from_rows(
        Inflection("желая", form, tuple(f"V.PTCP;{voice};PST;FEM;SG;{article}".split(";")))
        for form, voice, article in (
            ("желала", "ACT", "INDF"),
            ("желалата", "ACT", "DEF"),
            ("желана", "PASS", "INDF"),
            ("желаната", "PASS", "DEF"),
        )
    )
    fits = fitting_cells("desired", "желал", table, english=True)
    assert [cell.form for cell in table.paradigms["желая"] if fits(cell)] == ["желала", "желана", "желаната"]
