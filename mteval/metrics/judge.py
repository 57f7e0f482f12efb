"""Any judge by a prompt: a language model rates each translation on a scale of yours.

`judge?system=openai:MODEL?url=http://…/v1&prompt=FILE&scale=0-100`: the system's own `&` and `,` are written `%26` and
`%2C`. The prompt (Jinja2; parts headed [system] and [user]) may name `source`, `translation`, `reference`,
`source_language`, `target_language`, `low` and `high`; the reply must hold one number on the scale. Without a prompt a plain one
of ours is used.

How to read it: as the scale says; lower=true where low numbers are good. Traps: as with every judge, numbers are comparable only
with the same judge and prompt (their names and digests are in the signature); judges favour long, fluent and first-shown text;
what cannot be read is missing, never the lowest score.
"""

from __future__ import annotations

from typing import Any

from mteval.core import registry
from mteval.core.options import FILE, TEXT, TRUTH, Option
from mteval.core.results import Scale
from mteval.metrics._judging.metric import JudgeMetric
from mteval.metrics._judging.rating import RatingJudge
from mteval.models.prompt_values import read_scale
from mteval.models.prompts import find_prompt, shipped_prompts


@registry.metrics.register("judge")
class Judge(RatingJudge):
    """A judge's rating on the scale it was given."""

    options = (
        *JudgeMetric.options,
        Option("prompt", FILE, "judge", "shipped prompt or file", shipped_prompts(), signed=False),
        Option("scale", TEXT, "0-100", "lowest and highest rating"),
        Option("lower", TRUTH, False, "lower ratings are better"),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.prompts = (find_prompt(str(self.chosen["prompt"])),)
        self.ends = read_scale(self.chosen["scale"], "scale")
        self.scale = Scale(2, low=self.ends[0], high=self.ends[1])
        self.higher_is_better = not self.chosen["lower"]
