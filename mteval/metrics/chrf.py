"""chrF: an F-score of character n-grams, which needs no tokenizer.

Precision and recall of character n-grams (n = 1…6, spaces left out), averaged over n; chrF = (1 + β²) · P · R / (β² ·
P + R), with β = 2: recall counts twice as much as precision.

Popović (2015), chrF: character n-gram F-score for automatic MT evaluation. Digits and signature are those of
sacrebleu (Post 2018).

How to read it: 0–100, higher is better. It agrees with people better than BLEU does, above all for morphologically
rich languages, since a wrong ending costs little. Traps: values are not comparable with BLEU's, nor between
languages; unrelated sentences still get about 15–20.
"""

from __future__ import annotations

from mteval.core import registry
from mteval.metrics._character_f import CharacterF, character_options


@registry.metrics.register("chrf")
class Chrf(CharacterF):
    """Character n-gram F-score, digit for digit as sacrebleu computes it."""

    options = character_options(word_order=0)
