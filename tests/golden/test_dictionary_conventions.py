"""P@k of embeddings files under each tool's convention, against brute force over the same files."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from mteval.api import run
from mteval.evaluation.pairs import Settings

SOURCE = ["Der", "haus", "Haus", "katze", "baum", "see", "Tor", "tor", "zug", "welt", "ball", "berg"]
TARGET = [
    "The",
    "House",
    "house",
    "cat",
    "tree",
    "lake",
    "sea",
    "gate",
    "goal",
    "train",
    "World",
    "ball",
    "hill",
    "mount",
]
PAIRS = [
    "haus house",
    "Haus House",
    "katze cat",
    "katze kitty",
    "baum tree",
    "see lake",
    "see sea",
    "see lake",
    "tor gate",
    "tor goal",
    "Tor Goal",
    "zug locomotive",
    "hund dog",
    "welt world",
    "ball ball",
    "berg mountain",
    "berg hill",
]


def vectors(words, seed):
    return np.round(np.random.default_rng(seed).normal(size=(len(words), 4)), 3)


def write(path, words, table):
    rows = "".join(f"{word} {' '.join(f'{x:.3f}' for x in row)}\n" for word, row in zip(words, table, strict=True))
    path.write_text(f"{len(words)} 4\n{rows}", encoding="utf-8")


def loaded(words, table, *, fold, cut):
    """Word → unit vector: the first `cut` distinct words, the first casing of a lower-cased word kept, as MUSE loads."""
    kept = {}
    for word, row in zip(words, table, strict=True):
        kept.setdefault(word.lower() if fold else word, row / np.linalg.norm(row))
        if len(kept) == cut:
            break
    return kept


def scores(source, target, retrieval):
    """Score of every target for every source, by the definitions in the papers, over the whole loaded vocabularies."""
    cosine = np.array([[float(x @ y) for y in target.values()] for x in source.values()])
    return RETRIEVALS[retrieval](np.round(cosine, 12))


def csls(cosine, k=10):
    near_sources = np.sort(cosine, axis=1)[:, -k:].mean(axis=1)
    near_targets = np.sort(cosine, axis=0)[-k:].mean(axis=0)
    return 2 * cosine - near_sources[:, None] - near_targets[None, :]


def inverted_softmax(cosine, temperature=1.0):
    powers = np.exp(temperature * cosine)
    return powers / powers.sum(axis=0, keepdims=True)


def inverted_neighbour(cosine):
    """Minus the rank of the source among all sources of each target; the cosine decides between equals."""
    rank = np.array([[1 + sum(column > own) for own in column] for column in cosine.T]).T
    return -rank + cosine / 4


RETRIEVALS = {"nn": lambda cosine: cosine, "csls": csls, "invsoftmax": inverted_softmax, "invnn": inverted_neighbour}


def ranks(source, target, retrieval, *, fold):
    """(source, rank of its target or None) for every line of the dictionary; of equals the first in the file wins."""
    table = scores(source, target, retrieval)
    rows, columns = list(source), list(target)
    found = []
    for line in PAIRS:
        one, other = (line.lower() if fold else line).split()
        if one not in source or other not in target:
            found.append((one, None))
            continue
        order = sorted(range(len(columns)), key=lambda column: (-table[rows.index(one)][column], column))
        found.append((one, 1 + order.index(columns.index(other))))
    return found


def by_source(found):
    best = {}
    for source, rank in found:
        if rank is not None:
            best[source] = min(rank, best.get(source, rank))
    return list(best.values()), len({source for source, _ in found})


def by_pair(found):
    return [rank for _, rank in found if rank is not None], len(found)


def expected(known, everything):
    values = {f"p@{k}": sum(rank <= k for rank in known) / len(known) for k in (1, 5, 10)}
    values["mrr@10"] = sum(1 / rank for rank in known if rank <= 10) / len(known)
    values["coverage"] = len(known) / everything
    values["p@1_oov_wrong"] = sum(rank == 1 for rank in known) / everything
    return values


CONVENTIONS = {"muse": (True, by_source), "vecmap": (False, by_source), "xling": (True, by_pair)}


def with_ties(table):
    """Some words have the vector of another, so that every retrieval meets equal scores."""
    table[[3, 9]], table[11] = table[[5, 6]], table[4] * 2
    return table


@pytest.mark.parametrize("retrieval", RETRIEVALS)
@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("cut", [0, 10])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_convention(tmp_path, convention, retrieval, cut, seed):
    fold, count = CONVENTIONS[convention]
    left, right = vectors(SOURCE, seed), with_ties(vectors(TARGET, seed + 10))
    write(tmp_path / "de.vec", SOURCE, left)
    write(tmp_path / "en.vec", TARGET, right)
    (tmp_path / "de-en.txt").write_text("\n".join(PAIRS) + "\n", encoding="utf-8")
    system = f"embeddings:{tmp_path}/de.vec?target={tmp_path}/en.vec&retrieval={retrieval}"
    options = {"convention": convention, "vocabulary": str(cut), "names": "none", "lemmatiser": "none"}
    settings = Settings(resamples=0, test="none")
    results = run(
        [str(tmp_path / "de-en.txt")], systems=[system], format="dictionary", options=options, settings=settings
    )
    score = results.reports[0].score("precision-at-k")
    spaces = [loaded(words, table, fold=fold, cut=cut) for words, table in ((SOURCE, left), (TARGET, right))]
    known, everything = count(ranks(*spaces, retrieval, fold=fold))
    values = expected(known, everything)
    if convention == "xling":
        values["mrr"] = sum(1 / rank for rank in known) / len(known)
    assert dict(score.values) == pytest.approx(values, abs=1e-12)
    assert next(iter(score.values)) == "p@1"


def test_files_that_options_name_are_signed_by_content(tmp_path):
    write(tmp_path / "v.vec", ["cat", "dog"], vectors(["cat", "dog"], 1))
    (tmp_path / "en-en.txt").write_text("cat cat\ndog dog\n", encoding="utf-8")
    (tmp_path / "order").write_text("cat\ndog\n", encoding="utf-8")
    system = f"embeddings:{tmp_path}/v.vec?target={tmp_path}/v.vec"
    options = {"frequencies": str(tmp_path / "order")}
    results = run([str(tmp_path / "en-en.txt")], systems=[system], format="dictionary", options=options)
    signature = results.reports[0].scores[0].signature
    digest = hashlib.sha256(b"cat\ndog\n").hexdigest()[:12]
    assert f"|frequencies:order@{digest}|" in signature
    assert str(tmp_path) not in signature
    assert signature.count("vocabulary:") == 1


def test_a_rank_that_was_not_looked_for_is_null(tmp_path):
    words = [f"w{i}" for i in range(40)]
    table = vectors(words, 3)
    write(tmp_path / "a.vec", words, table)
    write(tmp_path / "b.vec", words, table)
    (tmp_path / "d.txt").write_text("w0 w0\nw0 w1\nw0 w2\nw0 w3\n" + "".join(f"w0 w{i}\n" for i in range(4, 40)))
    system = f"embeddings:{tmp_path}/a.vec?target={tmp_path}/b.vec&retrieval=csls"
    answer = run([str(tmp_path / "d.txt")], systems=[system], format="dictionary").reports[0].cases[0].answer
    assert answer["gold_ranks"][0] == 1
    assert sorted(rank for rank in answer["gold_ranks"] if rank) == list(range(1, 11))
    assert answer["gold_ranks"].count(None) == 30
