"""Opens random models through the backend, and what is asked of them."""

from __future__ import annotations

from mteval.core.queries import LogProb
from mteval.core.registry import systems

ITEMS = [
    LogProb(
        "the man sits on a bench .", ("der Mann sitzt auf eine Bank .", "der Mann sitzt auf ein Ufer .", "der Hund .")
    ),
    LogProb("a dog", ("ein Hund", "ein Hund", "")),
    LogProb("the man sits on a bench .", ("eine Frau sitzt", "zzz qqq Ufer")),
    LogProb("", ("Bank",)),
]
SEQUENCE_MODELS = ["marian", "m2m_100", "mbart", "bart", "t5", "t5-gated", "mt5", "pegasus"]
PROMPT = "{source} ,"


def opened(folder, **options):
    return systems.find("hugging-face")(folder, options)
