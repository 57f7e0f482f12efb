"""Languages as file names tell them."""

from __future__ import annotations

import re
from pathlib import Path

_PAIR = re.compile(r"(?<![A-Za-z])([a-z]{2,3})-([a-z]{2,3})(?![A-Za-z])")
# ISO 639-1, and the languages without a two-letter code that test sets are often named by.
_ISO_639_1 = (
    "aa ab af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et "
    "eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk "
    "kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny "
    "oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk "
    "tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
_LONGER = "ast bho ceb ckb fil hsb mai mni nds sah sat"
_LONG_AND_SHORT = (
    "ara:ar ben:bn bul:bg ces:cs dan:da deu:de ell:el eng:en est:et fas:fa fin:fi fra:fr guj:gu hau:ha "
    "heb:he hin:hi hrv:hr hun:hu ind:id isl:is ita:it jpn:ja kan:kn kat:ka kaz:kk khm:km kor:ko lav:lv "
    "lit:lt mar:mr nld:nl nob:nb pol:pl por:pt pus:ps ron:ro rus:ru slk:sk slv:sl spa:es srp:sr swe:sv "
    "tam:ta tha:th tur:tr ukr:uk urd:ur vie:vi zho:zh"
)
LONG_CODES = dict(pair.split(":") for pair in _LONG_AND_SHORT.split())
"""Three letters and the two that stand for the same language."""
CODES = frozenset((*_ISO_639_1.split(), *_LONGER.split(), *LONG_CODES))
COMPRESSED = (".gz", ".xz", ".zst")


def languages_in_name(path: Path) -> tuple[str, ...]:
    """The language pair a file name carries (`cs-en.mucow.scoring.json`), or nothing."""
    found = _PAIR.search(path.name)
    return found.groups() if found else ()


def pair_in_name(path: Path) -> str:
    """The language pair a file name carries as one word, `en-de`, or ""; only codes that are known count."""
    found = languages_in_name(path)
    known = [short_code(code) for code in found if code in CODES]
    return "-".join(known) if len(known) == 2 else ""


def target_in_name(path: Path) -> str:
    """The language of a file of translations by its name: of a pair the second, else its ending (`system.zh`), or ""."""
    pair = [short_code(code) for code in languages_in_name(path) if code in CODES]
    if len(pair) == 2:
        return pair[1]
    name = path.name
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    ending = name.rpartition(".")[2].lower()
    return short_code(ending) if "." in name and ending in CODES else ""


def short_code(language: str) -> str:
    """A language by its shortest code, without region or script: `zh` for `zh-Hant-TW` and `zho`."""
    code = language.replace("_", "-").split("-")[0].lower()
    return LONG_CODES.get(code, code)


def long_code(language: str) -> str:
    """A language by its code of three letters where we know one, without region or script: `zho` for `zh-Hant-TW`."""
    short = short_code(language)
    return next((long for long, known in LONG_CODES.items() if known == short), short)
