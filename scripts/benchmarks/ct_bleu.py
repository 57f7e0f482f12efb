"""Cross-template BLEU: exact in linear time, beside sacrebleu with every other instance as a reference.

    python scripts/benchmarks/ct_bleu.py [--largest N]

Both are timed in one run on the same instances of a shipped CheckList; brute force is left out where it would take minutes.
"""

from __future__ import annotations

import argparse
import time

import sacrebleu

from mteval.authoring.checklist.quality.cross_template_bleu import cross_template_bleu
from mteval.checklists.checklist import read_checklist
from mteval.checklists.templates import expand
from mteval.library import find_suite

BRUTE_FORCE_UP_TO = 700


def brute_force(templates: list[list[str]]) -> float:
    scores = [
        sacrebleu.sentence_bleu(text, [t for place, those in enumerate(templates) if place != own for t in those]).score
        for own, texts in enumerate(templates)
        for text in texts
    ]
    return sum(scores) / len(scores)


def best_of(function, argument, repetitions: int):
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        result = function(argument)
        times.append(time.perf_counter() - start)
    return min(times), result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=1000, help="instances per template in the last row")
    largest = parser.parse_args().largest
    checklist = read_checklist(find_suite("sentiment-checklist-en").files["data"])
    print(f"{'instances':>10} {'linear':>10} {'per instance':>14} {'brute force':>12} {'ratio':>8} {'difference':>11}")
    for limit in sorted({2, 5, 10, 50, 200, largest}):
        templates = [
            [" ".join(one.texts) for one in expand(test.template, checklist.lexicons, limit=limit, seed=1)]
            for test in checklist.tests
        ]
        count = sum(map(len, templates))
        fast, ours = best_of(cross_template_bleu, templates, 3)
        row = f"{count:>10} {fast:>9.3f}s {1e6 * fast / count:>12.1f}µs"
        if count <= BRUTE_FORCE_UP_TO:
            slow, theirs = best_of(brute_force, templates, 1)
            row += f" {slow:>11.2f}s {slow / fast:>7.0f}× {abs(ours.mean - theirs):>11.1e}"
        print(row)


if __name__ == "__main__":
    main()
