"""CheckLists carried into another language with a translator made of a dictionary and one rule of agreement."""

import re

import pytest

from mteval.authoring.checklist.generation import GenerationPlan, generate, source_texts
from mteval.authoring.checklist.translating import translator
from mteval.checklists.checklist import checklist_document, parse_checklist
from mteval.checklists.templates import expand
from mteval.core.errors import MtevalError, UsageError

WORDS = {"the": "la", "food": "comida", "crew": "tripulación", "flight": "vuelo", "seat": "asiento", "was": "era"}
ADJECTIVES = {"good": "buen", "bad": "mal", "long": "larg", "ugly": "fe"}
MASCULINE = {"flight", "seat"}


def to_spanish(text):
    """The flight was good. → El vuelo era bueno."""
    noun, adjective = re.search(r"(food|crew|flight|seat)", text)[1], re.search(r"(good|bad|long|ugly)", text)[1]
    article, ending = ("El", "o") if noun in MASCULINE else ("La", "a")
    negation = "no " if " not " in text else ""
    return f"{article} {WORDS[noun]} {negation}era {ADJECTIVES[adjective]}{ending}."


def english():
    return parse_checklist(
        {
            "language": "en",
            "task": "sentiment",
            "labels": ["negative", "neutral", "positive"],
            "capabilities": {
                "Vocabulary": {
                    "description": "",
                    "tests": [{"template": "The {thing} was {adj}.", "label": "positive"}],
                },
                "Negation": {
                    "description": "",
                    "tests": [
                        {"template": "The {thing} was not {adj}.", "label": ["negative", "neutral"]},
                        {
                            "template": "The {thing} was {adj}.",
                            "type": "DIR",
                            "then": ["The {thing} was not {adj}."],
                            "expect": "lower",
                        },
                        {"template": "The {thing} was {adj}.", "type": "INV", "vary": "thing"},
                    ],
                },
            },
            "lexicons": {"thing": ["food", "crew", "flight", "seat"], "adj": ["good", "bad", "long", "ugly"]},
        }
    )


def translate(texts):
    return [to_spanish(text) for text in texts]


def test_templates_split_by_gender_and_labels_are_carried_over():
    made = generate(english(), translate, GenerationPlan("es"))
    tests = made.checklist.tests_of("Vocabulary")
    assert {test.template[0] for test in tests} == {"El {thing} era {adj}.", "La {thing_a} era {adj_a}."} or len(
        tests
    ) == 2
    assert {test.labels for test in tests} == {("positive",)}
    assert made.checklist.tests_of("Negation")[0].labels == ("negative", "neutral")
    lines = {i.texts[0] for test in tests for i in expand(test.template, made.checklist.lexicons)}
    assert lines == {to_spanish(text) for text in source_texts(english(), GenerationPlan("es")) if " not " not in text}


def test_the_new_checklist_can_be_read_again_and_says_that_it_is_machine_made():
    made = generate(english(), translate, GenerationPlan("es", translator="apertium:eng-spa")).checklist
    again = parse_checklist(checklist_document(made))
    assert again.tests == made.tests
    assert "machine-made" in again.status
    assert again.extra["generation"]["translator"] == "apertium:eng-spa"


def test_a_text_and_the_one_it_is_compared_with_share_their_slots():
    made = generate(english(), translate, GenerationPlan("es")).checklist
    directional = [test for test in made.tests if test.kind == "DIR"]
    assert len(directional) == 2
    for test in directional:
        for instance in expand([*test.template, *test.then[0]], made.lexicons):
            assert instance.texts[0].replace(" era", " no era") == instance.texts[1]


def test_a_varied_slot_keeps_its_name():
    made = generate(english(), translate, GenerationPlan("es")).checklist
    assert all(test.vary.startswith("thing") for test in made.tests if test.kind == "INV")


def test_the_summary_counts_instances_templates_and_coverage():
    outcome = generate(english(), translate, GenerationPlan("es")).outcomes[0]
    assert (outcome.instances, outcome.templates, outcome.coverage, outcome.over_generation) == (16, 2, 1.0, 0.0)


def slipping(texts):
    """A translator that garbles one noun with one adjective."""
    return [t.replace("El vuelo era bueno", "Vuela bien") for t in translate(texts)]


def test_suspected_templates_are_kept_unless_dropped():
    source = english()
    kept = generate(source, slipping, GenerationPlan("es"))
    dropped = generate(source, slipping, GenerationPlan("es", drop_suspected=True))
    assert kept.outcomes[0].suspected == dropped.outcomes[0].suspected == 1
    assert any(test.extra["suspected"] for test in kept.checklist.tests)
    assert not any(test.extra["suspected"] for test in dropped.checklist.tests)


def test_what_dropped_templates_made_is_not_covered():
    """One of the sixteen instances is garbled, and the template that makes it is dropped."""
    kept = generate(english(), slipping, GenerationPlan("es")).outcomes[0]
    dropped = generate(english(), slipping, GenerationPlan("es", drop_suspected=True)).outcomes[0]
    assert (kept.coverage, kept.templates) == (1.0, dropped.templates + 1)
    assert dropped.coverage == round(15 / 16, 4)
    assert dropped.note == "1 suspected template left out"


def test_the_summary_says_which_templates_lost_the_slot_that_a_test_varies():
    source = english()

    def losing(texts):
        return ["Comer es bueno." if "food" in one else line for one, line in zip(texts, translate(texts), strict=True)]

    outcome = generate(source, losing, GenerationPlan("es")).outcomes[3]
    assert outcome.note == "2 templates without a slot for {thing}, which this test varies, left out"


def test_a_translator_that_loses_a_line_is_refused():
    with pytest.raises(MtevalError, match="returned 31 lines for 32 texts"):
        generate(english(), lambda texts: translate(texts)[:-1], GenerationPlan("es"))


def test_a_file_of_translations_is_a_translator(tmp_path):
    texts = source_texts(english(), GenerationPlan("es"))
    (tmp_path / "out.es").write_text("".join(f"{line}\n" for line in translate(texts)), encoding="utf-8")
    from_file = generate(english(), translator(f"output-file:{tmp_path / 'out.es'}"), GenerationPlan("es"))
    assert from_file.checklist.tests == generate(english(), translate, GenerationPlan("es")).checklist.tests


def test_sampling_is_capped_and_seeded():
    few = source_texts(english(), GenerationPlan("es", limit=3, seed=1))
    assert few == source_texts(english(), GenerationPlan("es", limit=3, seed=1))
    assert len(source_texts(english(), GenerationPlan("es", limit=3, checked=0))) < 32


def test_checklists_of_translations_are_refused():
    document = checklist_document(english()) | {"task": "translation"}
    with pytest.raises(UsageError, match="tests translations"):
        generate(parse_checklist(document), translate, GenerationPlan("es"))
