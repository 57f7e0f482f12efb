"""The numbers of a text with all they may mean: scales (1.5 million), hours of half a day, decades, ranges, dates as parts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from mteval.metrics._integrity.readings import LETTER, POINT, plain_digits, readings
from mteval.metrics._integrity.units import Unit, unit_after
from mteval.metrics._integrity.words import SCALES, SIGNS, Forms, is_form

TOKEN = re.compile(r"\d+(?:[.,'’]\d+)*")
SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?![\d])(?:[.,]\d+)?")
FRACTION = re.compile(r"(\d*)\s?([¼½¾⅐-⅞])")
WORD = re.compile(rf"[\s-]{{0,2}}({LETTER}+)(?:\s({LETTER}+))?")
_CLOCK = (
    r"[ap]\.?\s?m\b|o.clock|uhr|h\b|hrs|hours?\b|horas?\b|hs\b|часа?\b|ч\b|uur\b|hodin|godz|बजे|點|点|時|gmt|utc|"
    r"[cpme][sd]?t\b|noon|at night|in the"
)
HOUR = re.compile(rf"(?:[:.] ?\d\d)?\s?(?:{_CLOCK})|: ?\d\d(?!\d)", re.IGNORECASE)
RANGE = re.compile(r"\s?(?:-|–|—|to|and|or|bis|und|oder|a|y|o|al|до|и|или|až|à|et|ou)\s?[$€£]?(?=\d)", re.IGNORECASE)
DECADE = re.compile(r"['’]?s\b|er\b|['’-]?те\b|-?х\b|-?ті\b|-?tých|\.? let|\.? léta")
HAN_SCALES = {"百": 1e2, "千": 1e3, "万": 1e4, "萬": 1e4, "亿": 1e8, "億": 1e8, "兆": 1e12, "만": 1e4, "억": 1e8}
DAY = re.compile(r"(?:[012]?\d|3[01])\.(?:0?\d|1[0-2])")
TIME = re.compile(r"(?:[01]?\d|2[0-4])\.[0-5]\d")
UNIT = re.compile(r"(?:^|[^\w])(?:[kcdm]?m|mi|ft|км|м|см)$")
IN_WORDS = ("%", "USD", "EUR")
WORDS_OF_SIGNS = {sign: tuple(form for form in SIGNS[sign] if len(form[0]) > 2) for sign in IN_WORDS}
LITTLE_WORDS = frozenset(("de", "d", "u", "s", "us", "of"))
SHORT = 2


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written, the values it may have, and the parts it may fall into where it is a date or a time.

    `bare` are its values without the scale that follows it; `signs` are the percent, currency or unit written with it as a
    sign; `unit` is the unit of measure that follows, be it a word, so that the number may be converted.
    """

    text: str
    values: frozenset[float]
    parts: tuple[frozenset[float], ...] = ()
    bare: frozenset[float] = frozenset()
    signs: tuple[str, ...] = ()
    unit: Unit | None = None


def numbers(text: str, language: str) -> list[Number]:
    """The numbers of a text in their order; full hours (5:00) have no minutes to keep."""
    plain = plain_digits(text)
    if not any(map(str.isdigit, plain)) and not FRACTION.search(plain):
        return []
    found = [_number(plain, start, end, language) for start, end in _spans(plain)]
    return [*(number for number in found if number is not None), *_fractions(plain)]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    place = 0
    while match := TOKEN.search(text, place):
        chosen = SPACED.match(text, match.start()) or match
        yield chosen.span()
        place = chosen.end()


def _number(text: str, start: int, end: int, language: str) -> Number | None:
    token, rest = text[start:end].replace(" ", ""), text[end:]
    if _is_no_number(text, start, token, rest):
        return None
    values = readings(token, language)
    scaled = frozenset(value * scale for scale in _scales(rest, language) for value in values)
    meant = scaled if scaled and not _is_short_scale(rest) else values | scaled
    meant |= _hours(values, rest) | _years(values, text, start, rest, token) | _ranged(values, rest, language)
    dated = language not in POINT and rest.startswith(".")
    parts = _parts(text[start:end], rest, known=bool(values) and not (dated and DAY.fullmatch(token)))
    bare = values if scaled else frozenset()
    return Number(text[start:end], meant, parts, bare, _signs(text, start, end, language), unit_after(rest))


def _is_no_number(text: str, start: int, token: str, rest: str) -> bool:
    """Full hours (5:00) have no minutes to keep; km2 is a unit; a fraction sign belongs to the number before it."""
    if not token.strip("0") and len(token) == 2 and text[:start].rstrip().endswith((":", ".")):
        return True
    if token in ("2", "3") and UNIT.search(text[:start]):
        return True
    return rest[:1] != "" and rest[0] in "¼½¾⅓⅔⅛"


def _parts(written: str, rest: str, *, known: bool) -> tuple[frozenset[float], ...]:
    """What a date, a time or two numbers side by side fall into; a decimal number falls into nothing."""
    if re.fullmatch(r"\d{4}", written) and HOUR.match(rest):
        pieces = [written[:2], written[2:]]
    elif " " in written:
        pieces = written.split(" ") if not re.search(r" 000|[.,]", written) else []
    else:
        pieces = re.split(r"[.,'’]", written)
        if len(pieces) == 2 and known and not TIME.fullmatch(written):
            pieces = []
    kept = [float(piece) for piece in pieces if piece.strip("0")] if len(pieces) > 1 else []
    return tuple(frozenset((value,)) for value in kept)


def _scales(rest: str, language: str) -> list[float]:
    """What the word after a number multiplies it by."""
    if rest[:1] in HAN_SCALES:
        following = HAN_SCALES.get(rest[1:2], 1.0)
        return [HAN_SCALES[rest[0]] * following]
    found = WORD.match(rest)
    if found is None:
        return []
    first, second = found[1].lower(), (found[2] or "").lower()
    tables = (SCALES.get(language, {}), SCALES[""])
    both = [value for table in tables for value, forms in table.items() if is_form(f"{first} {second}", forms)]
    longer = [value for value in both if any(" " in form for form, _ in tables[0].get(value, ()))]
    return longer[:1] or [value for table in tables for value, forms in table.items() if is_form(first, forms)]


def _is_short_scale(rest: str) -> bool:
    """Whether the word after a number is so short that it may be a unit as well: m, k, b."""
    found = WORD.match(rest)
    return found is not None and len(found[1]) <= SHORT


def _hours(values: frozenset[float], rest: str) -> frozenset[float]:
    """Before a clock's signs, the hour of the other half of the day."""
    if not HOUR.match(rest):
        return frozenset()
    return frozenset((value + 12) % 24 for value in values if value == int(value) and 0 <= value <= 24)


def _years(values: frozenset[float], text: str, start: int, rest: str, token: str) -> frozenset[float]:
    """Decades, centuries and years of two digits may be written otherwise: 1920s, '98, 1914-18."""
    found: set[float] = set()
    for value in values:
        if 1000 <= value < 2100 and token.isdigit() and DECADE.match(rest):
            found |= {value % 100} if value % 100 else {value // 100 + 1}
        if len(token) == 2:
            if DECADE.match(rest) or text[start - 1 : start] in ("'", "’", "‘"):
                found |= {1900 + value, 2000 + value, 1800 + value}
            before = re.search(r"(\d\d)\d\d\s?[-–/]\s?$", text[:start])
            found |= {float(before[1]) * 100 + value} if before else set()
    return frozenset(found)


def _ranged(values: frozenset[float], rest: str, language: str) -> frozenset[float]:
    """The first number of a range shares the scale of the last: 5–10 million."""
    joint = RANGE.match(rest)
    if joint is None:
        return frozenset()
    last = TOKEN.match(rest, joint.end())
    if last is None:
        return frozenset()
    return frozenset(value * scale for scale in _scales(rest[last.end() :], language) for value in values)


def _fractions(text: str) -> Iterator[Number]:
    for match in FRACTION.finditer(text):
        value = float(match[1] or 0) + round(unicodedata.numeric(match[2]), 6)
        yield Number(match[0], frozenset((value,)))


def _signs(text: str, start: int, end: int, language: str) -> tuple[str, ...]:
    """The percent sign, currency or unit written with a number, as a sign or code; per cent and currencies also in words."""
    before = re.search(r"(?:US|HK|A|C|NZ)?[$€£¥￥₹]\s?$|\b(?:USD|EUR|GBP|JPY|INR)\s?$", text[max(0, start - 5) : start])
    after = re.match(
        r"\s?(%|[$€£¥￥₹]|(?:USD|EUR|GBP|JPY|INR|km/h|mph|kph|m/s|km|cm|mm|kg|lbs?|oz|ft|mi|GB|MB|TB|kB|KB|°\s?[CF]|º\s?[CF])(?!\w))",
        text[end:],
    )
    written = [match[0].strip() for match in (before, after) if match]
    in_words = _sign_words(text[end:], language)
    return tuple(dict.fromkeys((*(sign for one in written for sign in _classes(one)[:1]), *in_words)))


def _sign_words(rest: str, language: str) -> Iterator[str]:
    """Per cent or a currency in words after a number, and after its scale where it has one."""
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", rest[:40])[:4]]
    if not re.match(r"[\s-]{0,2}[^\W\d_]", rest) or not words:
        return
    if _scales(rest, language):
        words = [word for word in words[1:] if word not in LITTLE_WORDS]
    pairs = {words[0], " ".join(words[:2])} if words else set()
    yield from (sign for sign in IN_WORDS if any(is_form(word, WORDS_OF_SIGNS[sign]) for word in pairs))


@cache
def _classes(written: str) -> tuple[str, ...]:
    lowered = written.lower().replace(" ", "")
    order = ("%", "USD", "EUR", "GBP", "JPY", "INR", "speed", "temperature", "data", "length", "mass")
    return tuple(name for name in order if _named(lowered, SIGNS[name]))


def _named(written: str, forms: Forms) -> bool:
    return is_form(written, forms) or any(form in written for form, _ in forms if form in tuple("$€£¥￥₹%"))
