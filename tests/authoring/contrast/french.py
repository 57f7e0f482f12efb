"""A few French forms and genders, and sentences that hold one of them."""

from mteval.authoring.contrast.candidates import CandidateSentence
from mteval.authoring.contrast.inflecting import Forms

FRENCH = Forms(
    "fr",
    {
        "banque": {"banque": 9, "banques": 4},
        "rive": {"rive": 5, "rives": 2},
        "bateau": {"bateau": 3, "bateaux": 2},
        "cheval": {"cheval": 3, "chevaux": 3},
        "bras": {"bras": 9},
        "arbre": {"arbre": 7, "arbres": 2},
        "école": {"école": 4},
        "parler": {"parle": 3, "parler": 2, "parlé": 1},
        "marcher": {"marche": 3, "marcher": 1},
    },
    {
        "banque": "fem",
        "rive": "fem",
        "bateau": "masc",
        "cheval": "masc",
        "arbre": "masc",
        "école": "fem",
        "bras": "masc",
    },
)


def candidate(target, form, lemma, sense=0):
    start = target.index(form)
    spans = ((0, 4), (start, start + len(form)))
    return CandidateSentence(
        "word", "scoring", sense, "corpus", "00", 1, "word in a source", target, lemma, (0, 0), spans
    )
