from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mteval.vectors.expected_size import VectorCount, retrieval_bytes, vector_count

ROOT = Path(__file__).parents[2]


def binary(path: Path, words: int, dimensions: int) -> Path:
    """word2vec's binary form, every word with the same vector."""
    vector = np.ones(dimensions, dtype="<f4").tobytes()
    path.write_bytes(f"{words} {dimensions}\n".encode() + b"".join(b"w%d " % i + vector for i in range(words)))
    return path


def test_a_header_tells_the_size(tmp_path):
    (tmp_path / "a.vec").write_text("2000 3\na 1 2 3\n")
    with gzip.open(tmp_path / "b.vec.gz", "wt") as file:
        file.write("20 30\n")
    assert vector_count(tmp_path / "a.vec") == VectorCount(2000, 3)
    assert vector_count(tmp_path / "b.vec.gz") == VectorCount(20, 30)
    assert vector_count(binary(tmp_path / "c.bin", 5, 4)) == VectorCount(5, 4)


def test_without_a_header_the_first_line_tells_it(tmp_path):
    (tmp_path / "glove.txt").write_text("ab 1 2 3\n" * 50)
    assert vector_count(tmp_path / "glove.txt") == VectorCount(50, 3)


def test_an_archive_tells_its_shape_without_being_read(tmp_path):
    np.savez(tmp_path / "a.npz", words=np.array(["a", "b"]), vectors=np.zeros((2, 7), dtype=np.float32))
    assert vector_count(tmp_path / "a.npz") == VectorCount(2, 7)


def test_a_damaged_archive_tells_nothing(tmp_path):
    (tmp_path / "a.npz").write_bytes(b"PK\3\4 no archive")
    assert vector_count(tmp_path / "a.npz") is None


def test_the_first_words_take_their_share():
    whole = VectorCount(200_000, 300)
    part = whole.of(50_000)
    assert part == VectorCount(50_000, 300)
    assert whole.of(0) == whole
    # By hand: two sides of 4 · 200 000 · 300 bytes, and a third while one is scaled or grouped.
    assert retrieval_bytes(whole, whole, "csls") >= 3 * 240_000_000
    assert retrieval_bytes(part, part, "csls") < retrieval_bytes(whole, whole, "csls") / 2


def run(folder: Path, *, more: str = "", before: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """CSLS over 120 000 words of 100 dimensions a side, after a limit is set."""
    dictionary = folder / "dictionary.txt"
    dictionary.write_text("".join(f"w{i}\tw{i}\n" for i in range(20)))
    for side in ("s", "t"):
        if not (folder / f"{side}.bin").exists():
            binary(folder / f"{side}.bin", 120_000, 100)
    system = f"embeddings:{folder}/s.bin?target={folder}/t.bin&retrieval=csls{more}"
    arguments = ["run", str(dictionary), "--format", "dictionary", "--system", system, "--resamples", "0"]
    code = f"{before}\nimport sys\nfrom mteval.cli.main import main\nmain(sys.argv[1:])"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        check=False,
    )


def test_csls_that_does_not_fit_the_chosen_limit_says_so_in_one_sentence(tmp_path):
    found = run(tmp_path, MTEVAL_MAX_MEMORY="250M")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.count("\n") == 1
    assert "120000 and 120000 words with 100 dimensions need about" in found.stderr
    assert "vocabulary=" in found.stderr
    assert "MTEVAL_MAX_MEMORY" in found.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="limits on address space are Linux's")
def test_csls_that_does_not_fit_the_address_space_says_so_in_one_sentence(tmp_path):
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))"
    found = run(tmp_path, before=limit)
    assert (found.returncode, found.stdout) == (2, ""), found.stderr
    assert found.stderr.count("\n") == 1
    assert "need about" in found.stderr


def test_fewer_words_fit(tmp_path):
    found = run(tmp_path, more="&vocabulary=2000", MTEVAL_MAX_MEMORY="400M")
    assert found.returncode == 0, found.stderr
