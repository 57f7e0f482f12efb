"""Cross-template BLEU: how much the templates of a CheckList repeat each other; lower is more diverse.

Each instance is scored with sentence BLEU against *all* instances of all *other* templates as references; the mean over
instances is divided by the number of templates (normalised CT-BLEU; axis: diversity).

Exact in time linear in the size of the text, although every instance has nearly the whole CheckList as references. BLEU
clips an n-gram's count by the largest count in any one reference. So it is enough to keep, for each n-gram, the two
largest of the maxima per template: an instance of the template that holds the largest is clipped by the second. The same
goes for lengths: for each length, two templates that have it tell whether an instance of another template has it.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

MAX_ORDER = 4
Tokenizer = Callable[[str], str]
Gram = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrossTemplateBleu:
    """The mean sentence BLEU across templates (0–100), and the same divided by the number of templates."""

    mean: float
    normalised: float
    templates: int
    instances: int


@dataclass(slots=True)
class _TwoBest:
    """The largest of the maxima per template, whose it is, and the largest among the other templates."""

    value: int = 0
    owner: int = -1
    second: int = 0

    def add(self, template: int, count: int) -> None:
        """Take one more count into account."""
        if template == self.owner:
            self.value = max(self.value, count)
        elif count > self.value:
            self.value, self.owner, self.second = count, template, self.value
        elif count > self.second:
            self.second = count

    def without(self, template: int) -> int:
        """The largest count outside one template."""
        return self.second if template == self.owner else self.value


class _References:
    """What sentence BLEU needs to know of all instances, template by template."""

    def __init__(self) -> None:
        self.counts: dict[Gram, _TwoBest] = {}
        self.lengths: dict[int, set[int]] = {}
        self._sorted: list[int] = []

    def add(self, template: int, tokens: Sequence[str]) -> None:
        """Take one instance in."""
        for gram, count in n_grams(tokens).items():
            best = self.counts.get(gram)
            if best is None:
                best = self.counts[gram] = _TwoBest()
            best.add(template, count)
        holders = self.lengths.setdefault(len(tokens), set())
        if len(holders) < 2:
            holders.add(template)

    def closest_length(self, template: int, length: int) -> int:
        """The length nearest to `length` among other templates' instances; of two equally near the shorter."""
        self._sorted = self._sorted or sorted(self.lengths)
        place = bisect_left(self._sorted, length)
        below = next((n for n in reversed(self._sorted[:place]) if self._held(n, template)), None)
        above = next((n for n in self._sorted[place:] if self._held(n, template)), None)
        near = [n for n in (below, above) if n is not None]
        return min(near, key=lambda n: (abs(n - length), n))

    def _held(self, length: int, template: int) -> bool:
        return bool(self.lengths[length] - {template})


def n_grams(tokens: Sequence[str]) -> Counter[Gram]:
    """All n-grams up to the fourth order, with their counts."""
    return Counter(
        tuple(tokens[start : start + order])
        for order in range(1, MAX_ORDER + 1)
        for start in range(len(tokens) - order + 1)
    )


def cross_template_bleu(templates: Sequence[Iterable[str]], tokenize: Tokenizer | None = None) -> CrossTemplateBleu:
    """CT-BLEU of a CheckList, given as the instances of each template; NaN where there is only one template.

    Tokenizer (13a), smoothing (exponential) and effective order are those of sacrebleu's `sentence_bleu`.
    """
    tokenizer = tokenize or _thirteen_a()
    split = [[tokenizer(text.rstrip()).split() for text in instances] for instances in templates]
    split = [instances for instances in split if instances]
    count = sum(map(len, split))
    if len(split) < 2:
        return CrossTemplateBleu(math.nan, math.nan, len(split), count)
    references = _References()
    for template, instances in enumerate(split):
        for tokens in instances:
            references.add(template, tokens)
    nearest = cache(references.closest_length)
    total = math.fsum(
        _sentence_bleu(tokens, template, references, nearest(template, len(tokens)))
        for template, instances in enumerate(split)
        for tokens in instances
    )
    mean = total / count
    return CrossTemplateBleu(mean, mean / len(split), len(split), count)


def _sentence_bleu(tokens: Sequence[str], template: int, references: _References, reference_length: int) -> float:
    correct = [0] * MAX_ORDER
    for gram, count in n_grams(tokens).items():
        correct[len(gram) - 1] += min(count, references.counts[gram].without(template))
    totals = [max(len(tokens) - order, 0) for order in range(MAX_ORDER)]
    return bleu_from_counts(correct, totals, len(tokens), reference_length)


def bleu_from_counts(correct: Sequence[int], totals: Sequence[int], length: int, reference_length: int) -> float:
    """Sentence BLEU as sacrebleu computes it: exponential smoothing, only orders the sentence is long enough for."""
    if not any(correct):
        return 0.0
    logs: list[float] = []
    smoothing = 1.0
    for matched, total in zip(correct, totals, strict=True):
        if total == 0:
            break
        if matched == 0:
            smoothing *= 2
            logs.append(math.log(100.0 / (smoothing * total)))
        else:
            logs.append(math.log(100.0 * matched / total))
    penalty = 1.0 if length >= reference_length else math.exp(1 - reference_length / length)
    return penalty * math.exp(math.fsum(logs) / len(logs))


def _thirteen_a() -> Tokenizer:
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    tokenizer: Tokenizer = Tokenizer13a()
    return tokenizer
