"""Judges that are partial: of the same family of models as the system they judge, or what that system was tuned on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mteval.core.options import SYSTEM
from mteval.core.results import Finding
from mteval.evaluation.opened import NamedMetric, NamedSystem

# Names of models of one family, as they begin; a judge prefers what its own family writes (Panickssery et al. 2024, LLM
# evaluators recognize and favor their own generations).
FAMILIES = {
    "GPT": ("gpt", "chatgpt", "davinci", "o1", "o3", "o4"),
    "Claude": ("claude",),
    "Gemini and Gemma": ("gemini", "gemma", "translategemma", "palm", "bard"),
    "Llama": ("llama", "vicuna", "alpaca"),
    "Qwen": ("qwen", "qwq"),
    "Mistral": ("mistral", "mixtral", "ministral", "magistral"),
    "DeepSeek": ("deepseek",),
    "Command and Aya": ("command", "aya", "c4ai"),
    "Phi": ("phi",),
    "EuroLLM": ("eurollm",),
    "Tower": ("tower", "towerinstruct", "towerbase"),
    "Grok": ("grok",),
    "Nova": ("nova",),
    "GLM": ("glm", "chatglm"),
    "Kimi": ("kimi", "moonshot"),
    "Yi": ("yi",),
    "Falcon": ("falcon",),
    "OLMo": ("olmo",),
    "NLLB": ("nllb",),
}
_WORD = re.compile(r"[a-z]+\d*|\d+")


def model_families(name: str) -> frozenset[str]:
    """The families of models a name speaks of: "my-Qwen2.5-7B-sft" of Qwen."""
    words = _WORD.findall(name.lower())
    return frozenset(
        family
        for family, beginnings in FAMILIES.items()
        for word in words
        if any(re.fullmatch(rf"{beginning}\d*", word) for beginning in beginnings)
    )


def partial_judges(metrics: Sequence[NamedMetric], system: NamedSystem) -> Iterator[Finding]:
    """What a reader of a judge's score must know of its relation to the system."""
    own = f"{system.name} {system.system.signature.get('model', '')}"
    for named in metrics:
        for option in named.metric.options:
            judge = named.metric.chosen.get(option.name)
            if option.kind is not SYSTEM or judge is None:
                continue
            shared = model_families(own) & model_families(judge.name)
            if shared:
                message = (
                    f"The judge '{judge.name}' of {named.spec.name} and the system are both of the family "
                    f"{' and '.join(sorted(shared))} by their names; judges prefer what their own family writes."
                )
                yield Finding("judge-of-own-family", message)
            if system.name in (named.metric.chosen.get("tuned") or ()):
                message = f"The system was tuned on the judge '{judge.name}', so that {named.spec.name} overrates it."
                yield Finding("tuned-on-judge", message)
