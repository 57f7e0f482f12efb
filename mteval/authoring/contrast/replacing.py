"""Putting a word of another sense where the reference has one, so that only the sense is wrong."""

from __future__ import annotations

from dataclasses import dataclass

from mteval.authoring.contrast.candidates import CandidateSentence
from mteval.authoring.contrast.inflecting import Forms, agreeing_form
from mteval.authoring.contrast.junctions import junction
from mteval.authoring.contrast.senses import AmbiguousWord


@dataclass(frozen=True, slots=True)
class MadeContrast:
    """A contrast: the text, the form put in, its lemma and the number of its sense."""

    text: str
    replacement: str
    lemma: str
    sense: int


def contrasts(
    candidate: CandidateSentence, word: AmbiguousWord, forms: Forms, *, most: int, agreement: bool
) -> tuple[list[MadeContrast], list[str]]:
    """Up to `most` contrasts with words of other senses, the senses in turn; and why others were refused."""
    made: list[MadeContrast] = []
    reasons: list[str] = []
    parts = _parts(word, candidate.sense, candidate.lemma)
    for sense, lemma in _words_in_turn(word, candidate.sense):
        if len(made) == most:
            break
        if agreement and parts and not parts & (_parts(word, sense, lemma) or parts):
            reasons.append("other-part-of-speech")
            continue
        text, form, reason = replaced(candidate, lemma, forms, noun="n" in parts, agreement=agreement)
        if not reason and any(text == one.text for one in made):
            reason = "same-contrast"
        if reason:
            reasons.append(reason)
        else:
            made.append(MadeContrast(text, form, lemma, sense))
    return made, reasons


def _words_in_turn(word: AmbiguousWord, right: int) -> list[tuple[int, str]]:
    """One word of each other sense, then a second of each, and so on, the most frequent first."""
    others = [(number, sense.words) for number, sense in enumerate(word.senses) if number != right]
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
        form, reason = agreeing_form(original.lower(), candidate.lemma, lemma, forms)
        reason = reason or (_gender_clash((original.lower(), candidate.lemma), (form, lemma), forms) if noun else "")
        if not reason:
            before, reason = junction(forms.language)(before, form, original, forms.gender(form) or forms.gender(lemma))
        if reason:
            return "", "", reason
    form = with_case_of(original, form)
    text = before + form + candidate.target[end:]
    return (text, form, "") if text != candidate.target else ("", "", "contrast-equals-reference")


def _gender_clash(original: tuple[str, str], new: tuple[str, str], forms: Forms) -> str:
    """Each word is given as form and lemma: plurals mostly stand after determiners that show no gender."""
    genders = [forms.gender(form) or forms.gender(lemma) for form, lemma in (original, new)]
    if all(genders):
        return "" if genders[0] == genders[1] else "gender-differs"
    # Only where the user gave a lexicon is a word without gender a reason to refuse.
    return "gender-unknown" if forms.table is not None and any(genders) else ""


def with_case_of(model: str, word: str) -> str:
    """The word capitalised as the model is."""
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word
