"""Language models score and translate after a prompt."""

from __future__ import annotations

import pytest

from mteval.core.queries import Translate
from tests.systems.hugging_face_models import ITEMS, PROMPT, opened

pytest.importorskip("torch", reason="the hugging-face backend needs torch")
pytest.importorskip("transformers", reason="the hugging-face backend needs transformers")
pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize("kind", ["gpt2", "llama", "bloom"])
def test_language_models_score_the_target_after_the_prompt(saved, kind):
    import torch
    import transformers

    folder = saved(kind)
    model = transformers.AutoModelForCausalLM.from_pretrained(folder).eval()
    words = transformers.AutoTokenizer.from_pretrained(folder)
    for query, answer in zip(ITEMS[:2], opened(folder, prompt=PROMPT).answer(ITEMS[:2]), strict=True):
        for target, value, length in zip(query.targets, answer.values, answer.tokens, strict=True):
            prompt, wanted = words(f"{query.source} ,").input_ids, [*words(target).input_ids, 2]
            with torch.no_grad():
                logits = model(torch.tensor([prompt + wanted])).logits[0, len(prompt) - 1 : -1]
            assert value == pytest.approx(
                float(torch.log_softmax(logits, -1)[range(len(wanted)), wanted].sum()), abs=1e-4
            )
            assert length == len(wanted)


def test_language_models_translate_up_to_the_line_break(saved):
    queries = [Translate("a dog"), Translate("the man sits on a bench")]
    system = opened(saved("gpt2"), prompt=PROMPT, max_length="5", beam_size="1")
    assert list(system.answer(queries)) == [next(system.answer([query])) for query in queries]
