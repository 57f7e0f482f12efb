"""TEA on lemmas, against a brute force over written-out candidates and all ways to cut a sentence."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.checklists.tea.extraction import unique_lines
from mteval.checklists.tea.faithful import choose_non_terminals, step_one
from mteval.checklists.tea.lemmas import extract_by_lemmas
from mteval.checklists.tea.tokens import words
from mteval.checklists.templates import expand, parse_template
from mteval.core.errors import DataError
from tests.checklists.tea.literal import literal_cover


def stem(sentences):
    """A language whose words end in a digit that their lemma has not."""
    return [[token.rstrip("0123456789") for token in tokens] for tokens in sentences]


def made(found):
    return [{i.texts[0] for i in expand(one.template, found.lexicons)} for one in found.templates]


def skeleton(pattern, tokens, terminals):
    """The words of a sentence with nothing at the slots of a pattern over first letters; None where it does not fit."""
    symbols = [sign for s in pattern.symbols for sign in ([s] if isinstance(s, tuple) else s)]
    bound = {}
    if len(symbols) != len(tokens):
        return None
    for symbol, token in zip(symbols, tokens, strict=True):
        fits = token[0] in terminals[symbol[0]] if isinstance(symbol, tuple) else token[0] == symbol
        if not fits or bound.setdefault(symbol, token[0]) != token[0]:
            return None
    return tuple(token if isinstance(symbol, str) else None for symbol, token in zip(symbols, tokens, strict=True))


def brute_force(sentences):
    """What stands between the slots of each template that the literal algorithm finds over first letters: the sentences."""
    coded = list(dict.fromkeys("".join(token[0] for token in sentence.split()) for sentence in sentences))
    _, terminals = choose_non_terminals(coded, step_one(coded, 1, tuple))
    found = {}
    for pattern, _ in literal_cover(coded, terminals):
        for sentence in sentences:
            if (kept := skeleton(pattern, sentence.split(), terminals)) is not None:
                found.setdefault(kept, set()).add(sentence)
    return found


def between(template):
    parts = parse_template(template).parts
    return tuple(
        None if word == "_" else word for word in "".join(p if isinstance(p, str) else "_" for p in parts).split()
    )


TOKENS = st.sampled_from(["a1", "a2", "b1", "b2", "c1", "c2", "d1"])


@settings(max_examples=80, deadline=None)
@given(st.lists(st.lists(TOKENS, min_size=1, max_size=4), min_size=1, max_size=9))
def test_templates_are_those_of_the_literal_algorithm_over_lemmas(tokens):
    sentences = unique_lines([" ".join(one) for one in tokens])
    found = extract_by_lemmas(sentences, stem, cut=words, k=1)
    expected = brute_force(sentences)
    assert set(sentences) <= set().union(*made(found))
    for one, texts in zip(found.templates, made(found), strict=True):
        assert texts & expected[between(one.template)]
        assert one.support <= len(expected[between(one.template)])


def test_agreement_makes_templates_of_their_own():
    nouns = {"film": "1", "tour": "1", "book": "2", "show": "2", "club": "2"}
    lines = [f"the {noun}{c} was {adj}{c} ." for noun, c in nouns.items() for adj in ("good", "bad", "new")]
    found = extract_by_lemmas(lines, stem, cut=words)
    assert sorted(map(len, made(found))) == [6, 9]
    assert set().union(*made(found)) == set(lines)


def test_words_between_slots_are_written_out_in_each_of_their_forms():
    lines = [
        f"{subject} {verb} {place}"
        for subject, verb in (("ann", "go1"), ("bob", "go1"), ("all", "go2"), ("we", "go2"))
        for place in ("home", "out")
    ]
    found = extract_by_lemmas(lines, stem, cut=words)
    assert set().union(*made(found)) == set(lines)
    assert len(found.templates) == 2


def test_one_slot_with_several_forms_is_no_agreement():
    lines = [f"i saw {thing}{form} {when}" for thing in ("cat", "dog") for form in "12" for when in ("now", "then")]
    found = extract_by_lemmas(lines, stem, cut=words)
    assert [(set(texts), one.support) for texts, one in zip(made(found), found.templates, strict=True)] == [
        (set(lines), 8)
    ]


def test_words_that_are_said_twice_in_different_forms_are_two_slots():
    lines = [f"{one}1 sees {one}2" for one in ("cat", "dog", "cow")]
    found = extract_by_lemmas(lines, stem, cut=words)
    assert set(lines) <= set().union(*made(found))
    (slots,) = {len(parse_template(one.template).slots) for one in found.templates}
    assert slots == 2


def test_white_space_and_signs_come_back_as_they_were():
    lines = [f"So,  {one} – {two}!" for one, two in itertools.product(("a1", "b1"), ("x2", "y2"))]
    assert set().union(*made(extract_by_lemmas(lines, stem, cut=words))) == set(lines)


def test_as_many_lemmas_as_words_are_expected():
    with pytest.raises(DataError, match="1 lemmas for the 2 words of 'a b'"):
        extract_by_lemmas(["a b"], lambda sentences: [["a"]], cut=words)
