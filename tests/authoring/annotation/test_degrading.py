"""Degraded texts differ from theirs and are no others."""

import random

from mteval.authoring.annotation.degrading import degrade


def test_degraded_text_differs_but_is_no_other_text():
    generator = random.Random(1)
    others = ["alpha beta gamma delta epsilon", "one two three four five six"]
    for text in ("a", "short text", "a somewhat longer text of nine words in all", "这是一个没有空格的句子。"):
        worse = degrade(text, others, generator)
        assert worse != text
        assert worse not in others
