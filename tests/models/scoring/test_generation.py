"""Beam search in batches gives what it gives one by one, whatever the padding."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="needs the extra 'hf'")
pytest.importorskip("transformers", reason="needs the extra 'hf'")

from mteval.models.scoring.generation import Decoding, continued, translated
from tests.systems.tiny_models import build

pytestmark = pytest.mark.usefixtures("one_thread")
SHORT = Decoding(beam_size=2, max_length=6)


def trimmed(row, model):
    """The tokens up to and with the end of the sentence, without what fills the row up."""
    fillers = {model.config.pad_token_id, model.config.eos_token_id}
    while row and row[-1] in fillers:
        row = row[:-1]
    return row


def test_translations_do_not_depend_on_who_is_in_the_batch():
    model = build("marian")
    sources = [(5, 9, 12, 14, 2), (7, 2), (20, 21, 2)]
    together = [trimmed(row, model) for row in translated(model, sources, SHORT)]
    alone = [trimmed(translated(model, [source], SHORT)[0], model) for source in sources]
    assert together == alone
    assert len(set(map(tuple, together))) > 1


def test_a_translation_starts_with_the_code_that_is_forced_and_has_an_end():
    model = build("m2m_100")
    (row,) = translated(model, [(5, 9, 2)], SHORT, forced=33)
    assert row[:2] == [model.config.decoder_start_token_id, 33]
    assert len(row) <= 1 + SHORT.max_length


def test_a_language_model_writes_after_its_prompt_whatever_the_lengths():
    model = build("gpt2")
    prompts = [(5, 9, 12, 14), (7,), (20, 21)]
    together = [trimmed(row, model) for row in continued(model, prompts, SHORT)]
    alone = [trimmed(continued(model, [prompt], SHORT)[0], model) for prompt in prompts]
    assert together == alone
    assert all(len(row) <= SHORT.max_length for row in together)
