"""Forty translated sentences of different length and words, to be broken by tests."""

from dataclasses import replace

from mteval.evaluation.triage import TranslatedBatch, triage

THINGS = (
    ("the old bridge", "die alte Brücke"), ("my little sister", "meine kleine Schwester"),
    ("a green bicycle", "ein grünes Fahrrad"),
    ("the empty kitchen", "die leere Küche"), ("our new teacher", "unser neuer Lehrer"), ("the black cat", "die schwarze Katze"),
    ("a heavy storm", "ein schwerer Sturm"), ("the last train", "der letzte Zug"), ("his broken watch", "seine kaputte Uhr"),
    ("the red door", "die rote Tür"),
)  # fmt: skip
PLACES = (
    ("was seen near the harbour on Monday.", "wurde am Montag in der Nähe des Hafens gesehen."),
    ("has nothing to do with this question.", "hat mit dieser Frage nichts zu tun."),
    ("will be forgotten before the winter comes.", "wird vergessen sein, bevor der Winter kommt."),
    ("reminds everybody of a better time.", "erinnert alle an eine bessere Zeit."),
)
SOURCES = tuple(f"{thing[0].capitalize()} {place[0]}" for thing in THINGS for place in PLACES)
REFERENCES = tuple(f"{thing[1][0].upper()}{thing[1][1:]} {place[1]}" for thing in THINGS for place in PLACES)
TRANSLATIONS = tuple(text.replace("nichts zu tun", "gar nichts zu tun") for text in REFERENCES)


def batch(**broken):
    """The sentences with some translations replaced, by line from 0: `_3="…"`."""
    lines = list(TRANSLATIONS)
    for name, text in broken.items():
        lines[int(name[1:])] = text
    return TranslatedBatch(
        ids=tuple(str(number) for number in range(1, len(lines) + 1)),
        translations=tuple(lines),
        sources=SOURCES,
        references=tuple((text,) for text in REFERENCES),
        source_language="en",
        target_language="de",
    )


def found(given):
    """The cases of each finding by code."""
    return {finding.code: finding.cases for finding in triage(given)}


def changed(change, lines):
    """The sentences with some lines changed."""
    return batch(**{f"_{line}": change(TRANSLATIONS[line]) for line in lines})


def with_references(given, *texts):
    """The same with other references."""
    return replace(given, references=tuple((text,) for text in texts))
