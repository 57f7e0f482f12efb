"""Whether translations are in the language they should be in, by a language identifier.

language_match = the share of translations that py3langid puts into the target language, or into one it does not tell apart
from it (Bokmål, Nynorsk and Danish; Croatian, Bosnian and Serbian; …). Translations with fewer letters than `letters` (20)
do not count: a few words cannot be told. The target language is the suite's; where nobody says it, that of the references.

How to read it: higher is better; the identifier errs too, so put the references in as a system to see what can be reached.
Far below that, the system answers in the source's language or another one. Traps: names and quotations; close relatives.
Neither reference nor source is needed.

Lui and Baldwin (2012), langid.py: an off-the-shelf language identification tool.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mteval.core import registry
from mteval.core.errors import MissingDependencyError, UsageError
from mteval.core.evidence import Comparison, Evidence
from mteval.core.options import LANGUAGE, WHOLE, Option
from mteval.core.protocols import Decisions, Statistics
from mteval.core.results import Scale
from mteval.core.version import installed_version
from mteval.metrics._unreferenced import UnreferencedMetric
from mteval.statistics.additive import ratio
from mteval.statistics.metric_base import Array
from mteval.text.language_identification import base_code, identifier, relatives
from mteval.text.languages import short_code

SAMPLED = 200


@registry.metrics.register("language-match")
class LanguageMatch(UnreferencedMetric):
    """Translations in the target language."""

    keys = ("language_match",)
    higher_is_better = True
    columns = 2
    scale = Scale(4, low=0, high=1, shares=("language_match",))
    options = (
        Option("trg_lang", LANGUAGE, None, "target language by its code (the suite's)"),
        Option("letters", WHOLE, 20, "fewest letters of a translation that counts", minimum=1),
    )

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: in the target language, cases."""
        compared = [one for one in evidence if isinstance(one, Comparison)]
        if compared and not self.chosen["trg_lang"]:
            self.chosen = self.chosen.settled(trg_lang=_language_of_references(compared))
        return super().observe(evidence)

    def row(self, one: Comparison) -> tuple[float, float] | None:
        """Whether a translation is in the language; one too short to tell does not count."""
        if sum(map(str.isalpha, one.translation)) < self.chosen["letters"]:
            return None
        return float(_language(one.translation) in relatives(short_code(self.chosen["trg_lang"]))), 1.0

    def combine(self, sums: Array) -> Array:
        """The share."""
        return np.asarray(ratio(sums[..., :1], sums[..., 1:]))

    def decisions(self, statistics: Statistics) -> Decisions:
        """A translation in the target language passed."""
        return statistics.rows[:, 0] > 0, statistics.counted

    @property
    def signature(self) -> str:
        """The identifier and its version."""
        return f"metric:language-match|py3langid:{installed_version('py3langid')}"


def _language(text: str) -> str:
    ask = identifier()
    if ask is None:
        raise MissingDependencyError("language-match", "the package py3langid", "Run: pip install py3langid")
    likelihoods = ask(" ".join(text.split()))
    return base_code(max(likelihoods, key=lambda language: likelihoods[language]))


def _language_of_references(compared: Sequence[Comparison]) -> str:
    references = [one.references[0] for one in compared if one.references]
    if not references:
        raise UsageError(
            "language-match must know the target language: say --languages en-de, or language-match?trg_lang=de."
        )
    return _language(" ".join(references[:SAMPLED]))
