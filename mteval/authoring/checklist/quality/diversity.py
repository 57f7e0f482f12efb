"""How varied a CheckList is: numbers of templates and of lexicon values, and normalised cross-template BLEU.

Axis: diversity. More templates and values, and a lower CT-BLEU, are more diverse. Languages written without spaces are
compared by characters, since their sentences would be single words; such CT-BLEU values compare only with each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from mteval.authoring.checklist.quality.cross_template_bleu import Tokenizer, cross_template_bleu
from mteval.authoring.checklist.quality.template_match import shape_of
from mteval.checklists.checklist import CheckList
from mteval.checklists.templates import expand, parse_template

WITHOUT_SPACES = ("ja", "zh", "yue", "th", "lo", "km", "my", "bo")


@dataclass(frozen=True, slots=True)
class Diversity:
    """What of a CheckList is different from what else of it.

    `values` counts the different values of the lexicons that templates use, `instances` those that CT-BLEU was computed on.
    """

    templates: int
    values: int
    ct_bleu: float
    mean_bleu: float
    instances: int


def diversity(
    checklist: CheckList, limit: int | None = None, seed: int = 1, tokenize: Tokenizer | None = None
) -> Diversity:
    """Measure a CheckList, with at most `limit` instances of each template for CT-BLEU."""
    distinct = {shape_of(test.template, checklist.lexicons): test for test in checklist.tests}
    instances = [
        [" ".join(one.texts) for one in expand(test.template, checklist.lexicons, limit=limit, seed=seed)]
        for test in distinct.values()
    ]
    bleu = cross_template_bleu(instances, tokenize or _suited(checklist.language))
    return Diversity(len(distinct), lexicon_values(checklist), bleu.normalised, bleu.mean, bleu.instances)


def _suited(language: str) -> Tokenizer | None:
    return " ".join if language.lower().split("-")[0] in WITHOUT_SPACES else None


def lexicon_values(checklist: CheckList) -> int:
    """How many different values the lexicons in use have; one that stands in several lexicons counts once."""
    texts = [text for test in checklist.tests for text in test.template]
    keys = {slot.key for text in texts for slot in parse_template(text).slots}
    return len({value for key in keys for value in checklist.lexicons.get(key, ())})
