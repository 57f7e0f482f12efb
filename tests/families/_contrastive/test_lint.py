"""Lint rules for contrastive sets, and the cleaned set."""

from __future__ import annotations

import json

import pytest

from mteval.core import registry
from mteval.core.records import Contrast, ContrastItem
from mteval.core.suites import SuiteSource
from mteval.evaluation.lint import lint
from mteval.families._contrastive import lint as contrast_lint
from tests.golden import own_mucow


def item(reference="a dog barks", contrasts=(("a cat barks", "cat"),), **changes):
    given = {"source": "pes štěká", "word": "pes", "sense": "dog_hound", "original": "dog", **changes}
    return ContrastItem(reference=reference, contrasts=tuple(Contrast(t, "ws", r) for t, r in contrasts), **given)


def codes(*items, languages=("cs", "en")):
    both = (*contrast_lint.basic_defects(items, languages), *contrast_lint.deeper_defects(items, languages))
    return [(one.code, one.item, one.contrast) for one in both]


def test_a_sound_item_has_no_defect():
    assert codes(item()) == []


@pytest.mark.parametrize(
    ("changes", "code", "contrast"),
    [
        ({"contrasts": (("a dog barks", "dog2"),)}, "contrast-equals-reference", 0),
        ({"contrasts": ()}, "item-without-contrasts", None),
        ({"source": " ", "word": ""}, "empty-line", None),
        ({"contrasts": (("a cat barks", "cat"), ("a cat  barks", "cat"))}, "duplicate-contrast", 1),
        ({"contrasts": (("a owl barks", "owl"),)}, "article-clash", 0),
        ({"contrasts": (("a hound barks", "hound"),)}, "positive-negative-overlap", 0),
        ({"source": "kočka mňouká"}, "source-word-missing", None),
        ({"original": "wolf"}, "original-missing", None),
    ],
)
def test_each_rule(changes, code, contrast):
    assert codes(item(**changes)) == [(code, 0, contrast)]


def test_articles_are_an_english_matter():
    assert codes(item(contrasts=(("a owl barks", "owl"),)), languages=("cs", "hu")) == []


def test_another_order_is_a_defect_where_order_is_free():
    moved = item(
        reference="राम ने एक सेब खाया।", contrasts=(("राम ने खाया एक सेब।", ""), ("राम ने एक आम खाया।", "")), original=""
    )
    assert codes(moved, languages=("cs", "hi")) == [("other-order", 0, 0)]
    assert codes(moved, languages=("cs", "de")) == codes(moved, languages=()) == []
    (kept,) = contrast_lint.clean((moved,), ("cs", "hi")).items
    assert [one.text for one in kept.contrasts] == ["राम ने एक आम खाया।"]


def test_cleaning_leaves_no_defect_that_can_be_mended():
    items = (
        item(contrasts=(("a owl barks", "owl"), ("a cat barks", "cat"))),
        item(contrasts=(("a owl barks", "owl"),), source="ten pes štěká"),
        item(contrasts=(("a owl barks", "owl"), ("a cat barks", "cat"))),
        item(contrasts=(), source="pes"),
    )
    cleaned = contrast_lint.clean(items, ("cs", "en"))
    assert [[contrast.replacement for contrast in one.contrasts] for one in cleaned.items] == [["cat"]]
    assert cleaned.removed == {"duplicate-item": 1, "item-without-contrasts": 2, "article-clash": 2}
    assert codes(*cleaned.items) == []


def read_set(path):
    source = SuiteSource("x", "contrastive", "mucow-scoring", {"data": path})
    return registry.formats.find("mucow-scoring")().read(source).records


def test_a_set_of_our_own_cleans_to_one_without_defects(tmp_path):
    items = read_set(own_mucow.write_scoring(tmp_path) / "cs-en.mucow.scoring.json")
    found = {code for code, _, _ in codes(*items)}
    assert set(own_mucow.DEFECTS) <= found
    cleaned = contrast_lint.clean(items, ("cs", "en"))
    # The item whose only contrast is the reference goes, the one without contrasts, and the copy of the first.
    assert len(cleaned.items) == 3
    assert not {code for code, _, _ in codes(*cleaned.items)} & set(own_mucow.DEFECTS)


def test_published_set_cleans_to_one_without_defects(shared):
    items = read_set(shared / "data" / "mucow" / "scoring" / "cs-en.mucow.scoring.json")
    found = [code for code, _, _ in codes(*items)]
    # FORMATS: 20 contrasts equal the reference; a/an clashes after substitution exist.
    assert found.count("contrast-equals-reference") == 20
    assert found.count("article-clash") > 50
    assert codes(*contrast_lint.clean(items, ("cs", "en")).items) == []


def test_chance_level():
    finding = contrast_lint.chance_level([1, 2, 0])
    assert "0.4167" in finding.message  # (1/2 + 1/3) / 2


def many_items(folder):
    """Forty items, of which a good model of costs wins all but four."""
    items = [{**own_mucow.FIRST, "source": f"Byl ve vazbě {number} ."} for number in range(40)]
    (folder / "tr-en.mucow.scoring.json").write_text(json.dumps(items), encoding="utf-8")
    costs = "".join("2\n1\n" if number % 10 == 0 else "1\n2\n" for number in range(40))
    (folder / "nematus.score.tr-en.mucow.txt").write_text(costs, encoding="utf-8")
    return folder


@pytest.mark.parametrize("source", ["own", "published"])
@pytest.mark.parametrize(("better", "suspicious"), [("lower", False), ("higher", True)])
def test_lint_finds_scores_with_the_wrong_sign(source, request, tmp_path, better, suspicious):
    """Nematus scores are costs: lower is better."""
    folder = (
        many_items(tmp_path) if source == "own" else request.getfixturevalue("shared") / "data" / "mucow" / "scoring"
    )
    scores = f"{folder / 'nematus.score.tr-en.mucow.txt'}?better={better}"
    found = lint(str(folder / "tr-en.mucow.scoring.json"), "mucow-scoring", {}, (), scores).findings
    assert any(finding.code == "suspicious-sign" for finding in found) is suspicious
