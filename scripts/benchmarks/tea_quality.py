"""What CheckLists carried through a translator are worth: held against the translator's output for all instances.

    python scripts/benchmarks/tea_quality.py identity
    python scripts/benchmarks/tea_quality.py apertium [--checklist challenge_sets/nli-checklist-en/checklist.json]
    python scripts/benchmarks/tea_quality.py thin [--checklist …]

identity: 22 templates in the shape of CheckList's airline templates, "translated" by copying; exactly they must come back.
apertium: every instance is translated by Apertium eng-spa; the templates are made from a sample, as `checklist generate` does.
thin: random samples (25 and 50 % of all translations, 5 % of them with a slip), as `checklist extract --values` sees them.

Over-generation is the share of what the templates make that the translator never says, recall the share of what it says that
they make. "Necessary" is the number of templates found when every translation is known. Suspected templates count in neither.
Translations are kept in --cache, so that a second run needs no translator.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mteval.authoring.checklist.generation import SEPARATOR, GenerationPlan, generate
from mteval.checklists.checklist import CheckList, ChecklistTest, read_checklist
from mteval.checklists.tea.better import extract
from mteval.checklists.templates import Filler, Instance, parse_template

HERE = Path(__file__).parent
Lexicons = dict[str, tuple[str, ...]]
MOST_GENERATED = 400_000


@dataclass(frozen=True)
class Truth:
    """One source template with the translation of each of its instances."""

    test: ChecklistTest
    instances: tuple[Instance, ...]
    translations: tuple[str, ...]


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
    necessary: int = 0
    suspected: int = 0
    worst: float = 0.0
    worst_template: str = ""

    def add(self, made: set[str], said: set[str], templates: int, necessary: int, suspected: int, title: str) -> None:
        wrong = len(made - said)
        self.made += len(made)
        self.wrong += wrong
        self.said += len(said)
        self.hit += len(made & said)
        self.templates += templates
        self.necessary += necessary
        self.suspected += suspected
        share = wrong / len(made) if made else 0.0
        if share > self.worst:
            self.worst, self.worst_template = share, title

    def line(self, name: str) -> str:
        return (
            f"{name:14}  over-generation {self.wrong / max(self.made, 1):6.2%}  recall {self.hit / max(self.said, 1):6.2%}  "
            f"templates {self.templates:4} / {self.necessary} necessary = {self.templates / max(self.necessary, 1):.2f}×  "
            f"suspected {self.suspected:3}  worst {self.worst:.1%} ({self.worst_template})"
        )


def used(test: ChecklistTest) -> str:
    return SEPARATOR.join([*test.template, *(text for then in test.then for text in then)])


def necessary_templates(truth: Truth, cache: dict[str, int]) -> int:
    """Templates found from all translations; those of single sentences count too."""
    key = json.dumps([truth.translations[:50], len(truth.translations)], ensure_ascii=False)
    if key not in cache:
        found = extract(truth.translations, sources=[one.values for one in truth.instances])
        cache[key] = len(found.templates)
    return cache[key]


def carried(truth: Truth, checklist: CheckList, limit: int, seed: int):
    said = {}
    for one, line in zip(truth.instances, truth.translations, strict=True):
        said.update(zip(one.texts, line.split(SEPARATOR), strict=True))
    plan = GenerationPlan("xx", limit=limit, seed=seed)
    return generate(replace(checklist, tests=(truth.test,)), lambda texts: [said[text] for text in texts], plan)


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
    from mteval.authoring.checklist.translating import translator

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

    return checklist, truths(checklist, translate, arguments.most)


def apertium(arguments) -> None:
    checklist, found = apertium_truths(arguments)
    tally, cache, estimates, shares = Tally(), {}, [], []
    start = time.process_time()
    for truth in found:
        made = carried(truth, checklist, arguments.limit, arguments.seed).checklist
        trusted = [test for test in made.tests if not test.extra.get("suspected")]
        estimates.append(made.extra["generation"]["templates"][0]["unseen"])
        back, said = generated([used(test) for test in trusted], made.lexicons), set(truth.translations)
        necessary = necessary_templates(truth, cache)
        suspected = len(made.tests) - len(trusted)
        tally.add(back, said, len(made.tests), necessary, suspected, truth.test.title)
        if arguments.verbose:
            one = Tally()
            one.add(back, said, len(made.tests), necessary, suspected, truth.test.title)
            print(one.line(f"{len(said)}"), flush=True)
        shares.append(len(back - said) / max(len(back), 1))
    print(tally.line("apertium"), f"{time.process_time() - start:.0f} s")
    intervals = [one["interval"] for one in estimates]
    held = [low - 1e-9 <= share <= high + 1e-9 for share, (low, high) in zip(shares, intervals, strict=True) if high]
    print(f"estimates with an interval: {len(held)}, of which {sum(held)} hold the true share")


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
    _, found = apertium_truths(arguments)
    cache: dict[str, int] = {}
    for share in (0.25, 0.5):
        for slips in (0.0, 0.05):
            tally = Tally()
            for number, truth in enumerate(found):
                if len(truth.instances) < arguments.least:
                    continue
                generator = random.Random(arguments.seed * 1000 + number)
                wanted = min(max(8, math.ceil(share * len(truth.instances))), arguments.limit)
                chosen = generator.sample(range(len(truth.instances)), wanted)
                lines = [truth.translations[k] for k in chosen]
                lines = [slipped(line, generator) if generator.random() < slips else line for line in lines]
                extraction = extract(lines, sources=[truth.instances[k].values for k in chosen])
                trusted = [one.template for one in extraction.templates if not one.suspected]
                back, said = generated(trusted, extraction.lexicons), set(truth.translations)
                necessary = necessary_templates(truth, cache)
                suspected = len(extraction.templates) - len(trusted)
                tally.add(back, said, len(trusted), necessary, suspected, truth.test.title)
                if arguments.verbose:
                    one = Tally()
                    one.add(back, said, len(trusted), necessary, suspected, truth.test.title)
                    print(one.line(f"{len(said)}"), flush=True)
            print(tally.line(f"{share:.0%}, slips {slips:.0%}"), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("identity", "apertium", "thin"))
    parser.add_argument("--checklist", default=HERE.parents[1] / "challenge_sets/sentiment-checklist-en/checklist.json")
    parser.add_argument("--translator", default="apertium:eng-spa")
    parser.add_argument("--cache", default="/tmp/tea_quality")
    parser.add_argument("--limit", type=int, default=300, help="Most instances of a template that are looked at.")
    parser.add_argument("--most", type=int, default=10_000, help="Leave out templates with more instances than this.")
    parser.add_argument(
        "--least", type=int, default=60, help="Thin samples are drawn of templates with at least these."
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    {"identity": identity, "apertium": apertium, "thin": thin}[arguments.what](arguments)


if __name__ == "__main__":
    main()
