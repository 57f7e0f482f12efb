"""The embeddings backend: conventions, out-of-vocabulary words, and errors that say what is wrong."""

import gzip
import os
from threading import Thread

import numpy as np
import pytest

from mteval.core.errors import DataError, UnknownNameError, UsageError
from mteval.core.queries import Rank
from mteval.core.registry import systems
from mteval.text.packed import pipes_kept


def vec(path, entries):
    path.write_text("".join(f"{word} {' '.join(map(str, row))}\n" for word, row in entries.items()), encoding="utf-8")
    return path


@pytest.fixture
def files(tmp_path):
    source = {"Cat": (1, 0, 0), "cat": (0, 1, 0), "dog": (0, 0, 1), "nothing": (0, 0, 0)}
    target = {"Katze": (0.9, 0.1, 0), "katze": (0.1, 0.9, 0.1), "Hund": (0, 0.2, 0.9), "Maus": (0.3, 0.3, 0.3)}
    return vec(tmp_path / "en.vec", source), vec(tmp_path / "de.vec", target)


def ask(files, *queries, **options):
    source, target = files
    return list(systems.find("embeddings")(str(source), {"target": str(target), **options}).answer(queries))


def test_case_is_kept_or_folded_as_the_convention_wants(files):
    kept, folded = ask(files, Rank("cat", ("katze",)), Rank("cat", ("katze",), fold_case=True))
    assert kept.candidates[0].word == "katze"
    assert kept.gold_ranks == (1,)
    # Folding leaves one "cat" and one "katze", each with the vector of its first casing.
    assert folded.candidates[0].word == "katze"
    assert folded.candidates[0].score == pytest.approx(0.9 / np.hypot(0.9, 0.1))
    assert len(folded.candidates) == 3


def test_vectors_may_come_through_pipes(files, tmp_path):
    pipes = []
    for path in files:
        pipes.append(tmp_path / f"{path.stem}.pipe")
        os.mkfifo(pipes[-1])
        Thread(target=pipes[-1].write_bytes, args=(path.read_bytes(),), daemon=True).start()
    with pipes_kept():
        assert ask(pipes, Rank("cat", ("katze",))) == ask(files, Rank("cat", ("katze",)))


def test_unknown_words_are_told_apart(files):
    unknown, partly = ask(files, Rank("horse", ("Hund",)), Rank("dog", ("Pferd", "Hund", "Maus")))
    assert not unknown.known_source
    assert unknown.candidates == ()
    assert unknown.known_gold == ("Hund",)
    assert partly.known_gold == ("Hund", "Maus")
    assert partly.gold_ranks == (1, 2)


def test_vocabulary_of_the_spec_wins_over_the_convention(files):
    (wide,) = ask(files, Rank("Cat", ("Katze", "Maus")))
    (asked,) = ask(files, Rank("Cat", ("Katze", "Maus"), vocabulary=1))
    (forced,) = ask(files, Rank("Cat", ("Katze", "Maus"), vocabulary=1), vocabulary="0")
    assert wide == forced
    assert asked.known_gold == ("Katze",)


def test_zero_vector_is_answered_and_reported(files):
    system = systems.find("embeddings")(str(files[0]), {"target": str(files[1])})
    (answer,) = system.answer([Rank("nothing", ("Katze",))])
    assert [candidate.score for candidate in answer.candidates] == [0.0] * 4
    assert [finding.code for finding in system.findings()] == ["zero-vector"]


@pytest.mark.parametrize("retrieval", ["nn", "csls", "invsoftmax", "invnn"])
def test_each_retrieval_answers(files, retrieval):
    (answer,) = ask(files, Rank("dog", ("Hund",), k=2), retrieval=retrieval)
    assert answer.candidates[0].word == "Hund"
    assert len(answer.candidates) == 2


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (Rank("DOG", ("HUND",)), "only in case"),
        (Rank("Hund", ("dog",)), "swapped"),
        (Rank("куче", ("Hund",)), "Cyrillic"),
        (Rank("horse", ("Hund",)), "another language"),
        (Rank("dog", ("куче",)), "target words.*Cyrillic"),
    ],
)
def test_no_overlap_is_explained(files, query, reason):
    with pytest.raises(DataError, match=reason):
        ask(files, query)


def test_words_that_only_their_case_makes_unknown_are_found(files):
    system = systems.find("embeddings")(str(files[0]), {"target": str(files[1])})
    list(system.answer([Rank("dog", ("hund", "Maus")), Rank("DOG", ("Maus",)), Rank("horse", ("Pferd",))]))
    (found,) = (finding for finding in system.findings() if finding.code == "case-mismatch")
    assert found.count == 2
    assert "'DOG', 'hund'" in found.message
    folded = systems.find("embeddings")(str(files[0]), {"target": str(files[1])})
    list(folded.answer([Rank("dog", ("hund",), fold_case=True)]))
    assert not any(finding.code == "case-mismatch" for finding in folded.findings())


def test_wrong_options_are_refused(files, tmp_path):
    with pytest.raises(UsageError, match="retrieval"):
        ask(files, retrieval="best")
    with pytest.raises(UnknownNameError, match="vocabulary"):
        ask(files, vocabulery="3")
    with pytest.raises(UsageError, match="target"):
        systems.find("embeddings")(str(files[0]), {})
    with pytest.raises(DataError, match="no such file"):
        ask((tmp_path / "none.vec", files[1]))
    with pytest.raises(UsageError, match="approximate"):
        ask(files, approximate="true")
    with pytest.raises(UsageError, match="temperature=0 must be a number above 0"):
        ask(files, temperature="0")


def test_vectors_of_different_sizes_are_refused(files, tmp_path):
    with pytest.raises(UsageError, match="embeddings align"):
        ask((files[0], vec(tmp_path / "x.vec", {"a": (1, 2)})), Rank("dog", ("a",)))


def test_signature_follows_files_and_options(files, tmp_path):
    make = systems.find("embeddings")

    def signature(source, target, **options):
        system = make(str(source), {"target": str(target), **options})
        list(system.answer([Rank("dog", ("a", "Hund"), fold_case=True)]))
        return system.signature

    first = signature(*files)
    assert first["words"] == "3+3"
    assert signature(files[0], vec(tmp_path / "x.vec", {"a": (1, 2, 3)}))["vectors"] != first["vectors"]
    copy = tmp_path / "copy.vec.gz"
    copy.write_bytes(gzip.compress(files[1].read_bytes()))
    assert signature(files[0], copy) == first


@pytest.mark.parametrize(
    ("options", "signed"),
    [
        ({}, {"retrieval": "nn"}),  # the vocabulary is the convention's: the family signs that
        ({"vocabulary": "0"}, {"retrieval": "nn", "vocabulary": 0}),
        ({"retrieval": "csls"}, {"retrieval": "csls", "csls_k": 10, "approximate": False}),
        ({"retrieval": "invsoftmax", "temperature": 0.5}, {"retrieval": "invsoftmax", "temperature": 0.5}),
    ],
)
def test_options_that_the_retrieval_uses_are_signed(files, options, signed):
    system = systems.find("embeddings")(str(files[0]), {"target": str(files[1]), **options})
    assert {option.name: value for option, value in system.chosen.signed()} == signed
