"""Words and endings by which a text addresses somebody formally or informally: German, French, Spanish, Hindi, Japanese.

Our own lists, written for mteval from common grammar: drafts, not checked by native speakers. They hold what is said to one
person or to several and hardly anything else; words that mean other things as often (German `ihr`, Spanish `su`) are left
out, so that many sentences show nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import regex

FORMAL, INFORMAL = "formal", "informal"
WORD = regex.compile(r"[\p{L}\p{M}]+['’]?")
SENTENCE_END = frozenset('.!?…:"„“”»«–-')

GERMAN_FORMAL = frozenset(["Ihnen", "Ihr", "Ihre", "Ihrem", "Ihren", "Ihrer", "Ihres"])
# `Sie haben` may be `they have`; in what is said to somebody it is mostly `you have`.
GERMAN_VERBS = frozenset(["haben", "sind", "können", "müssen", "sollten", "werden", "dürfen", "möchten"])
GERMAN_INFORMAL = frozenset(
    [
        "du",
        "dich",
        "dir",
        "dein",
        "deine",
        "deinem",
        "deinen",
        "deiner",
        "deines",
        "euch",
        "euer",
        "eure",
        "eurem",
        "euren",
        "eurer",
        "eures",
    ]
)
FRENCH_FORMAL = frozenset(["vous", "votre", "vos", "vôtre", "vôtres"])
FRENCH_INFORMAL = frozenset(["tu", "te", "t'", "toi", "ton", "ta", "tes", "tien", "tienne", "tiens", "tiennes"])
# Forms of address left out where the pronoun is dropped show in the verb: frequent forms of the second person.
SPANISH_FORMAL = frozenset(["usted", "ustedes", "ud", "uds"])
SPANISH_INFORMAL = frozenset(
    [
        "tú",
        "te",
        "ti",
        "tu",
        "tus",
        "contigo",
        "tuyo",
        "tuya",
        "tuyos",
        "tuyas",
        "vos",
        "vosotros",
        "vosotras",
        "os",
        "vuestro",
        "vuestra",
        "vuestros",
        "vuestras",
        "eres",
        "estás",
        "tienes",
        "puedes",
        "quieres",
        "vas",
        "haces",
        "sabes",
        "dices",
        "vienes",
        "debes",
        "necesitas",
        "crees",
        "hablas",
        "vives",
        "prefieres",
        "podrías",
        "tendrás",
        "quieras",
        "puedas",
        "has",
    ]
)
HINDI_FORMAL = frozenset(["आप", "आपको", "आपका", "आपकी", "आपके", "आपसे", "आपने", "आपमें", "आपपर"])
HINDI_INFORMAL = frozenset(
    ["तुम", "तुम्हें", "तुम्हारा", "तुम्हारी", "तुम्हारे", "तुमने", "तुमको", "तुमसे", "तू", "तुझे", "तुझको", "तुझसे", "तूने", "तेरा", "तेरी", "तेरे"]
)
JAPANESE_POLITE = (
    "です", "ます", "ました", "ません", "ませんでした", "でした", "でしょう", "ましょう", "ください", "下さい", "ございます",
    "ませ",
)  # fmt: skip
JAPANESE_PLAIN = re.compile(r"(?:[うくぐすつぬぶむるいただだろてで]|ない|なさい|ろう|だ|である)$")
JAPANESE_PARTICLES = "よねかわのなぞさ"


@dataclass(frozen=True, slots=True)
class AddressWords:
    """The words of a text that address somebody, by their register."""

    formal: tuple[str, ...]
    informal: tuple[str, ...]


def address(text: str, language: str) -> AddressWords:
    """What a text in a language shows of the register."""
    return MATCHERS[language](text)


def _german(text: str) -> AddressWords:
    """`Sie` and `Ihr…` are formal where they are capitalised inside a sentence; at its beginning they may be `she` or `they`."""
    formal, informal = [], []
    for word, begins, following in _places(text):
        if word.lower() in GERMAN_INFORMAL:
            informal.append(word)
        elif (word in GERMAN_FORMAL and not begins) or (word == "Sie" and (not begins or following in GERMAN_VERBS)):
            formal.append(word)
    return AddressWords(tuple(formal), tuple(informal))


def _places(text: str) -> Iterator[tuple[str, bool, str]]:
    """Each word, whether it begins a sentence, and the word after it."""
    words = list(WORD.finditer(text))
    for place, found in enumerate(words):
        between = text[words[place - 1].end() : found.start()] if place else "."
        following = words[place + 1].group() if place + 1 < len(words) else ""
        yield found.group().rstrip("'’"), bool(SENTENCE_END & set(between)), following


def _listed(formal: frozenset[str], informal: frozenset[str]) -> Callable[[str], AddressWords]:
    def match(text: str) -> AddressWords:
        words = [found.group().lower().replace("’", "'") for found in WORD.finditer(text)]
        return AddressWords(
            tuple(word for word in words if word.rstrip("'") in formal or word in formal),
            tuple(word for word in words if word in informal),
        )

    return match


def _japanese(text: str) -> AddressWords:
    """How each sentence ends, sentence-final particles aside."""
    formal, informal = [], []
    for sentence in re.split(r"[。！？!?\n]+", text):
        end = sentence.strip().rstrip("」』）) 　…").rstrip(JAPANESE_PARTICLES)
        if not end:
            continue
        if end.endswith(JAPANESE_POLITE):
            formal.append(end[-4:])
        elif JAPANESE_PLAIN.search(end):
            informal.append(end[-4:])
    return AddressWords(tuple(formal), tuple(informal))


MATCHERS: dict[str, Callable[[str], AddressWords]] = {
    "de": _german,
    "es": _listed(SPANISH_FORMAL, SPANISH_INFORMAL),
    "fr": _listed(FRENCH_FORMAL, FRENCH_INFORMAL),
    "hi": _listed(HINDI_FORMAL, HINDI_INFORMAL),
    "ja": _japanese,
}
