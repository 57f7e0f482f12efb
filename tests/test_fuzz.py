"""Damaged files of every kind end in a clear sentence: the sound ones load, and a short run of scripts/fuzz finds nothing."""

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

TRIALS = 600


@pytest.fixture(scope="module")
def fuzz():
    path = Path(__file__).parent.parent / "scripts" / "fuzz"
    loader = SourceFileLoader("fuzz_of_readers", str(path))
    module = module_from_spec(spec_from_loader(loader.name, loader))
    sys.modules[loader.name] = module
    loader.exec_module(module)
    yield module
    del sys.modules[loader.name]


def test_every_sound_file_is_read(fuzz, tmp_path):
    for reader in fuzz.readers():
        folder = tmp_path / reader.name
        for name, content in (*reader.beside, (reader.file, reader.sound)):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        reader.read(folder / reader.file)


def test_damaged_files_end_in_a_sentence(fuzz):
    found = fuzz.fuzz(TRIALS, seed=20)
    assert {name: failures for name, failures in found.items() if failures} == {}


def test_a_reader_that_fails_is_counted_with_its_seed(fuzz, monkeypatch):
    def breaks(path):
        raise KeyError(path.read_bytes())

    reader = fuzz.Reader("broken", "a.txt", b"abc", breaks)
    monkeypatch.setattr(fuzz, "readers", lambda: (reader,))
    failures = fuzz.fuzz(3, seed=1)["broken"]
    assert [key for key, _ in failures] == ["1-broken-0", "1-broken-1", "1-broken-2"]
    again = fuzz.failure(reader, failures[1][0])
    assert str(again) == str(failures[1][1])
