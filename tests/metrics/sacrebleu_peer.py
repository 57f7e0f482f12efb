"""Compares a metric with sacrebleu's: values, parts, sentences and signature."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Sequence

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF, TER

from mteval.core import registry
from mteval.core.evidence import Comparison

logging.getLogger("sacrebleu").setLevel(logging.ERROR)

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


many = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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


def drawn(corpus, numbers):
    """The corpus with one or two references per line."""
    return [t for t, _ in corpus], [refs[:n] for (_, refs), n in zip(corpus, itertools.cycle(numbers), strict=False)]


def agree_on_random_text(name, options):
    """Draw corpora and options, and compare."""

    @many
    @given(corpus=corpora, chosen=options, numbers=st.sampled_from([(1,), (2,), (1, 2)]))
    def agree(corpus, chosen, numbers):
        assert_same_as_sacrebleu(name, chosen, *drawn(corpus, numbers))

    agree()


def agree_on_real_lines(name, systems_and_reference):
    """Up to 150 lines of a system with the reference and another system as references."""
    outputs, reference = systems_and_reference
    first, second = list(outputs.values())[:2]
    assert_same_as_sacrebleu(
        name, {}, first[:150], [[r, s] for r, s in zip(reference[:150], second[:150], strict=True)]
    )
