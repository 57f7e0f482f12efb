"""What chat models say around a translation."""

from dataclasses import replace

import pytest

from tests.evaluation.triage.small_batches import TRANSLATIONS, batch, changed, found


@pytest.mark.parametrize(
    "around",
    ["Here is the translation: {}", "Sure! Here's the German version:\n{}", "Übersetzung: {}", "**{}**", "{} (Note: very free.)",
     "{} Let me know if you need more!", "<translation>{}</translation>"],
)  # fmt: skip
def test_one_line_is_enough(around):
    assert found(batch(_6=around.format(TRANSLATIONS[6]))) == {"chatter": ("7",)}


def test_refusals_are_told_apart():
    assert found(batch(_6="I'm sorry, but I can't translate this."))["refusal"] == ("7",)


def test_what_the_source_says_too_is_no_chatter():
    given = batch(_6="Hier ist die Regel: Wer zuletzt lacht, lacht am besten.")
    sources = [*given.sources[:6], "Here is the rule: he who laughs last laughs best.", *given.sources[7:]]
    assert "chatter" not in found(replace(given, sources=tuple(sources)))


def test_an_unknown_opening_that_many_lines_share_is_chatter():
    lines = range(0, 40, 4)
    cases = found(changed(lambda text: f"As per your wish I give you this. {text}", lines))["chatter"]
    assert cases == tuple(str(line + 1) for line in lines)


def test_another_chat_model_is_no_excuse():
    given = batch(_6=f"Here is the translation: {TRANSLATIONS[6]}")
    assert found(replace(given, others=(given.translations,))) == {"chatter": ("7",)}
