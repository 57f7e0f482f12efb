"""Turns the tests of a CheckList into probes: the texts to put to a system, and which of them are judged together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mteval.checklists.checklist import CheckList, ChecklistTest
from mteval.checklists.perturbations import perturb
from mteval.checklists.templates import Filler, Instance, parse_template

DEFAULT_VARIANTS = 4


@dataclass(frozen=True, slots=True)
class Sampling:
    """How many probes to draw from each template (None: all), and the seed they are drawn with."""

    limit: int | None = 50
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Probe:
    """One test case: a single instance (MFT), an instance with its variants (INV, DIR), all of a template (CONSISTENCY).

    The first member is the original, the others are its variants.
    """

    test: ChecklistTest
    number: int
    members: tuple[Instance, ...]


def probes(checklist: CheckList, sampling: Sampling) -> Iterator[Probe]:
    """The probes of every test, in file order; a test's number is its place in the file."""
    for number, test in enumerate(checklist.tests):
        for members in _members(test, checklist.lexicons, sampling):
            yield Probe(test, number, members)


def _members(
    test: ChecklistTest, lexicons: Mapping[str, tuple[str, ...]], sampling: Sampling
) -> Iterator[tuple[Instance, ...]]:
    if "instances" in test.extra:
        # A released CheckList gives its instances ready-made, group by group; all are asked, as answers come for all.
        yield from (tuple(Instance(tuple(texts)) for texts in group) for group in test.extra["instances"])
        return
    if test.then:
        yield from _with_other_templates(test, lexicons, sampling)
        return
    filler = Filler([parse_template(text) for text in test.template], lexicons)
    drawn = filler.sample(sampling.limit, sampling.seed)
    if test.vary:
        yield from _with_other_values(test, filler, lexicons, sampling)
    elif test.perturbation:
        yield from _perturbed(test, drawn, sampling.seed)
    elif test.kind == "CONSISTENCY":
        yield tuple(drawn)
    else:
        yield from ((instance,) for instance in drawn)


def _with_other_templates(
    test: ChecklistTest, lexicons: Mapping[str, tuple[str, ...]], sampling: Sampling
) -> Iterator[tuple[Instance, ...]]:
    """All templates filled with the same values."""
    width = len(test.template)
    texts = [text for template in (test.template, *test.then) for text in template]
    for drawn in Filler([parse_template(text) for text in texts], lexicons).sample(sampling.limit, sampling.seed):
        yield tuple(Instance(drawn.texts[start : start + width], drawn.values) for start in range(0, len(texts), width))


def _with_other_values(
    test: ChecklistTest, filler: Filler, lexicons: Mapping[str, tuple[str, ...]], sampling: Sampling
) -> Iterator[tuple[Instance, ...]]:
    """One probe per filling of the other slots; the varied slot takes a few of its values."""
    keys = {slot.name: slot.key for template in filler.templates for slot in template.slots}
    for drawn in _distinct_but_for(test.vary, filler, len(lexicons[keys[test.vary]]), sampling):
        taken = {value for name, value in drawn.values.items() if keys[name] == keys[test.vary]}
        free = [value for value in lexicons[keys[test.vary]] if value not in taken]
        generator = random.Random(f"{sampling.seed}\0{drawn.texts}")
        chosen = generator.sample(free, min(test.variants or DEFAULT_VARIANTS, len(free)))
        filled = [{**drawn.values, test.vary: value} for value in chosen]
        variants = (Instance(tuple(t.fill(values) for t in filler.templates), values) for values in filled)
        yield (drawn, *variants)


def _distinct_but_for(vary: str, filler: Filler, values: int, sampling: Sampling) -> list[Instance]:
    """Instances that differ in more than the varied slot, drawn evenly."""
    # More are drawn than are kept, since fillings that differ only in the varied slot make one probe.
    drawn = list(filler.sample(None if sampling.limit is None else sampling.limit * values, sampling.seed))
    random.Random(sampling.seed).shuffle(drawn)
    kept: dict[tuple[str, ...], Instance] = {}
    for instance in drawn:
        kept.setdefault(tuple(value for name, value in instance.values.items() if name != vary), instance)
    return list(kept.values())[: sampling.limit]


def _perturbed(test: ChecklistTest, drawn: Iterator[Instance], seed: int) -> Iterator[tuple[Instance, ...]]:
    """Each instance with perturbed copies of its last text; an instance the perturbation cannot touch gives no probe."""
    for instance in drawn:
        *kept, last = instance.texts
        copies = (perturb(test.perturbation, last, seed + number) for number in range(test.variants or 1))
        changed = dict.fromkeys(copy for copy in copies if copy != last)
        if changed:
            yield (instance, *(Instance((*kept, copy), instance.values) for copy in changed))


def unknown_slots(checklist: CheckList) -> Iterator[tuple[ChecklistTest, str]]:
    """Tests whose `vary` names no slot of their template."""
    for test in checklist.tests:
        names = {slot.name for text in test.template for slot in parse_template(text).slots}
        if test.vary and test.vary not in names:
            yield test, test.vary
