"""Genders of translations labelled by hand (by a language model, not checked by native speakers), traps among them.

Labels are what a reader sees of the person in the translation. Of the 56 below the matcher decides 44, all as labelled
(precision 44/44, recall 44/49); 7 show no gender, and 5 that a reader can tell by pronouns, adjectives or words not listed are
left. They were written with the rules in mind, so precision on real translations may be lower.
"""

import pytest

from mteval.families._gender.matching import LANGUAGES, people, seen_gender

F, M, N, U = "female", "male", "neutral", "unknown"
LABELLED = [
    ("de", "physician", "Die Ärztin half dem Patienten.", F),
    ("de", "physician", "Der Arzt half der Patientin.", M),
    ("de", "physician", "Er dankte dem Arzt.", M),
    ("de", "physician", "Er dankte der Ärztin.", F),
    ("de", "physician", "Das Auto des Arztes ist rot.", M),
    ("de", "physician", "Der Ärzt*in gefiel es.", N),
    ("de", "physician", "Eine Arzt kam.", U),
    ("de", "developer", "Die Entwicklerin stritt mit dem Designer.", F),
    ("de", "designer", "Die Entwicklerin stritt mit dem Designer.", M),
    ("de", "developer", "Die Entwickler stritten.", U),
    ("de", "teacher", "Die Lehrer:innen und die Lehrer:in kamen.", N),
    ("de", "teacher", "Der/die Lehrer/in kam.", N),
    ("de", "clerk", "Der Angestellte lachte.", M),
    ("de", "clerk", "Die Angestellte lachte.", F),
    ("de", "clerk", "Ein Angestellter lachte.", M),
    ("de", "clerk", "Sie halfen einer Angestellten.", F),
    ("de", "clerk", "Sie halfen dem Angestellten.", M),
    ("de", "clerk", "Die Angestellten lachten.", U),
    ("de", "cook", "Wir kochen mit der Köchin.", F),
    ("de", "customer", "Der Verkäufer gab dem Kunden das Geld.", M),
    ("de", "nurse", "Die Krankenschwester war müde.", F),
    ("de", "nurse", "Die Pflegekraft war müde.", U),
    ("fr", "lawyer", "L'avocate a gagné.", F),
    ("fr", "lawyer", "L’avocat a gagné.", M),
    ("fr", "lawyer", "L'avocat·e a gagné.", N),
    ("fr", "lawyer", "L'avocat(e) a gagné.", N),
    ("fr", "accountant", "Le comptable est là.", M),
    ("fr", "accountant", "La comptable est là.", F),
    ("fr", "accountant", "Il parle au comptable.", M),
    ("fr", "accountant", "Il parle à une comptable.", F),
    ("fr", "accountant", "Les comptables sont là.", U),
    ("fr", "physician", "Le médecin l'a aidé.", M),
    ("fr", "physician", "C'est une femme médecin.", F),
    ("fr", "nurse", "L'infirmière du médecin dort.", F),
    ("fr", "hairdresser", "La coiffeuse a parlé au conducteur.", F),
    ("fr", "driver", "La coiffeuse a parlé au conducteur.", M),
    ("fr", "writer", "Une autrice et un lecteur.", F),
    ("fr", "analyst", "L'analyste est là.", U),
    ("es", "lawyer", "La abogada ganó.", F),
    ("es", "lawyer", "El abogado ganó.", M),
    ("es", "manager", "La gerente habló con el cajero.", F),
    ("es", "manager", "El cajero habló con el gerente.", M),
    ("es", "cashier", "El cajero habló con la gerente.", M),
    ("es", "manager", "Habló del gerente.", M),
    ("es", "physician", "La médico llegó.", F),
    ("es", "physician", "El/la médico llegó.", N),
    ("es", "physician", "La médica llegó.", F),
    ("es", "housekeeper", "El ama de llaves llegó.", F),
    ("es", "client", "Su cliente llegó.", U),
    ("es", "analyst", "Un analista llegó.", M),
    ("es", "nurse", "Llegó una enfermera.", F),
]
LEFT = [
    ("de", "nurse", "Die Pflegekraft sagte, sie sei müde.", F),
    ("fr", "analyst", "L'analyste est fatiguée.", F),
    ("fr", "accountant", "La jeune comptable est là.", F),
    ("es", "client", "Su cliente está cansada.", F),
    ("es", "mover", "La transportista llegó.", F),
]


@pytest.mark.parametrize(("language", "person", "text", "wanted"), LABELLED)
def test_genders_of_labelled_translations(language, person, text, wanted):
    assert seen_gender(text, person, language).gender == wanted


@pytest.mark.parametrize(("language", "person", "text", "wanted"), LEFT)
def test_what_nothing_decides_is_unknown_and_not_guessed(language, person, text, wanted):
    assert seen_gender(text, person, language).gender == "unknown"


def test_mentions_that_disagree_are_unknown():
    seen = seen_gender("Die Köchin ist ein guter Koch.", "cook", "de")
    assert (seen.gender, seen.words) == ("unknown", ("Die Köchin", "guter Koch"))


def test_nobody_is_looked_for_without_words():
    assert seen_gender("Die Ärztin", "astronaut", "de").gender == "unknown"


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_people_have_words_of_both_genders(language):
    listed = [words.forms.values() for (code, _), words in people().items() if code == language]
    both = [forms for forms in listed if {"female", "male"} <= {gender for form in forms for gender in form}]
    assert len(listed) > 80
    assert len(both) > 0.9 * len(listed)


def test_precision_and_recall_are_as_said():
    found = [(seen_gender(text, person, language).gender, wanted) for language, person, text, wanted in LABELLED + LEFT]
    decided = [pair for pair in found if pair[0] != U]
    assert (len(found), len(decided), sum(seen == wanted for seen, wanted in decided)) == (56, 44, 44)
    assert sum(wanted != U for _, wanted in found) == 49
