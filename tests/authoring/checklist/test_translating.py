"""Any backend that translates, as a function."""

import pytest

from mteval.authoring.checklist.translating import translator
from mteval.core.errors import CapabilityError, MtevalError


def test_a_backend_translates_in_order():
    translate = translator("command:sed s/a/b/g")
    assert translate(["banana", "x"]) == ["bbnbnb", "x"]


def test_what_does_not_translate_is_refused_at_once(tmp_path):
    (tmp_path / "scores").write_text("1\n")
    with pytest.raises(CapabilityError, match="'score-file' does not translate"):
        translator(f"score-file:{tmp_path / 'scores'}")


def test_a_text_left_untranslated_ends_it(tmp_path, monkeypatch):
    (tmp_path / "silent_model.py").write_text("def quiet(texts):\n    return [None for _ in texts]\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(MtevalError, match="no translation of 'hello': the function gave no answer"):
        translator("python:silent_model:quiet")(["hello"])
