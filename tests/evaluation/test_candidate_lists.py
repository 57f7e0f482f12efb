"""N-best lists, fairseq's output, JSON lines and several systems give the same candidates; broken ones a sentence."""

import json
from pathlib import Path

import pytest

from mteval.core.errors import DataError, UsageError
from mteval.evaluation.candidate_lists import given_candidates, read_candidates

TEXTS = [("ein Haus", "das Haus"), ("ein Hund", "der Hund")]


def written(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def texts_of(*paths):
    return [one.texts for one in read_candidates(paths).segments]


NBEST = "0 ||| ein Haus ||| -1.5\n0 ||| das Haus ||| LM= -3 ||| -2\n1 ||| ein Hund\n1 ||| der Hund ||| x\n"
FROM_ONE = NBEST.replace("1 |", "2 |").replace("0 |", "1 |")
FAIRSEQ = "S-1\ta dog\nH-1\t-0.5\tein Hund\nP-1\t-1 -2\nH-1\t-0.6\tder Hund\nH-0\t-1\tein Haus\nH-0\t-1.2\tdas Haus\n"
JSONL = "".join(json.dumps({"candidates": row}) + "\n" for row in TEXTS)
OBJECTS = "".join(json.dumps({"id": place, "text": text}) + "\n" for place, row in enumerate(TEXTS) for text in row)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("n.nbest", NBEST),
        ("gen.out", FAIRSEQ),
        ("c.jsonl", JSONL),
        ("o.jsonl", OBJECTS),
        ("from1.n", FROM_ONE),
    ],
)
def test_every_layout_gives_the_same_candidates(tmp_path, name, text):
    assert texts_of(written(tmp_path, name, text)) == TEXTS


def test_systems_in_files_are_candidates_by_file(tmp_path):
    paths = [
        written(tmp_path, name, f"{a}\n{b}\n") for name, (a, b) in zip("xy", zip(*TEXTS, strict=True), strict=True)
    ]
    found = read_candidates(paths)
    assert [one.texts for one in found.segments] == TEXTS
    assert found.segments[0].origins == ("x", "y")


def test_line_breaks_in_json_are_blanks(tmp_path):
    path = written(tmp_path, "c.jsonl", json.dumps({"candidates": ["a\nb", "c\u2028d"]}) + "\n")
    assert texts_of(path) == [("a b", "c d")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0 ||| a\n2 ||| b\n", "no candidates for segment 1"),
        ("0 ||| a\nb\n", "line 2"),
        ('{"candidates": ["a", 3]}\n', "line 1"),
        ('{"text": "a"}\n', "is expected"),
        ('{"candidates": [], "id": 0}\n', "a candidate is a text"),
        ('{"candidates": ["a"\n', "line 1"),
    ],
)
def test_broken_lists_are_refused_with_their_place(tmp_path, text, problem):
    with pytest.raises(DataError, match=problem):
        read_candidates([written(tmp_path, "broken", text)])


def test_one_translation_a_segment_is_no_choice(tmp_path):
    with pytest.raises(UsageError, match="nothing to choose"):
        read_candidates([written(tmp_path, "lines", "a\nb\n")])


def test_files_of_other_lengths_are_refused(tmp_path):
    with pytest.raises(DataError, match="2 lines"):
        read_candidates([written(tmp_path, "one", "a\nb\nc\n"), written(tmp_path, "two", "a\nb\n")])


def test_candidates_of_programs():
    by_system = given_candidates({"x": ["a", "b"], "y": ["c", "d"]})
    assert [one.texts for one in by_system.segments] == [("a", "c"), ("b", "d")]
    with pytest.raises(UsageError):
        given_candidates(["a", "b"])
    assert Path(by_system.name).name
