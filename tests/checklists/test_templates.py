"""Templates: slots, articles, distinct values, sampling, matching, and what is refused."""

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mteval.checklists.templates import Filler, TemplateError, expand, makes, match, parse_template
from mteval.core.errors import MtevalError, UnknownNameError

CITIES = {"city": ["Paris", "Rome", "Oslo"], "adj": ["old", "cold"]}


def texts(template, lexicons, **wishes):
    return [instance.texts[0] for instance in expand(template, lexicons, **wishes)]


def test_every_combination_is_made_last_slot_fastest():
    assert texts("{city} is {adj}.", CITIES) == [f"{c} is {a}." for c, a in product(CITIES["city"], CITIES["adj"])]


def test_numbered_slots_share_a_lexicon_and_never_a_value():
    made = texts("from {city1} to {city2}", CITIES)
    assert len(made) == 6
    assert "from Paris to Paris" not in made


def test_the_same_name_twice_takes_the_same_value():
    assert texts("{adj}, very {adj}", CITIES) == ["old, very old", "cold, very cold"]


def test_article_agrees_with_the_value():
    lexicons = {"thing": ["apple", "hour", "pear", "university"]}
    assert texts("{a:thing}", lexicons) == ["an apple", "an hour", "a pear", "a university"]
    assert texts("{A:thing}", lexicons)[0] == "An apple"


def test_premise_and_hypothesis_share_their_slots():
    made = list(expand(["{city1} beats {city2}.", "{city2} loses."], CITIES))
    assert made[0].texts == ("Paris beats Rome.", "Rome loses.")
    assert len(made) == 6


def test_doubled_braces_are_braces():
    assert texts("{{{adj}}}", CITIES) == ["{old}", "{cold}"]
    assert str(parse_template("{{x}} {adj}")) == "{{x}} {adj}"


def test_sampling_is_seeded_and_without_replacement():
    lexicons = {"n": [str(i) for i in range(100)], "m": [str(i) for i in range(100)]}
    one, again = texts("{n} {m}", lexicons, limit=500, seed=3), texts("{n} {m}", lexicons, limit=500, seed=3)
    assert one == again
    assert len(set(one)) == 500
    assert one != texts("{n} {m}", lexicons, limit=500, seed=4)


def test_sampling_nearly_everything_of_distinct_slots_ends():
    assert len(set(texts("{city1}{city2}", CITIES, limit=5))) == 5


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=4, unique=True), st.integers(1, 3))
def test_the_number_of_combinations_is_the_number_of_instances(values, repeats):
    if repeats > len(values):
        return
    filler = Filler(
        [parse_template(" ".join(f"{{x{i}}}" for i in range(repeats)) + " {x0}{y}")], {"x": values, "y": "pq"}
    )
    assert filler.combinations == len(list(filler)) == len({i.texts for i in filler})


@given(st.lists(st.text("ab", min_size=1, max_size=3), min_size=2, max_size=4, unique=True), st.data())
def test_every_instance_is_matched_by_its_template(values, data):
    template = data.draw(st.sampled_from(["{x}a{x}", "{x1}{x2}", "{x1} {x2}{x1}", "{x}"]))
    lexicons = {"x": values}
    for instance in expand(template, lexicons):
        found = list(match(parse_template(template), instance.texts[0], lexicons))
        assert dict(instance.values) in found
        assert all(parse_template(template).fill(values) == instance.texts[0] for values in found)


@pytest.mark.parametrize("text", ["{city", "city}", "a {city {adj}", "}{", "{}", "{1}", "{ci!ty}"])
def test_broken_templates_are_refused(text):
    with pytest.raises(TemplateError):
        parse_template(text)


def test_a_slot_without_lexicon_names_the_nearest():
    with pytest.raises(UnknownNameError, match="city"):
        texts("{cty}", CITIES)


def test_an_empty_lexicon_is_refused():
    with pytest.raises(TemplateError, match="empty"):
        texts("{x}", {"x": []})


def test_too_few_values_for_the_numbered_slots_are_refused():
    with pytest.raises(MtevalError, match="needs 3 different values of 'adj', but the lexicon has 2"):
        texts("{adj1} {adj2} {adj3}", CITIES)


def test_a_lexicon_whose_name_ends_in_a_digit_is_explained():
    with pytest.raises(TemplateError, match=r"so \{city2\} draws on 'city'. Give it a name .* such as 'city_a'"):
        texts("{city2}", {"city2": ["Rome"]})


@pytest.mark.parametrize(("text", "made"), [("no slot", True), ("Rome is big", True), ("Rome is", False)])
def test_whether_a_template_makes_a_text(text, made):
    templates = [parse_template("no slot"), parse_template("{city} is {adj}")]
    assert any(makes(one, text, {"city": ["Rome"], "adj": ["big"]}) for one in templates) is made


def test_a_sample_of_as_many_numbered_slots_as_there_are_values_ends():
    lexicons = {"n": [f"v{i}" for i in range(20)]}
    template = " ".join(f"{{n{i}}}" for i in range(20))
    made = texts(template, lexicons, limit=50)
    assert len(set(made)) == 50
    assert all(sorted(text.split()) == sorted(lexicons["n"]) for text in made)


@given(st.integers(1, 5), st.integers(1, 4), st.integers(0, 3))
def test_instances_are_all_distinct_fillings_in_order(values, slots, others):
    """Against a brute force over every filling."""
    lexicons = {"x": [f"v{i}" for i in range(values)], "y": ["p", "q"]}
    assume(slots <= values)
    names = [f"x{i}" for i in range(slots)] + ["y"] * bool(others)
    template = " ".join(f"{{{name}}}" for name in names)
    every = product(*(lexicons[name[0]] for name in names))
    expected = [" ".join(one) for one in every if len(set(one[:slots])) == slots]
    assert texts(template, lexicons) == expected
    assert Filler([parse_template(template)], lexicons).combinations == len(expected)
    sampled = texts(template, lexicons, limit=3, seed=others)
    assert sampled == [one for one in expected if one in sampled]
    assert len(set(sampled)) == min(3, len(expected))
