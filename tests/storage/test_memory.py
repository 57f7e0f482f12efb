from __future__ import annotations

from pathlib import Path

import pytest

from mteval.core.errors import UsageError
from mteval.storage.memory import ADDRESS_RESERVE, LIMIT_VARIABLE, chosen_limit, free_memory, size_text

MIB = 1 << 20


@pytest.fixture(autouse=True)
def _no_limits(monkeypatch):
    monkeypatch.delenv(LIMIT_VARIABLE, raising=False)
    monkeypatch.setattr("mteval.storage.memory._address_limit", lambda: None)


def machine(root: Path, **files: str) -> Path:
    """A file system that says what the arguments say, `__` standing for /."""
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_the_machine_has_what_is_available_and_what_can_be_swapped(tmp_path):
    root = machine(tmp_path, proc__meminfo="MemTotal: 900 kB\nMemAvailable:    300 kB\nSwapFree: 100 kB\n")
    assert free_memory(root) == 400 * 1024


def test_nothing_is_known_of_a_system_without_such_files(tmp_path):
    assert free_memory(tmp_path) is None


def test_a_control_group_leaves_what_is_not_used_and_what_is_only_cached(tmp_path):
    group = "sys__fs__cgroup__job__"
    root = machine(tmp_path, proc__meminfo="MemAvailable: 9000 kB\n", proc__self__cgroup="0::/job\n")
    machine(root, **{f"{group}memory.max": "1000\n", f"{group}memory.current": "700\n"})
    machine(root, **{f"{group}memory.stat": "anon 600\ninactive_file 50\n"})
    assert free_memory(root) == 1000 - 700 + 50


def test_a_control_group_without_a_limit_limits_nothing(tmp_path):
    root = machine(tmp_path, proc__meminfo="MemAvailable: 9 kB\n", sys__fs__cgroup__memory__max="max\n")
    machine(root, **{"sys__fs__cgroup__memory.max": "max\n", "sys__fs__cgroup__memory.current": "700\n"})
    assert free_memory(root) == 9 * 1024


def test_groups_of_the_first_version_count_too(tmp_path):
    group = "sys__fs__cgroup__memory__"
    root = machine(tmp_path, proc__self__cgroup="3:memory:/\n")
    machine(root, **{f"{group}memory.limit_in_bytes": "500\n", f"{group}memory.usage_in_bytes": "600\n"})
    assert free_memory(root) == 0, "what is used up already leaves nothing"


def test_the_user_may_allow_less(tmp_path, monkeypatch):
    root = machine(tmp_path, proc__meminfo="MemAvailable: 9000000 kB\n", proc__self__statm="100 0 0 0 0 0 0\n")
    monkeypatch.setenv(LIMIT_VARIABLE, "3M")
    assert free_memory(root) == 3 * MIB


def test_an_address_limit_keeps_room_for_libraries(tmp_path, monkeypatch):
    monkeypatch.setattr("mteval.storage.memory._address_limit", lambda: ADDRESS_RESERVE + 5 * MIB)
    assert free_memory(tmp_path) == 5 * MIB


@pytest.mark.parametrize(
    ("given", "wanted"), [("1000", 1000), ("4G", 4 << 30), ("4GiB", 4 << 30), ("2kb", 2048), (" 7m ", 7 * MIB)]
)
def test_limits_are_bytes_or_have_a_unit(given, wanted, monkeypatch):
    monkeypatch.setenv(LIMIT_VARIABLE, given)
    assert chosen_limit() == wanted


@pytest.mark.parametrize("given", ["foo", "-1", "0", "1.5G", "²", "G", "B", "9" * 30])
def test_what_is_no_limit_is_refused(given, monkeypatch):
    monkeypatch.setenv(LIMIT_VARIABLE, given)
    with pytest.raises(UsageError, match=f"{LIMIT_VARIABLE}={given} is no amount of memory"):
        chosen_limit()


def test_sizes_are_read_in_binary_units():
    assert size_text(1536 * MIB) == "1.5 GiB"
    assert size_text(3 * MIB) == "3 MiB"
