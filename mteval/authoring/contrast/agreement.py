"""The form of a noun that agrees wherever another noun stands: in gender, number and case, or a reason why none does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mteval.authoring.contrast.contexts import ALL_GENDERS, context
from mteval.lexical.nouns import PLURAL, SINGULAR, NounForm, NounLexicon, Reading

# Where articles and adjectives do not show the gender of plurals.
ONE_PLURAL = ("de",)
NOUNS_WITH_CAPITALS = ("de", "lb")
# Languages where no word around a noun shows a gender: forms made by analogy agree.
WITHOUT_GENDER = frozenset((
    "en", "fi", "et", "hu", "tr", "az", "kk", "ky", "uz", "id", "ms", "vi", "zh", "ja", "ko", "th", "fa", "eu", "ka", "hy",
    "bn", "tl", "yo",
))  # fmt: skip


def _nominatives(number: str) -> frozenset[Reading]:
    """The readings of a noun's first form, with and without cases."""
    return frozenset(Reading(gender, number, case) for gender in ALL_GENDERS for case in ("nom", ""))


@dataclass(frozen=True, slots=True)
class NounAgreement:
    """What is known of nouns: a lexicon, the genders the corpus shows, how often forms were seen."""

    language: str
    lexicon: NounLexicon
    seen_genders: Mapping[str, str] = field(default_factory=dict)

    def form(self, before: str, original: str, lemma: str, other: str, seen: Mapping[str, int]) -> tuple[str, str]:
        """The form of `other` for every reading that `original` of `lemma` can have behind `before`, and a reason if none.

        Readings that articles and prepositions rule out are left aside; of those that remain, none is guessed to be the right
        one: the form must do for all.
        """
        known = self.lexicon.readings(original)
        if not known:
            return "", "noun-unknown"
        allowed = context(self.language)(before)
        readings = self._of_one_gender({one for one in known if allowed(one)}, lemma)
        if not readings:
            return "", "agreement-unclear"
        rows = self._rows(other)
        if not rows:
            return "", "noun-unknown" if not self.lexicon.of_lemma(other) else "gender-unclear"
        wanted = {self._slot(one) for one in readings}
        forms: dict[str, set[Reading]] = {}
        for row in rows:
            forms.setdefault(row.form, set()).add(self._slot(row.reading))
        fitting = [one for one, slots in forms.items() if wanted <= slots]
        if fitting:
            return max(fitting, key=lambda one: (one != f"{other}e", seen.get(one, 0))), ""
        genders = {one.gender for one in wanted} - {row.reading.gender for row in rows} - {""}
        return "", "gender-differs" if genders else "no-agreeing-form"

    def _of_one_gender(self, readings: set[Reading], lemma: str) -> set[Reading]:
        """Of a noun with several genders only the one the corpus shows, where it does."""
        own = {one for one in readings if one.gender == self.seen_genders.get(lemma)}
        return own or readings

    def _rows(self, lemma: str) -> list[NounForm]:
        """The forms of a noun that has one gender, by the lexicon or else in the corpus.

        A plural like the singular is left out where there is another: it belongs to another noun (Rand, a currency).
        """
        rows = self.lexicon.of_lemma(lemma)
        first = {
            number: [row.form for row in rows if row.reading in _nominatives(number)] for number in (SINGULAR, PLURAL)
        }
        alike = set(first[SINGULAR]) & set(first[PLURAL])
        if set(first[PLURAL]) - alike:
            rows = tuple(row for row in rows if row.reading.number == SINGULAR or row.form not in alike)
        genders = {row.reading.gender for row in rows}
        seen = self.seen_genders.get(lemma, "")
        if len(genders) == 1:
            return list(rows) if not seen or seen in genders else []
        return [row for row in rows if row.reading.gender == seen]

    def _slot(self, reading: Reading) -> Reading:
        """The reading as far as the words around the noun show it."""
        if self.language in ONE_PLURAL and reading.number == "pl":
            return Reading("", reading.number, reading.case)
        return reading
