"""How much memory this process may still take, so that what cannot fit is refused before it is begun.

The least of what the machine has left, what its control group (a container, a batch job) allows, the limit on address space
(`ulimit -v`), and what the user allows with MTEVAL_MAX_MEMORY.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from mteval.core.errors import UsageError

LIMIT_VARIABLE = "MTEVAL_MAX_MEMORY"
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
SYSTEM = Path("/")
ADDRESS_RESERVE = 768 << 20
"""Address space that libraries, their threads and mapped files take beside what they fill, as measured."""


def free_memory(root: Path = SYSTEM) -> int | None:
    """How many bytes more this process may take; None where the system does not say."""
    return min((max(0, one) for one in _margins(root)), default=None)


def size_text(count: int) -> str:
    """A number of bytes as people read it."""
    return f"{count / (1 << 30):.1f} GiB" if count >= 1 << 30 else f"{count / (1 << 20):.0f} MiB"


def chosen_limit() -> int | None:
    """The most memory the user allows this process, in bytes or as in 4G; None where nothing is said."""
    given = os.environ.get(LIMIT_VARIABLE, "").strip()
    if not given:
        return None
    text = given.upper().removesuffix("B").removesuffix("I") or given
    number, unit = (text[:-1], UNITS[text[-1]]) if text[-1] in UNITS else (text, 1)
    if not (number.isascii() and number.isdigit()) or len(number) > 18 or not int(number):
        raise UsageError(f"{LIMIT_VARIABLE}={given} is no amount of memory. Give bytes, or as in 4G; or leave it out.")
    return int(number) * unit


def _margins(root: Path) -> Iterator[int]:
    """How far it is to each limit there is."""
    address_space, resident = _own_memory(root)
    chosen = chosen_limit()
    if chosen is not None:
        yield chosen - resident
    limit = _address_limit()
    if limit is not None:
        yield limit - address_space - ADDRESS_RESERVE
    yield from _group_margins(root)
    machine = _fields(root / "proc" / "meminfo")
    if "MemAvailable" in machine:
        yield (machine["MemAvailable"] + machine.get("SwapFree", 0)) * UNITS["K"]


def _own_memory(root: Path) -> tuple[int, int]:
    """Address space and memory that this process has, in bytes."""
    words = _words(root / "proc" / "self" / "statm")
    if len(words) < 2:
        return 0, 0
    page = os.sysconf("SC_PAGE_SIZE")
    return int(words[0]) * page, int(words[1]) * page


def _address_limit() -> int | None:
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if soft == resource.RLIM_INFINITY else soft


def _group_margins(root: Path) -> Iterator[int]:
    """What the control groups of this process have left, of the second version or the first; file caches can be let go."""
    groups = root / "sys" / "fs" / "cgroup"
    of_process = (line.rpartition(":")[2] for line in _lines(root / "proc" / "self" / "cgroup"))
    for path in dict.fromkeys((*of_process, "/")):
        second, first = groups / path.lstrip("/"), groups / "memory" / path.lstrip("/")
        for folder, most, used, cache in (
            (second, "memory.max", "memory.current", "inactive_file"),
            (first, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
        ):
            limit, now = _words(folder / most), _words(folder / used)
            if limit and now and limit[0].isdigit() and now[0].isdigit():
                yield int(limit[0]) - int(now[0]) + _fields(folder / "memory.stat").get(cache, 0)


def _fields(path: Path) -> dict[str, int]:
    """The numbers of a file of lines `name: number` or `name number`."""
    rows = (line.replace(":", " ").split() for line in _lines(path))
    return {row[0]: int(row[1]) for row in rows if len(row) > 1 and row[1].isdigit()}


def _words(path: Path) -> list[str]:
    return " ".join(_lines(path)).split()


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return []
