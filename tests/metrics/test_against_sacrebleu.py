"""bleu, chrf, chrf++ and ter give sacrebleu's digits on every option."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF, TER

from mteval.core import registry
from mteval.core.evidence import Comparison, Skipped
from mteval.text import compiled

CLOSE = 1e-9

words = st.one_of(
    st.sampled_from(
        [
            "the",
            "cat",
            "The",
            "1,000.5",
            "3.",
            ".",
            ",",
            "&amp;",
            "'s",
            "10-20",
            "a",
            "b",
            "c",
            "(hi)",
            "ＡＢ",
            "中文",
            "。",
        ]
    ),
    st.sampled_from(["मैंने", "अभी", "खाना", "खाया", "👍🏽", "naïve", "ΟΔΟΣ", "İstanbul", "<skipped>", "$5", "x-\u00ady"]),
    st.text(max_size=4),
)
lines = st.lists(words, max_size=12).map(" ".join).map(lambda line: line.replace("\r", " "))
corpora = st.lists(st.tuples(lines, st.lists(lines, min_size=2, max_size=2)), min_size=1, max_size=5)

PEERS = {"bleu": BLEU, "chrf": CHRF, "ter": TER, "chrf++": lambda **given: CHRF(**{"word_order": 2, **given})}


def as_option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def assert_same_as_sacrebleu(
    name: str, options: dict, translations: Sequence[str], references: Sequence[Sequence[str]]
) -> None:
    """`references` holds, for each translation, its references; they may differ in number."""
    ours = registry.metrics.find(name)(**{key: as_option(value) for key, value in options.items()})
    peer = PEERS[name](**options)
    most = max(map(len, references))
    streams = [[case[i] if i < len(case) else None for case in references] for i in range(most)]
    statistics = ours.observe([Comparison(t, tuple(r)) for t, r in zip(translations, references, strict=True)])
    score = peer.corpus_score(list(translations), streams)
    values = dict(zip(ours.keys, ours.estimate(statistics, np.ones((1, len(translations))))[0], strict=True))
    assert abs(values[name] - score.score) <= CLOSE
    if name == "bleu":
        wanted = {f"precision_{n}": p for n, p in enumerate(score.precisions, 1)}
        wanted |= {"brevity_penalty": score.bp, "length_ratio": score.ratio}
        wanted |= {"system_length": score.sys_len, "reference_length": score.ref_len}
        assert all(abs(values[key] - value) <= CLOSE for key, value in wanted.items())
    assert ours.signature.startswith(str(peer.get_signature()))
    sentence = PEERS[name](**({"effective_order": True} | options if name == "bleu" else options))
    alone = [sentence.sentence_score(t, list(r)).score for t, r in zip(translations, references, strict=True)]
    assert np.allclose(ours.per_case(statistics), alone, rtol=0, atol=CLOSE)


logging.getLogger("sacrebleu").setLevel(logging.ERROR)
many = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

BLEU_OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "tokenize": st.sampled_from(["13a", "none", "char", "intl", "zh"]),
        "lowercase": st.booleans(),
        "smooth_method": st.sampled_from(["exp", "floor", "add-k", "none"]),
        "smooth_value": st.sampled_from([0.01, 0.5, 2.0]),
        "max_ngram_order": st.integers(1, 6),
        "effective_order": st.booleans(),
        "force": st.booleans(),
    },
)
CHRF_OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "char_order": st.integers(1, 8),
        "word_order": st.integers(0, 3),
        "beta": st.integers(1, 3),
        "lowercase": st.booleans(),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    },
)
TER_OPTIONS = st.fixed_dictionaries(
    {}, optional={key: st.booleans() for key in ("normalized", "no_punct", "asian_support", "case_sensitive")}
)


@pytest.fixture(params=["plain", "compiled"])
def speed(request, monkeypatch):
    """Run with uncompiled and with compiled counting."""
    monkeypatch.setattr(compiled.effort, "limit", 0 if request.param == "compiled" else float("inf"))


def drawn(corpus, numbers):
    """The corpus with one or two references per line."""
    return [t for t, _ in corpus], [refs[:n] for (_, refs), n in zip(corpus, itertools.cycle(numbers), strict=False)]


@pytest.mark.parametrize(
    ("name", "options"),
    [("bleu", BLEU_OPTIONS), ("chrf", CHRF_OPTIONS), ("chrf++", CHRF_OPTIONS), ("ter", TER_OPTIONS)],
)
def test_random_text_scores_as_in_sacrebleu(name, options, speed):
    @many
    @given(corpus=corpora, chosen=options, numbers=st.sampled_from([(1,), (2,), (1, 2)]))
    def agree(corpus, chosen, numbers):
        assert_same_as_sacrebleu(name, chosen, *drawn(corpus, numbers))

    agree()


@pytest.fixture(scope="module")
def wmt(shared):
    folder = shared / "data" / "wmt17_en_de"
    outputs = sorted(folder.glob("newstest2017.*.txt"))
    reference = (folder / "ref.de").read_text(encoding="utf-8").split("\n")[:-1]
    return {path.name: path.read_text(encoding="utf-8").split("\n")[:-1] for path in outputs}, reference


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++", "ter"])
def test_wmt_sample_scores_as_in_sacrebleu(name, wmt, speed):
    outputs, reference = wmt
    first, second = list(outputs.values())[:2]
    assert_same_as_sacrebleu(
        name, {}, first[:150], [[r, s] for r, s in zip(reference[:150], second[:150], strict=True)]
    )


def random_shuffles(seed, count):
    """Word sequences with blocks moved, words repeated and lengths far apart: what TER's beam and limits are for."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        vocabulary = int(rng.choice([2, 4, 20, 200]))
        words = list(map(str, rng.integers(vocabulary, size=rng.integers(0, 60))))
        other = list(words)
        for _ in range(rng.integers(0, 5)):
            cut, size, place = rng.integers(0, len(other) + 1), rng.integers(1, 14), rng.integers(0, len(other) + 1)
            block, other = other[cut : cut + size], other[:cut] + other[cut + size :]
            other[place:place] = block + ([str(rng.integers(vocabulary))] if rng.random() < 0.5 else [])
        yield " ".join(words), [" ".join(other[: int(rng.integers(1, 4)) if rng.random() < 0.15 else None])]


def test_shifts_in_long_repetitive_lines_are_those_of_sacrebleu(speed):
    cases = list(random_shuffles(7, 16))
    assert_same_as_sacrebleu("ter", {}, [t for t, _ in cases], [r for _, r in cases])


def test_ties_between_alignments_are_broken_as_in_sacrebleu(speed):
    # With this seed, three of the 500 lines get other edits if deletions and insertions change places.
    rng = np.random.default_rng(3)
    lines = [" ".join(map(str, rng.integers(6, size=rng.integers(1, 21)))) for _ in range(1000)]
    assert_same_as_sacrebleu("ter", {}, lines[::2], [[line] for line in lines[1::2]])


@pytest.mark.slow
def test_every_wmt_system_has_the_edits_the_plain_code_finds(wmt, monkeypatch):
    outputs, reference = wmt
    lines = next(iter(outputs.values()))
    evidence = [Comparison(t, (r,)) for t, r in zip(lines, reference, strict=True)][::5]
    rows = []
    for limit in (0, float("inf")):
        monkeypatch.setattr(compiled.effort, "limit", limit)
        rows.append([registry.metrics.find(name)().observe(evidence).rows for name in ("bleu", "chrf++", "ter")])
    assert all(np.array_equal(one, other) for one, other in zip(*rows, strict=True))


@pytest.mark.parametrize(
    ("name", "line", "other"),
    [
        ("ja-mecab", "吾輩は猫である。名前はまだ無い。", "吾輩は犬である。名前は無い。"),
        ("ko-mecab", "나는 고양이로소이다. 이름은 아직 없다.", "나는 개다. 이름은 없다."),
    ],
)
def test_mecab_tokenizers_are_those_of_sacrebleu(name, line, other):
    pytest.importorskip("MeCab" if name == "ja-mecab" else "mecab_ko", reason="needs sacrebleu[ja,ko]")
    assert_same_as_sacrebleu("bleu", {"tokenize": name, "max_ngram_order": 2}, [line], [[other]])


@pytest.mark.parametrize("language", ["zh", "ja", "ko", "de"])
def test_target_language_chooses_the_tokenizer(language):
    pytest.importorskip("MeCab", reason="needs sacrebleu[ja,ko]")
    assert_same_as_sacrebleu("bleu", {"trg_lang": language}, ["我们 在 这里。 吃饭"], [["我们在这里吃饭。"]])


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++", "ter"])
def test_a_skipped_case_does_not_count(name):
    metric = registry.metrics.find(name)()
    kept = [Comparison("a b c d e", ("a b c d f",)), Comparison("x", ("x y",))]
    whole = metric.observe([kept[0], Skipped("no answer"), kept[1], Comparison("nothing to compare with", ())])
    assert whole.counted.tolist() == [True, False, True, False]
    assert not whole.rows[1].any()
    assert np.isnan(metric.per_case(whole)[[1, 3]]).all()
    expected = metric.estimate(metric.observe(kept), np.ones((1, 2)))
    assert np.array_equal(metric.estimate(whole, np.ones((1, 4))), expected)


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++", "ter"])
def test_a_score_over_nothing_is_not_a_number(name):
    metric = registry.metrics.find(name)()
    statistics = metric.observe([Comparison("a", ("b",))])
    assert np.isnan(metric.estimate(statistics, np.zeros((2, 1)))).all()
    assert metric.observe([]).rows.shape[0] == 0
