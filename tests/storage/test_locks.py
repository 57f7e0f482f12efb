"""One run at a time writes to a folder; a run that is gone, however it went, holds nothing."""

import os
import signal
import subprocess
import sys

import pytest

from mteval.core.errors import DataError
from mteval.storage.locks import FolderInUseError, folder_lock

HOLDER = """
import sys
from pathlib import Path
from mteval.storage.locks import folder_lock
with folder_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path / "out")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout.readline() == b"held\n"
    yield process
    process.kill()
    process.communicate()


def test_a_folder_in_use_is_refused_until_its_run_is_killed(holder, tmp_path):
    with pytest.raises(FolderInUseError, match=r"another run .* Wait for it"), folder_lock(tmp_path / "out"):
        pass
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    with folder_lock(tmp_path / "out"):
        pass


def test_nothing_is_left_and_the_holder_may_lock_again(tmp_path):
    with folder_lock(tmp_path / "a" / "b"):
        with folder_lock(tmp_path / "a" / "b"):
            assert (tmp_path / "a" / "b").is_dir()
        (tmp_path / "a" / "kept").write_text("")
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["kept"]


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="cannot be written"), folder_lock(tmp_path / "file" / "x"):
        pass
