"""The form of one word that agrees with the form of another: from a morphological lexicon, or by analogy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mteval.authoring.contrast.agreement import WITHOUT_GENDER, NounAgreement
from mteval.lexical.morphology import InflectionTable

GENDERS = {"MASC": "masc", "FEM": "fem", "NEUT": "neut"}
Edit = tuple[str, str]
# Endings that make a plural of a noun; one that is attested will do for any other.
PLURALS: Mapping[str, tuple[Edit, ...]] = {
    "fr": (("", "s"), ("", "x"), ("al", "aux"), ("ail", "aux")),
    "en": (("", "s"), ("", "es"), ("y", "ies"), ("f", "ves"), ("fe", "ves"), ("man", "men")),
    "es": (("", "s"), ("", "es"), ("z", "ces"), ("ón", "ones")),
    "pt": (("", "s"), ("", "es"), ("ão", "ões"), ("m", "ns"), ("l", "is")),
    "ca": (("", "s"), ("a", "es"), ("", "os")),
    "it": (("o", "i"), ("a", "e"), ("e", "i")),
    "nl": (("", "en"), ("", "s"), ("", "'s")),
}
# Lemmas with these endings have one form for both numbers, which the form alone cannot tell.
SAME_IN_PLURAL = {"fr": ("s", "x", "z")}


@dataclass(frozen=True, slots=True)
class Forms:
    """What is known of the target language's forms: how often each was seen, genders, and lexicons where there are any."""

    language: str
    attested: Mapping[str, Mapping[str, int]]
    seen_genders: Mapping[str, str] = field(default_factory=dict)
    table: InflectionTable | None = None
    nouns: NounAgreement | None = None

    @property
    def gendered(self) -> bool:
        """Whether words around a noun may show its gender."""
        return self.language not in WITHOUT_GENDER

    def gender(self, form: str) -> str:
        """The gender of a form: from the lexicon, else from the determiners it was seen with; empty if not known."""
        if self.table is not None:
            named = {GENDERS[one] for row in self.table.cells(form) for one in row.features if one in GENDERS}
            if len(named) == 1:
                return named.pop()
        if self.nouns is not None:
            known = {row.reading.gender for row in self.nouns.lexicon.of_lemma(form)}
            if len(known) == 1:
                return known.pop()
        return self.seen_genders.get(form, "")


def agreeing_form(form: str, lemma: str, other: str, forms: Forms) -> tuple[str, str]:
    """The form of the lemma `other` that fits where `form` of `lemma` stands, and a reason where there is none."""
    if forms.table is not None:
        found, reason = _from_lexicon(form, lemma, other, forms, forms.table)
        if found or reason:
            return found, reason
    return _by_analogy(form, lemma, other, forms)


def _from_lexicon(form: str, lemma: str, other: str, forms: Forms, table: InflectionTable) -> tuple[str, str]:
    bundles = {_without_gender(row.features) for row in table.cells(form) if row.lemma.lower() == lemma}
    rows = table.paradigms.get(other, ())
    if not bundles or not rows:
        return "", ""
    fitting: dict[str, int] = {}
    for row in rows:
        if _without_gender(row.features) in bundles and " " not in row.form:
            fitting[row.form.lower()] = fitting.get(row.form.lower(), 0) + 1
    if not fitting:
        return "", "no-agreeing-form"
    seen = forms.attested.get(other, {})
    return max(fitting, key=lambda one: (fitting[one], seen.get(one, 0), one)), ""


def _without_gender(features: tuple[str, ...]) -> frozenset[str]:
    return frozenset(features).difference(GENDERS)


def _by_analogy(form: str, lemma: str, other: str, forms: Forms) -> tuple[str, str]:
    """What makes the form of its lemma makes the form of the other; it must have been seen in the corpus."""
    if form == lemma and lemma.endswith(SAME_IN_PLURAL.get(forms.language, ("\0",))):
        return "", "number-unclear"
    edit = _edit(lemma, form)
    plurals = PLURALS.get(forms.language, ())
    wanted = {_applied(one, other) for one in (plurals if edit in plurals else (edit,))}
    if edit in plurals and other.endswith(SAME_IN_PLURAL.get(forms.language, ("\0",))):
        wanted.add(other)
    seen = {one: number for one, number in forms.attested.get(other, {}).items() if one in wanted}
    if not seen:
        return "", "no-agreeing-form"
    return max(seen, key=lambda one: (seen[one], one)), ""


def singular(language: str, lemma: Callable[[str], str]) -> Callable[[str], str]:
    """A lemmatiser for the words of an inventory, which are lemmas already: only a plural is taken back (lunettes).

    Dictionaries take many a noun for a form of a verb (montre, glisse), which would put verbs among the senses of nouns.
    """
    plurals = PLURALS.get(language.split("-", maxsplit=1)[0].lower(), ())

    def of(word: str) -> str:
        found = lemma(word)
        return found if _edit(found, word) in plurals else word

    return of


def _edit(lemma: str, form: str) -> Edit:
    shared = 0
    while shared < min(len(lemma), len(form)) and lemma[shared] == form[shared]:
        shared += 1
    return lemma[shared:], form[shared:]


def _applied(edit: Edit, lemma: str) -> str | None:
    return lemma.removesuffix(edit[0]) + edit[1] if lemma.endswith(edit[0]) else None
