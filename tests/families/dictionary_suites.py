"""Small dictionaries, plain and annotated, and answers to them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from mteval.core import registry
from mteval.core.queries import Candidate, RankedWords
from mteval.core.results import Report
from mteval.core.suites import SuiteSource
from mteval.evaluation.opened import named_systems
from mteval.evaluation.run import evaluate
from mteval.evaluation.settings import Settings
from mteval.families._dictionary.waterfall import WATERFALL

DICTIONARY = [
    ("haus", "house"),
    ("Haus", "House"),
    ("katze", "cat"),
    ("katze", "Kitty"),
    ("baum", "tree"),
    ("welt", "world"),
    ("see", "lake"),
    ("see", "sea"),
    ("see", "lake"),
    ("tor", "gate"),
    ("tor", "goal"),
    ("zug", "locomotive"),
    ("hund", "dog"),
    ("ball", "ball"),
]


def load(path: Path, format: str = "dictionary", **options: str):
    source = SuiteSource(name=path.name, family="dictionary", format=format, files={"data": path})
    family = registry.families.find("dictionary")({"lemmatiser": "none", "names": "annotation", **options})
    suite = family.load(source, registry.formats.find(format)().read(source))
    return family, replace(suite, family=family)


POS = {
    "n": [("baum", "tree"), ("see", "lake"), ("see", "sea"), ("tor", "gate")],
    "pn": [("welt", "world"), ("tor", "goal")],
    "v": [("katze", "cat")],
    "nw": [("ball", "train")],
}


def ranked(first: str, gold: dict[str, int]) -> RankedWords:
    return RankedWords(True, (Candidate(first, 0.9),), tuple(gold), tuple(gold.values()))


def answered(suite, settings=None, **answers):
    """The suite's results where each named system gave these answers, in case order."""
    systems = {name: iter_answers(given) for name, given in answers.items()}
    return evaluate(suite, named_systems(systems), settings=settings or Settings(resamples=200))


def iter_answers(given):
    return lambda queries: given[: len(queries)]


def report(name: str, *values: float) -> Report:
    steps = [
        {"step": step, "value": value, "interval": [0, 1], "n": 9}
        for step, value in zip(WATERFALL, values, strict=False)
    ]
    return Report({"name": "x"}, {"name": name}, (), extras={"waterfall": steps})


def names_and_words(tmp_path: Path, names: int, words: int):
    """A dictionary whose first pairs are annotated as names, the others as nouns."""
    for code, count in (("pn", names), ("n", words)):
        (tmp_path / f"de-en.0-5.{code}.txt").write_text("".join(f"{code}{i}\tt{code}{i}\n" for i in range(count)))
    return load(tmp_path / "de-en.0-5.n.txt", "muse-pos")[1]


def marked(suite, names: str, words: str) -> list[RankedWords]:
    """Answers by what each name and each word did: 1 right, 0 wrong."""
    marks = {**{f"pn{i}": m for i, m in enumerate(names)}, **{f"n{i}": m for i, m in enumerate(words)}}
    return [ranked("x", {f"t{case.id}": 1 if marks[case.id] == "1" else 2}) for case in suite.cases]
