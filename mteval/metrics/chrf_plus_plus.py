"""chrF++: chrF with word unigrams and bigrams beside the character n-grams.

Precision and recall of character n-grams (n = 1…6) and word n-grams (n = 1, 2), averaged over all orders; chrF++ = (1
+ β²) · P · R / (β² · P + R), with β = 2.

Popović (2017), chrF++: words helping character n-grams. Digits and signature are those of sacrebleu (Post 2018).

How to read it: 0–100, higher is better; like chrf, with word order weighing more. Traps: words are cut at spaces, so
for Chinese, Japanese or Thai use chrf.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mteval.core import registry
from mteval.core.evidence import Evidence
from mteval.core.results import Finding
from mteval.metrics._character_f import CharacterF, character_options
from mteval.metrics._comparison import unspaced_script


@registry.metrics.register("chrf++")
class ChrfPlusPlus(CharacterF):
    """Character and word n-gram F-score, digit for digit as sacrebleu computes it."""

    options = character_options(word_order=2)

    def inspect(self, evidence: Sequence[Evidence]) -> Iterator[Finding]:
        """Words cut at spaces do not fit a script that has none."""
        yield from unspaced_script(evidence, "chrf++", dict.fromkeys(("zh", "ja", "th", "lo", "my", "km"), "chrf"))
