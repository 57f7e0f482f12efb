"""Answers to a CheckList from a function, and their outcomes as signs."""

from __future__ import annotations

from mteval.core.evidence import Outcome, Skipped
from mteval.core.queries import Classification, Translate, Translation
from mteval.evaluation.run import family_of


def outcomes(suite, answer):
    """Judge with a function from text to label, pair (label, probabilities) or translation."""
    answers = []
    for case in suite.cases:
        given = answer(case.query.source if isinstance(case.query, Translate) else " / ".join(case.query.texts))
        if isinstance(case.query, Translate):
            answers.append(Translation(given))
        else:
            answers.append(Classification(*given) if isinstance(given, tuple) else Classification(given))
    return list(family_of(suite).judge_all(suite, answers))


def shown(evidence):
    signs = {Outcome.PASSED: "+", Outcome.FAILED: "-", Outcome.UNDECIDED: "?"}
    return "".join("s" if isinstance(one, Skipped) else signs[one.outcome] for one in evidence)


def mt(suite_of, *tests, **more):
    return suite_of(*tests, task="translation", target="es", **more)
