"""Putting a word of another sense where the reference has one, so that only the sense is wrong."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from mteval.authoring.contrast.agreement import NOUNS_WITH_CAPITALS
from mteval.authoring.contrast.candidates import CandidateSentence
from mteval.authoring.contrast.inflecting import Forms, agreeing_form
from mteval.authoring.contrast.junctions import junction
from mteval.authoring.contrast.senses import AmbiguousWord
from mteval.authoring.contrast.settings import SentenceSettings

NO_LEXICON = "no-noun-lexicon"
# Languages with genders whose nouns have no cases: forms made by analogy agree if the genders do.
WITHOUT_CASES = ("fr", "es", "it", "pt", "ca", "nl")


@dataclass(frozen=True, slots=True)
class MadeContrast:
    """A contrast: the text, the form put in, its lemma and the number of its sense."""

    text: str
    replacement: str
    lemma: str
    sense: int


def contrasts(
    candidate: CandidateSentence, word: AmbiguousWord, forms: Forms, rivals: Collection[int], settings: SentenceSettings
) -> tuple[list[MadeContrast], list[str]]:
    """As many contrasts as asked for, with words of the senses `rivals` in turn; and why others were refused."""
    made: list[MadeContrast] = []
    reasons: list[str] = []
    parts = _parts(word, candidate.sense, candidate.lemma)
    for sense, lemma in _words_in_turn(word, rivals):
        if len(made) == settings.contrasts:
            break
        if settings.agreement and parts and not parts & (_parts(word, sense, lemma) or parts):
            reasons.append("other-part-of-speech")
            continue
        if lemma in word.senses[candidate.sense].akin:
            reasons.append("shares-a-translation")
            continue
        # Where the inventory does not say the part of speech the word must show that it is a noun, by its gender.
        noun = not parts or "n" in parts
        text, form, reason = replaced(candidate, lemma, forms, noun=noun, agreement=settings.agreement)
        if not reason and any(text == one.text for one in made):
            reason = "same-contrast"
        if reason:
            reasons.append(reason)
        else:
            made.append(MadeContrast(text, form, lemma, sense))
    return made, reasons


def _words_in_turn(word: AmbiguousWord, rivals: Collection[int]) -> list[tuple[int, str]]:
    """One word of each of the senses, then a second of each, and so on, the most frequent first."""
    others = [(number, sense.words) for number, sense in enumerate(word.senses) if number in rivals]
    longest = max((len(words) for _, words in others), default=0)
    return [(number, words[turn]) for turn in range(longest) for number, words in others if turn < len(words)]


def _parts(word: AmbiguousWord, sense: int, lemma: str) -> set[str]:
    chosen = word.senses[sense]
    return set(chosen.parts[chosen.words.index(lemma)]) if lemma in chosen.words else set()


def replaced(
    candidate: CandidateSentence, lemma: str, forms: Forms, *, noun: bool, agreement: bool
) -> tuple[str, str, str]:
    """The reference with another word in it, the form put in, and a reason where none fits."""
    start, end = candidate.spans[1]
    original = candidate.target[start:end]
    before, form = candidate.target[:start], lemma
    if agreement:
        before, form, reason = _agreeing(candidate, lemma, forms, noun=noun)
        if reason:
            return "", "", reason
    form = with_case_of(original, form)
    text = before + form + candidate.target[end:]
    return (text, form, "") if text != candidate.target else ("", "", "contrast-equals-reference")


def _agreeing(candidate: CandidateSentence, lemma: str, forms: Forms, *, noun: bool) -> tuple[str, str, str]:
    """What stands before the word put in, the form put in, and a reason where none agrees for certain."""
    start, end = candidate.spans[1]
    original, before = candidate.target[start:end], candidate.target[:start]
    if noun and forms.nouns is not None:
        if forms.language in NOUNS_WITH_CAPITALS and not original[:1].isupper():
            return "", "", "not-a-noun"
        seen = forms.attested.get(lemma, {})
        form, reason = forms.nouns.form(before, original.lower(), candidate.lemma, lemma, seen)
    elif forms.gendered and not noun:
        return "", "", "part-of-speech-not-guaranteed"
    elif forms.gendered and forms.language not in WITHOUT_CASES:
        return "", "", NO_LEXICON
    else:
        form, reason = agreeing_form(original.lower(), candidate.lemma, lemma, forms)
        reason = reason or (_gender_clash((original.lower(), candidate.lemma), (form, lemma), forms) if noun else "")
    if reason:
        return "", "", reason
    gender = forms.gender(form) or forms.gender(lemma)
    before, reason = junction(forms.language)(before, form, original, gender)
    return before, form, reason


def _gender_clash(original: tuple[str, str], new: tuple[str, str], forms: Forms) -> str:
    """Each word is given as form and lemma: plurals mostly stand after determiners that show no gender."""
    genders = [forms.gender(form) or forms.gender(lemma) for form, lemma in (original, new)]
    if all(genders):
        return "" if genders[0] == genders[1] else "gender-differs"
    return "gender-unknown" if forms.gendered or (forms.table is not None and any(genders)) else ""


def with_case_of(model: str, word: str) -> str:
    """The word capitalised as the model is."""
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word
