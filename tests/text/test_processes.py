from __future__ import annotations

import os

from mteval.text import processes
from mteval.text.processes import in_processes


def place_and_process(number):
    return number, os.getpid()


def test_few_lines_are_worked_on_here():
    assert list(in_processes(place_and_process, range(3), 10)) == [(number, os.getpid()) for number in range(3)]


def test_results_of_other_processes_come_in_order(monkeypatch):
    monkeypatch.setattr(processes, "cores", lambda: 2)
    found = list(in_processes(place_and_process, iter(range(9)), processes.MANY_LINES))
    assert [number for number, _ in found] == list(range(9))
    assert os.getpid() not in {process for _, process in found}


def test_one_core_starts_no_other_process(monkeypatch):
    monkeypatch.setattr(processes, "cores", lambda: 1)
    assert {process for _, process in in_processes(place_and_process, range(3), 1 << 20)} == {os.getpid()}
