"""Where long work is done: in this process, or by the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mteval.core.errors import MissingDependencyError, MtevalError, UsageError

LOCAL = "local"
ENGINES = "local|dask:tcp://HOST:PORT"
CONNECT_SECONDS = 15


def scheduler_address(engine: str) -> str:
    """The address of the Dask scheduler that an engine names; "" where the work is done here."""
    kind, _, address = engine.partition(":")
    if engine != LOCAL and (kind != "dask" or not address):
        raise UsageError(f"--engine {engine} is not possible. Use local, or dask:tcp://host:port.")
    return address


@contextmanager
def cluster(engine: str) -> Iterator[Any]:
    """The client of the cluster that an engine names, as long as it is needed; None where the work is done here."""
    address = scheduler_address(engine)
    if not address:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise MissingDependencyError("--engine dask", "dask", "pip install 'mteval-suites[dask]'") from None
    try:
        client = Client(address, timeout=f"{CONNECT_SECONDS}s", set_as_default=True)
    except (OSError, TimeoutError, ValueError) as error:
        raise MtevalError(f"No Dask scheduler answers at {address} ({type(error).__name__}). Is it running?") from None
    try:
        yield client
    finally:
        client.close()
