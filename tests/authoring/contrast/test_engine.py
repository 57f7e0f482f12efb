"""A build in shards, in processes, interrupted, and on a Dask cluster: always the same set."""

import os
import signal
import threading
import time

import pytest

from mteval.authoring.contrast import engine
from mteval.core.errors import MtevalError
from tests.authoring.contrast.built_files import files


def test_shards_and_processes_change_nothing(built, synthetic, contrast, tmp_path):
    options = synthetic.options(tmp_path / "set")
    options[options.index("--shard") + 1] = "77"
    contrast("build", *options, "--jobs", "2")
    assert files(tmp_path / "set") == files(built[0])


def test_interrupted_build_goes_on_at_the_last_finished_shard(built, synthetic, contrast, tmp_path, monkeypatch):
    done = []
    original = engine._do

    def stop_at_third(work, job, shared):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(job[1])
        return original(work, job, shared)

    monkeypatch.setattr(engine, "_do", stop_at_third)
    with pytest.raises((KeyboardInterrupt, SystemExit, Exception)):
        contrast("build", *synthetic.options(tmp_path / "set"))
    assert not (tmp_path / "set" / "suite.toml").exists()
    assert all(path.exists() for path in done)
    again = []

    def watch(work, job, shared):
        again.append(job[1])
        return original(work, job, shared)

    monkeypatch.setattr(engine, "_do", watch)
    contrast("build", *synthetic.options(tmp_path / "set"))
    assert not set(done) & set(again)
    assert files(tmp_path / "set") == files(built[0])
    assert not (tmp_path / "set" / ".work").exists()


def test_unknown_engine_is_refused(synthetic, contrast, tmp_path):
    with pytest.raises(MtevalError, match="dask:tcp://host:port"):
        contrast("build", *synthetic.options(tmp_path / "set"), "--engine", "spark:here")


def test_two_killed_workers_of_four_change_nothing(built, synthetic, contrast, tmp_path):
    distributed = pytest.importorskip("distributed", reason="needs the extra 'dask'")
    done = []

    def kill_two(cluster, output):
        """Kill a worker process outright when some shard is counted, and another when some more are."""
        for process, least in zip(
            [one.process.process for one in list(cluster.workers.values())[:2]], (1, 5), strict=True
        ):
            while len(list(output.glob(".work/counts-*/*.json"))) < least:
                time.sleep(0.01)
            os.kill(process.pid, signal.SIGKILL)
            done.append(len(list(output.glob(".work/counts-*/*.json"))))

    options = synthetic.options(tmp_path / "set")
    options[options.index("--shard") + 1] = "20"
    with distributed.LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None) as cluster:
        killer = threading.Thread(target=kill_two, args=(cluster, tmp_path / "set"), daemon=True)
        killer.start()
        contrast("build", *options, "--engine", f"dask:{cluster.scheduler_address}")
        killer.join(timeout=30)
    # 960 pairs in shards of 20: they died while others were still to be counted.
    assert len(done) == 2
    assert done[1] < 48
    assert files(tmp_path / "set") == files(built[0])
