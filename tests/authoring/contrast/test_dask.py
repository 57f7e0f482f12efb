"""The same build on a real Dask cluster of several processes, one of which is killed while it works."""

import os
import signal
import threading
import time

import pytest

pytest.importorskip("distributed", reason="Dask is not installed")

from mteval.core.errors import MtevalError
from tests.authoring.contrast.test_build import files


def test_unknown_engine_is_refused(synthetic, contrast, tmp_path):
    with pytest.raises(MtevalError, match="dask:tcp://host:port"):
        contrast("build", *synthetic.options(tmp_path / "set"), "--engine", "spark:here")


def test_a_killed_worker_changes_nothing(built, synthetic, contrast, tmp_path):
    from distributed import LocalCluster

    killed = []

    def kill_one(cluster, output):
        """Wait until some shard is counted, then kill a worker process outright."""
        while not list(output.glob(".work/counts-*/*.json")):
            time.sleep(0.01)
        process = next(iter(cluster.workers.values())).process.process
        os.kill(process.pid, signal.SIGKILL)
        killed.append(len(list(output.glob(".work/counts-*/*.json"))))

    options = synthetic.options(tmp_path / "set")
    options[options.index("--shard") + 1] = "20"
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        killer = threading.Thread(target=kill_one, args=(cluster, tmp_path / "set"), daemon=True)
        killer.start()
        contrast("build", *options, "--engine", f"dask:{cluster.scheduler_address}")
        killer.join(timeout=30)
    # 960 pairs in shards of 20: it died while others were still to be counted.
    assert killed
    assert killed[0] < 48
    assert files(tmp_path / "set") == files(built[0])
