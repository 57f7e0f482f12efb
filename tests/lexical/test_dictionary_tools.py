"""Inflections, correspondences, capitals, parts of speech and frequency bands."""

from __future__ import annotations

import sys

import pytest

from mteval.authoring.dictionary.capitals import count_capitals, read_capitals
from mteval.authoring.dictionary.correspondence import read_correspondence
from mteval.core.errors import DataError, MissingDependencyError, UsageError
from mteval.core.records import DictionaryPair
from mteval.families._dictionary.bands import frequency_bands
from mteval.families._dictionary.waterfall import wilson_interval
from mteval.lexical.english import part_of_speech as english_part
from mteval.lexical.knowledge import side_knowledge
from mteval.lexical.morphology import InflectionTable, Relations, read_relations, read_wordnet
from mteval.lexical.part_of_speech import composition, part_of_speech
from mteval.lexical.proper_nouns import classify
from mteval.text.inflections import Inflection, read_inflections


@pytest.fixture(scope="module")
def bulgarian(shared):
    return InflectionTable.from_rows(read_inflections(shared / "data/unimorph/bul.gz").rows)


def row(lemma, form, features):
    return Inflection(lemma, form, tuple(features.split(";")))


def test_forms_of_one_lemma_are_inflections_of_each_other():
    table = InflectionTable.from_rows([row("go", "went", "V;PST"), row("go", "goes", "V;PRS;3;SG")])
    relations = Relations(table)
    assert relations.relation("goes", ["went"]) == "inflection"
    assert relations.relation("went", ["went", "x"]) == "gold"
    assert relations.relation("gone", ["went"]) == "unrelated"


def test_synonyms_share_a_synset(tmp_path):
    tab = tmp_path / "wn.tab"
    tab.write_text(
        "# a wordnet\n1-n\teng:lemma\tcar\n1-n\teng:lemma\tmotor_car\n1-n\teng:lemma\tauto\n", encoding="utf-8"
    )
    relations = Relations(synsets=read_wordnet(tab))
    assert relations.relation("auto", ["car"]) == "synonym"
    assert relations.sources == ("wordnet",)


def test_a_lemmatiser_finds_inflections():
    relations = read_relations("de", unimorph=None, wordnet=None, lemmatiser=True)
    assert relations.relation("Häuser", ["Haus"]) == "inflection"
    assert relations.relation("Hund", ["Haus"]) == "unrelated"


def test_a_language_without_lemmatiser_is_no_error():
    relations = read_relations("xx", unimorph=None, wordnet=None, lemmatiser=True)
    assert relations.relation("a", ["b"]) == "unrelated"
    assert relations.sources == ()


def test_a_noun_reaches_definite_plural_but_not_vocative(bulgarian):
    # The paradigm of 'аба' stands at the top of the table: абата, аби, абите; або is vocative.
    forms = read_correspondence().forms("аба", bulgarian)
    assert set(forms) == {"абата", "аби", "абите"}
    assert forms["абата"] == "indefinite to definite"
    assert forms["абите"] == "indefinite to definite, singular to plural"


def test_a_definite_form_does_not_lead_back_to_the_indefinite(bulgarian):
    assert set(read_correspondence().forms("абата", bulgarian)) == {"абите"}


def test_a_masculine_adjective_reaches_all_genders_but_no_degree(bulgarian):
    forms = read_correspondence().forms("абаносов", bulgarian)
    assert {"абаносова", "абаносово", "абаносови", "абаносовите", "абаносовият", "абаносовия"} <= set(forms)
    assert not any(form.startswith("най-") for form in forms)


def test_plurals_of_adjectives_that_keep_their_gender_or_have_none_are_reached():
    rows = [row("rojo", "rojo", "ADJ;MASC;SG"), row("rojo", "rojos", "ADJ;MASC;PL"), row("rojo", "rojas", "ADJ;FEM;PL")]
    assert set(read_correspondence().forms("rojo", InflectionTable.from_rows(rows))) == {"rojos", "rojas"}
    rows = [row("verde", "verde", "ADJ;SG"), row("verde", "verdes", "ADJ;PL")]
    assert set(read_correspondence().forms("verde", InflectionTable.from_rows(rows))) == {"verdes"}


def test_verbs_vary_in_person_and_number_within_a_tense():
    rows = [
        row("x", "x1", "V;PRS;1;SG"),
        row("x", "x3", "V;PRS;3;PL"),
        row("x", "xed", "V;PST;1;SG"),
    ]
    assert set(read_correspondence().forms("x1", InflectionTable.from_rows(rows))) == {"x3"}


def test_own_rules_are_checked(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text('[[rule]]\nname = "a"\npart = "N"\nform = ["SG"]\n', encoding="utf-8")
    with pytest.raises(DataError, match="unknown key 'form'"):
        read_correspondence(path)
    path.write_text('[[rule]]\nname = "a"\npart = "N"\n', encoding="utf-8")
    with pytest.raises(DataError, match="rule 1"):
        read_correspondence(path)


def test_capitals_are_counted_inside_sentences_only():
    lines = ["May I see May? Rose saw a rose.", "The Rose, said May."]
    seen, capital = count_capitals(lines, {"may", "rose", "saw"})
    assert dict(seen) == {"may": 2, "rose": 2, "saw": 1}
    assert {word: capital[word] for word in seen} == {"may": 2, "rose": 1, "saw": 0}


def test_a_lower_cased_corpus_is_refused(tmp_path):
    path = tmp_path / "corpus"
    path.write_text("we saw a rose\n" * 5, encoding="utf-8")
    with pytest.raises(DataError, match="lower-cased"):
        read_capitals(path, {"rose"})


def test_a_corpus_decides_between_name_and_word(tmp_path):
    from dataclasses import replace

    path = tmp_path / "corpus"
    text = "we met Grant and a bank and trees\n" * 9 + "they grow a tree and a bank here\n" * 9
    path.write_text(text, encoding="utf-8")
    words = {"grant", "bank", "trees", "tree", "grow"}
    english = replace(side_knowledge("en"), capitals=read_capitals(path, words))
    pairs = [DictionaryPair("grant", "грант"), DictionaryPair("bank", "банк")]
    labels = [one.label for one in classify(pairs, english, side_knowledge("uk"))]
    assert labels == ["proper-noun", None]


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("houses", "noun"),
        ("went", "verb"),
        ("showed", "verb"),
        ("green", "adjective"),
        ("quickly", "adjective"),
        ("the", "other"),
    ],
)
def test_english_parts_of_speech(word, part):
    assert english_part(word) == part


def test_composition_counts_pairs_and_source_words():
    pairs = [DictionaryPair("a", "x"), DictionaryPair("a", "y"), DictionaryPair("b", "z")]
    shares = {one.part: one for one in composition(pairs, ["noun", "verb", "noun"])}
    assert (shares["noun"].pairs, shares["noun"].sources) == (2, 2)
    assert shares["noun"].pair_share == pytest.approx(2 / 3)
    assert shares["noun"].source_share == pytest.approx(1.5 / 2)
    assert sum(one.source_share for one in shares.values()) == pytest.approx(1)


def test_parts_of_speech_agree_with_the_annotation(shared):
    """On ordinary pairs of the annotated dictionaries, the English side alone is right nine times in ten."""
    right = total = 0
    codes = {"n": "noun", "v": "verb", "a": "adjective"}
    for code, part in codes.items():
        for line in (shared / f"data/muse_dicos/en-bg.5000-6500.{code}.txt").read_text(encoding="utf-8").split("\n"):
            if line:
                total += 1
                right += english_part(line.split()[0]) == part
    assert right / total > 0.85


def test_a_tagger_speaks_for_languages_without_lists(shared):
    pytest.importorskip("ufal.udpipe", reason="needs the extra 'udpipe'")
    from dataclasses import replace

    from mteval.lexical.part_of_speech import open_tagger

    tagger = open_tagger(f"udpipe:{shared}/models/udpipe_fr/french-partut-ud-2.5-191206.udpipe")
    french = replace(side_knowledge("fr"), tag=tagger)
    pair = DictionaryPair("gehen", "marcher")
    found = classify([pair], side_knowledge("de"), french)[0]
    assert part_of_speech(pair, found, side_knowledge("de"), french) == "verb"


def test_what_is_no_tagger_is_said():
    from mteval.lexical.part_of_speech import open_tagger

    with pytest.raises(UsageError, match=r"udpipe:FILE"):
        open_tagger("spacy")


def test_wordfreq_bands():
    pytest.importorskip("wordfreq", reason="needs the extra 'names'")
    assert frequency_bands(["the", "xqzzy"], "wordfreq", "en") == {"the": "zipf 5 and more", "xqzzy": "unknown"}


@pytest.mark.parametrize(
    ("language", "problem"), [("", "source=en"), ("xx", "no list"), ("no-language-at-all", "no list")]
)
def test_wordfreq_needs_a_language_it_knows(language, problem):
    pytest.importorskip("wordfreq", reason="needs the extra 'names'")
    with pytest.raises(UsageError, match=problem):
        frequency_bands(["the"], "wordfreq", language)


def test_wordfreq_that_is_missing_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "wordfreq", None)
    with pytest.raises(MissingDependencyError, match="pip install"):
        frequency_bands(["the"], "wordfreq", "en")


def test_wilson_interval():
    # Wilson's interval of 8 of 10, as in Newcombe (1998) style tables and statsmodels: .4902 to .9433.
    assert wilson_interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
