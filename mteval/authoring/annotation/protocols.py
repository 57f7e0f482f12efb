"""What annotators are asked under DA, SQM, ESA and MQM: whether to mark errors, with which severities, and to give a score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mteval.human.error_spans import SOURCE_SIDE, TARGET_SIDE

# The categories of Freitag et al. (2021), Experts, Errors, and Context.
MQM_CATEGORIES = (
    "Accuracy/Addition",
    "Accuracy/Omission",
    "Accuracy/Mistranslation",
    "Accuracy/Untranslated text",
    "Fluency/Punctuation",
    "Fluency/Spelling",
    "Fluency/Grammar",
    "Fluency/Register",
    "Fluency/Inconsistency",
    "Fluency/Character encoding",
    "Terminology/Inappropriate for context",
    "Terminology/Inconsistent use",
    "Style/Awkward",
    "Locale convention/Address format",
    "Locale convention/Currency format",
    "Locale convention/Date format",
    "Locale convention/Name format",
    "Locale convention/Telephone format",
    "Locale convention/Time format",
    "Non-translation!",
    "Source error",
    "Other",
)
QUARTERS = {0: "none of the meaning is kept", 33: "some of it is kept", 66: "most of it is kept", 100: "perfect"}
# SQM labels seven points of the scale; the odd ones lie between two of the meanings.
SEVENTHS = {
    0: "nonsense: nearly all information is lost",
    17: "between nonsense and some meaning",
    33: "some meaning: parts are kept, the rest is hard to follow",
    50: "between some meaning and most of it",
    67: "most meaning: kept, with a few mistakes in grammar or wording",
    83: "between most meaning and perfect",
    100: "perfect: meaning and grammar agree with the source",
}
PLAIN = {0: "not at all", 100: "perfectly"}


@dataclass(frozen=True, slots=True)
class Protocol:
    """How translations are judged; without `anchors` no score is asked for, without `severities` nothing is marked.

    With `source_marks` errors can be marked in the source too. `ticks` are the words under the scale, as many as there are
    anchors; without them the anchors are listed in full.
    """

    name: str
    question: str = ""
    anchors: Mapping[int, str] | None = None
    severities: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    ticks: tuple[str, ...] = ()
    source_marks: bool = False

    @property
    def sides(self) -> tuple[str, ...]:
        """The texts in which errors can be marked."""
        if not self.severities:
            return ()
        return (TARGET_SIDE, SOURCE_SIDE) if self.source_marks else (TARGET_SIDE,)


PROTOCOLS = {
    "da": Protocol(
        "da",
        "How well does the translation say what the source says?",
        PLAIN,
        ticks=("not at all", "perfectly"),
    ),
    "sqm": Protocol("sqm", "How good is the translation, in meaning and grammar?", SEVENTHS),
    "esa": Protocol(
        "esa",
        "With the errors in mind: how much of the meaning is kept, and how well is it said?",
        QUARTERS,
        ("minor", "major"),
        ticks=("none", "some", "most", "perfect"),
    ),
    "mqm": Protocol("mqm", severities=("neutral", "minor", "major"), categories=MQM_CATEGORIES, source_marks=True),
}


def protocol_of(name: str, categories: Sequence[str] = ()) -> Protocol:
    """A protocol by name, with categories of the job's own."""
    known = PROTOCOLS[name]
    return replace(known, categories=tuple(categories)) if categories else known
