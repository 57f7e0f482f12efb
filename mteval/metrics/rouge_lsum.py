"""ROUGE-Lsum: the longest common subsequence, sentence by sentence of a longer text.

Each line of the reference is compared with every line of the translation; the words in any of these longest common
subsequences are hits (their union), a word at most as often as both sides have it. Recall = hits / words of the
reference; precision = hits / words of the translation. Means over the cases; of several references, the best F.

Lin (2004), ROUGE: a package for automatic evaluation of summaries, section 3.2, as ROUGE-1.5.5 and rouge-score count.

How to read it: 0–100, higher is better. For texts of one line it equals rouge-l. Trap: sentences are the lines of the
text (\\n); nothing is split for you. Of texts with more than 10^10 pairs of words only the common beginning and end
counts, with a finding.
"""

from __future__ import annotations

from collections import Counter

from mteval.core import registry
from mteval.metrics._comparison import common_ends
from mteval.metrics._rouge.metric import Overlap, Rouge
from mteval.metrics._rouge.subsequences import lcs_length, lcs_positions

Lines = list[list[str]]


@registry.metrics.register("rouge-lsum")
class RougeLsum(Rouge[Lines]):
    """Union of longest common subsequences over the lines of a text; of texts too long for it, what they share at both ends."""

    most_cells = 10**10

    def units(self, line: str) -> Lines:
        """The words of each line that is not empty."""
        return [self.words(part) for part in line.split("\n") if part]

    def overlap(self, translation: Lines, reference: Lines) -> Overlap:
        """The words in the unions, and the words of each."""
        found, wanted = sum(map(len, translation)), sum(map(len, reference))
        if not self.fits(found, wanted):
            hits = common_ends(*([word for line in text for word in line] for text in (translation, reference)))
        elif len(translation) == len(reference) == 1:
            hits = lcs_length(translation[0], reference[0])
        else:
            hits = _hits(translation, reference)
        return hits, found, wanted


def _hits(translation: Lines, reference: Lines) -> int:
    left = Counter(word for line in translation for word in line)
    wanted = Counter(word for line in reference for word in line)
    hits = 0
    for line in reference:
        union = sorted({place for other in translation for place in lcs_positions(line, other)})
        for word in (line[place] for place in union):
            if left[word] > 0 and wanted[word] > 0:
                hits += 1
                left[word] -= 1
                wanted[word] -= 1
    return hits
