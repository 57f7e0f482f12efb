"""Both speeds of counting, and real outputs."""

from __future__ import annotations

import pytest

from mteval.metrics import _comparison
from mteval.text import compiled


@pytest.fixture(params=["plain", "compiled", "together"])
def speed(request, monkeypatch):
    """Run with uncompiled and with compiled counting, and with all texts cut together as very many are."""
    if request.param == "together":
        monkeypatch.setattr(_comparison, "TOGETHER", 1)
    monkeypatch.setattr(compiled.effort, "limit", float("inf") if request.param == "plain" else 0)


REFERENCE = [
    "Der Mann sitzt auf einer Bank am Ufer.",
    "Zwei Hunde laufen durch den tiefen Schnee.",
    "Um 9.30 Uhr kostet es 1.250,50 Euro.",
    "„Nein“, sagte sie, „das glaube ich nicht!“",
    "Die Kinder spielen im Garten, während es regnet.",
    "Größe und Maß: 3-mal so viel wie gestern.",
    "Er ist gestern nach Berlin gefahren.",
    "Heute ist ein schöner Tag.",
]
SYSTEMS = {
    # Another order, another word, too short, copies, nothing at all.
    "first": [
        "Am Ufer sitzt der Mann auf einer Bank.",
        "Zwei Hunde rennen durch den Schnee.",
        "Es kostet um 9.30 Uhr 1.250,50 Euro.",
        "Nein, sagte sie, das glaube ich nicht!",
        "Während es regnet, spielen die Kinder im Garten.",
        "Größe und Maß: dreimal so viel wie gestern.",
        "Er ist gestern nach Berlin gefahren.",
        "",
    ],
    "second": [
        "Der Mann sitzt auf einer Bank am Ufer.",
        "Hunde, Hunde, Hunde.",
        "Um halb zehn kostet es viel.",
        "„Nein“, sagte sie.",
        "Die Kinder spielen.",
        "größe und mass",
        "Gestern fuhr er nach Berlin, und heute fährt er nach Berlin zurück.",
        "Heute ist ein schöner Tag.",
    ],
    "third": REFERENCE,
}


@pytest.fixture(scope="module", params=["own", "published"])
def outputs(request):
    """Translations of several systems, by name, and their reference: lines of our own, and a WMT test set."""
    if request.param == "own":
        return SYSTEMS, REFERENCE
    folder = request.getfixturevalue("shared") / "data" / "wmt17_en_de"
    paths = sorted(folder.glob("newstest2017.*.txt"))
    reference = (folder / "ref.de").read_text(encoding="utf-8").split("\n")[:-1]
    return {path.name: path.read_text(encoding="utf-8").split("\n")[:-1] for path in paths}, reference
