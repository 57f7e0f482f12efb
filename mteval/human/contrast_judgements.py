"""People's judgements of contrastive items: which translation is right, and whether each is grammatical.

Annotators see the reference and one contrast in an order they do not know. An item is good for an annotator if the reference
is right, the contrast is wrong, and both are grammatical; `unsure` counts as neither right nor wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.text.lines import read_text
from mteval.text.tables import header_of, named_rows

KIND = "contrast"
MEANINGS = ("right", "wrong", "unsure")
GRAMMAR = ("yes", "no")
ANSWERS = {
    "reference_meaning": MEANINGS,
    "contrast_meaning": MEANINGS,
    "reference_grammatical": GRAMMAR,
    "contrast_grammatical": GRAMMAR,
}
"""What is asked of an item, and the possible answers."""

TEXTS = ("word", "reference", "contrast")
QUESTIONS = ("reference_right", "contrast_wrong", "grammatical", "good")
"""What follows from the answers: properties of a judgement."""


@dataclass(frozen=True, slots=True)
class ContrastJudgement:
    """What one annotator says of one reference and one contrast; `item` is `3/1`: first contrast of the third item."""

    item: str
    annotator: str
    word: str
    reference: str
    contrast: str
    answers: Mapping[str, str]

    @classmethod
    def of(cls, item: str, annotator: str, given: Mapping[str, Any]) -> ContrastJudgement:
        """A judgement from texts and answers by name; ValueError where an answer is missing or none of those possible."""
        word, reference, contrast = (str(given[name]).strip() for name in TEXTS)
        return cls(item, annotator, word, reference, contrast, checked_answers(given))

    @property
    def reference_right(self) -> bool:
        """Whether the reference is a right translation."""
        return self.answers["reference_meaning"] == "right"

    @property
    def contrast_wrong(self) -> bool:
        """Whether the contrast is a wrong translation, as it should be."""
        return self.answers["contrast_meaning"] == "wrong"

    @property
    def grammatical(self) -> bool:
        """Whether both are grammatical."""
        return self.answers["reference_grammatical"] == self.answers["contrast_grammatical"] == "yes"

    @property
    def good(self) -> bool:
        """Whether the item does what it is for."""
        return self.reference_right and self.contrast_wrong and self.grammatical


def checked_answers(given: Mapping[str, Any]) -> dict[str, str]:
    """The answers among others; ValueError where one is missing or none of those possible."""
    answers = {name: str(given.get(name, "")).strip() for name in ANSWERS}
    for name, answer in answers.items():
        if answer not in ANSWERS[name]:
            raise ValueError(f"{name} is {answer[:40]!r}, none of {', '.join(ANSWERS[name])}")
    return answers


def read_contrast_judgements(path: Path) -> Iterator[ContrastJudgement]:
    """The judgements of a table with these columns, separated by commas, in a .tsv by tabs: the server's CSV export."""
    text = read_text(path)
    delimiter = "\t" if ".tsv" in path.suffixes else ","
    missing = [name for name in ("item", "annotator", *TEXTS, *ANSWERS) if name not in header_of(text, path, delimiter)]
    if missing:
        raise DataError(path, f"the first line does not name the columns {', '.join(missing)}.", line=1)
    for line, row in named_rows(text, path, delimiter):
        try:
            yield ContrastJudgement.of(row["item"].strip(), row["annotator"].strip(), row)
        except ValueError as error:
            raise DataError(path, f"{error}.", line=line) from None
