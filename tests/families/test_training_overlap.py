"""Sentences that also stand in training text."""

from __future__ import annotations

from mteval.families._training_overlap import training_overlap


def test_overlap_with_training_text(tmp_path):
    path = tmp_path / "corpus.gz"
    import gzip

    path.write_bytes(gzip.compress("Něco jiného .\nPES  štěká\n".encode()))
    (found,) = training_overlap(["pes štěká", "kočka"], ["1", "2"], [str(path)])
    assert (found.count, found.cases) == (1, ("1",))
    assert "also stand in corpus.gz" in found.message
    assert not list(training_overlap(["kočka"], ["2"], [str(path)]))
