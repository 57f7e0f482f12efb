"""Fifty annotators at once, and a server killed in the middle: every decision that was acknowledged is found again."""

import re
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from mteval.authoring.annotation.app import THREADS
from mteval.authoring.annotation.database import Database
from tests.authoring.annotation.conftest import Annotator

httpx = pytest.importorskip("httpx", reason="annotators by script need httpx")
PEOPLE = 50
HEAP = 64 << 20


def work(link, number, acknowledged, stop=None):
    """Rate everything; note what the server said yes to."""
    base, _, path = link.partition("/a/")
    with httpx.Client(base_url=base, timeout=30) as client:
        person = Annotator(client, f"/a/{path}")
        try:
            while not (stop and stop.is_set()):
                person.look()
                position = person.hidden("position")
                if position is None:
                    return
                value = (number + int(position)) % 5 + 1
                if person.rate(value).status_code == 303:
                    acknowledged.append((int(position), value))
        except httpx.TransportError:
            return


def found(path):
    decisions = Database(path).decisions()
    return {(one.annotator, one.position, one.payload["ratings"][0]["adequacy"]) for one in decisions}


def test_fifty_annotators_at_once(jobs, serve):
    job = jobs.rating(annotators=PEOPLE, overlap=5, extra={"limit": 10, "scales": ["adequacy"]})
    server = serve(job)
    people = [name for name in server.links if name != "organiser"]
    logs = {name: [] for name in people}
    with ThreadPoolExecutor(PEOPLE) as pool:
        for number, name in enumerate(people):
            pool.submit(work, server.links[name], number, logs[name])
    said = {(name, position, value) for name, log in logs.items() for position, value in log}
    assert len(said) == 10 * 2 * 5  # segments × systems × overlap
    assert found(job.with_suffix(".sqlite")) == said


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
def test_memory_does_not_follow_the_number_of_people(jobs, serve):
    """Not a thread for each request that waits, nor a heap for each thread: 64 MiB of address space, the unused end closed."""
    server = serve(jobs.rating(annotators=PEOPLE, overlap=5, extra={"limit": 4, "scales": ["adequacy"]}))
    people = [link for name, link in server.links.items() if name != "organiser"]
    with ThreadPoolExecutor(PEOPLE) as pool:
        for number, link in enumerate(people):
            pool.submit(work, link, number, [])
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    assert 2 <= int(re.search(r"Threads:\s+(\d+)", status)[1]) <= THREADS + 1
    maps = Path(f"/proc/{server.process.pid}/maps").read_text()
    spans = re.findall(r"^([0-9a-f]+)-([0-9a-f]+) (rw-p|---p) 00000000 00:00 0", maps, re.M)
    mapped = [(int(start, 16), int(end, 16), kind) for start, end, kind in spans]
    heaps = [
        one
        for one, following in pairwise(mapped)
        if (one[2], following[2]) == ("rw-p", "---p") and one[1] == following[0] and following[1] - one[0] == HEAP
    ]
    assert len(heaps) <= 1


def test_kill_9_in_the_middle_loses_nothing(jobs, serve):
    job = jobs.rating(annotators=8, extra={"scales": ["adequacy"], "limit": 8})
    server = serve(job)
    people = [name for name in server.links if name != "organiser"]
    logs = {name: [] for name in people}
    stop = threading.Event()
    with ThreadPoolExecutor(len(people)) as pool:
        for number, name in enumerate(people):
            pool.submit(work, server.links[name], number, logs[name], stop)
        while sum(map(len, logs.values())) < 40:
            stop.wait(0.01)
        server.kill()  # SIGKILL, with requests under way
    said = {(name, position, value) for name, log in logs.items() for position, value in log}
    stored = found(job.with_suffix(".sqlite"))
    assert said <= stored
    assert len(stored - said) <= len(people)  # at most one each was stored without the answer getting through
    again = serve(job)
    tokens = {name: link.rsplit("/", 1)[1] for name, link in server.links.items()}
    assert {name: link.rsplit("/", 1)[1] for name, link in again.links.items()} == tokens
    with ThreadPoolExecutor(len(people)) as pool:
        for number, name in enumerate(people):
            pool.submit(work, again.links[name], number, logs[name])
    assert len(found(job.with_suffix(".sqlite"))) == len(people) * 16
