"""The traits that correct the rule for names, and the table of their weights."""

from mteval.lexical.knowledge import side_knowledge
from mteval.lexical.learnt_weights import learnt_weights
from mteval.lexical.name_traits import name_traits
from mteval.lexical.proper_nouns import dictionary_context


def traits(languages, *pairs):
    sides = [side_knowledge(language) for language in languages]
    context = dictionary_context(pairs, *sides)
    return {trait.name: trait.value for trait in name_traits(pairs[0], *sides, context)}


def test_a_word_that_is_also_spelled_otherwise_is_a_trait_of_names():
    assert "several-spellings" in traits(("hi", "en"), ("अहमद", "ahmed"), ("अहमद", "ahmad"))
    assert "several-spellings" not in traits(("hi", "en"), ("कंप्यूटर", "computer"), ("कंप्यूटर", "computers"))


def test_a_country_takes_the_class_from_a_nationality():
    assert {"class", "class-adjective", "demonym-ending"} <= set(traits(("en", "de"), ("lithuanian", "litauisch")))
    assert not {"class", "class-adjective", "demonym-ending"} & set(traits(("en", "de"), ("lithuanian", "litauen")))


def test_either_side_may_be_english():
    assert traits(("en", "ru"), ("may", "май")) == traits(("ru", "en"), ("май", "may"))


def test_the_lower_case_word_counts_by_its_frequency():
    assert traits(("en", "de"), ("man", "mann"))["tagged-count"] > traits(("en", "de"), ("grit", "streugut")).get(
        "tagged-count", 0.0
    )


def test_no_traits_without_english_or_with_english_alone():
    assert traits(("de", "bg"), ("berlin", "берлин")) == {}
    assert traits(("en", "en"), ("berlin", "berlin")) == {}


def test_every_weight_belongs_to_a_trait_that_some_pair_has():
    """Each example has a trait that the others need not have; together they have all that the table weighs."""
    examples = [
        (("en", "de"), ("lithuanian", "litauisch")),
        (("en", "da"), ("august", "august")),
        (("en", "ru"), ("john", "джон")),
        (("en", "ru"), ("moscow", "москва")),
        (("en", "de"), ("germany", "deutschland")),
        (("hi", "en"), ("अहमद", "ahmed"), ("अहमद", "ahmad")),
        (("bg", "en"), ("проблем", "problem")),
        (("en", "ru"), ("freedom", "свобода")),
        (("en", "bg"), ("hood", "качулка"), ("hood", "худ")),
        (("en", "bg"), ("trace", "трейс")),
    ]
    found = set().union(*(traits(*example) for example in examples))
    assert set(learnt_weights("names")) == found | {"start", "rule"}
