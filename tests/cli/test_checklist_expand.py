"""mteval checklist expand."""

import pytest

from tests.cli.calling import call, mteval
from tests.cli.checklists import CHECKLIST, write


def test_expand_prints_premise_and_hypothesis_on_one_line(tmp_path, capsys):
    code, out, _ = call(capsys, "checklist", "expand", write(tmp_path / "c.json", CHECKLIST))
    assert code == 0
    assert out.splitlines()[0] == "Al is near Bo.\tBo is far."
    assert len(out.splitlines()) == 9


def test_expand_samples_with_a_seed_and_by_capability(tmp_path, capsys):
    path = write(tmp_path / "c.json", CHECKLIST)
    wishes = ("--limit", 2, "--seed", 5, "--capability", "spatial")
    first = call(capsys, "checklist", "expand", path, *wishes)
    assert first == call(capsys, "checklist", "expand", path, *wishes)
    assert len(first[1].splitlines()) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lexicons": {}}, "Unknown slot"),
        ({"lexicons": {"x": []}}, "empty"),
        ({"lexicons": {"x": ["Al"]}}, "needs 2 different values of 'x', but the lexicon has 1"),
        ({"capabilities": {"c": {"tests": [{"template": "{x is"}]}}}, "unbalanced '{'"),
    ],
)
def test_expand_refuses_what_cannot_be_filled(tmp_path, capsys, change, message):
    code, out, err = call(capsys, "checklist", "expand", write(tmp_path / "c.json", CHECKLIST | change))
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_a_shipped_checklist_is_expanded_by_its_name(root):
    named = mteval("checklist", "expand", "mt-checklist-en", "--limit", 1)
    file = mteval("checklist", "expand", root / "challenge_sets" / "mt-checklist-en" / "checklist.json", "--limit", 1)
    assert named.returncode == 0, named.stderr
    assert named.stdout == file.stdout != ""
    assert "family 'contrastive'" in mteval("checklist", "expand", "senses-en-es").stderr
    assert "no such file" in mteval("checklist", "expand", "nothing.json").stderr
