"""English sentences of a small grammar, and sentence pairs that show which sense a context asks for."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

PEOPLE = (
    "boy girl man woman teacher doctor farmer student nurse driver king queen cook soldier singer painter writer lawyer baker "
    "worker neighbour friend child father mother brother sister son daughter cousin uncle grandmother dentist gardener pilot"
).split()
THINGS = (
    "book house car table chair door window apple cake picture bottle box shirt hat knife cup key clock lamp bag bed bicycle "
    "map newspaper guitar pencil plate rope shoe soup ticket umbrella camera coin flower basket blanket mirror"
).split()
PLACES = (
    "garden kitchen school hospital market park street church office library station village city museum hotel forest beach "
    "bridge restaurant theatre farm river mountain island factory airport"
).split()
ADJECTIVES = (
    "old new big small red green white black cheap expensive beautiful heavy clean dirty good bad long short".split()
)
MOODS = "happy sad tired angry hungry sick rich poor young tall strong famous busy".split()
VERBS = "sees buys sells finds opens cleans breaks paints carries steals needs wants loses hides takes washes uses brings".split()
PAST = "saw bought sold found opened cleaned broke painted carried stole needed wanted lost hid took washed used brought".split()
NAMES = "Ana Luis Marta Pedro Julia Carlos Elena Diego Sofia Mario Laura Pablo Clara Jorge Irene Hugo".split()
NUMBERS = "two three four five six seven eight nine ten twelve fifteen twenty thirty forty".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
TIMES = "today yesterday now always never".split()
TEMPLATES = (
    "the {person} {verb} the {adjective} {thing} .",
    "the {person} {verb} a {thing} in the {place} .",
    "the {person} {past} the {thing} yesterday .",
    "the {person} {past} a {adjective} {thing} in the {place} .",
    "the {person} is {mood} .",
    "the {person} is not {mood} today .",
    "the {mood} {person} lives near the {place} .",
    "the {person} and the {person2} are in the {place} .",
    "the {person} of the {person2} is {mood} .",
    "the {thing} is on the {thing2} .",
    "the {thing} is not in the {place} .",
    "the {thing} of the {person} is {adjective} .",
    "the {adjective} {thing} is for the {person} .",
    "where is the {thing} of the {person} ?",
    "why does the {person} need the {thing} ?",
    "the {person} does not want the {thing} .",
    "the {person} works in the {place} with the {person2} .",
    "the {person} goes to the {place} on {day} .",
    "{name} {verb} the {thing} .",
    "{name} {past} a {thing} for the {person} .",
    "{name} and {name2} live in a {adjective} house near the {place} .",
    "{name} is the {person} of {name2} .",
    "{name} does not work in the {place} .",
    "my {person} {past} the {thing} in {month} .",
    "my {person} has {number} {thing}s .",
    "there are {number} {thing}s in the {place} .",
    "there is a {adjective} {thing} beside the {thing2} .",
    "we saw the {person} in the {place} .",
    "I have a {thing} and a {adjective} {thing2} .",
    "I do not know the {person} with the {thing} .",
    "they {past} the {thing} and the {thing2} .",
    "she gives the {thing} to the {person} .",
    "he wants to buy the {adjective} {thing} .",
    "the {person} reads a book with {name} .",
    "the {place} is near the {place2} .",
    "the {place} of the city is {adjective} .",
    "this {thing} is more {adjective} than that {thing2} .",
    "the {person} comes on {number} {month} .",
    "when the {person} is {mood} , the {person2} is {mood2} .",
    "if you see the {person} , give him the {thing} .",
)
SLOTS = {
    "person": PEOPLE, "thing": THINGS, "place": PLACES, "adjective": ADJECTIVES, "mood": MOODS, "verb": VERBS, "past": PAST,
    "name": NAMES, "number": NUMBERS, "day": DAYS, "month": MONTHS,
}  # fmt: skip
SLOT = re.compile(r"\{([a-z]+)(\d?)\}")
# Feminine nouns that take the masculine article because they begin with a stressed a.
STRESSED_A = {"agua", "águila", "ala"}


def sentences(count: int, seed: int) -> list[str]:
    """Distinct English sentences of the grammar."""
    chance = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        found.setdefault(_fill(chance.choice(TEMPLATES), chance))
    return list(found)


def _fill(template: str, chance: random.Random) -> str:
    used: dict[str, list[str]] = {}

    def value(match: re.Match[str]) -> str:
        taken = used.setdefault(match[1], [])
        word = chance.choice([word for word in SLOTS[match[1]] if word not in taken])
        taken.append(word)
        return word

    text = SLOT.sub(value, template)
    text = re.sub(r"\ba (?=[aeiou])", "an ", text)
    return re.sub(r" ([.,?])", r"\1", text[0].upper() + text[1:])


@dataclass(frozen=True)
class Noun:
    """A Spanish noun with its English word."""

    spanish: str
    gender: str
    english: str

    def with_the(self) -> str:
        return f"{'la' if self.gender == 'f' and self.spanish not in STRESSED_A else 'el'} {self.spanish}"

    def with_a(self) -> str:
        return f"{'una' if self.gender == 'f' and self.spanish not in STRESSED_A else 'un'} {self.spanish}"

    def of(self) -> str:
        the = self.with_the()
        return f"del {self.spanish}" if the.startswith("el ") else f"de {the}"

    def to(self) -> str:
        the = self.with_the()
        return f"al {self.spanish}" if the.startswith("el ") else f"a {the}"

    def ending(self) -> str:
        return "a" if self.gender == "f" else "o"


# English frame, Spanish frame; W is the ambiguous word, C and D words of its context.
FRAMES = (
    ("the {W} and the {C} .", "{W.the} y {C.the} ."),
    ("the {C} and the {W} .", "{C.the} y {W.the} ."),
    ("I see the {W} near the {C} .", "veo {W.the} cerca {C.of} ."),
    ("the {W} of the {C} is here .", "{W.the} {C.of} está aquí ."),
    ("the {C} of the {W} is big .", "{C.the} {W.of} es grande ."),
    ("the {C} is beside the {W} .", "{C.the} está al lado {W.of} ."),
    ("there is a {W} and a {C} .", "hay {W.a} y {C.a} ."),
    ("there is no {W} without a {C} .", "no hay {W} sin {C.a} ."),
    ("she looks at the {C} and the {W} .", "ella mira {C.the} y {W.the} ."),
    ("he needs a {W} for the {C} .", "él necesita {W.a} para {C.the} ."),
    ("the {W} has a {C} .", "{W.the} tiene {C.a} ."),
    ("where is the {W} with the {C} ?", "¿ dónde está {W.the} con {C.the} ?"),
    ("the old {W} is in front of the {C} .", "{W.the} viej{W.o} está delante {C.of} ."),
    ("they put the {C} on the {W} .", "pusieron {C.the} en {W.the} ."),
    ("my {W} is not like your {C} .", "mi {W} no es como tu {C} ."),
    ("the {C} broke the {W} .", "{C.the} rompió {W.the} ."),
    ("I want a new {W} , not a {C} .", "quiero {W.a} nuev{W.o} , no {C.a} ."),
    ("the {C} , the {D} and the {W} .", "{C.the} , {D.the} y {W.the} ."),
    ("the {W} with the {C} and the {D} .", "{W.the} con {C.the} y {D.the} ."),
    ("a {W} always needs a {C} .", "{W.a} siempre necesita {C.a} ."),
    ("we found the {W} in the {C} .", "encontramos {W.the} en {C.the} ."),
    ("the {C} goes to the {W} .", "{C.the} va {W.to} ."),
    ("the {W} is broken and the {C} too .", "{W.the} está rot{W.o} y {C.the} también ."),
    ("this is the {W} of my {C} .", "esto es {W.the} de mi {C} ."),
    ("every {W} has its {C} and its {D} .", "cada {W} tiene su {C} y su {D} ."),
    ("the {C} lost the {W} yesterday .", "{C.the} perdió {W.the} ayer ."),
    ("I bought the {W} because of the {C} .", "compré {W.the} por {C.the} ."),
    ("the small {W} is from the {C} .", "{W.the} pequeñ{W.o} es {C.of} ."),
)
PART = re.compile(r"\{([WCD])(?:\.(the|a|of|to|o))?\}")


def sense_pairs(path: Path) -> Iterator[tuple[str, str]]:
    """English and Spanish sentences in which words of the context decide the sense; none is a sentence of the suite."""
    word = ""
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith("== "):
            word = line[3:].strip()
        elif line.startswith("+ "):
            head, _, context = line[2:].partition("|")
            noun, gender = head.split()[:2]
            around = [Noun(*entry.split(" ", 2)) for entry in context.strip().split("; ")]
            yield from _frames(Noun(noun, gender, word), around)


def _frames(noun: Noun, around: list[Noun]) -> Iterator[tuple[str, str]]:
    for english, spanish in FRAMES:
        for place, first in enumerate(around):
            second = around[(place + 1) % len(around)]
            nouns = {"W": noun, "C": first, "D": second}
            yield _filled(english, nouns, _english), _filled(spanish, nouns, _form)


def _filled(frame: str, nouns: dict[str, Noun], form: Callable[[dict[str, Noun], re.Match[str]], str]) -> str:
    return _tidy(PART.sub(lambda match: form(nouns, match), frame))


def _english(nouns: dict[str, Noun], match: re.Match[str]) -> str:
    return nouns[match[1]].english


def _form(nouns: dict[str, Noun], match: re.Match[str]) -> str:
    noun = nouns[match[1]]
    forms = {
        None: noun.spanish,
        "the": noun.with_the(),
        "a": noun.with_a(),
        "of": noun.of(),
        "to": noun.to(),
        "o": noun.ending(),
    }
    return forms[match[2]]


def _tidy(text: str) -> str:
    text = re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", text) if text.isascii() else text
    text = re.sub(r" ([.,?])", r"\1", text.replace("¿ ", "¿"))
    return text[:1].upper() + text[1:] if text[0] != "¿" else f"¿{text[1:2].upper()}{text[2:]}"
