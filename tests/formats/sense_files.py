"""MuCoW translation suites of 2019 and 2020 with two sentences each."""

from __future__ import annotations

from pathlib import Path

from mteval.core.suites import SuiteSource
from mteval.library import read_contents

KEY = "7\tbooks\tbank\tpankki\tranta penkki\n9\topensubs\tbank\tranta\tpankki penkki\n"
FILES = {
    "en-fi.key.txt": KEY,
    "en-fi.text.txt": "The bank closed .\nThe river bank .\n",
    "en-fi.ref.txt": "Pankki suljettiin .\nJoen ranta .\n",
    "en-fi.domain.txt": "bank\tpankki\tin\t1\t0\nbank\tranta\tout\t0\t1\n",
}
LREC = (
    "bank\t0\teuroparl\tThe banks closed .\tPankit suljettiin .\tbanks\n"
    "bank\t1\tbooks\tThe river bank .\tJoen ranta .\tbank\n"
)
SENSES = "bank\t0\t120\t0.5\tpankki\nbank\t1\t90\t0.375\tranta penger pankki\nbank\t2\t30\t0.125\tpenkki ranta\n"
DISTANCES = "bank\t0-1\t0.8\nbank\t0-2\t0.5\nbank\t1-2\t0.3\n"


def read(name: str, path: Path):
    return read_contents(SuiteSource("x", "sense-choice", name, {"data": path}))
