"""Translations beside references: what is laid side by side, what is resampled together, and what looks copied."""

import pytest

from mteval.core import registry
from mteval.core.errors import MtevalError
from mteval.core.evidence import Comparison, Skipped
from mteval.core.protocols import Contents
from mteval.core.queries import LogProbs, Translate, Translation, Unanswered
from mteval.core.records import Segment
from mteval.core.suites import SuiteSource


def loaded(*segments, **source):
    family = registry.families.find("reference")({})
    return family, family.load(SuiteSource("x", "reference", "lines", {}, **source), Contents(segments))


def test_every_segment_is_a_translation_to_make():
    family, suite = loaded(Segment(("one", "1"), "eins"), Segment(("two",)))
    assert [case.query for case in suite.cases] == [Translate("eins"), Translate("")]
    assert (suite.metrics, suite.cluster) == (("bleu", "chrf", "ter"), None)
    assert list(family.export(suite)) == ["eins", ""]
    assert loaded(Segment(("one",)), metrics=("comet",))[1].metrics == ("comet",)


def test_segments_of_one_document_are_resampled_together():
    _, suite = loaded(Segment(("one",), None, {"document": ("a",)}))
    assert suite.cluster == "document"


def test_a_translation_is_laid_beside_its_references_and_others_are_skipped():
    family, suite = loaded(Segment(("one", "1"), "eins"))
    assert family.judge(suite.cases[0], Translation("won")) == Comparison("won", ("one", "1"), "eins")
    for answer in (Unanswered("too long"), LogProbs((1.0,))):
        assert family.judge(suite.cases[0], answer) == Skipped("no translation")


@pytest.mark.parametrize(
    ("copies", "told"),
    [(0, False), (1, False), (2, True), (20, True)],  # a tenth of twenty is two
)
def test_a_tenth_of_copies_is_no_chance(copies, told):
    segments = [Segment((f"reference {i}",), f"source {i}") for i in range(20)]
    family, suite = loaded(*segments)
    answers = [Translation(f"reference {i}" if i < copies else "other") for i in range(20)]
    evidence = [family.judge(case, answer) for case, answer in zip(suite.cases, answers, strict=True)]
    found = {finding.code: finding.cases for finding in family.inspect(suite, answers, evidence)}
    assert found == ({"identical-to-reference": tuple(str(i + 1) for i in range(copies))} if told else {})


def test_empty_references_are_told():
    _, suite = loaded(Segment(("  ",), "a"), Segment(("b",), "b"), Segment(("c",), "c"))
    assert [(finding.code, finding.cases) for finding in suite.findings] == [("empty-line", ("1",))]


def test_there_are_no_options():
    with pytest.raises(MtevalError, match="the family 'reference'"):
        registry.families.find("reference")({"lower": "1"})
