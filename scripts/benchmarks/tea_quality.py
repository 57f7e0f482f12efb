"""What CheckLists carried through a translator are worth: held against the translator's output for all instances.

    python scripts/benchmarks/tea_quality.py identity
    python scripts/benchmarks/tea_quality.py apertium [--checklist challenge_sets/nli-checklist-en/checklist.json]
    python scripts/benchmarks/tea_quality.py apertium --checklist scripts/benchmarks/tea_fresh.json
    python scripts/benchmarks/tea_quality.py thin [--checklist …] [--translator apertium:eng-spa|copy|agreement]

identity: 22 templates in the shape of CheckList's airline templates, "translated" by copying; exactly they must come back.
apertium: every instance is translated by Apertium eng-spa; the templates are made from a sample, as `checklist generate` does.
thin: random samples (25 and 50 % of all translations, 5 % of them with a slip), as `checklist extract --values` sees them. `copy`
and `agreement` make translations of the airline templates whose templates are known: copies, and an invented language in which
the first slot's value decides the endings of half of the other slots' values, so that two templates are needed.
published: random samples without slips and without source values, for the published algorithm over words and over lemmas.

Over-generation is the share of what the templates make that the translator never says, recall the share of what it says that
they make. Suspected templates count in neither. "Own" is the number of templates this method finds when every translation is
known. "At least" is a bound that owes nothing to the method: two instances need two templates if the words of both, counted
together text by text, are not those of the two instances that have the values of some slots exchanged, or if
another value of one slot changes two texts by unlike words; of instances that all need two templates of each other, as many as a
greedy search finds. "True" counts are those that the translations were made with.
Translations are kept in --cache, so that a second run needs no translator.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import numpy as np

from mteval.authoring.checklist.aligning import OwnLinks, by_eflomal, origins
from mteval.authoring.checklist.extraction import lemmatiser
from mteval.authoring.checklist.generation import SEPARATOR, GenerationPlan, generate
from mteval.authoring.checklist.translating import translator
from mteval.checklists.checklist import CheckList, ChecklistTest, read_checklist
from mteval.checklists.tea.better import extract
from mteval.checklists.tea.faithful import extract_faithfully
from mteval.checklists.tea.lemmas import extract_by_lemmas
from mteval.checklists.tea.tokens import published_tokenizer, suited_tokenizer
from mteval.checklists.templates import Filler, Instance, parse_template

HERE = Path(__file__).parent
Lexicons = dict[str, tuple[str, ...]]
MOST_GENERATED = 400_000
WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Truth:
    """One source template with the translation of each of its instances."""

    test: ChecklistTest
    instances: tuple[Instance, ...]
    translations: tuple[str, ...]
    true_templates: int = 0


def truths(checklist: CheckList, translate, most: int) -> list[Truth]:
    found = []
    for test in checklist.tests:
        texts = [*test.template, *(text for then in test.then for text in then)]
        filler = Filler([parse_template(text) for text in texts], checklist.lexicons)
        if filler.combinations <= most:
            found.append((test, tuple(filler)))
    texts = list(dict.fromkeys(text for _, instances in found for one in instances for text in one.texts))
    said = dict(zip(texts, (" ".join(text.split()) for text in translate(texts)), strict=True))
    return [
        Truth(test, instances, tuple(SEPARATOR.join(said[text] for text in one.texts) for one in instances))
        for test, instances in found
    ]


def generated(templates: Sequence[str], lexicons) -> set[str]:
    made: set[str] = set()
    for template in templates:
        filler = Filler([parse_template(template)], lexicons)
        if filler.combinations > MOST_GENERATED:
            raise SystemExit(f"{template} makes {filler.combinations} instances")
        made.update(instance.texts[0] for instance in filler)
    return made


@dataclass
class Tally:
    made: int = 0
    wrong: int = 0
    said: int = 0
    hit: int = 0
    templates: int = 0
    own: int = 0
    least: int = 0
    suspected: int = 0
    worst: float = 0.0
    worst_template: str = ""

    def add(self, made: set[str], said: set[str], templates: int, needed: Needed, suspected: int, title: str) -> None:
        wrong = len(made - said)
        self.made += len(made)
        self.wrong += wrong
        self.said += len(said)
        self.hit += len(made & said)
        self.templates += templates
        self.own += needed.own
        self.least += needed.least
        self.suspected += suspected
        share = wrong / len(made) if made else 0.0
        if share > self.worst:
            self.worst, self.worst_template = share, title

    def line(self, name: str) -> str:
        return (
            f"{name:14}  over-generation {self.wrong / max(self.made, 1):6.2%}  recall {self.hit / max(self.said, 1):6.2%}  "
            f"templates {self.templates:4}, at least or true {self.least} ({self.templates / max(self.least, 1):.2f}×)"
            + (f", own {self.own} ({self.templates / self.own:.2f}×)" if self.own else "")
            + f"  suspected {self.suspected:3}  worst {self.worst:.1%} ({self.worst_template})"
        )


def used(test: ChecklistTest) -> str:
    return SEPARATOR.join([*test.template, *(text for then in test.then for text in then)])


@dataclass(frozen=True)
class Needed:
    """How many templates the translations need: as the method finds with all of them, and at least (or truly)."""

    own: int
    least: int


class Needs:
    """What the translations of each template need, found once; templates of single sentences count too."""

    def __init__(self, *, own: bool) -> None:
        self._own = own
        self._known: dict[int, Needed] = {}

    def __call__(self, truth: Truth) -> Needed:
        if id(truth) not in self._known:
            own = own_templates(truth) if self._own else 0
            self._known[id(truth)] = Needed(own, truth.true_templates or fewest_templates(truth))
        return self._known[id(truth)]


def own_templates(truth: Truth) -> int:
    return len(extract(truth.translations, sources=[one.values for one in truth.instances]).templates)


def fewest_templates(truth: Truth, most: int = 1200, starts: int = 40) -> int:
    """A lower bound of the templates that say all translations and nothing else: instances of which no two share one."""
    codes, index = coded_values(truth.instances)
    parts = len(truth.translations[0].split(SEPARATOR))
    words = np.zeros((parts, math.prod(index) + 1), dtype=np.uint64)  # the last place is for combinations there are not
    weights = np.array([math.prod(index[slot + 1 :]) for slot in range(len(index))], dtype=np.int64)
    places = codes @ weights
    for part in range(parts):
        words[part, places] = [word_sum(text.split(SEPARATOR)[part]) for text in truth.translations]
    there = np.zeros(words.shape[1], dtype=bool)
    there[places] = True
    generator = np.random.default_rng(0)
    chosen = np.sort(generator.permutation(len(codes))[:most])
    codes = codes[chosen]
    apart = np.zeros((len(chosen), len(chosen)), dtype=bool)
    for mask in range(1, 2 ** len(index) - 1):
        taken = np.array([bool(mask >> slot & 1) for slot in range(len(index))])
        mixed = (codes @ (weights * taken))[:, None] + (codes @ (weights * ~taken))[None, :]
        both = there[mixed] & there[mixed.T]
        own = words[:, codes @ weights]
        for said in range(parts):
            exchanged = words[said][mixed] + words[said][mixed.T] != own[said][:, None] + own[said][None, :]
            apart |= both & exchanged
        if taken.sum() == 1:
            apart |= there[mixed.T] & said_in_two_ways(own[:, :, None] - words[:, mixed.T])
    apart |= apart.T
    return max(clique(apart, generator) for _ in range(starts))


def said_in_two_ways(changes: np.ndarray) -> np.ndarray:
    """Whether another value of one slot changes two texts by unlike words, which one slot written twice cannot say."""
    found = np.zeros(changes.shape[1:], dtype=bool)
    for one, other in combinations(changes, 2):
        alike = (one == 0) | (other == 0) | (one == other) | (one == other + other) | (one + one == other)
        found |= ~alike
    return found


def coded_values(instances: Sequence[Instance]) -> tuple[np.ndarray, list[int]]:
    """The values of each instance as numbers, and how many values each slot has."""
    numbers = [
        {value: n for n, value in enumerate(dict.fromkeys(column))}
        for column in zip(*map(held, instances), strict=True)
    ]
    codes = [[number[value] for number, value in zip(numbers, held(one), strict=True)] for one in instances]
    return np.array(codes, dtype=np.int64).reshape(len(instances), len(numbers)), [len(number) for number in numbers]


def held(instance: Instance) -> list[str]:
    return list(instance.values.values())


def word_sum(text: str) -> np.uint64:
    """The sum of random numbers, one for each word: equal for equal words in any order."""
    digests = (hashlib.blake2b(word.encode(), digest_size=8).digest() for word in WORD.findall(text))
    return np.uint64(sum(int.from_bytes(digest) for digest in digests) % 2**64)


def clique(apart: np.ndarray, generator: np.random.Generator) -> int:
    """How many nodes a greedy search from a random one finds that are all joined to each other."""
    size, candidates = 0, np.ones(len(apart), dtype=bool)
    degree = apart.sum(axis=1) + generator.random(len(apart)) * (1 + apart.sum(axis=1).max() / 2)
    while candidates.any():
        node = int(np.argmax(np.where(candidates, degree, -1)))
        size += 1
        candidates &= apart[node]
    return size


def carried(truth: Truth, checklist: CheckList, limit: int, seed: int, aligner=None):
    said = {}
    for one, line in zip(truth.instances, truth.translations, strict=True):
        said.update(zip(one.texts, line.split(SEPARATOR), strict=True))
    plan = GenerationPlan("xx", limit=limit, seed=seed)
    source = replace(checklist, tests=(truth.test,))
    return generate(source, lambda texts: [said[text] for text in texts], plan, aligner=aligner)


def identity(arguments) -> None:
    checklist = read_checklist(HERE / "tea_airline.json")
    exact = suspected = templates = 0
    start = time.process_time()
    for truth in truths(checklist, list, 10**6):
        made = carried(truth, checklist, arguments.limit, arguments.seed).checklist
        texts = [used(test) for test in made.tests]
        said = set(truth.translations)
        back = generated(texts, made.lexicons)
        same = texts == [used(truth.test)] and all(
            set(made.lexicons[slot.key]) == set(checklist.lexicons[slot.key])
            for slot in parse_template(texts[0]).slots
            if slot.key in made.lexicons
        )
        exact += same
        templates += len(texts)
        suspected += sum(bool(test.extra.get("suspected")) for test in made.tests)
        if arguments.verbose or not same:
            print(
                f"{len(said):6} combinations, {len(texts):3} templates, recall {len(back & said) / len(said):6.1%}, "
                f"over-generation {len(back - said) / max(len(back), 1):5.1%}: {truth.test.title} -> {texts[0]}"
            )
    print(
        f"identity: {exact} of {len(checklist.tests)} templates given back exactly; {templates} templates in all, "
        f"{suspected} suspected; {time.process_time() - start:.0f} s of processor time"
    )


def apertium_truths(arguments) -> tuple[CheckList, list[Truth]]:
    checklist = read_checklist(arguments.checklist)
    cache = Path(arguments.cache) / f"{arguments.translator.replace(':', '-').replace('/', '_')}.json"
    known = json.loads(cache.read_text(encoding="utf-8")) if cache.exists() else {}

    def translate(texts):
        new = [text for text in texts if text not in known]
        if new:
            known.update(zip(new, translator(arguments.translator)(new), strict=True))
            cache.parent.mkdir(parents=True, exist_ok=True)
            cache.write_text(json.dumps(known, ensure_ascii=False), encoding="utf-8")
        return [known[text] for text in texts]

    part, parts = map(int, arguments.part.split("/"))
    chosen = replace(checklist, tests=checklist.tests[part - 1 :: parts])
    return checklist, truths(chosen, translate, arguments.most)


def apertium(arguments) -> None:
    checklist, found = apertium_truths(arguments)
    tally, needs, estimates, shares = Tally(), Needs(own=arguments.own), [], []
    aligner = by_eflomal if arguments.align == "eflomal" else None
    start = time.process_time()
    for truth in found:
        made = carried(truth, checklist, arguments.limit, arguments.seed, aligner).checklist
        trusted = [test for test in made.tests if not test.extra.get("suspected")]
        estimates.append(made.extra["generation"]["templates"][0]["unseen"])
        back, said = generated([used(test) for test in trusted], made.lexicons), set(truth.translations)
        needed = needs(truth)
        suspected = len(made.tests) - len(trusted)
        tally.add(back, said, len(made.tests), needed, suspected, truth.test.title)
        if arguments.verbose:
            one = Tally()
            one.add(back, said, len(made.tests), needed, suspected, truth.test.title)
            print(one.line(f"{len(said)}"), flush=True)
        shares.append(len(back - said) / max(len(back), 1))
    print(tally.line("apertium"), f"{time.process_time() - start:.0f} s")
    intervals = [one["interval"] for one in estimates]
    held = [low - 1e-9 <= share <= high + 1e-9 for share, (low, high) in zip(shares, intervals, strict=True) if high]
    print(f"estimates with an interval: {len(held)}, of which {sum(held)} hold the true share")


def published(arguments) -> None:
    """The published algorithm on random samples without slips, over words and over lemmas, and ours without source values."""
    lemmatise = lemmatiser(arguments.lemmas)
    methods = {
        "words": lambda lines: extract_faithfully(lines, k=2, tokenizer=published_tokenizer(lines)),
        "lemmas": lambda lines: extract_by_lemmas(lines, lemmatise, cut=suited_tokenizer(lines)),
        "better": extract,
    }
    needs = Needs(own=False)
    found = [truth for truth in apertium_truths(arguments)[1] if len(truth.instances) >= arguments.least]
    for name, method in methods.items():
        start, tally = time.process_time(), Tally()
        for number, truth in enumerate(found):
            sample = thin_sample(truth, 1.0, 0.0, arguments.limit, arguments.seed * 1000 + number)
            made = method(sample.lines)
            back = generated([one.template for one in made.templates], made.lexicons)
            said = set(truth.translations)
            tally.add(back, said, len(made.templates), needs(truth), len(made.suspected), truth.test.title)
        print(tally.line(name), f"{time.process_time() - start:.0f} s", flush=True)


def slipped(text: str, generator: random.Random) -> str:
    tokens = text.split(" ")
    place, kind = generator.randrange(len(tokens)), generator.random()
    if kind < 0.4:
        tokens[place] += "x"
    elif kind < 0.7 and len(tokens) > 1:
        del tokens[place]
    else:
        tokens.insert(place, generator.choice(["muy", "pues", "ya"]))
    return " ".join(tokens)


def thin(arguments) -> None:
    own = OwnLinks()
    found = [truth for truth in known_truths(arguments, own) if len(truth.instances) >= arguments.least]
    aligner = {"": None, "eflomal": by_eflomal, "attention": own.align}[arguments.align]
    needs = Needs(own=arguments.own)
    for share in (0.25, 0.5):
        for slips in (0.0, 0.05):
            start, tally = time.process_time(), Tally()
            seeds = (arguments.seed * 1000 + number for number in range(len(found)))
            samples = [
                thin_sample(truth, share, slips, arguments.limit, seed)
                for truth, seed in zip(found, seeds, strict=True)
            ]
            for sample, traced in zip(samples, trace(samples, aligner), strict=True):
                add_thin_sample(tally, sample, needs(sample.truth), traced)
            seconds = time.process_time() - start
            print(tally.line(f"{share:.0%}, slips {slips:.0%}"), f"{seconds:.0f} s", flush=True)


def once(arguments) -> None:
    """Samples in which every value occurs once, as when people hand in a few translations each of something else."""
    own = OwnLinks()
    found = [truth for truth in known_truths(arguments, own) if len(truth.instances) >= arguments.least]
    needs = Needs(own=arguments.own)
    samples = [disjoint_sample(truth, arguments.seed * 1000 + number) for number, truth in enumerate(found)]
    aligners = {"none": None, "eflomal": by_eflomal, **({"attention": own.align} if own.links else {})}
    for name, aligner in aligners.items():
        tally = Tally()
        for sample, traced in zip(samples, trace(samples, aligner), strict=True):
            add_thin_sample(tally, sample, needs(sample.truth), traced)
        print(tally.line(f"once, {name}"), flush=True)


def disjoint_sample(truth: Truth, seed: int) -> Sample:
    """Instances of which no two share a value, as many as a random order gives."""
    order = random.Random(seed).sample(range(len(truth.instances)), len(truth.instances))
    taken: set[tuple[str, str]] = set()
    chosen = []
    for number in order:
        values = set(truth.instances[number].values.items())
        if taken.isdisjoint(values):
            taken |= values
            chosen.append(number)
    return Sample(truth, tuple(truth.translations[k] for k in chosen), tuple(truth.instances[k] for k in chosen))


@dataclass(frozen=True)
class Sample:
    """Some translations of a template, a few of them with a slip, and the instances they are of."""

    truth: Truth
    lines: tuple[str, ...]
    instances: tuple[Instance, ...]


def thin_sample(truth: Truth, share: float, slips: float, limit: int, seed: int) -> Sample:
    generator = random.Random(seed)
    wanted = min(max(8, math.ceil(share * len(truth.instances))), limit)
    chosen = generator.sample(range(len(truth.instances)), wanted)
    lines = [truth.translations[k] for k in chosen]
    lines = [slipped(line, generator) if generator.random() < slips else line for line in lines]
    return Sample(truth, tuple(lines), tuple(truth.instances[k] for k in chosen))


def trace(samples: Sequence[Sample], aligner) -> list[Sequence]:
    """What an aligner that sees all samples says of the words of each line; nothing without one."""
    if aligner is None:
        return [() for _ in samples]
    pairs = [
        (SEPARATOR.join(i.texts), line) for one in samples for i, line in zip(one.instances, one.lines, strict=True)
    ]
    links = iter(aligner(*map(list, zip(*pairs, strict=True))))
    traced = []
    for one in samples:
        template = [parse_template(used(one.truth.test))]
        traced.append([origins(instance, template, [next(links)], [0]) for instance in one.instances])
    return traced


def add_thin_sample(tally: Tally, sample: Sample, needed: Needed, traced: Sequence) -> None:
    extraction = extract(sample.lines, sources=[one.values for one in sample.instances], origins=traced)
    trusted = [one.template for one in extraction.templates if not one.suspected]
    back, said = generated(trusted, extraction.lexicons), set(sample.truth.translations)
    tally.add(back, said, len(trusted), needed, len(extraction.templates) - len(trusted), sample.truth.test.title)


def known_truths(arguments, own: OwnLinks) -> list[Truth]:
    if arguments.align == "attention":
        checklist = read_checklist(arguments.checklist)
        return truths(checklist, translator(arguments.translator, keep=own.keep), arguments.most)
    if arguments.translator not in ("copy", "agreement"):
        return apertium_truths(arguments)[1]
    checklist = read_checklist(HERE / "tea_airline.json")
    found = [replace(truth, true_templates=1) for truth in truths(checklist, list, arguments.most)]
    return found if arguments.translator == "copy" else [agreeing(truth, checklist) for truth in found]


def agreeing(truth: Truth, checklist: CheckList) -> Truth:
    """The instances in a language where the first slot's values are of two classes, to which half of the others' values agree."""
    template = parse_template(used(truth.test))
    ruler = template.slots[0]
    place = {key: {value: n for n, value in enumerate(values)} for key, values in checklist.lexicons.items()}

    def part(slot, values) -> str:
        text = slot.render(values[slot.name])
        if slot.key == ruler.key or place[slot.key][values[slot.name]] % 2:
            return text
        return text + "oa"[place[ruler.key][values[ruler.name]] % 2]

    said = [
        "".join(one if isinstance(one, str) else part(one, instance.values) for one in template.parts)
        for instance in truth.instances
    ]
    return Truth(truth.test, truth.instances, tuple(said), 2 if len({slot.key for slot in template.slots}) > 1 else 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("identity", "apertium", "thin", "once", "published"))
    parser.add_argument("--checklist", default=HERE.parents[1] / "challenge_sets/sentiment-checklist-en/checklist.json")
    parser.add_argument("--translator", default="apertium:eng-spa")
    parser.add_argument("--cache", default="/tmp/tea_quality")
    parser.add_argument("--limit", type=int, default=300, help="Most instances of a template that are looked at.")
    parser.add_argument("--most", type=int, default=10_000, help="Leave out templates with more instances than this.")
    parser.add_argument(
        "--least", type=int, default=60, help="Thin samples are drawn of templates with at least these."
    )
    parser.add_argument(
        "--own", action="store_true", help="Count what the method finds with all translations, which takes long."
    )
    parser.add_argument(
        "--align", default="", choices=("", "eflomal", "attention"), help="Trace words by an alignment."
    )
    parser.add_argument("--lemmas", default="es=simplemma", help="The lemmatiser of `published`.")
    parser.add_argument("--part", default="1/1", help="Which part of the templates, such as 2/3: the second of three.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    commands = {"identity": identity, "apertium": apertium, "thin": thin, "once": once, "published": published}
    commands[arguments.what](arguments)


if __name__ == "__main__":
    main()
