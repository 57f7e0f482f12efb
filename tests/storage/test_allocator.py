"""Freed memory goes back to the system, now and then, and heaps stay few however many threads come."""

import platform
import re
import subprocess
import sys

import pytest

from mteval.storage.allocator import SpareMemory

GLIBC = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is told")
HOLES = """
import re
from pathlib import Path
from mteval.storage.allocator import SpareMemory

def held():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024

blocks = [bytearray(100_000) for _ in range(2000)]
kept = blocks[::20] + blocks[-1:]  # every hole has something behind it, so that the heap cannot shrink by itself
del blocks
before = held()
SpareMemory(every_seconds=0).give_back()
print(before - held())
"""
THREADS = """
import ctypes, re, sys, threading
from pathlib import Path
from mteval.storage.allocator import share_arenas

if sys.argv[1] == "share":
    share_arenas(2)
ready = threading.Barrier(9)
done = threading.Event()

def work():
    block = ctypes.CDLL(None).malloc(3000)
    ready.wait()
    done.wait()

threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
ready.wait()
# An arena of a thread begins at a multiple of 64 MiB of address space.
maps = Path("/proc/self/maps").read_text()
print(sum(int(start, 16) % (64 << 20) == 0 for start in re.findall(r"^([0-9a-f]+)-[0-9a-f]+ rw-p 00000000 00:00 0", maps, re.M)))
done.set()
"""


def told(program, *arguments):
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    return float(re.findall(r"-?[\d.]+", done.stdout)[-1])


@GLIBC
def test_holes_between_what_is_kept_go_back_to_the_system():
    assert told(HOLES) > 100  # of 190 MB that were freed


@GLIBC
def test_nothing_is_asked_again_within_a_moment():
    spare = SpareMemory(every_seconds=3600)
    assert not spare.give_back()
    often = SpareMemory(every_seconds=0)
    assert often.give_back()
    assert often.give_back()


@GLIBC
def test_threads_share_few_heaps():
    assert told(THREADS, "share") <= 1  # beside the first, which stands elsewhere
    assert told(THREADS, "each") >= 4
