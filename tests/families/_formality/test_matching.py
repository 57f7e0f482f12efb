"""Registers of sentences labelled by hand (by a language model, not checked by native speakers), traps among them."""

import pytest

from mteval.families._formality.matching import address

LABELLED = [
    ("de", "Können Sie mir helfen?", "formal"),
    ("de", "Ich danke Ihnen für Ihre Hilfe.", "formal"),
    ("de", "Sie haben recht.", "formal"),
    ("de", "Wie geht es dir?", "informal"),
    ("de", "Hast du Zeit?", "informal"),
    ("de", "Ist das euer Hund?", "informal"),
    ("de", "Sie ging nach Hause.", ""),
    ("de", "Ich habe sie und ihre Mutter gesehen.", ""),
    ("de", "Der Hund bellt. Ihr Vater schläft.", ""),
    ("de", "Das Dach ist dicht.", ""),
    ("fr", "Pouvez-vous m'aider ?", "formal"),
    ("fr", "Merci de votre aide.", "formal"),
    ("fr", "Est-ce que tu viens ?", "informal"),
    ("fr", "Je t’appelle demain.", "informal"),
    ("fr", "C'est à toi.", "informal"),
    ("fr", "Il a vu la tour.", ""),
    ("fr", "Un voisin chante.", ""),
    ("es", "¿Puede usted ayudarme?", "formal"),
    ("es", "Ustedes tienen razón.", "formal"),
    ("es", "¿Puedes ayudarme?", "informal"),
    ("es", "¿Cómo te llamas?", "informal"),
    ("es", "Es tu casa.", "informal"),
    ("es", "El perro ladra.", ""),
    ("es", "Su casa es grande.", ""),
    ("hi", "आप कैसे हैं?", "formal"),
    ("hi", "क्या आपका नाम राम है?", "formal"),
    ("hi", "तुम कहाँ जा रहे हो?", "informal"),
    ("hi", "तेरा घर कहाँ है?", "informal"),
    ("hi", "वह घर जा रहा है।", ""),
    ("ja", "これは本です。", "formal"),
    ("ja", "明日行きますか？", "formal"),
    ("ja", "手伝ってください。", "formal"),
    ("ja", "これは本だ。", "informal"),
    ("ja", "明日行くよ。", "informal"),
    ("ja", "知らないの？", "informal"),
]


def register(text, language):
    found = address(text, language)
    return "/".join(name for name, words in (("formal", found.formal), ("informal", found.informal)) if words)


@pytest.mark.parametrize(("language", "text", "wanted"), LABELLED)
def test_registers_of_labelled_sentences(language, text, wanted):
    assert register(text, language) == wanted


def test_both_registers_are_both_seen():
    assert register("Können Sie mir sagen, wie du heißt?", "de") == "formal/informal"
