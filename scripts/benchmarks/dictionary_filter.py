"""How well names and invalid pairs are found, against the human annotation of MUSE dictionaries.

    python scripts/benchmarks/dictionary_filter.py [FOLDER]

FOLDER holds `LP.RANGE.{n,pn,v,a,o,nw}.txt` files (default ../shared/data/muse_dicos beside the repository). For every
direction: precision, recall and F1 of proper nouns and of invalid pairs, of the rule as shipped, of the rule without word
lists for the language other than English, and of the three-line rule "English side in no lower-case WordNet lemma". Where
a language is annotated in both directions, the pairs that stand in both show what a second human reaches, and the bootstrap
over those pairs how far the rule and the second human differ. Then pairs without English, made by joining two of all these
over their English side; and what the learnt weights are worth on a language they were not learnt from: each language is left
out in turn, with bootstrap intervals over pairs, annotated dictionaries and the lists of our own (tests/lexical/names, where
names count as a quarter, as in published dictionaries). Lists in tests/lexical/names/unseen are never learnt from.

Invalid pairs: how often each rule is right, F1 with intervals with and without clashes and with FreeDict's German dictionaries
(where FREEDICT, by default /usr/share/dictd, has them), and which rules would be used if annotated dictionaries of the other
language, or of the three other directions, had to say so.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from mteval.core.records import DictionaryPair
from mteval.lexical import english as english_words
from mteval.lexical.clashes import CLASHES, NUMBER
from mteval.lexical.dictionary_check import DictionaryCheck, open_dictionary
from mteval.lexical.faults import PEOPLE, PLACES, UNKNOWN_WORD, UNTRANSLATED, Checks, faults
from mteval.lexical.knowledge import SideKnowledge, side_knowledge
from mteval.lexical.learnt_weights import learnt_weights
from mteval.lexical.proper_nouns import INVALID, PROPER_NOUN, classify, dictionary_context

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from learn_dictionary_weights import (
    ANNOTATED,
    OWN,
    Examples,
    Labels,
    Languages,
    all_name_examples,
    annotated,
    learn_names,
    name_examples,
    other_language,
    own_lists,
)

RESAMPLES = 2_000
RULES = (UNTRANSLATED, PLACES, PEOPLE, UNKNOWN_WORD, *CLASHES)
CLASH_LISTS = OWN.parent / "clashes"
FREEDICT_NAMES = dict.fromkeys((("en", "de"), ("de", "en")), ("eng-deu", "deu-eng"))
FREEDICT = Path("/usr/share/dictd")
SETTINGS = {"the rules": (), "and clashes of number": (NUMBER,), "and of part of speech": CLASHES}
FEWEST_JOINED = 100


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
    by_hand = [one.label for one in classify([DictionaryPair(*pair) for pair in labels], *sides, weights={})]
    print(f"\n{'-'.join(languages)}: {len(labels)} pairs, {sum(names)} proper nouns, {sum(invalid)} invalid")
    print(f"  proper nouns, the rule              {scores([one == PROPER_NOUN for one in full], names)}")
    print(f"  proper nouns, without learnt weights {scores([one == PROPER_NOUN for one in by_hand], names)}")
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
        if len(kept) >= FEWEST_JOINED:
            direction((one, other), kept)


def weighted_f1(found: np.ndarray, gold: np.ndarray, counts: np.ndarray) -> float:
    hits = (counts * (found & gold)).sum()
    return float(2 * hits / max((counts * found).sum() + (counts * gold).sum(), 1e-9))


def with_interval(points: np.ndarray, examples: Examples) -> tuple[float, str]:
    """F1 of what has more than no points, and its 95 % bootstrap interval over pairs."""
    found, gold, counts = points > 0, examples.gold, examples.counts
    rng = np.random.default_rng(1)
    draws = (rng.integers(len(gold), size=len(gold)) for _ in range(RESAMPLES))
    low, high = np.quantile([weighted_f1(found[one], gold[one], counts[one]) for one in draws], [0.025, 0.975])
    point = weighted_f1(found, gold, counts)
    return point, f"{point:.3f} [{low:.3f}, {high:.3f}]"


def points_of(examples: Examples, weights: dict[str, float]) -> np.ndarray:
    return np.array([sum(weights.get(name, 0.0) * value for name, value in one.items()) for one in examples.traits])


def one_language_out(examples: list[Examples]) -> None:
    """Names of every file by weights learnt from the other languages, and by the rule without them."""
    print("\nproper nouns, weights learnt without the language (in our own lists names count as a quarter), F1:")
    means: dict[bool, list[tuple[float, float]]] = defaultdict(list)
    for one in examples:
        language = other_language(one.languages)
        weights = learn_names([other for other in examples if other_language(other.languages) != language])
        learnt, told = with_interval(points_of(one, weights), one)
        ruled, told_rule = with_interval(points_of(one, {"rule": 1.0}), one)
        means[language in ("bg", "de")].append((learnt, ruled))
        print(f"  {'-'.join(one.languages)}  learnt {told}   the rule alone {told_rule}")
    for human, found in means.items():
        learnt, ruled = np.mean(found, axis=0)
        print(
            f"  mean of {'the annotated files' if human else 'our own lists'}: learnt {learnt:.3f}, rule alone {ruled:.3f}"
        )


def never_learnt_from(lists: dict[Languages, Labels]) -> None:
    """The shipped weights on lists that no weight was learnt from."""
    print("\nproper nouns, lists never learnt from, the shipped weights, F1 with names as a quarter:")
    for languages, labels in lists.items():
        one = name_examples(languages, labels, own=True)
        _, learnt = with_interval(points_of(one, dict(learnt_weights("names"))), one)
        _, ruled = with_interval(points_of(one, {"rule": 1.0}), one)
        print(f"  {'-'.join(languages)}  {learnt}   the rule alone {ruled}")


def rules_found(languages: Languages, labels: Labels, dictionary: DictionaryCheck | None) -> dict[str, np.ndarray]:
    """Which pairs each rule finds fault with, those left out that are names and merely in another form."""
    sides = (side_knowledge(languages[0]), side_knowledge(languages[1]))
    pairs = [(one.lower(), other.lower()) for one, other in labels]
    context = dictionary_context(pairs, *sides)
    names = [one.label == PROPER_NOUN for one in classify([DictionaryPair(*pair) for pair in labels], *sides)]
    checks = Checks(CLASHES, dictionary)
    found = [{fault.rule for fault in faults(pair, sides, context, checks)} for pair in pairs]
    return {
        rule: np.array([rule in one and not (name and rule in CLASHES) for one, name in zip(found, names, strict=True)])
        for rule in RULES
    }


def interval(found: np.ndarray, gold: np.ndarray) -> str:
    """Precision, recall and F1, that with its 95 % bootstrap interval over pairs."""
    rng = np.random.default_rng(1)
    draws = (rng.integers(len(gold), size=len(gold)) for _ in range(RESAMPLES))
    low, high = np.quantile([f1(found[one], gold[one]) for one in draws], [0.025, 0.975])
    return f"{scores(list(found), list(gold))} [{low:.3f}, {high:.3f}]"


def chosen(others: list[tuple[dict[str, np.ndarray], np.ndarray]]) -> list[str]:
    """The rules that together have the best mean F1 on some dictionaries; of equals the fewest."""
    subsets = [one for size in range(1, len(RULES) + 1) for one in combinations(RULES, size)]
    return list(max(subsets, key=lambda rules: np.mean([f1(any_of(found, rules), gold) for found, gold in others])))


def any_of(found: dict[str, np.ndarray], rules: Sequence[str]) -> np.ndarray:
    return np.logical_or.reduce([found[rule] for rule in rules])


def invalid_pairs(dictionaries: dict[Languages, Labels]) -> None:
    """Each rule, the settings a user has, and rules chosen by other dictionaries."""
    ours = {}
    for languages, labels in dictionaries.items():
        gold = np.array([label == INVALID for label in labels.values()])
        ours[languages] = (rules_found(languages, labels, None), gold)
        print(f"\n{'-'.join(languages)}: {gold.sum()} invalid pairs")
        tell_rules(languages, *ours[languages])
        if all((FREEDICT / f"freedict-{pair}.index").exists() for pair in FREEDICT_NAMES.get(languages, ("none",))):
            print("  with FreeDict:")
            dictionary = open_dictionary(f"freedict:{FREEDICT}", languages)
            tell_rules(languages, rules_found(languages, labels, dictionary), gold)
    print("\nrules chosen by other dictionaries (without FreeDict):")
    for languages, (found, gold) in ours.items():
        language = other_language(languages)
        for what, others in (
            ("the other language", [ours[one] for one in ours if other_language(one) != language]),
            ("the other directions", [ours[one] for one in ours if one != languages]),
        ):
            rules = chosen(others)
            print(f"  {'-'.join(languages)} by {what}: {interval(any_of(found, rules), gold)}  {', '.join(rules)}")


def own_clashes() -> None:
    """Clashes of number in lists of our own, where each word stands with a singular and a plural."""
    print("\nclashes of number, our own lists:")
    for path in sorted(CLASH_LISTS.glob("*.tsv")):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        rows = [line.split("\t") for line in lines]
        labels = {(one, other): label for one, other, label in rows}
        source, target = path.stem.split("-")
        found = rules_found((source, target), labels, None)[NUMBER]
        print(f"  {path.stem}: {interval(found, np.array([label == 'x' for label in labels.values()]))}")


def tell_rules(languages: Languages, found: dict[str, np.ndarray], gold: np.ndarray) -> None:
    right = (f"{rule} {(found[rule] & gold).sum()} of {found[rule].sum()}" for rule in RULES if found[rule].any())
    print(f"  right: {'; '.join(right)}")
    for what, clashes in SETTINGS.items():
        rules = [rule for rule in RULES if rule not in CLASHES or rule in clashes]
        print(f"  {what:23} {interval(any_of(found, rules), gold)}")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ANNOTATED
    dictionaries = annotated(folder)
    if not dictionaries:
        sys.exit(f"no annotated dictionaries in {folder}")
    found = {languages: direction(languages, labels) for languages, labels in dictionaries.items()}
    for languages in dictionaries:
        if languages[0] == "en" and languages[::-1] in dictionaries:
            ours = dict(zip(dictionaries[languages], found[languages], strict=True))
            ceiling(languages[1], dictionaries[languages], dictionaries[languages[::-1]], ours)
    own = own_lists(OWN)
    for languages, labels in own.items():
        print("\nour own labels:", end="")
        direction(languages, labels)
    without_english(dictionaries | own)
    one_language_out(all_name_examples(dictionaries, own))
    never_learnt_from(own_lists(OWN / "unseen"))
    invalid_pairs(dictionaries)
    own_clashes()


if __name__ == "__main__":
    main()
