"""What a dictionary says of translations: words, parts of speech, genders, notes."""

import pytest

from mteval.lexical.bilingual import OTHER, grammar, split_translations


@pytest.mark.parametrize(
    ("labels", "pos", "gender"),
    [
        (["fem", " n", " sg"], "n", "fem"),
        (["masc"], "n", "masc"),
        (["masc", "fem"], "n", "masc,fem"),
        (["pl"], "n", ""),
        (["v", " trans"], "v", ""),
        (["VT"], "v", ""),
        (["Adj."], "a", ""),
        (["adv"], "r", ""),
        (["pron", "pers", "pl"], OTHER, ""),
        (["prep"], OTHER, ""),
        (["tech"], "", ""),
        ([], "", ""),
    ],
)
def test_labels(labels, pos, gender):
    assert grammar(labels) == (pos, gender)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Bank <fem>, Gruppe <fem>", ["Bank", "Gruppe"]),
        ("auf die Bank bringen [Geld] , einzahlen <v, trans>", ["auf die Bank bringen", "einzahlen"]),
        ("chauve\u2010souris; gourdin", ["chauve-souris", "gourdin"]),
        ("المصداقيّة، وطني", ["المصداقيّة", "وطني"]),
        ("a [b (c, d] e), f", ["a", "f"]),
        ("kaba, çirkin.", ["kaba", "çirkin"]),
        ("unclosed [bracket, x", []),
        ("", []),
    ],
)
def test_translations_are_parted_outside_brackets(line, words):
    assert [one.word for one in split_translations(line)][: len(words)] == words


def test_labels_in_angles_and_braces_are_grammar_and_other_brackets_notes():
    found = list(split_translations("Feder {f} [tech.], (alter) Kiel <masc>"))
    assert [(one.word, one.pos, one.gender, one.notes) for one in found] == [
        ("Feder", "n", "fem", ("tech.",)),
        ("Kiel", "n", "masc", ("alter",)),
    ]
