"""Prompt files and chat templates: what the model reads, and the log-probabilities after it."""

from __future__ import annotations

import pytest

from mteval.core.errors import CapabilityError, UnknownNameError, UsageError
from mteval.core.queries import Complete, Completion, LogProb, Translate, Translation
from tests.systems import tiny_models
from tests.systems.hugging_face_models import ITEMS, opened

pytest.importorskip("torch", reason="the hugging-face backend needs torch")
pytest.importorskip("transformers", reason="the hugging-face backend needs transformers")
pytestmark = pytest.mark.usefixtures("one_thread")

CHAT = "{% for m in messages %}<s> {{ m['content'] }} , {% endfor %}{% if add_generation_prompt %}ein {% endif %}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    words = tiny_models.tokenizer(end=False)
    words.chat_template = CHAT
    return str(tiny_models.save("llama", tmp_path_factory.mktemp("chat"), words))


@pytest.fixture
def prompt(tmp_path):
    path = tmp_path / "mine.j2"
    path.write_text("[user]\nthe {{ source }}\n[completion]\na {{ source }} on\n", encoding="utf-8")
    return str(path)


def oracle(folder, before, target, after):
    """One forward pass over the whole text, the tokens after `before` scored."""
    import torch
    import transformers

    words = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForCausalLM.from_pretrained(folder).eval()
    start = words(before, add_special_tokens=False).input_ids
    ids = [*words(f"{before} {target}", add_special_tokens=False).input_ids, *after]
    with torch.no_grad():
        logits = model(torch.tensor([ids])).logits[0].double().log_softmax(-1)
    return sum(float(logits[place - 1, ids[place]]) for place in range(len(start), len(ids)))


@pytest.mark.parametrize("engine", ["auto", "plain"])
def test_targets_are_scored_after_the_chat_template(folder, prompt, engine):
    system = opened(folder, prompt=prompt, chat="true", engine=engine)
    query = ITEMS[0]
    (answer,) = system.answer([query])
    expected = [oracle(folder, f"<s> the {query.source} , ein", target, [2]) for target in query.targets]
    assert answer.values == pytest.approx(expected, abs=1e-4)
    assert system.signature["prompt"].startswith("mine@")


def test_without_chat_they_follow_the_part_for_completions(folder, prompt):
    (answer,) = opened(folder, prompt=prompt, end=" .").answer([ITEMS[0]])
    expected = [oracle(folder, f"a {ITEMS[0].source} on", f"{target} .", []) for target in ITEMS[0].targets]
    assert answer.values == pytest.approx(expected, abs=1e-4)


def test_conversations_are_gone_on_with_and_translations_come_through_the_template(folder, prompt):
    import torch
    import transformers

    system = opened(folder, prompt=prompt, chat="true", beam_size="1", max_length="5")
    said, translated = system.answer([Complete((("user", "the dog"),)), Translate("dog")])
    assert isinstance(said, Completion)
    words = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForCausalLM.from_pretrained(folder).eval()
    ids = words("<s> the dog , ein", add_special_tokens=False).input_ids
    for _ in range(5):
        with torch.no_grad():
            ids.append(int(model(torch.tensor([ids])).logits[0, -1].argmax()))
        if ids[-1] == 2:
            break
    made = words.decode(ids[5:], skip_special_tokens=True).strip()
    assert said.text == made
    assert said.cut == (2 not in ids[5:])
    assert translated == Translation(made)


def test_languages_come_from_the_suite(folder):
    system = opened(folder, prompt="translate", chat="true")
    with pytest.raises(UsageError, match="--languages"):
        list(system.answer([LogProb("dog", ("Hund",))]))
    told = system.speaking("en", "de")
    assert "from English into German" in told._prompt_text.filled(Translate("dog"))
    assert told.fingerprint != system.speaking("en", "fr").fingerprint


def test_what_cannot_be_is_refused(folder, prompt, saved):
    with pytest.raises(CapabilityError, match="no chat template"):
        list(opened(saved("llama")).answer([Complete((("user", "x"),))]))
    with pytest.raises(UsageError, match="several draws"):
        list(opened(folder).answer([Complete((("user", "x"),), 1)]))
    with pytest.raises(UsageError, match="chat=true needs a prompt"):
        opened(folder, chat="true")
    with pytest.raises(UnknownNameError, match="translate"):
        opened(folder, prompt="translat")


def test_context_goes_into_the_prompt_and_not_before_the_target(folder, tmp_path):
    path = tmp_path / "context.j2"
    path.write_text("{{ context | join(' ') }} {{ target_context | join(' ') }} {{ source }} on", encoding="utf-8")
    query = LogProb("dog", ("Hund",), ("red", "the man"), ("rot", "der Mann"))
    (answer,) = opened(folder, prompt=str(path), context="1", end=" .").answer([query])
    assert answer.values[0] == pytest.approx(oracle(folder, "the man der Mann dog on", "Hund .", []), abs=1e-4)
