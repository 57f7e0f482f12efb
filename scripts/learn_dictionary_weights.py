"""Learn the weights in lexicons/dictionaries: what corrects the rule for names.

    python scripts/learn_dictionary_weights.py [FOLDER]

FOLDER holds the annotated dictionaries (default ../shared/data/muse_dicos beside the repository); the lists of our own are
those of tests/lexical/names. Ridge logistic regression: an annotated file counts as 2 000 pairs, a list of our own as 1 000,
and there, since it holds more names than published dictionaries do, names count as a quarter.
scripts/benchmarks/dictionary_filter.py leaves out one language after the other and says what the weights are worth on it.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mteval.core import registry
from mteval.core.records import DictionaryPair
from mteval.core.suites import SuiteSource
from mteval.lexical.knowledge import side_knowledge
from mteval.lexical.name_traits import name_traits
from mteval.lexical.proper_nouns import PROPER_NOUN, classify, dictionary_context

ROOT = Path(__file__).resolve().parents[1]
ANNOTATED = ROOT.parent / "shared/data/muse_dicos"
OWN = ROOT / "tests/lexical/names"
LEXICON = ROOT / "lexicons/dictionaries"
OWN_LABELS = {"n": PROPER_NOUN, "o": "other", "x": "invalid"}
ANNOTATED_COUNT, OWN_COUNT = 2_000, 1_000
SHARE_OF_NAMES = 0.25
RIDGE = 5.0
POINTS_LIMIT = 8.0
# Where F1 is about .87, it is largest when whatever is likelier than half of that counts as a name.
TOWARDS_NAMES = 0.3
Languages = tuple[str, str]
Labels = dict[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class Examples:
    """The pairs of one labelled dictionary: their traits, their labels and how much each counts."""

    languages: Languages
    traits: tuple[dict[str, float], ...]
    gold: np.ndarray
    counts: np.ndarray


def annotated(folder: Path) -> dict[Languages, Labels]:
    """Every dictionary of the folder: (source language, target language) → pair → part of speech."""
    found = {}
    for path in sorted(folder.glob("*.n.txt")):
        source = SuiteSource(name=path.name, family="dictionary", format="muse-pos", files={"data": path})
        contents = registry.formats.find("muse-pos")().read(source)
        found[contents.languages] = {(pair.source, pair.target): pair.tags["pos"][0] for pair in contents.records}
    return found


def own_lists(folder: Path = OWN) -> dict[Languages, Labels]:
    """Lists written for this project before the rule was run on them."""
    found = {}
    for path in sorted(folder.glob("*.tsv")):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        source, target = path.stem.split("-")
        rows = (line.split("\t") for line in lines)
        found[source, target] = {(one, other): OWN_LABELS[label] for one, other, label in rows}
    return found


def name_examples(languages: Languages, labels: Labels, *, own: bool) -> Examples:
    """The rule's points and the traits of every pair; names count as a quarter of a list of our own."""
    sides = (side_knowledge(languages[0]), side_knowledge(languages[1]))
    ruled = classify([DictionaryPair(*pair) for pair in labels], *sides, weights={})
    folded = [(one.lower(), other.lower()) for one, other in labels]
    context = dictionary_context(folded, *sides)
    traits = []
    for pair, found in zip(folded, ruled, strict=True):
        points = max(-POINTS_LIMIT, min(POINTS_LIMIT, found.points))
        values = {trait.name: trait.value for trait in name_traits(pair, *sides, context)}
        traits.append({"start": 1.0, "rule": points, **values})
    gold = np.array([label == PROPER_NOUN for label in labels.values()])
    counts = np.full(len(gold), 1 / len(gold))
    if own:
        counts = np.where(gold, SHARE_OF_NAMES / gold.sum(), (1 - SHARE_OF_NAMES) / (~gold).sum())
    return Examples(languages, tuple(traits), gold, counts * (OWN_COUNT if own else ANNOTATED_COUNT))


def fit(
    examples: Sequence[Examples], ridge: float = RIDGE, free: Sequence[str] = ("start", "rule")
) -> dict[str, float]:
    """Ridge logistic regression by Newton's method; the weights in `free` are not drawn towards nothing."""
    names = [*free, *sorted({name for one in examples for traits in one.traits for name in traits} - set(free))]
    values = np.array([[traits.get(name, 0.0) for name in names] for one in examples for traits in one.traits])
    gold = np.concatenate([one.gold for one in examples]).astype(float)
    counts = np.concatenate([one.counts for one in examples])
    penalty = np.array([1e-3 if name in free else ridge for name in names])
    weights = np.zeros(len(names))
    for _ in range(50):
        chance = 1 / (1 + np.exp(-values @ weights))
        slope = values.T @ (counts * (gold - chance)) - penalty * weights
        curve = (values * (counts * chance * (1 - chance))[:, None]).T @ values + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < 1e-8:
            break
    return {name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True)}


def learn_names(examples: Sequence[Examples]) -> dict[str, float]:
    """The weights for names."""
    weights = fit(examples)
    return weights | {"start": round(weights["start"] + TOWARDS_NAMES, 2)}


def other_language(languages: Languages) -> str:
    """The language that is not English."""
    return languages[0] if languages[1] == "en" else languages[1]


def all_name_examples(dictionaries: dict[Languages, Labels], own: dict[Languages, Labels]) -> list[Examples]:
    named = [(languages, labels, False) for languages, labels in dictionaries.items()]
    named += [(languages, labels, True) for languages, labels in own.items()]
    return [name_examples(languages, labels, own=is_own) for languages, labels, is_own in named]


def write_table(name: str, weights: dict[str, float]) -> str:
    """Write one table, the strongest first, and give its digest."""
    ordered = sorted(weights.items(), key=lambda item: -abs(item[1]))
    raw = "".join(f"{trait}\t{weight:+.2f}\n" for trait, weight in ordered).encode("utf-8")
    LEXICON.mkdir(parents=True, exist_ok=True)
    (LEXICON / f"{name}.tsv").write_bytes(raw)
    return hashlib.sha256(raw).hexdigest()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ANNOTATED
    dictionaries = annotated(folder)
    if not dictionaries:
        sys.exit(f"no annotated dictionaries in {folder}")
    weights = learn_names(all_name_examples(dictionaries, own_lists()))
    digest = write_table("names", weights)
    (LEXICON / "lexicon.toml").write_text(MANIFEST.format(names=digest), encoding="utf-8")
    for trait, weight in sorted(weights.items(), key=lambda item: -abs(item[1])):
        print(f"{weight:+.2f}  {trait}")


MANIFEST = """name = "dictionaries"
description = "Weights learnt from labelled dictionaries, to tell which pairs are names."
version = "1"

[lists.names]
path = "names.tsv"
content = "traits that correct the rule for names, with their weights in log-odds; rule scales the rule's own points"
source = "learnt from annotated MUSE dictionaries (Kementchedjhieva et al. 2019) and lists of our own"
licence = "Apache-2.0"
sha256 = "{names}"
"""


if __name__ == "__main__":
    main()
