"""Engines by name, and a cluster that is not there."""

import pytest

from mteval.core.errors import MtevalError, UsageError
from mteval.evaluation import engine
from mteval.evaluation.engine import cluster, scheduler_address


def test_a_dask_engine_names_its_scheduler():
    assert scheduler_address("dask:tcp://10.0.0.1:8786") == "tcp://10.0.0.1:8786"
    assert scheduler_address("local") == ""


@pytest.mark.parametrize("name", ["", "dask", "dask:", "ray:auto", "locale", "local:4"])
def test_other_engines_are_refused(name):
    with pytest.raises(UsageError, match="dask:tcp://host:port"):
        scheduler_address(name)


def test_local_work_needs_no_client():
    with cluster("local") as client:
        assert client is None


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://there"])
def test_a_scheduler_that_does_not_answer_is_named(address, monkeypatch):
    pytest.importorskip("distributed", reason="needs the extra 'dask'")
    monkeypatch.setattr(engine, "CONNECT_SECONDS", 1)
    with pytest.raises(MtevalError, match="No Dask scheduler answers at"), cluster(f"dask:{address}"):
        pass
