"""Tables and JSON Lines of a Wiktionary: senses, parts of speech, what is passed over, what is refused."""

import gzip
import json

import pytest

from mteval.core.errors import DataError
from mteval.lexical.wiktionary import WIKTIONARY_LICENCE, read_wiktionary

PAIR = ("en", "de")
TABLE = """# languages: en-de
# licence: CC BY-SA 4.0
word\tpos\tsense\ttranslations
spring\tnoun\tseason\tFrühling {m}, Frühjahr {n}
spring\tnoun\tdevice made of coiled wire\tFeder {f} [tech.]
spring\tnoun\tseason\tLenz {m}
spring\tverb\tto jump\tspringen
bank\tnoun\t\tBank {f}|Ufer {n}
"""


def outline(read, word):
    return [(sense.pos, sense.gloss, [one.word for one in sense.translations]) for sense in read.senses(word)]


def test_a_table_with_a_header(tmp_path):
    path = tmp_path / "en-de.tsv"
    path.write_text(TABLE, encoding="utf-8")
    read = read_wiktionary(path, PAIR)
    assert outline(read, "Spring") == [
        ("n", "season", ["Frühling", "Frühjahr", "Lenz"]),
        ("n", "device made of coiled wire", ["Feder"]),
        ("v", "to jump", ["springen"]),
    ]
    assert outline(read, "bank") == [("n", "", ["Bank"]), ("n", "", ["Ufer"])], (
        "without a sense each translation is one"
    )
    assert read.senses("spring")[0].translations[0].gender == "masc"
    assert [one.translations[0].word for one in read.inverted("Feder")] == ["spring"]
    assert (read.licence, read.languages) == ("CC BY-SA 4.0", ("en", "de"))
    with pytest.raises(DataError, match="is for en-de, not for en-fr"):
        read_wiktionary(path, ("en", "fr"))


def test_columns_in_their_order_or_named(tmp_path):
    path = tmp_path / "x.tsv"
    path.write_text("bank\tn\t1\tBank\nbank\tn\t2\tUfer, Böschung\n", encoding="utf-8")
    assert outline(read_wiktionary(path, PAIR), "bank") == [("n", "1", ["Bank"]), ("n", "2", ["Ufer", "Böschung"])]
    path.write_text("word\tTranslation\tsource\tPart of speech\nbank\tBank\tx\tn\n", encoding="utf-8")
    assert outline(read_wiktionary(path, PAIR), "bank") == [("n", "", ["Bank"])]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("bank\tn\t1\n", "word, part of speech, sense, translations expected"),
        ("\tn\t1\tBank\n", "word, part of speech, sense, translations expected"),
        ("word\tpos\nbank\tn\n", "names no column 'translations'"),
        ("# languages: en-de\n", "holds no translations from 'en' to 'de'"),
    ],
)
def test_faults_of_a_table_are_named(tmp_path, text, problem):
    path = tmp_path / "x.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        read_wiktionary(path, PAIR)


# The fields as wiktextract's README shows them for "thrill"; the words are ours.
BANK = {
    "word": "bank",
    "lang": "English",
    "lang_code": "en",
    "pos": "noun",
    "etymology_number": 1,
    "senses": [{"glosses": ["An institution"], "translations": [{"lang_code": "de", "word": "Geldhaus"}]}],
    "translations": [
        {"code": "de", "lang": "German", "sense": "institution", "word": "Bank", "tags": ["feminine"]},
        {"code": "fr", "lang": "French", "sense": "institution", "word": "banque"},
        {"lang_code": "de", "lang": "German", "sense": "edge of river", "word": "Ufer", "tags": ["neuter"]},
        {"lang_code": "de", "lang": "German", "word": "Damm"},
        {"lang_code": "de", "note": "not translated by one word"},
    ],
}
OTHERS = [
    {"word": "bank", "lang_code": "nl", "pos": "noun", "translations": [{"code": "de", "word": "Sofa"}]},
    {"word": "bank", "lang_code": "en", "pos": "verb"},
    {"redirect": "Bank", "title": "BANK"},
    {"word": "bank", "lang_code": "en", "pos": "verb", "translations": "none", "senses": [None, {"translations": 3}]},
]


@pytest.mark.parametrize("packed", [False, True])
def test_json_lines(tmp_path, packed):
    text = "".join(f"{json.dumps(one)}\n\n" for one in (BANK, *OTHERS)).encode()
    path = tmp_path / f"kaikki.jsonl{'.gz' * packed}"
    path.write_bytes(gzip.compress(text) if packed else text)
    read = read_wiktionary(path, PAIR)
    assert outline(read, "bank") == [
        ("n", "1: institution", ["Bank"]),
        ("n", "1: edge of river", ["Ufer"]),
        ("n", "", ["Damm"]),
        ("n", "1: An institution", ["Geldhaus"]),
    ]
    assert read.senses("bank")[0].translations[0].gender == "fem"
    assert read.licence == WIKTIONARY_LICENCE


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[1]\n", "is no word of wiktextract"),
        ("{\n", "is not JSON"),
        ('{"word": "x", "lang_code": "fi"}\n', "holds no translations"),
    ],
)
def test_faults_of_json_lines_are_named(tmp_path, text, problem):
    path = tmp_path / "x.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        read_wiktionary(path, PAIR)
