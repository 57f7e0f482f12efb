"""Language codes as wordnets write them: ISO 639-3, three letters."""

from __future__ import annotations

# Languages with a wordnet in the Open Multilingual Wordnet or a dictionary in simplemma.
THREE_LETTERS = {
    "ar": "arb", "bg": "bul", "ca": "cat", "cs": "ces", "cy": "cym", "da": "dan", "de": "deu", "el": "ell", "en": "eng",
    "es": "spa", "et": "est", "eu": "eus", "fa": "fas", "fi": "fin", "fr": "fra", "ga": "gle", "gl": "glg", "he": "heb",
    "hi": "hin", "hr": "hrv", "hu": "hun", "hy": "hye", "id": "ind", "is": "isl", "it": "ita", "ja": "jpn", "ka": "kat",
    "ko": "kor", "lb": "ltz", "lt": "lit", "lv": "lav", "mk": "mkd", "ms": "zsm", "nb": "nob", "nl": "nld", "nn": "nno",
    "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv", "sq": "als", "sr": "srp", "sv": "swe",
    "sw": "swa", "th": "tha", "tr": "tur", "uk": "ukr", "ur": "urd", "vi": "vie", "zh": "cmn",
}  # fmt: skip


def three_letters(language: str) -> str:
    """The ISO 639-3 code of a language given as `fr` or `fr-CA`; what is not known stays as it is."""
    short = language.split("-", maxsplit=1)[0].lower()
    return THREE_LETTERS.get(short, short)


def two_letters(language: str) -> str:
    """The ISO 639-1 code of a language given as `fra`, `fr` or `fr-CA`; what is not known stays as it is."""
    short = language.split("-", maxsplit=1)[0].lower()
    return {three: two for two, three in THREE_LETTERS.items()}.get(short, short)
