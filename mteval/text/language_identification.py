"""Which language a line is in, by py3langid, which is loaded only when a line needs it; and in which script, without."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache

Likelihoods = Mapping[str, float]

# Languages that a sentence often cannot tell apart, or that the identifier has under another name.
ALIKE = (
    frozenset({"no", "nb", "nn", "da"}),
    frozenset({"hr", "sr", "bs", "sh", "cnr"}),
    frozenset({"id", "ms", "zsm"}),
    frozenset({"zh", "cmn", "yue", "wuu"}),
    frozenset({"ar", "arb", "ary", "arz", "apc"}),
    frozenset({"fa", "prs", "pes"}),
    frozenset({"tl", "fil"}),
    frozenset({"he", "iw"}),
    frozenset({"lv", "ltg"}),
    frozenset({"es", "ext", "an"}),
)


def base_code(language: str) -> str:
    """The language of a BCP-47 tag, without script and region."""
    return language.replace("_", "-").partition("-")[0].lower()


def relatives(language: str) -> frozenset[str]:
    """The language, and those it is not told apart from."""
    return frozenset({language}).union(*(group for group in ALIKE if language in group))


@cache
def identifier() -> Callable[[str], Likelihoods] | None:
    """A function from a line to the likelihood of each language, or None where py3langid is not installed."""
    try:
        from py3langid import langid
    except ImportError:
        return None
    known = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)

    def likelihoods(line: str) -> Likelihoods:
        return dict(known.rank(line))

    return likelihoods


@cache
def _script_of(character: str) -> str:
    """The script of a letter as its Unicode name begins, Japanese and Chinese being one."""
    name = unicodedata.name(character, "").partition(" ")[0]
    return "HAN" if name in {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"} else name


def scripts(texts: Iterable[str]) -> Counter[str]:
    """How many letters of each script some texts have."""
    letters = Counter(character for text in texts for character in text if character.isalpha())
    found: Counter[str] = Counter()
    for letter, count in letters.items():
        found[_script_of(letter)] += count
    return found
