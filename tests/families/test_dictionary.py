"""Conventions of dictionary induction, against brute force written from the published definitions."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mteval.api import run
from mteval.core import registry
from mteval.core.errors import MtevalError, UnknownNameError
from mteval.core.formatting import size_text
from mteval.core.options import parse_spec
from mteval.core.queries import Candidate, Rank, RankedWords, Unanswered
from mteval.core.results import Report, Results, Scale, Score
from mteval.core.suites import SuiteSource
from mteval.core.views import ReportView
from mteval.evaluation.opened import named_systems
from mteval.evaluation.run import evaluate
from mteval.evaluation.settings import Settings
from mteval.families._dictionary.view import DictionaryView
from mteval.families._dictionary.waterfall import WATERFALL

SOURCES = ["Haus", "haus", "katze", "baum", "Welt", "zug", "see", "tor", "ball", "Tor"]
TARGETS = ["House", "house", "cat", "tree", "World", "train", "lake", "sea", "gate", "goal", "ball", "Goal"]
DICTIONARY = [
    ("haus", "house"),
    ("Haus", "House"),
    ("katze", "cat"),
    ("katze", "Kitty"),
    ("baum", "tree"),
    ("welt", "world"),
    ("see", "lake"),
    ("see", "sea"),
    ("see", "lake"),
    ("tor", "gate"),
    ("tor", "goal"),
    ("zug", "locomotive"),
    ("hund", "dog"),
    ("ball", "ball"),
]


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


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    path = tmp_path / "de-en.txt"
    path.write_text("".join(f"{left}\t{right}\n" for left, right in DICTIONARY), encoding="utf-8")
    return path


def load(path: Path, format: str = "dictionary", **options: str):
    source = SuiteSource(name=path.name, family="dictionary", format=format, files={"data": path})
    family = registry.families.find("dictionary")({"lemmatiser": "none", "names": "annotation", **options})
    suite = family.load(source, registry.formats.find(format)().read(source))
    return family, replace(suite, family=family)


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


def test_headline_comes_first_and_keys_are_the_contract():
    metric = registry.metrics.find("precision-at-k")()
    assert metric.keys == ("p@1", "p@5", "p@10", "mrr@10", "coverage", "p@1_oov_wrong")


def test_nothing_known_is_not_a_number(dictionary):
    family, suite = load(dictionary)
    evidence = [family.judge(case, RankedWords(False)) for case in suite.cases]
    metric = registry.metrics.find("precision-at-k")()
    found = metric.estimate(metric.observe(evidence), np.ones((1, len(evidence))))[0]
    assert np.isnan(found[:4]).all()
    assert found[4:].tolist() == [0.0, 0.0]


def test_unanswered_words_are_skipped(dictionary):
    family, suite = load(dictionary)
    metric = registry.metrics.find("precision-at-k")()
    statistics = metric.observe([family.judge(suite.cases[0], Unanswered("no memory"))])
    assert not statistics.counted.any()


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


POS = {
    "n": [("baum", "tree"), ("see", "lake"), ("see", "sea"), ("tor", "gate")],
    "pn": [("welt", "world"), ("tor", "goal")],
    "v": [("katze", "cat")],
    "nw": [("ball", "train")],
}


@pytest.fixture
def annotated(tmp_path: Path) -> Path:
    for code, pairs in POS.items():
        text = "".join(f"{left}\t{right}\n" for left, right in pairs)
        (tmp_path / f"de-en.0-5.{code}.txt").write_text(text, encoding="utf-8")
    return tmp_path / "de-en.0-5.n.txt"


def ranked(first: str, gold: dict[str, int]) -> RankedWords:
    return RankedWords(True, (Candidate(first, 0.9),), tuple(gold), tuple(gold.values()))


def answered(suite, settings=None, **answers):
    """The suite's results where each named system gave these answers, in case order."""
    systems = {name: iter_answers(given) for name, given in answers.items()}
    return evaluate(suite, named_systems(systems), settings=settings or Settings(resamples=200))


def iter_answers(given):
    return lambda queries: given[: len(queries)]


def test_waterfall_by_hand(annotated, tmp_path):
    table = tmp_path / "eng"
    table.write_text("tree\ttrees\tN;PL\ntree\ttree\tN;SG\n", encoding="utf-8")
    _, suite = load(annotated, "muse-pos", unimorph=str(table))
    answers = {
        "baum": ranked("trees", {"tree": 2}),  # wrong, but an inflection
        "see": ranked("lake", {"lake": 1, "sea": 3}),  # right
        "tor": ranked("goal", {"gate": 4, "goal": 1}),  # right by the name only
        "welt": ranked("world", {"world": 1}),  # right, a name
        "katze": RankedWords(False),  # unknown
        "ball": ranked("x", {"train": 9}),  # wrong, an invalid pair
    }
    (found,) = answered(suite, s=[answers[case.id] for case in suite.cases]).reports
    extras = found.extras
    steps = [(step["step"], step["value"], step["n"]) for step in extras["waterfall"]]
    assert steps == [
        ("headline", 3 / 5, 5),
        ("without names", 1 / 4, 4),
        ("without invalid pairs", 1 / 3, 3),
        ("inflected forms credited", 2 / 3, 3),
        ("unknown words counted as wrong", 2 / 4, 4),
    ]
    assert extras["pos"]["noun"]["by_source"]["value"] == pytest.approx(2 / 3)
    assert extras["pos"]["noun"]["by_pair"]["value"] == pytest.approx(1 / 3)
    wrong = extras["false_false_positives"]
    assert (wrong["wrong"], wrong["inflections"], wrong["synonyms"]) == (2, 1, 0)
    (score,) = found.supporting
    assert [score.values[key] for key in WATERFALL.values()] == [step["value"] for step in extras["waterfall"]]
    assert [score.intervals[key] for key in WATERFALL.values()] == [tuple(s["interval"]) for s in extras["waterfall"]]


def report(name: str, *values: float) -> Report:
    steps = [
        {"step": step, "value": value, "interval": [0, 1], "n": 9}
        for step, value in zip(WATERFALL, values, strict=False)
    ]
    return Report({"name": "x"}, {"name": name}, (), extras={"waterfall": steps})


def test_a_ranking_that_flips_is_found():
    reports = [report("a", 0.5, 0.3, 0.2), report("b", 0.4, 0.3, 0.3), report("c", 0.1, 0.1, 0.1)]
    found = DictionaryView().findings(reports, ())
    assert sorted(found) == ["a", "b"]
    assert [finding.code for finding in found["a"]] == ["ranking-flip"]
    assert "without invalid pairs (0.200 to 0.300). The ranking rests" in found["a"][0].message


def names_and_words(tmp_path: Path, names: int, words: int):
    """A dictionary whose first pairs are annotated as names, the others as nouns."""
    for code, count in (("pn", names), ("n", words)):
        (tmp_path / f"de-en.0-5.{code}.txt").write_text("".join(f"{code}{i}\tt{code}{i}\n" for i in range(count)))
    return load(tmp_path / "de-en.0-5.n.txt", "muse-pos")[1]


def marked(suite, names: str, words: str) -> list[RankedWords]:
    """Answers by what each name and each word did: 1 right, 0 wrong."""
    marks = {**{f"pn{i}": m for i, m in enumerate(names)}, **{f"n{i}": m for i, m in enumerate(words)}}
    return [ranked("x", {f"t{case.id}": 1 if marks[case.id] == "1" else 2}) for case in suite.cases]


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        (("1" * 40, "0" * 30), ("0" * 40, "10" * 15), "Both differences are beyond chance"),
        (("1" * 12 + "0" * 28, "0" * 30), ("0" * 40, "1" + "0" * 29), "Only the first difference is beyond chance"),
        (("110100" * 6 + "1111", "0" * 30), ("110100" * 6 + "0111", "0" * 30), None),
        (("1" * 2 + "0" * 38, "0" * 30), ("0" * 40, "1" + "0" * 29), "Neither difference is beyond chance"),
    ],
)
def test_a_flip_says_whether_chance_explains_it(tmp_path, a, b, verdict):
    suite = names_and_words(tmp_path, 40, 30)
    results = answered(suite, a=marked(suite, *a), b=marked(suite, *b))
    found = [one.message for one in results.reports[0].findings if one.code == "ranking-flip"]
    assert [verdict in message for message in found] == ([True] if verdict else [])
    if verdict:
        difference, low, high = results.comparisons[0].differences["p@1"]
        assert f"difference {difference:+.3f} [{low:+.3f}, {high:+.3f}]" in found[0]


def test_the_other_order_of_systems_tells_the_same_flip(tmp_path):
    suite = names_and_words(tmp_path, 40, 30)
    given = {"a": marked(suite, "1" * 40, "0" * 30), "b": marked(suite, "0" * 40, "10" * 15)}
    messages = [
        {one.message for one in answered(suite, **order).reports[0].findings if one.code == "ranking-flip"}
        for order in (given, dict(reversed(given.items())))
    ]
    assert messages[0] == messages[1] != set()


def test_the_waterfall_follows_the_seed_and_needs_resamples(tmp_path):
    suite = names_and_words(tmp_path, 40, 30)
    given = marked(suite, "10" * 20, "110" * 10)

    def intervals(**settings):
        (found,) = answered(suite, Settings(**settings), s=given).reports
        return [tuple(step["interval"]) for step in found.extras["waterfall"]]

    assert intervals(resamples=100, seed=1) == intervals(resamples=100, seed=1) != intervals(resamples=100, seed=2)
    assert all(math.isnan(low) and math.isnan(high) for low, high in intervals(resamples=0))


def test_a_report_holds_what_each_source_word_did(annotated):
    _, suite = load(annotated, "muse-pos")
    answers = [ranked("sea", {"lake": 2, "sea": 1}) if case.id == "see" else RankedWords(False) for case in suite.cases]
    step = answered(suite, s=answers).reports[0].extras["waterfall"][0]
    expected = [int(case.id == "see") for case in suite.cases]
    assert (step["right"], step["counted"]) == (expected, expected)


def test_a_word_with_many_pairs_is_counted_in_full(tmp_path):
    pairs = "".join(f"run\tt{i}\n" for i in range(40))
    (tmp_path / "en-de.txt").write_text(pairs)
    _, suite = load(tmp_path / "en-de.txt", convention="xling", names="none")
    answers = [ranked("t0", {case.gold.references[0]: 1}) for case in suite.cases]
    step = answered(suite, s=answers).reports[0].extras["waterfall"][0]
    assert (step["right"], step["counted"]) == ([40], [40])


def test_gold_targets_of_other_pairs_are_counted_apart(dictionary):
    family, suite = load(dictionary, convention="xling")
    given = [
        ranked("sea", {target: 2}) if case.id.startswith("see → lake") else RankedWords(False)
        for case in suite.cases
        for target in case.gold.references
    ]
    wrong = answered(suite, s=given).reports[0].extras["false_false_positives"]
    assert (wrong["wrong"], wrong["other_gold"], wrong["share"]) == (2, 2, 0.0)
    lake = next(case for case in suite.cases if case.id == "see → lake")
    assert family.judge(lake, given[suite.cases.index(lake)]).detail["candidates_are"] == ["gold"]


def test_case_folding_can_be_chosen(dictionary):
    assert load(dictionary, case="keep")[1].cases[1].query.source == "Haus"
    folded = load(dictionary, convention="vecmap", case="fold")[1]
    assert (folded.cases[0].query.fold_case, folded.cases[0].query.gold) == (True, ("house",))


def test_equal_systems_and_unscored_steps_do_not_flip():
    nothing = float("nan")
    reports = [report("a", 0.5, 0.3), report("b", 0.5, 0.4), report("c", nothing, 0.1), report("d", 0.4, nothing)]
    assert not DictionaryView().findings(reports, ())


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


def test_frequency_bands_come_from_a_file_in_order(dictionary, tmp_path):
    order = tmp_path / "words.vec"
    words = [f"w{i}" for i in range(1000)]
    random.Random(1).shuffle(words)
    order.write_text("1002 2\nsee 0 1\n" + "".join(f"{word} 0 1\n" for word in words) + "tor 1 1\n", encoding="utf-8")
    _, suite = load(dictionary, frequencies=str(order))
    bands = {case.id: case.tags["frequency"][0] for case in suite.cases}
    assert (bands["see"], bands["tor"], bands["hund"]) == ("1–1000", "1001–5000", "unknown")


def test_slices_come_from_frequent_to_rare(dictionary, tmp_path):
    words = [f"w{i}" for i in range(1000)]
    order, vectors = tmp_path / "words", tmp_path / "v.vec"
    order.write_text("\n".join(["see", *words, "haus"]), encoding="utf-8")
    vectors.write_text("haus 1 0\nhouse 1 0\n", encoding="utf-8")
    options = {"frequencies": str(order), "names": "none"}
    system = f"embeddings:{vectors}?target={vectors}"
    settings = Settings(resamples=0, test="none")
    (found,) = run(str(dictionary), systems=system, format="dictionary", options=options, settings=settings).reports
    assert [part.value for part in found.slices if part.tag == "frequency"] == ["1–1000", "1001–5000", "unknown"]


def test_lint_counts_what_says_little(annotated):
    family, suite = load(annotated, "muse-pos")
    found = {finding.code: (finding.count, finding.cases) for finding in family.lint(suite)}
    assert found == {"proper-noun": (2, ("tor", "welt")), "invalid-pair": (1, ("ball",))}


def test_what_is_left_is_shown_beside_the_headline():
    wrong = {"wrong": 4, "inflections": 1, "synonyms": 0, "share": 0.25, "interval": [0.05, 0.7], "judged_from": []}
    reports = [
        replace(one, extras={**one.extras, "false_false_positives": wrong, "pos": POS_FACTS})
        for one in (report("a", 0.5, 0.25),)
    ]
    steps, false, parts = DictionaryView().tables(reports)
    assert steps.header == ("what is left of P@1", "n", "a")
    assert steps.rows[1] == ("without names", "9", "0.2500 [0.0000, 1.0000]")
    assert parts.rows == (("noun", "9", "0.5000"),)
    assert false.rows[0] == ("inflections + synonyms", "1 + 0 of 4")
    shown = ReportView(Results((replace(reports[0], suite=FACTS),)), tables={"x": (steps, false, parts)})
    text = registry.renderers.find("terminal")().render(shown)
    assert "0.2500 [0.0000" in text
    assert "nothing at hand" in text


POS_FACTS = {"noun": {"by_source": {"value": 0.7, "n": 9}, "by_pair": {"value": 0.5, "n": 9}}}
FACTS = {"name": "x", "family": "dictionary", "version": "0", "digest": ""}


def test_a_slice_says_how_many_of_its_words_count():
    values = {"p@1": 0.5, "coverage": 0.25}
    score = Score("precision-at-k", values, {}, 16, 0, True, "", scale=Scale(4, coverage="coverage"))
    assert size_text(score) == "4 of 16"
    assert size_text(score, replace(score, values={"p@1": 0.5, "coverage": 0.5})) == "4 of 16 / 8 of 16"
    assert size_text(replace(score, values={"p@1": 0.5, "coverage": 1.0})) == "16"
