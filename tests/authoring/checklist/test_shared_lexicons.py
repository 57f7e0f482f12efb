"""One set of lexicons for templates that were extracted apart."""

from mteval.authoring.checklist.shared_lexicons import SharedLexicons
from mteval.checklists.checklist import parse_checklist


def test_equal_lists_share_a_key_and_others_get_their_own():
    shared = SharedLexicons()
    assert shared.adopt("{city} es {adj}.", {"city": ["Roma", "Oslo"], "adj": ["malo"]}) == "{city} es {adj}."
    assert shared.adopt("A {city}.", {"city": ["Oslo", "Roma"]}) == "A {city}."
    assert shared.adopt("De {city}.", {"city": ["Lima"]}) == "De {city_a}."
    # The extraction's own second name is made again here.
    assert shared.adopt("En {city_b}.", {"city_b": ["Lima"]}) == "En {city_a}."


def test_two_lexicons_of_one_template_stay_two():
    shared = SharedLexicons()
    lexicons = {"x": ["a", "b"], "x_b": ["a", "b"]}
    assert shared.adopt("{x} y {x_b}", lexicons) == "{x} y {x_a}"
    assert shared.adopt("{x1} y {x2}, {a:x1}", {"x": ["a", "b"]}) == "{x1} y {x2}, {a:x1}"


def test_only_lexicons_in_use_are_given():
    shared = SharedLexicons()
    for template, values in (("{x}", ["a"]), ("{y}", ["b"]), ("{z}", ["c"])):
        shared.adopt(template, {template.strip("{}"): values})
    tests = [{"template": "{x1} {x}", "label": "l"}, {"template": "q", "type": "INV", "then": ["{z}"]}]
    checklist = parse_checklist({"capabilities": {"C": {"tests": tests}}, "lexicons": {"x": ["a"], "z": ["c"]}})
    assert shared.used_in(checklist.tests) == {"x": ("a",), "z": ("c",)}
