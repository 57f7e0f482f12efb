"""Lint rules for contrastive sets, and the cleaned set."""

from __future__ import annotations

import pytest

from mteval.core.records import Contrast, ContrastItem, SenseItem
from mteval.evaluation.lint import lint
from mteval.families._contrastive import lint as contrast_lint
from mteval.families._sense_choice import lint as sense_lint
from mteval.families._training_overlap import training_overlap
from mteval.lexical.word_presence import positions, word_in_sentence
from mteval.text.articles import article_clashes, expected_article


@pytest.mark.parametrize(
    ("word", "article"),
    [
        ("apple", "an"),
        ("hour", "an"),
        ("heir", "an"),
        ("honest", "an"),
        ("house", "a"),
        ("university", "a"),
        ("unimportant", "an"),
        ("uninvited", "an"),
        ("user", "a"),
        ("umbrella", "an"),
        ("European", "a"),
        ("one-off", "a"),
        ("onerous", "an"),
        ("MP", "an"),
        ("UN", "a"),
        ("FBI", "an"),
        ("NATO", "an"),
        ("e-mail", "an"),
        ("bond", "a"),
    ],
)
def test_articles(word, article):
    # NATO is spoken as a word; letter by letter is the best guess without a pronunciation dictionary.
    assert expected_article(word) == article


def test_a_clash_is_looked_for_before_the_word_only():
    assert article_clashes("He has a idea and a umbrella.", "umbrella")
    assert not article_clashes("He has a idea and an umbrella.", "umbrella")
    assert article_clashes("An board member", "board")
    assert not article_clashes("the board", "board")


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


def test_published_set_cleans_to_one_without_defects(shared):
    from mteval.core import registry
    from mteval.core.suites import SuiteSource

    path = shared / "data" / "mucow" / "scoring" / "cs-en.mucow.scoring.json"
    source = SuiteSource("x", "contrastive", "mucow-scoring", {"data": path})
    items = registry.formats.find("mucow-scoring")().read(source).records
    found = [code for code, _, _ in codes(*items)]
    # FORMATS: 20 contrasts equal the reference; a/an clashes after substitution exist.
    assert found.count("contrast-equals-reference") == 20
    assert found.count("article-clash") > 50
    assert codes(*contrast_lint.clean(items, ("cs", "en")).items) == []


def test_overlap_with_training_text(tmp_path):
    path = tmp_path / "corpus.gz"
    import gzip

    path.write_bytes(gzip.compress("Něco jiného .\nPES  štěká\n".encode()))
    (found,) = training_overlap(["pes štěká", "kočka"], ["1", "2"], [str(path)])
    assert (found.count, found.cases) == (1, ("1",))
    assert "also stand in corpus.gz" in found.message
    assert not list(training_overlap(["kočka"], ["2"], [str(path)]))


def test_chance_level():
    finding = contrast_lint.chance_level([1, 2, 0])
    assert "0.4167" in finding.message  # (1/2 + 1/3) / 2


def test_words_are_found_in_their_forms():
    assert word_in_sentence("vazba", "Byla propuštěna z vazby .", "cs")
    assert word_in_sentence("Abfall", "Die Abfälle wachsen .", "de")
    assert word_in_sentence("mouse", "They saw mice .", "en")
    assert not word_in_sentence("vazba", "Nic takového .", "cs")
    assert positions("bank", ("the", "banks", "of", "Bank"), "en") == (3,)
    assert positions("mouse", ("two", "mice"), "en") == (1,)


def sense(**changes):
    given = {"id": "1", "source": "the bank", "word": "bank", "positive": ("a", "b"), "negative": ("c", "d")}
    return SenseItem(**{**given, **changes})


def test_sense_items_lose_words_listed_on_both_sides():
    items = [
        sense(negative=("b", "c"), distances=(0.1, 0.2)),
        sense(negative=("b", "c")),
        sense(negative=("a",), source="x"),
    ]
    assert [finding.code for finding in sense_lint.basic_findings(items, ["1", "2", "3"])] == [
        "positive-negative-overlap",
        "duplicate-item",
    ]
    (kept,), removed = sense_lint.clean(items)
    assert (kept.positive, kept.negative, kept.distances) == (("a",), ("c",), (0.2,))
    assert removed == {"duplicate-item": 1, "positive-negative-overlap": 2, "item-without-words": 1}


@pytest.mark.parametrize(("better", "suspicious"), [("lower", False), ("higher", True)])
def test_lint_finds_scores_with_the_wrong_sign(shared, better, suspicious):
    """The published Nematus scores are costs: lower is better."""
    folder = shared / "data" / "mucow" / "scoring"
    scores = f"{folder / 'nematus.score.tr-en.mucow.txt'}?better={better}"
    found = lint(str(folder / "tr-en.mucow.scoring.json"), "mucow-scoring", {}, (), scores).findings
    assert any(finding.code == "suspicious-sign" for finding in found) is suspicious
