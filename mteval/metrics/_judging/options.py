"""The options that every judge has, and what its prompt may name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mteval.core.errors import CapabilityError, UsageError
from mteval.core.evidence import Comparison
from mteval.core.options import LANGUAGE, LIST, SOURCE_LANGUAGE, SYSTEM, TRUTH, WHOLE, Option, OptionValues
from mteval.core.protocols import Consultant
from mteval.models.prompts import PromptTemplate
from mteval.text.language_names import language_name

JUDGE = Option(
    "system", SYSTEM, None, "the judge, such as openai:MODEL?url=…; its own & and comma are written %26 and %2C"
)
LANGUAGES = (
    Option("source_language", SOURCE_LANGUAGE, None, "language of the source, by code or name (the suite's)"),
    Option("target_language", LANGUAGE, None, "language of the translations, by code or name (the suite's)"),
)
REFERENCE = Option("reference", TRUTH, False, "show the judge the first reference too")
DRAWS = Option("draws", WHOLE, 1, "how often the judge is asked; the median counts", minimum=1)
TUNED = Option("tuned", LIST, (), "systems that were tuned on this judge", signed=False)


def consultant(chosen: OptionValues, metric: str) -> Consultant:
    """The judge, which must have been opened."""
    judge = chosen["system"]
    if not hasattr(judge, "ask"):
        raise CapabilityError(
            f"The judge of {metric} is not open: metrics with a system are computed by an evaluation."
        )
    opened: Consultant = judge
    if chosen.get("draws", 1) > 1 and opened.chosen.get("temperature") == 0:
        raise UsageError(
            f"draws={chosen['draws']} of a judge at temperature 0 are all the same. Give the judge a temperature, or leave "
            "draws out."
        )
    return opened


def require_judge(chosen: OptionValues, metric: str) -> None:
    """Refuse a metric without a judge."""
    if chosen["system"] is None:
        raise UsageError(f"{metric} needs a judge. Name it: {metric}?system=openai:MODEL.")


def judged_values(one: Comparison, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What a prompt may name of one translation."""
    names = {key: language_name(chosen[key]) if chosen[key] else "" for key in ("source_language", "target_language")}
    shown = one.references[0] if chosen.get("reference") and one.references else ""
    return {**names, "source": one.source or "", "translation": one.translation, "reference": shown}


def require_languages(prompts: Sequence[PromptTemplate], chosen: Mapping[str, Any], metric: str) -> None:
    """Refuse a prompt that names languages which nobody told, unless it asks itself whether they are known."""
    for prompt in prompts:
        for name in ("source_language", "target_language"):
            optional = re.search(rf"{{%-? *if [^%]*\b{name}\b", prompt.text)
            if name in prompt.variables and not chosen[name] and not optional:
                raise UsageError(
                    f"The prompt of {metric} names the languages, but it is not known which they are. Say --languages en-de."
                )
