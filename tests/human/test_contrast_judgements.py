"""Judgements of contrastive items: what makes an item good, tables that are read, what is refused."""

import pytest

from mteval.core.errors import DataError
from mteval.human.contrast_judgements import ContrastJudgement, read_contrast_judgements

HEADER = "item,annotator,word,reference,contrast,reference_meaning,contrast_meaning,reference_grammatical,contrast_grammatical\n"


def judgement(reference="right", contrast="wrong", grammar=("yes", "yes"), item="1/1", annotator="ann", word="bank"):
    answers = {
        "reference_meaning": reference,
        "contrast_meaning": contrast,
        "reference_grammatical": grammar[0],
        "contrast_grammatical": grammar[1],
    }
    return ContrastJudgement(item, annotator, word, "r", "c", answers)


@pytest.mark.parametrize(
    ("given", "good"),
    [
        (judgement(), True),
        (judgement(reference="wrong"), False),
        (judgement(reference="unsure"), False),
        (judgement(contrast="right"), False),
        (judgement(contrast="unsure"), False),
        (judgement(grammar=("no", "yes")), False),
        (judgement(grammar=("yes", "no")), False),
    ],
)
def test_an_item_is_good_if_all_is_as_it_should_be(given, good):
    assert given.good is good


@pytest.mark.parametrize("name", ["x.csv", "x.tsv"])
def test_tables(tmp_path, name):
    path = tmp_path / name
    rows = HEADER + "1/1,ann,bank,Die Bank,Das Ufer,right,wrong,yes,no\n"
    path.write_text(rows.replace(",", "\t") if name.endswith("tsv") else rows, encoding="utf-8")
    (found,) = read_contrast_judgements(path)
    assert (found.item, found.word, found.reference, found.contrast) == ("1/1", "bank", "Die Bank", "Das Ufer")
    assert (found.reference_right, found.contrast_wrong, found.grammatical) == (True, True, False)


def test_faults_of_tables_are_named(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("item,annotator\n1/1,ann\n", encoding="utf-8")
    with pytest.raises(DataError, match="does not name the columns word, reference"):
        list(read_contrast_judgements(path))
    path.write_text(HEADER + "1/1,ann,bank,a,b,right,maybe,yes,no\n", encoding="utf-8")
    with pytest.raises(DataError, match="contrast_meaning is 'maybe', none of right, wrong, unsure"):
        list(read_contrast_judgements(path))
