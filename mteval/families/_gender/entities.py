"""Cases of entities: sentences that give one person a gender, and what translations make of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mteval.core.errors import CapabilityError
from mteval.core.evidence import Outcome, Verdict
from mteval.core.queries import Translate
from mteval.core.records import EntityItem
from mteval.core.results import Finding
from mteval.core.suites import Case
from mteval.families._gender.matching import LANGUAGES, UNKNOWN, people, seen_gender
from mteval.text.languages import short_code


def entity_cases(items: Sequence[EntityItem], languages: tuple[str, ...]) -> tuple[Case, ...]:
    """One case per sentence, for a target language that there are words for."""
    target = short_code(languages[-1] if languages else "")
    if target not in LANGUAGES:
        raise CapabilityError(
            f"There are words for people in {', '.join(LANGUAGES)}, not in '{target or 'an unknown language'}'. "
            "Say the target language: --languages en-de."
        )
    return tuple(
        Case(str(number), Translate(item.source), replace(item, language=target), _tags(item))
        for number, item in enumerate(items, start=1)
    )


def unlisted(cases: Sequence[Case]) -> tuple[Finding, ...]:
    """Says which people there are no words for: their gender stays unknown."""
    golds = [case.gold for case in cases]
    missing = [one.profession for one in golds if (one.language, one.profession) not in people()]
    if not missing:
        return ()
    names = list(dict.fromkeys(missing))
    some = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    text = f"{len(missing)} of {len(golds)} items are about people there are no words for, so their gender stays unknown: {some}."
    return (Finding("people-without-words", text),)


def entity_verdict(item: EntityItem, text: str) -> Verdict:
    """Passed with the right gender, failed with another, undecided where none is seen."""
    seen = seen_gender(text, item.profession, item.language)
    right = seen.gender == item.gender
    outcome = Outcome.UNDECIDED if seen.gender == UNKNOWN else Outcome.PASSED if right else Outcome.FAILED
    detail = {"gender": item.gender, "seen": seen.gender, "words": list(seen.words), "stereotype": item.stereotype}
    return Verdict(outcome, int(right), int(outcome is not Outcome.UNDECIDED), stratum=item.gender, detail=detail)


def _tags(item: EntityItem) -> dict[str, tuple[str, ...]]:
    tags = {"gender": item.gender, "stereotype": item.stereotype, "profession": item.profession}
    return {name: (value,) for name, value in tags.items() if value}
