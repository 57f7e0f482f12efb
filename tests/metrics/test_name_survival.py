"""Names that survive and names that are lost; the sentences are our own, and the shares of FLORES are counted apart."""

import numpy as np
import pytest

from mteval.core.evidence import Comparison, Skipped
from mteval.metrics.name_survival import NameSurvival, lost_names, source_names

SOURCE = "Yesterday Johnson met Boris in London."


def one(translation, source=SOURCE):
    return Comparison(translation, (), source)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        (SOURCE, ("Johnson", "Boris")),  # London has other names in other languages
        ("Johnson met the king.", ()),  # a capital at the beginning says nothing
        ("They met on Sunday in January with German friends.", ()),
        ("We saw Boris and then Boris again.", ("Boris",)),
        ("we saw the king", ()),
    ],
)
def test_names_are_listed_words_with_a_capital_inside_a_sentence(source, names):
    assert source_names(source) == names


@pytest.mark.parametrize(
    ("translation", "lost"),
    [
        ("Gestern traf Johnson Boris in London.", ()),
        ("Вчера Джонсън срещна Борис в Лондон.", ()),
        ("Ayer Johnson lo encontró en Londres.", ("Boris",)),
        ("Gestern traf Johnsons Freund den Minister.", ("Boris",)),
        ("", ("Johnson", "Boris")),
    ],
)
def test_a_name_is_held_by_what_sounds_like_it(translation, lost):
    assert lost_names(one(translation)) == lost


def test_values_and_losses_by_case():
    metric = NameSurvival()
    evidence = [
        one("Gestern traf Johnson Boris in London."),
        one("Gestern traf Johnson jemanden."),
        one("昨天莎士比亚见到了鲍里斯。"),
        one("Er kam.", "He came."),
        Skipped("too long"),
    ]
    statistics = metric.observe(evidence)
    assert metric.estimate(statistics, np.ones((1, 5)))[0].tolist() == [0.75, 1, 4]
    assert statistics.counted.tolist() == [True, True, False, False, False]
    assert statistics.details[1] == {"lost": ["Boris"]}
    (finding,) = metric.inspect(evidence)
    assert finding.cases == ("2",)
    assert "'Boris' (segment 2)" in finding.message


def test_sources_of_other_languages_do_not_count():
    assert not NameSurvival(src_lang="de").observe([one("x")]).counted.any()


@pytest.mark.parametrize(("language", "flagged"), [("bg", 0), ("es", 2)])
def test_human_references_are_hardly_ever_flagged(shared, language, flagged):
    folder = shared / "data" / "flores" / f"en-{language}"
    sources, references = (
        (folder / f"flores-test.{code}").read_text(encoding="utf-8").splitlines() for code in ("en", language)
    )
    lost = [lost_names(one(*pair)) for pair in zip(references, sources, strict=True)]
    assert sum(map(bool, lost)) == flagged
