"""TEA as published: templates that make every sentence they were extracted from."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.checklists.tea.faithful import extract_faithfully
from mteval.checklists.templates import expand


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from(["a", "b", "is", "c"]), min_size=1, max_size=5), min_size=1, max_size=8))
def test_the_extracted_templates_make_every_sentence(tokens):
    sentences = {" ".join(sentence) for sentence in tokens}
    found = extract_faithfully(sorted(sentences))
    made = {i.texts[0] for t in found.templates for i in expand(t.template, found.lexicons)}
    assert sentences <= made
    assert found.coverage == 1


def test_a_whole_template_is_found():
    lexicons = {"city": ["Paris", "Rome", "Oslo"], "adj": ["old", "cold", "big"]}
    lines = [instance.texts[0] for instance in expand("I think {city} is so {adj} today", lexicons)]
    found = extract_faithfully(lines)
    assert len(found.templates) == 1
    assert found.templates[0].support == 9


@pytest.mark.parametrize("lines", [["one line"], ["same", "same", "", "  "]])
def test_one_sentence_is_its_own_template(lines):
    found = extract_faithfully(lines)
    assert [(t.template, t.support) for t in found.templates] == [(lines[0], 1)]
