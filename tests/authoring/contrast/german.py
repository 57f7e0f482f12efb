"""A few German nouns with all their forms, written by hand."""

from mteval.authoring.contrast.agreement import NounAgreement
from mteval.authoring.contrast.inflecting import Forms
from mteval.lexical.nouns import CASES, NounForm, NounLexicon, Reading

# Lemma, gender, singular and plural in the order nominative, accusative, dative, genitive.
TABLES = (
    ("bank", "fem", "bank bank bank bank", "bänke bänke bänken bänke"),
    ("schaukel", "fem", "schaukel schaukel schaukel schaukel", "schaukeln schaukeln schaukeln schaukeln"),
    ("holz", "neut", "holz holz holz holzes", "hölzer hölzer hölzern hölzer"),
    ("wald", "masc", "wald wald wald waldes", "wälder wälder wäldern wälder"),
    ("kleid", "neut", "kleid kleid kleid kleides", "kleider kleider kleidern kleider"),
    ("kleidung", "fem", "kleidung kleidung kleidung kleidung", "kleidungen kleidungen kleidungen kleidungen"),
    ("mann", "masc", "mann mann mann mannes", "männer männer männern männer"),
    ("junge", "masc", "junge jungen jungen jungen", "jungen jungen jungen jungen"),
    ("schläger", "masc", "schläger schläger schläger schlägers", "schläger schläger schlägern schläger"),
    ("stock", "masc", "stock stock stock stockes", "stöcke stöcke stöcken stöcke"),
    ("rand", "masc", "rand rand rand randes", "ränder ränder rändern ränder"),
    ("rand", "masc", "rand rand rand rand", "rand rand rand rand"),
    ("leiter", "masc", "leiter leiter leiter leiters", "leiter leiter leitern leiter"),
    ("leiter", "fem", "leiter leiter leiter leiter", "leitern leitern leitern leitern"),
    ("rutsch", "masc", "rutsch rutsch rutsch rutsches", "rutsche rutsche rutschen rutsche"),
    ("rutsche", "fem", "rutsche rutsche rutsche rutsche", "rutschen rutschen rutschen rutschen"),
)
OF_TABLES = tuple(
    NounForm(lemma, form, Reading(gender, number, case))
    for lemma, gender, *numbers in TABLES
    for number, forms in zip(("sg", "pl"), numbers, strict=True)
    for case, form in zip(CASES, forms.split(), strict=True)
)
ROWS = (
    *OF_TABLES,
    NounForm("wald", "walde", Reading("masc", "sg", "dat")),
    NounForm("rutsch", "rutsche", Reading("masc", "sg", "dat")),
)
GERMAN = NounAgreement("de", NounLexicon(ROWS))


def german_forms(attested=None, genders=None):
    return Forms("de", attested or {}, genders or {}, None, NounAgreement("de", NounLexicon(ROWS), genders or {}))
