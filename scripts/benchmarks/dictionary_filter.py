"""How well names and invalid pairs are found, against the human annotation of MUSE dictionaries.

    python scripts/benchmarks/dictionary_filter.py [FOLDER]

FOLDER holds `LP.RANGE.{n,pn,v,a,o,nw}.txt` files (default ../shared/data/muse_dicos beside the repository). For every
direction: precision, recall and F1 of proper nouns and of invalid pairs, of the rule as shipped, of the rule without word
lists for the language other than English, and of the three-line rule "English side in no lower-case WordNet lemma". Where
a language is annotated in both directions, the pairs that stand in both show what a second human reaches, and the bootstrap
over those pairs how far the rule and the second human differ. Then the lists of our own in tests/lexical/names (Hindi,
Arabic), and pairs without English, made by joining two of all these over their English side.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import numpy as np

from mteval.core import registry
from mteval.core.records import DictionaryPair
from mteval.core.suites import SuiteSource
from mteval.lexical import english as english_words
from mteval.lexical.knowledge import SideKnowledge, side_knowledge
from mteval.lexical.proper_nouns import INVALID, PROPER_NOUN, classify

DEFAULT = Path(__file__).resolve().parents[3] / "shared/data/muse_dicos"
OWN = Path(__file__).resolve().parents[2] / "tests/lexical/names"
RESAMPLES = 2_000
Labels = dict[tuple[str, str], str]


def annotated(folder: Path) -> dict[tuple[str, str], Labels]:
    """Every dictionary of the folder: (source language, target language) → pair → part of speech."""
    found = {}
    for path in sorted(folder.glob("*.n.txt")):
        source = SuiteSource(name=path.name, family="dictionary", format="muse-pos", files={"data": path})
        contents = registry.formats.find("muse-pos")().read(source)
        labels = {(pair.source, pair.target): pair.tags["pos"][0] for pair in contents.records}
        found[contents.languages] = labels
    return found


def scores(found: list[bool], gold: list[bool]) -> str:
    hits = sum(one and other for one, other in zip(found, gold, strict=True))
    precision, recall = hits / max(sum(found), 1), hits / max(sum(gold), 1)
    f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
    return f"P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}"


def classified(labels: Labels, source: SideKnowledge, target: SideKnowledge) -> list[str | None]:
    return [one.label for one in classify([DictionaryPair(*pair) for pair in labels], source, target)]


def baseline(labels: Labels, languages: tuple[str, str]) -> list[bool]:
    side = languages.index("en")
    return [not any("l" in lemma.kinds for lemma in english_words._lemmas(pair[side])) for pair in labels]


def parts_right(labels: Labels, languages: tuple[str, str]) -> float:
    """Share of ordinary pairs whose part of speech the English side gives rightly."""
    side = languages.index("en")
    ordinary = {pair: label for pair, label in labels.items() if label in ("noun", "verb", "adjective")}
    right = sum(english_words.part_of_speech(pair[side]) == label for pair, label in ordinary.items())
    return right / max(len(ordinary), 1)


def direction(languages: tuple[str, str], labels: Labels) -> list[str | None]:
    sides = [side_knowledge(language) for language in languages]
    bare = [SideKnowledge(language) for language in languages]
    names = [label == "proper-noun" for label in labels.values()]
    invalid = [label == "invalid" for label in labels.values()]
    full, alone = classified(labels, *sides), classified(labels, *bare)
    print(f"\n{'-'.join(languages)}: {len(labels)} pairs, {sum(names)} proper nouns, {sum(invalid)} invalid")
    print(f"  proper nouns, the rule              {scores([one == PROPER_NOUN for one in full], names)}")
    print(f"  proper nouns, no list but English    {scores([one == PROPER_NOUN for one in alone], names)}")
    if "en" in languages:
        print(f"  proper nouns, no lower-case lemma   {scores(baseline(labels, languages), names)}")
    print(f"  invalid pairs                       {scores([one == INVALID for one in full], invalid)}")
    if "en" in languages and set(labels.values()) & {"noun", "verb", "adjective"}:
        print(f"  noun, verb, adjective right         {parts_right(labels, languages):.3f}")
    either = [one or other for one, other in zip(names, invalid, strict=True)]
    print(f"  dropped (either)                    {scores([one is not None for one in full], either)}")
    return full


def ceiling(language: str, there: Labels, back: Labels, ours: dict[tuple[str, str], str | None]) -> None:
    """The second annotation against the first, and the rule against each, on the pairs both have."""
    turned = {(target, source): label for (source, target), label in back.items()}
    shared = [pair for pair in there if pair in turned]
    one, other = ([labels[pair] == "proper-noun" for pair in shared] for labels in (there, turned))
    rule = [ours[pair] == PROPER_NOUN for pair in shared]
    print(f"\n{language}: {len(shared)} pairs annotated in both directions, proper nouns")
    print(f"  second human against the first      {scores(other, one)}")
    print(f"  the rule against the first          {scores(rule, one)}")
    print(f"  the rule against the second         {scores(rule, other)}")
    one_, other_, rule_ = (np.array(labels) for labels in (one, other, rule))
    rng = np.random.default_rng(1)
    differences = []
    for _ in range(RESAMPLES):
        drawn = rng.integers(len(shared), size=len(shared))
        mean = (f1(rule_[drawn], one_[drawn]) + f1(rule_[drawn], other_[drawn])) / 2
        differences.append(mean - f1(other_[drawn], one_[drawn]))
    low, high = np.quantile(differences, [0.025, 0.975])
    point = (f1(rule_, one_) + f1(rule_, other_)) / 2 - f1(other_, one_)
    print(
        f"  mean F1 of the rule − F1 of the second human: {point:+.3f} [{low:+.3f}, {high:+.3f}], 95 % bootstrap over pairs"
    )


def f1(found: np.ndarray, gold: np.ndarray) -> float:
    return float(2 * (found & gold).sum() / max(found.sum() + gold.sum(), 1))


def own_lists() -> dict[tuple[str, str], Labels]:
    """Lists written for this project before the rule was run on them."""
    found = {}
    for path in sorted(OWN.glob("*.tsv")):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        rows = [line.split("\t") for line in lines]
        source, target = path.stem.split("-")
        found[source, target] = {(one, other): "proper-noun" if label == "n" else "other" for one, other, label in rows}
    return found


def without_english(dictionaries: dict[tuple[str, str], Labels]) -> None:
    """Join en–x and en–y over English; a joined pair is a name if both its halves are."""
    from_english = {target: labels for (source, target), labels in dictionaries.items() if source == "en"}
    for one, other in combinations(sorted(from_english), 2):
        by_word: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for (source, target), label in from_english[other].items():
            by_word[source].append((target, label))
        joined: Labels = {}
        for (source, target), label in from_english[one].items():
            for partner, second in by_word[source]:
                names = (label == "proper-noun") + (second == "proper-noun")
                joined[target, partner] = "proper-noun" if names == 2 else "mixed" if names else "other"
        kept = {pair: label for pair, label in joined.items() if label != "mixed"}
        direction((one, other), kept)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    dictionaries = annotated(folder)
    if not dictionaries:
        sys.exit(f"no annotated dictionaries in {folder}")
    found = {languages: direction(languages, labels) for languages, labels in dictionaries.items()}
    for languages in dictionaries:
        if languages[0] == "en" and languages[::-1] in dictionaries:
            ours = dict(zip(dictionaries[languages], found[languages], strict=True))
            ceiling(languages[1], dictionaries[languages], dictionaries[languages[::-1]], ours)
    own = own_lists()
    for languages, labels in own.items():
        print("\nour own labels:", end="")
        direction(languages, labels)
    without_english(dictionaries | own)


if __name__ == "__main__":
    main()
