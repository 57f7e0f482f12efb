"""What the gazetteers say of a word, in points for a name."""

from __future__ import annotations

from mteval.lexical import english as english_words
from mteval.lexical.knowledge import name_facts

NO_GAZETTEER = -1.0
MOST_FROM_GAZETTEERS = 3.0


def gazetteer_points(word: str, *, english: bool) -> tuple[float, str]:
    """Points for a word in the gazetteers, and which."""
    facts = name_facts(word, english=english)
    found: list[tuple[float, str]] = []
    if facts.people:
        found.append((0.8 + 0.3 * min(facts.people - 1, 5), f"a person's name in {facts.people} locales"))
    if facts.place:
        found.append((1.3 if facts.place >= 6 else 0.8, f"a city of 10^{facts.place} people"))
    if facts.territory:
        found.append((1.5, "a country or zone city in CLDR"))
    if english and english_words.instance(word) and not english_words.familiar(word):
        found.append((1.0, "an instance in WordNet"))
    if english and english_words.capitalised(word):
        found.append((0.5, "capitalised in SCOWL"))
    if not found:
        return NO_GAZETTEER, f"{word}: in no gazetteer"
    return min(
        MOST_FROM_GAZETTEERS, sum(points for points, _ in found)
    ), f"{word}: {', '.join(text for _, text in found)}"
