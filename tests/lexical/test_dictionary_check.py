"""What a bilingual dictionary says of a pair."""

import pytest

from mteval.core.errors import DataError, UsageError
from mteval.lexical.dictionary_check import open_dictionary
from tests.lexical.dictd_files import ENGLISH_GERMAN, GERMAN_ENGLISH, write_dictionary


@pytest.fixture
def dictionary(tmp_path):
    write_dictionary(tmp_path, "eng-deu", ENGLISH_GERMAN)
    write_dictionary(tmp_path, "deu-eng", GERMAN_ENGLISH)
    return open_dictionary(f"freedict:{tmp_path}", ("en", "de"))


@pytest.mark.parametrize(
    ("pair", "answer"),
    [
        (("bank", "ufer"), "has"),
        (("banks", "bank"), "has"),
        (("shore", "ufer"), "has"),
        (("bank", "flussufer"), "has"),
        (("bank", "licht"), "lacks"),
        (("light", "light"), "half"),
        (("spring", "jahr"), "half"),
        (("winter", "winter"), "silent"),
        (("balloon", "luftballons"), "has"),
        (("spring", "frühlin"), "partly"),
    ],
)
def test_the_five_answers(dictionary, pair, answer):
    assert dictionary.says(pair) == answer


def test_parts_of_speech_count_only_where_every_sense_has_one(dictionary):
    assert dictionary.parts("ufer", 1) == {"noun"}
    assert dictionary.parts("licht", 1) == {"noun", "adjective"}
    assert dictionary.parts("for", 0) == frozenset()
    assert dictionary.parts("winter", 0) == frozenset()


def test_what_is_no_dictionary_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"'wn:x' is no dictionary\. Write freedict:FOLDER"):
        open_dictionary("wn:x", ("en", "de"))
    with pytest.raises(DataError, match="has no FreeDict dictionary from 'en' to 'bg'"):
        open_dictionary(f"freedict:{tmp_path}", ("en", "bg"))
