"""Words of translations traced to slots; the made-up languages and what must come out are counted by hand."""

import random

import pytest

from mteval.authoring.checklist.aligning import OwnLinks, by_eflomal, origins
from mteval.authoring.checklist.generation import GenerationPlan, generate
from mteval.authoring.checklist.translating import translator
from mteval.checklists.checklist import parse_checklist
from mteval.checklists.tea.better import extract
from mteval.checklists.tea.dependence import SlotSpan
from mteval.checklists.templates import Instance, expand, parse_template
from mteval.core.errors import CapabilityError
from mteval.core.queries import Translation

TEMPLATE = parse_template("the {colour} {thing} is here")


def test_words_go_with_the_slot_that_most_of_their_source_words_stand_in():
    instance = Instance(("the dark blue car is here",), {"colour": "dark blue", "thing": "car"})
    links = [((0, 3), (0, 2)), ((4, 8), (8, 12)), ((9, 13), (8, 12)), ((14, 17), (8, 12)), ((14, 17), (3, 7))]
    assert origins(instance, [TEMPLATE], [links], [10]) == [SlotSpan(18, 22, "colour"), SlotSpan(13, 17, "thing")]


def test_links_of_a_translator_are_between_words_at_blanks():
    own = OwnLinks()
    own.keep("a red car", Translation("ein  rotes Auto", links="0-0 1-1 2-2"))
    assert own.align(["a red car"], ["ein rotes Auto"]) == [[((0, 1), (0, 3)), ((2, 5), (4, 9)), ((6, 9), (10, 14))]]


def test_a_translator_without_links_is_refused():
    with pytest.raises(CapabilityError, match="no word links"):
        OwnLinks().keep("a", Translation("b"))


WORDS = {
    "big": "groz",
    "small": "pikol",
    "red": "ruz",
    "old": "vekh",
    "new": "nov",
    "wet": "mok",
    "dry": "suh",
    "odd": "kur",
}
WORDS |= {
    "car": "avto",
    "dog": "kan",
    "tree": "darv",
    "book": "knig",
    "hat": "shap",
    "lamp": "lum",
    "fish": "rib",
    "cup": "tas",
}


def said(adjective, noun):
    return f"li {WORDS[noun]} es {WORDS[adjective]} ."


def rows():
    """Eight sentences in which every word of a slot is said once, and many others from which an aligner can learn."""
    adjectives, nouns = list(WORDS)[:8], list(WORDS)[8:]
    return list(zip(adjectives, nouns, strict=True)), [(a, n) for a in adjectives for n in nouns]


def test_eflomal_tells_slots_apart_that_always_change_together():
    pytest.importorskip("eflomal", reason="needs the align extra")
    once, every = rows()
    template = parse_template("the {noun} is {adjective} .")
    values = [{"noun": noun, "adjective": adjective} for adjective, noun in once]
    lines = [said(*one) for one in once]
    others = random.Random(0).sample(every, 40)
    sources = [f"the {noun} is {adjective} ." for adjective, noun in [*once, *others]]
    links = by_eflomal(sources, [said(*one) for one in [*once, *others]])
    traced = [
        origins(Instance((source,), one), [template], [found], [0])
        for source, one, found in zip(sources, values, links, strict=False)
    ]
    blind, seeing = extract(lines, sources=values), extract(lines, sources=values, origins=traced)
    makes = {i.texts[0] for t in seeing.templates for i in expand(t.template, seeing.lexicons)}
    assert blind.generated == 8
    assert makes == {said(*one) for one in every}


def test_attention_of_a_real_model_tells_slots_apart(shared):
    spec = f"ctranslate2:{shared / 'models' / 'multi30k_en_de' / 'ct2'}?links=true&threads=1"
    document = {
        "language": "en",
        "labels": ["yes"],
        "capabilities": {"c": {"tests": [{"template": "{who} is {doing} .", "label": "yes"}]}},
        "lexicons": {
            "who": ["a man", "a woman", "a girl", "a boy"],
            "doing": ["reading a book", "playing football", "eating", "sleeping on a bench"],
        },
    }
    checklist = parse_checklist(document)
    own = OwnLinks()
    made = generate(checklist, translator(spec, keep=own.keep), GenerationPlan("de"), None, own.align).checklist
    (test,) = made.tests
    assert [slot.key for slot in parse_template(test.title).slots] == ["who", "doing"]
    # The words of each source value, as the links alone say them.
    source, translation = next((a, b) for a, b in own.links if a == "a girl is reading a book .")
    (pairs,) = own.align([source], [translation])
    instance = Instance((source,), {"who": "a girl", "doing": "reading a book"})
    traced = origins(instance, [parse_template("{who} is {doing} .")], [pairs], [0])
    assert [translation[one.start : one.end] for one in traced if one.slot == "who"] == ["Ein", "Mädchen"]
