"""Conventions of dictionary induction, against brute force written from the published definitions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mteval.core import registry
from mteval.core.errors import MtevalError, UnknownNameError
from mteval.core.formatting import size_text
from mteval.core.options import parse_spec
from mteval.core.queries import Candidate, Rank, RankedWords
from mteval.core.results import Scale, Score
from tests.families.dictionary_suites import DICTIONARY, load

SOURCES = ["Haus", "haus", "katze", "baum", "Welt", "zug", "see", "tor", "ball", "Tor"]
TARGETS = ["House", "house", "cat", "tree", "World", "train", "lake", "sea", "gate", "goal", "ball", "Goal"]


class Space:
    """Two little embedding spaces, loaded as a convention wants and ranked by cosine, by brute force."""

    def __init__(self, seed: int) -> None:
        generator = np.random.default_rng(seed)
        self.source = list(zip(SOURCES, generator.normal(size=(len(SOURCES), 3)), strict=True))
        self.target = list(zip(TARGETS, generator.normal(size=(len(TARGETS), 3)), strict=True))

    @staticmethod
    def load(rows, *, fold: bool, cut: int):
        kept: dict[str, np.ndarray] = {}
        for word, vector in rows[: cut or None]:
            kept.setdefault(word.lower() if fold else word, vector / np.linalg.norm(vector))
        return kept

    def answer(self, query: Rank) -> RankedWords:
        fold, cut = query.fold_case, query.vocabulary or 0
        source, target = self.load(self.source, fold=fold, cut=cut), self.load(self.target, fold=fold, cut=cut)
        known = tuple(word for word in query.gold if word in target)
        if query.source not in source:
            return RankedWords(False, (), known, ())
        scores = {word: float(vector @ source[query.source]) for word, vector in target.items()}
        order = sorted(scores, key=lambda word: -scores[word])
        ranks = tuple(order.index(word) + 1 for word in known)
        return RankedWords(True, tuple(Candidate(word, scores[word]) for word in order[: query.k]), known, ranks)

    def ranks(self, fold: bool, cut: int):
        """For each line of the dictionary: source, and the rank of its target, or None if a side is unknown."""
        source, target = self.load(self.source, fold=fold, cut=cut), self.load(self.target, fold=fold, cut=cut)
        found = []
        for left, right in DICTIONARY:
            one, other = (left.lower(), right.lower()) if fold else (left, right)
            if one not in source or other not in target:
                found.append((one, None))
                continue
            better = sum(source[one] @ vector > source[one] @ target[other] for vector in target.values())
            found.append((one, int(better) + 1))
        return found


def oracle_by_source(space: Space, *, fold: bool, cut: int = 0) -> dict[str, float]:
    """MUSE and VecMap: unique sources with at least one pair with both sides in vocabulary; right if any gold is."""
    rows = space.ranks(fold, cut)
    best: dict[str, int] = {}
    for source, rank in rows:
        if rank is not None:
            best[source] = min(rank, best.get(source, rank))
    everything = len({source for source, _ in rows})
    values = {f"p@{k}": sum(rank <= k for rank in best.values()) / len(best) for k in (1, 5, 10)}
    values["mrr@10"] = sum(1 / rank for rank in best.values() if rank <= 10) / len(best)
    values["coverage"] = len(best) / everything
    values["p@1_oov_wrong"] = sum(rank == 1 for rank in best.values()) / everything
    return values


def oracle_by_pair(space: Space) -> dict[str, float]:
    """xling-eval: every line with both sides in vocabulary counts, repeats too; full MRR."""
    ranks = [rank for _, rank in space.ranks(fold=True, cut=0)]
    known = [rank for rank in ranks if rank is not None]
    values = {f"p@{k}": sum(rank <= k for rank in known) / len(known) for k in (1, 5, 10)}
    values["mrr@10"] = sum(1 / rank for rank in known if rank <= 10) / len(known)
    values["coverage"] = len(known) / len(ranks)
    values["p@1_oov_wrong"] = sum(rank == 1 for rank in known) / len(ranks)
    values["mrr"] = sum(1 / rank for rank in known) / len(known)
    return values


def values(family, suite, space: Space) -> dict[str, float]:
    spec = parse_spec(suite.metrics[0])
    metric = registry.metrics.find(spec.name)(**spec.options)
    evidence = [family.judge(case, space.answer(case.query)) for case in suite.cases]
    statistics = metric.observe(evidence)
    found = metric.estimate(statistics, np.ones((1, len(evidence))))[0]
    return dict(zip(metric.keys, found.tolist(), strict=True))


@pytest.mark.parametrize("seed", range(20))
def test_muse_counts_known_sources_in_a_lower_cased_vocabulary(dictionary, seed):
    space = Space(seed)
    assert values(*load(dictionary), space) == pytest.approx(oracle_by_source(space, fold=True), abs=1e-15)


@pytest.mark.parametrize("seed", range(20))
def test_vecmap_counts_known_sources_in_a_cased_vocabulary(dictionary, seed):
    space = Space(seed)
    expected = oracle_by_source(space, fold=False)
    assert values(*load(dictionary, convention="vecmap"), space) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("seed", range(20))
def test_xling_counts_pairs_and_gives_the_full_mrr(dictionary, seed):
    space = Space(seed)
    found = values(*load(dictionary, convention="xling"), space)
    assert found == pytest.approx(oracle_by_pair(space), abs=1e-15)


def test_a_cut_vocabulary_changes_the_denominator(dictionary):
    space = Space(3)
    found = values(*load(dictionary, vocabulary="6"), space)
    assert found == pytest.approx(oracle_by_source(space, fold=True, cut=6), abs=1e-15)


def test_conventions_ask_for_their_vocabulary(dictionary):
    def wishes(**options):
        query = load(dictionary, **options)[1].cases[0].query
        return query.fold_case, query.vocabulary

    assert wishes() == (True, 200_000)
    assert wishes(convention="vecmap") == (False, 0)
    assert wishes(convention="xling") == (True, None)


def test_sources_are_resampled_together(dictionary):
    _, suite = load(dictionary, convention="xling")
    assert suite.cluster == "source"
    assert [case.tags["source"] for case in suite.cases].count(("see",)) == 3
    assert len({case.id for case in suite.cases}) == len(DICTIONARY)


def test_unknown_options_and_values_are_refused(dictionary):
    with pytest.raises(UnknownNameError, match="convention"):
        load(dictionary, convetion="muse")
    with pytest.raises(MtevalError, match="muse"):
        load(dictionary, convention="mus")


def test_case_folding_can_be_chosen(dictionary):
    assert load(dictionary, case="keep")[1].cases[1].query.source == "Haus"
    folded = load(dictionary, convention="vecmap", case="fold")[1]
    assert (folded.cases[0].query.fold_case, folded.cases[0].query.gold) == (True, ("house",))


def test_every_candidate_is_judged_against_the_gold_targets(dictionary, tmp_path):
    table = tmp_path / "eng"
    table.write_text("lake\tlakes\tN;PL\nlake\tlake\tN;SG\n", encoding="utf-8")
    family, suite = load(dictionary, unimorph=str(table))
    case = next(case for case in suite.cases if case.id == "see")
    candidates = tuple(Candidate(word, 0.5) for word in ("lakes", "tree", "sea"))
    detail = family.judge(case, RankedWords(True, candidates, ("lake", "sea"), (9, 3))).detail
    assert case.gold.references == ("lake", "sea")
    assert detail["candidates_are"] == ["inflection", "unrelated", "gold"]


def test_slices_are_tagged(annotated):
    _, suite = load(annotated, "muse-pos")
    tags = {case.id: case.tags for case in suite.cases}
    assert tags["tor"]["pos"] == ("noun", "proper-noun")
    assert (tags["tor"]["names"], tags["welt"]["names"], tags["see"]["names"]) == (("some",), ("all",), ("none",))


def test_keep_cuts_the_dictionary_down(annotated):
    _, suite = load(annotated, "muse-pos", keep="noun,verb,adjective,other")
    assert sorted(case.id for case in suite.cases) == ["baum", "katze", "see", "tor"]
    assert next(case for case in suite.cases if case.id == "tor").query.gold == ("gate",)


def test_lint_counts_what_says_little(annotated):
    family, suite = load(annotated, "muse-pos")
    found = {finding.code: (finding.count, finding.cases) for finding in family.lint(suite)}
    assert found == {"proper-noun": (2, ("tor", "welt")), "invalid-pair": (1, ("ball",))}


def test_a_slice_says_how_many_of_its_words_count():
    values = {"p@1": 0.5, "coverage": 0.25}
    score = Score("precision-at-k", values, {}, 16, 0, True, "", scale=Scale(4, coverage="coverage"))
    assert size_text(score) == "4 of 16"
    assert size_text(score, replace(score, values={"p@1": 0.5, "coverage": 0.5})) == "4 of 16 / 8 of 16"
    assert size_text(replace(score, values={"p@1": 0.5, "coverage": 1.0})) == "16"
