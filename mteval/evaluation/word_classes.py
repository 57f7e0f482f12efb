"""The part of speech of the words of references, for comparing systems word class by word class."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import regex

from mteval.core.errors import UsageError
from mteval.core.results import Report, Results
from mteval.text.tagging import Tagger, open_tagger
from mteval.text.words import unicode_words

TOKEN = regex.compile(r"[\p{L}\p{M}\p{N}\u200c\u200d]+|[^\s\p{L}\p{M}\p{N}]")


def word_classes(results: Results, tagger: str) -> dict[str, dict[str, str]]:
    """Suite → lower-cased word → the part of speech it has most often in the references; suites without references have none."""
    found = {}
    for suite, reports in results.by_suite():
        lines = _references(reports)
        languages = reports[0].suite.get("languages") or ("",)
        if lines:
            found[suite] = _classes(lines, open_tagger(tagger, str(languages[-1])))
    if not found:
        raise UsageError("--tagger: no report has cases with references. Give folders that runs wrote with -o DIR.")
    return found


def _references(reports: Sequence[Report]) -> list[str]:
    lines = {case.id: case.references[0] for report in reports for case in report.cases if case.references}
    return list(lines.values())


def _classes(lines: Sequence[str], tag: Tagger) -> dict[str, str]:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in lines:
        tokens = TOKEN.findall(line)
        for token, part in zip(tokens, tag(tokens) if tokens else (), strict=True):
            for word in unicode_words(token):
                counts[word][part] += 1
    return {word: _most_frequent(parts) for word, parts in sorted(counts.items())}


def _most_frequent(parts: Mapping[str, int]) -> str:
    return max(sorted(parts), key=lambda part: parts[part])
