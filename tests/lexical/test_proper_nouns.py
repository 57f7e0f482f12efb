"""Names and invalid pairs, found by the written rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from mteval.core.records import DictionaryPair
from mteval.lexical.knowledge import SideKnowledge, side_knowledge
from mteval.lexical.proper_nouns import INVALID, PROPER_NOUN, classify


def labels(languages, *pairs):
    found = classify([DictionaryPair(*pair) for pair in pairs], *map(side_knowledge, languages))
    return [one.label for one in found]


@pytest.mark.parametrize(
    ("languages", "names"),
    [
        (("en", "el"), [("london", "λονδίνο"), ("athens", "αθήνα"), ("napoleon", "ναπολέων")]),
        (("en", "ar"), [("mohammed", "محمد"), ("washington", "واشنطن"), ("cairo", "القاهرة")]),
        (("hi", "en"), [("ओबामा", "obama"), ("लंदन", "london"), ("भारत", "india")]),
        (("en", "ko"), [("seoul", "서울"), ("david", "데이비드")]),
        (("sq", "lv"), [("berlin", "berlīne"), ("lituani", "lietuva"), ("anna", "anna")]),
        (("da", "ru"), [("tyskland", "германия"), ("grækenland", "греция")]),
        (("en", "ja"), [("japan", "日本"), ("tokyo", "東京")]),
    ],
)
def test_names_of_unseen_languages(languages, names):
    assert labels(languages, *names) == [PROPER_NOUN] * len(names)


@pytest.mark.parametrize(
    ("languages", "words"),
    [
        (("en", "el"), [("house", "σπίτι"), ("theatre", "θέατρο"), ("german", "γερμανός"), ("monday", "δευτέρα")]),
        (("en", "ar"), [("table", "طاولة"), ("bank", "بنك"), ("islam", "إسلام")]),
        (("hi", "en"), [("पानी", "water"), ("डॉक्टर", "doctor")]),
        (("en", "fr"), [("nation", "nation"), ("brown", "marron"), ("played", "joué"), ("mice", "souris")]),
        (("sq", "lv"), [("ujë", "ūdens"), ("libër", "grāmata")]),
    ],
)
def test_ordinary_words_of_unseen_languages(languages, words):
    assert labels(languages, *words) == [None] * len(words)


def test_without_english_the_english_word_both_sound_like_decides():
    """Morrison and Kirk are names, thriller and nickel none, though none of the six words is in a gazetteer."""
    names = [("मॉरिसन", "موريسون"), ("морисън", "मॉरिसन"), ("кърк", "كيرك")]
    words = [("трилър", "थ्रिलर"), ("нікель", "نيكل")]
    assert (
        labels(("hi", "ar"), names[0])
        == labels(("bg", "hi"), names[1])
        == labels(("bg", "ar"), names[2])
        == [PROPER_NOUN]
    )
    assert labels(("bg", "hi"), words[0]) == labels(("uk", "ar"), words[1]) == [None]


def test_an_english_word_left_untranslated_is_invalid():
    assert labels(("en", "de"), ("tomorrow", "tomorrow"), ("tomorrow", "morgen")) == [INVALID, None]


def test_two_different_names_are_invalid():
    assert labels(("en", "de"), ("malta", "zypern"), ("malta", "malta")) == [INVALID, PROPER_NOUN]


@pytest.mark.parametrize(
    ("languages", "pair"),
    [
        (("en", "de"), ("oslo", "norwegen")),
        (("en", "bg"), ("kosovo", "сърбия")),
        (("en", "hi"), ("nepal", "भारत")),
        (("fr", "de"), ("grèce", "türkei")),
    ],
)
def test_two_different_places_are_invalid_without_any_context(languages, pair):
    assert labels(languages, pair) == [INVALID]


def test_a_nationality_beside_its_country_is_a_name_and_beside_an_adjective_none():
    assert labels(("en", "de"), ("lithuanian", "litauen"), ("lithuanian", "litauisch")) == [PROPER_NOUN, None]


def own_pairs(name):
    """Pairs of our own: source, target, whether it is a name."""
    text = (Path(__file__).parent / "names" / f"{name}.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return [(source, target, label == "n") for source, target, label in rows]


@pytest.mark.parametrize("language", ["hi", "ar"])
@pytest.mark.parametrize("lists", [True, False], ids=["with-word-list", "english-alone"])
def test_names_in_scripts_the_rule_was_not_developed_on(language, lists):
    """The human ceiling in other languages is about .83 to .88 F1."""
    rows = own_pairs(f"en-{language}")
    other = side_knowledge(language) if lists else SideKnowledge(language)
    found = classify([DictionaryPair(*row[:2]) for row in rows], side_knowledge("en"), other)
    ours, gold = [one.label == PROPER_NOUN for one in found], [row[2] for row in rows]
    hits = sum(one and name for one, name in zip(ours, gold, strict=True))
    assert 2 * hits / (sum(ours) + sum(gold)) > 0.88


def test_the_evidence_names_its_signals():
    found = classify([DictionaryPair("london", "лондон")], side_knowledge("en"), side_knowledge("bg"))[0]
    assert "in no list of lower-case English words" in found.evidence
    assert "likeness" in found.evidence


def test_an_unknown_language_is_no_error():
    assert labels(("xx", "yy"), ("foo", "bar")) == [None]


def test_close_to_a_second_human_on_the_development_languages(shared):
    """Against each of the two annotations the rule reaches what they reach against each other, less four points of F1.

    These dictionaries were the development data of the rule, so this guards against regressions and proves no more.
    """
    folder = shared / "data/muse_dicos"

    def read(name):
        found = {}
        for code in ("n", "pn", "v", "a", "o", "nw"):
            for line in (folder / f"{name}.5000-6500.{code}.txt").read_text(encoding="utf-8").split("\n"):
                if line:
                    found[tuple(line.split())] = code
        return found

    def f1(one, other):
        return 2 * len(one & other) / (len(one) + len(other))

    for language in ("bg", "de"):
        there, back = read(f"en-{language}"), read(f"{language}-en")
        pairs = [pair for pair in there if pair[::-1] in back]
        first = {pair for pair in pairs if there[pair] == "pn"}
        second = {pair for pair in pairs if back[pair[::-1]] == "pn"}
        rule = classify([DictionaryPair(*pair) for pair in there], side_knowledge("en"), side_knowledge(language))
        ours = {pair for pair, one in zip(there, rule, strict=True) if one.label == PROPER_NOUN} & set(pairs)
        reached = (f1(ours, first) + f1(ours, second)) / 2
        assert reached > f1(first, second) - 0.04
