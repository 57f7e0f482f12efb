"""Templates from instances whose source values are known; the made-up languages and what must come out are counted by hand."""

import random

import pytest

from mteval.checklists.tea.better import extract
from mteval.checklists.tea.known import known_templates, varying_slots
from mteval.checklists.tea.tokens import words
from mteval.checklists.templates import expand, parse_template

NOUNS = {"flight": "el vuelo", "seat": "el asiento", "food": "la comida", "crew": "la tripulación", "plane": "el avión"}
ADJECTIVES = {
    "good": ("bueno", "buena"),
    "bad": ("malo", "mala"),
    "great": ("excelente",) * 2,
    "new": ("nuevo", "nueva"),
}


def spanish(noun, adjective):
    feminine = NOUNS[noun].startswith("la ")
    return f"Creo que {NOUNS[noun]} era {ADJECTIVES[adjective][feminine]}."


def made(pairs):
    values = [{"noun": noun, "adjective": adjective} for noun, adjective in pairs]
    return extract([spanish(**one) for one in values], sources=values)


ALL = [(noun, adjective) for noun in NOUNS for adjective in ADJECTIVES]


def texts(extraction):
    return {i.texts[0] for t in extraction.templates for i in expand(t.template, extraction.lexicons)}


@pytest.mark.parametrize(
    "template",
    [
        "The {noun} was {adjective}.",
        "It was {a:adjective} {noun}.",
        "{noun1} is not {noun2} and {noun1} is {adjective}.",
        "A {noun} for the {noun}.",
        "{noun}",
    ],
)
def test_copies_give_their_template_back(template):
    lexicons = {
        "noun": ["service", "customer service", "crew", "cabin crew", "service of the crew"],
        "adjective": ["good", "very good", "one of a kind", "awful", "well above average"],
    }
    instances = list(expand(template, lexicons))
    found = extract([one.texts[0] for one in instances], sources=[one.values for one in instances])
    assert [one.template for one in found.templates] == [template]
    assert not found.suspected
    for key, values in found.lexicons.items():
        assert set(values) == set(lexicons[key])


def test_gender_parts_templates_instead_of_mixing():
    found = made(ALL)
    assert len(found.templates) == 2
    assert texts(found) == {spanish(*pair) for pair in ALL}


def test_a_sample_makes_what_it_missed():
    missed = [("seat", "bad"), ("food", "new"), ("plane", "great"), ("crew", "good")]
    found = made([pair for pair in ALL if pair not in missed])
    assert texts(found) == {spanish(*pair) for pair in ALL}


def test_a_slip_is_suspected_and_makes_nothing_else():
    values = [{"noun": noun, "adjective": adjective} for noun, adjective in ALL]
    lines = [spanish(**one) for one in values]
    lines[7] = "Creo que el ascensor era rápido."
    found = extract(lines, sources=values)
    assert [one.template for one in found.suspected] == [lines[7]]
    assert texts(found) == {spanish(*pair) for pair in ALL} | {lines[7]}


def test_a_value_said_twice_is_one_slot():
    noun = {"actor": "el actor", "friend": "el amigo", "artist": "la artista", "nurse": "la enfermera"}
    names = ["Ana", "Leo", "Eva", "Max"]
    values = [{"noun": one, "name": name} for one in noun for name in names]
    lines = [
        f"{v['name']} vio a{noun[v['noun']].replace('el', 'l').replace('la', ' la')}; {noun[v['noun']]} rió."
        for v in values
    ]
    found = extract(lines, sources=values)
    assert texts(found) == set(lines)
    assert len(found.templates) == 2


def test_a_value_said_twice_parts_where_a_word_away_from_it_agrees():
    nouns = {
        f"n{k}": ("la", f"{chr(97 + k)}osa", "a") if k % 3 == 0 else ("el", f"{chr(97 + k)}oso", "o") for k in range(12)
    }
    values = [{"noun": noun} for noun in nouns]
    lines = [f"Alaba {a} {n}. \u241e {a.title()} {n} fue alabad{e} ayer." for a, n, e in nouns.values()]
    found = extract(lines, sources=values)
    assert texts(found) == set(lines)
    assert len(found.templates) == 2
    assert not found.suspected


def test_slots_of_one_key_with_other_forms_never_meet():
    cities = ["Oslo", "Rome", "Porto", "Perth"]
    values = [{"city1": a, "city2": b} for a in cities for b in cities if a != b]
    found = extract([f"Von {v['city1']} bis {v['city2']}." for v in values], sources=values)
    assert [one.template for one in found.templates] == ["Von {city1} bis {city2}."]


def test_slips_in_thin_samples_change_little():
    nouns = {f"n{k}": f"la {chr(97 + k)}osa" if k % 2 else f"el {chr(97 + k)}oso" for k in range(14)}
    adjectives = {f"a{k}": f"{chr(97 + k)}il" for k in range(12)}
    values = [{"noun": noun, "adj": adj} for noun in nouns for adj in adjectives]
    ending = {v["noun"]: "a" if nouns[v["noun"]].startswith("la") else "o" for v in values}
    truth = [f"{nouns[v['noun']]} es {adjectives[v['adj']]}{ending[v['noun']]}" for v in values]
    generator = random.Random(5)
    chosen = generator.sample(range(len(values)), len(values) // 2)
    lines = [truth[k] + (f" ya{k}" if generator.random() < 0.05 else "") for k in chosen]
    found = extract(lines, sources=[values[k] for k in chosen])
    trusted = [one for one in found.templates if not one.suspected]
    back = {i.texts[0] for t in trusted for i in expand(t.template, found.lexicons)}
    assert len(trusted) == 2
    assert back <= set(truth)
    assert len(back) > 0.9 * len(truth)


def test_only_slots_that_vary_and_that_all_have_count():
    assert varying_slots([{"a": "1", "b": "2", "c": "3"}, {"a": "1", "b": "3"}]) == ["b"]
    assert varying_slots([]) == []


def test_instances_without_varying_slots_stay_as_they_are():
    found = known_templates(["one thing"], [{}], words)
    assert [draft.parts for draft in found.drafts] == [("one", " ", "thing")]
    assert found.odd == ()


def test_templates_say_what_they_stand_for():
    values = [{"noun": noun, "adjective": adjective} for noun, adjective in ALL]
    found = known_templates([spanish(**one) for one in values], values, words)
    for one in values:
        assert {made.says(one) for made in found.made} - {None} == {spanish(**one)}


def test_templates_that_come_back_can_be_parsed():
    lines = [f"{{{noun}}} is {adjective}" for noun in "abc" for adjective in "xyz"]
    values = [{"n": noun, "j": adjective} for noun in "abc" for adjective in "xyz"]
    found = extract(lines, sources=values)
    assert [str(parse_template(one.template)) for one in found.templates] == ["{{{n}}} is {j}"]


def test_slots_that_exclude_each_other_still_do_where_one_agrees_with_a_word_beside_it():
    nouns = {"cup": ("la taza", "rota"), "table": ("la mesa", "rota"), "lamp": ("la lámpara", "rota")}
    nouns |= {"glass": ("el vaso", "roto"), "plate": ("el plato", "roto"), "clock": ("el reloj", "roto")}
    values = [{"noun1": one, "noun2": other} for one in nouns for other in nouns if one != other]
    said = [f"Ni {nouns[v['noun1']][0]} ni {' '.join(nouns[v['noun2']])} vale." for v in values]
    assert texts(extract(said, sources=values)) == set(said)


def test_a_value_that_only_the_second_of_two_slots_takes_is_no_obstacle():
    nouns = {"cup": "la taza rota", "table": "la mesa rota", "glass": "el vaso roto", "clock": "el reloj roto"}
    values = [{"noun1": one, "noun2": other} for one in list(nouns)[:-1] for other in nouns if one != other]
    said = [f"Ni {nouns[v['noun1']].rsplit(' ', 1)[0]} ni {nouns[v['noun2']]} vale." for v in values]
    assert set(said) <= texts(extract(said, sources=values))


def test_values_that_rows_contradict_are_no_values_of_a_template():
    """An adjective said twice agrees with two nouns; parts of few rows must not take its words from others."""
    names = {"Ann": "a", "Eve": "a", "Bob": "o", "Tom": "o", "Max": "o"}
    adjectives = {"rich": "ric", "new": "nuev", "tall": "alt", "strong": "fuert"}
    values = [{"name1": x, "name2": y, "adj": adj} for x in names for y in names if x != y for adj in adjectives]

    def said(one, other, adj):
        first, second = ("e", "e") if adj == "strong" else (names[one], names[other])
        return (
            f"{one} es {adjectives[adj]}{first} como {other}. \u241e {other} es {adjectives[adj]}{second} como {one}."
        )

    lines = [said(*one.values()) for one in values]
    found = extract(lines, sources=values)
    assert texts(found) == set(lines)
