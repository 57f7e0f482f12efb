"""How many names of countries and cities sound alike in English and another script, and how many wrongly paired ones do.

    pip install Babel
    python scripts/benchmarks/likeness.py

Names are those of Unicode CLDR through Babel, single words. Wrong pairs are drawn five times, with a fixed seed.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from babel import Locale

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from build_gazetteers import one_word

from mteval.text.romanise import likeness

LANGUAGES = ("hi", "bn", "ta", "te", "ar", "fa", "he", "th", "el", "ru", "bg", "uk", "sr", "ka", "hy", "zh", "ja", "ko")
ALIKE = 0.7
SHUFFLES = 5


def named_twice(language: str) -> list[tuple[str, str]]:
    """English and other names of the same countries, regions and time-zone cities."""
    english, other = Locale.parse("en"), Locale.parse(language)
    named = [(english.territories[code], other.territories.get(code, "")) for code in english.territories]
    for zone, facts in other.time_zones.items():
        own = english.time_zones.get(zone, {}).get("city") or zone.rpartition("/")[2].replace("_", " ")
        named.append((own, facts.get("city", "")))
    words = dict.fromkeys((one_word(one), one_word(name)) for one, name in named if name)
    return [(one, name) for one, name in words if one and name]


def share(pairs: list[tuple[str, str]]) -> float:
    return sum(likeness(*pair) >= ALIKE for pair in pairs) / len(pairs)


def main() -> None:
    for language in LANGUAGES:
        pairs = named_twice(language)
        names, draw, wrong = [name for _, name in pairs], random.Random(1), []
        for _ in range(SHUFFLES):
            draw.shuffle(names)
            wrong += [(one, other) for (one, own), other in zip(pairs, names, strict=True) if own != other]
        print(f"{language}: {len(pairs)} names, alike {share(pairs):.1%}, wrongly paired {share(wrong):.2%}")


if __name__ == "__main__":
    main()
