"""Aligning on the command line, and the run that uses what it wrote."""

import importlib.util
import json

import numpy as np
import pytest

from mteval.cli.embeddings import METHODS, STARTS
from tests.cli.calling import call


@pytest.fixture
def vectors(tmp_path):
    rng = np.random.default_rng(0)
    source = rng.standard_normal((200, 8))
    rotation, _ = np.linalg.qr(rng.standard_normal((8, 8)))
    for name, rows in (("en", source), ("de", source @ rotation)):
        lines = (f"{name}{i} " + " ".join(f"{value:.6f}" for value in row) for i, row in enumerate(rows))
        (tmp_path / f"{name}.vec").write_text("200 8\n" + "\n".join(lines) + "\n")
    (tmp_path / "train.txt").write_text("".join(f"en{i}\tde{i}\n" for i in range(100)))
    (tmp_path / "en-de.test.txt").write_text("".join(f"en{i}\tde{i}\n" for i in range(100, 200)))
    return tmp_path


def align(capsys, folder, *extra):
    given = ("--source", folder / "en.vec", "--target", folder / "de.vec", "-o", folder / "out")
    return call(capsys, "embeddings", "align", *given, *extra)


def test_align_then_run(capsys, vectors):
    code, out, _ = align(capsys, vectors, "--method", "procrustes", "--dictionary", vectors / "train.txt")
    assert code == 0
    assert [line.split("\t")[1] for line in out.splitlines()] == ["200 words", "200 words"]
    system = f"embeddings:{vectors}/out/source.vec?target={vectors}/out/target.vec&retrieval=csls"
    dictionary = vectors / "en-de.test.txt"
    code, out, err = call(capsys, "run", dictionary, "--format", "dictionary", "--system", system, "--json")
    assert code == 0, err
    (score,) = json.loads(out)["reports"][0]["scores"]
    assert score["values"]["p@1"] == 1.0
    assert score["values"]["coverage"] == 1.0


def test_missing_dictionary_and_broken_vectors_exit_with_2(capsys, vectors):
    code, _, err = align(capsys, vectors, "--method", "rcsls")
    assert (code, "--dictionary" in err) == (2, True)
    (vectors / "de.vec").write_text("2 2\na 1 2\nb 3\n")
    code, _, err = align(capsys, vectors, "--method", "vecmap-unsupervised")
    assert code == 2
    assert "line 3" in err
    assert "Traceback" not in err
    assert not (vectors / "out").exists()


def test_two_runs_with_one_seed_write_equal_files(capsys, vectors):
    written = []
    for _ in range(2):
        code, _, err = align(capsys, vectors, "--method", "vecmap-unsupervised", "--seed", 3, "--iterations", 5)
        assert code == 0, err
        written.append([(vectors / "out" / name).read_bytes() for name in ("source.vec", "target.vec")])
    assert written[0] == written[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--method", "rcsls", "--dictionary", "{}/train.txt", "--restarts", 3), "--restarts"),
        (("--method", "vecmap-unsupervised", "--dictionary", "{}/train.txt"), "uses no dictionary"),
        (("--method", "procrustes", "--dictionary", "{}/nowhere.txt"), "nowhere.txt"),
        (("--method", "procrustos"), "procrustes"),
    ],
)
def test_wrong_orders_are_refused_in_one_sentence(capsys, vectors, arguments, said):
    code, out, err = align(capsys, vectors, *(str(argument).format(vectors) for argument in arguments))
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
    assert not (vectors / "out").exists()


def test_methods_on_the_command_line_are_those_that_exist():
    from mteval.authoring.alignment.adversarial import STARTS as KNOWN_STARTS
    from mteval.authoring.alignment.files import METHODS as KNOWN

    assert set(METHODS) == set(KNOWN)
    assert STARTS == KNOWN_STARTS


def own_dictionary(folder):
    """Three hundred names and nine hundred words that nobody has ever heard."""
    for code, count in (("pn", 300), ("n", 900)):
        pairs = "".join(f"{code}{number}\tt{code}{number}\n" for number in range(count))
        (folder / f"en-bg.5000-6500.{code}.txt").write_text(pairs, encoding="utf-8")
    return folder


@pytest.mark.parametrize("source", ["own", "published"])
def test_two_systems_change_places_once_names_are_removed(source, request, root, tmp_path):
    folder = own_dictionary(tmp_path) if source == "own" else request.getfixturevalue("shared") / "data/muse_dicos"
    spec = importlib.util.spec_from_file_location("bdi_reranking", root / "scripts/benchmarks/bdi_reranking.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    # Raises if the report does not find the flip.
    panel = script.synthetic_flip(folder / "en-bg.5000-6500.n.txt", tmp_path)
    original, cleaned = panel["values"]["original"], panel["values"]["without names"]
    assert original["knows names"] > original["knows words"]
    assert cleaned["knows names"] < cleaned["knows words"]
    script.draw([panel], tmp_path / "figure.svg")
    assert "knows words" in (tmp_path / "figure.svg").read_text()
