"""What a record does not say is empty, so that it makes no tag and no slice."""

from pathlib import Path

from mteval.core import registry
from mteval.core.evidence import Outcome, Verdict
from mteval.core.protocols import Contents
from mteval.core.records import Contrast, ContrastItem, DictionaryPair, InventorySense
from mteval.core.suites import SuiteSource


def test_an_item_that_only_has_texts_is_in_no_slice_and_no_cluster():
    family = registry.families.find("contrastive")({})
    source = SuiteSource("made", "contrastive", "mucow-scoring", {"data": Path("a")})
    suite = family.load(source, Contents((ContrastItem("s", "right", (Contrast("wrong"),)),)))
    assert suite.cases[0].tags == {}
    assert (suite.slices, suite.cluster) == ((), None)


def test_what_else_a_record_may_leave_open():
    assert (ContrastItem("s", "r", ()).id, ContrastItem("s", "r", ()).original, Contrast("c").replacement) == (
        "",
        "",
        "",
    )
    assert DictionaryPair("dog", "Hund").line == 0
    assert (InventorySense("1", ("Hund",)).pos, InventorySense("1", ("Hund",)).gloss) == ("", "")


def test_a_verdict_without_contests_has_won_none():
    assert (Verdict(Outcome.PASSED).wins, Verdict(Outcome.PASSED).contests) == (0, 0)
