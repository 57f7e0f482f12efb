"""Prompts: parts, filling in, the sandbox, digests."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError, UnknownNameError, UsageError
from mteval.models.prompt_values import translation_values
from mteval.models.prompts import find_prompt, shipped_prompts


def written(tmp_path, text):
    path = tmp_path / "p.j2"
    path.write_text(text, encoding="utf-8")
    return find_prompt(str(path))


@pytest.mark.parametrize("name", [name for name in shipped_prompts() if name.startswith("translate")])
def test_every_shipped_prompt_for_translating_can_be_filled_in(name):
    values = translation_values("the dog", ("en", "de"), ("Before.",), ("Vorher.",))
    prompt = find_prompt(name)
    assert "the dog" in prompt.messages(values)[-1][1]
    assert prompt.completion(values).endswith(":")
    assert "German" in prompt.completion(values)


def test_parts_become_messages_and_a_bare_text_is_a_completion(tmp_path):
    prompt = written(tmp_path, "[system]\nBe {{ a }}.\n[user]\n\nSay\n{{ a }}\n")
    assert prompt.messages({"a": "good"}) == (("system", "Be good."), ("user", "Say\ngood"))
    with pytest.raises(UsageError, match=r"no part \[completion\]"):
        prompt.completion({"a": "x"})
    bare = written(tmp_path, "English: {{ a }}\nGerman:")
    assert bare.completion({"a": "x"}) == "English: x\nGerman:"
    assert bare.messages({"a": "x"}) == (("user", "English: x\nGerman:"),)


@pytest.mark.parametrize(
    "text",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ a.__init__.__globals__ }}",
        "{{ missing }}",
        "{% include 'other' %}",
        "{{ a.append(1) }}",
        "{{ 1 / 0 }}",
    ],
)
def test_a_prompt_reaches_nothing_but_its_values(tmp_path, text):
    prompt = written(tmp_path, text)
    with pytest.raises(DataError, match="cannot be filled in"):
        prompt.completion({"a": []})


@pytest.mark.parametrize("text", ["{% if %}", "", "[user]\n\n", "hello\n[user]\nx"])
def test_a_faulty_prompt_is_refused_when_it_is_opened(tmp_path, text):
    with pytest.raises(DataError):
        written(tmp_path, text)


def test_a_missing_prompt_is_named():
    with pytest.raises(UnknownNameError, match="translate"):
        find_prompt("translat")
    with pytest.raises(DataError, match="no such prompt file"):
        find_prompt("nowhere/mine.j2")


def test_the_digest_follows_the_text(tmp_path):
    first, second = written(tmp_path, "a {{ x }}"), written(tmp_path, "b {{ x }}")
    assert first.signature != second.signature
    assert first.variables == {"x"}
