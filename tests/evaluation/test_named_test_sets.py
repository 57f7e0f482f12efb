"""sacreBLEU's test sets by name, from a cache that the test fills with sentences of its own."""

import json
import os
import subprocess
import sys

import pytest

from mteval.core.errors import UnknownNameError, UsageError
from mteval.evaluation.named_test_sets import named_test_set
from tests.formats.document_files import WMT_XML, put

RAW = "wmttest2023.en-de.all.xml"


def scored(cache, *arguments):
    """The command in a process of its own: sacreBLEU looks for its cache when it is imported."""
    environment = {**os.environ, "SACREBLEU": str(cache), "COLUMNS": "80", "https_proxy": "http://127.0.0.1:9"}
    command = [sys.executable, "-m", "mteval", "score", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)


@pytest.fixture
def cache(tmp_path):
    raw = tmp_path / "cache" / "wmt23" / "raw"
    folder = raw / "wmt23-news-systems-v.0.1" / "xml"
    folder.mkdir(parents=True)
    put(folder / RAW, WMT_XML.replace('translator="A"', 'translator="refA"'))
    put(raw / "wmt23.v.0.1.tar.gz", "what was unpacked")
    return tmp_path / "cache"


def test_a_test_set_of_the_cache_is_scored_by_its_documents(cache, tmp_path):
    lines = [
        "Die Katze saß heute auf der Matte.",
        "Es war ein sehr warmer Tag.",
        "Wir gingen alle nach Hause.",
        "Bis bald, mein Freund!",
    ]
    out = put(tmp_path / "out.de", "\n".join(lines) + "\n")
    done = scored(cache, out, "-t", "wmt23", "-l", "en-de", "-m", "bleu", "--json", "--resamples", "20")
    assert done.returncode == 0, done.stderr
    (report,) = json.loads(done.stdout)["reports"]
    assert report["scores"][0]["values"]["bleu"] == pytest.approx(100)
    assert (report["suite"]["name"], report["suite"]["cluster"], report["suite"]["cases"]) == (
        "wmt23.en-de",
        "document",
        4,
    )
    assert {(one["tag"], one["value"]) for one in report["slices"]} >= {("domain", "news"), ("domain", "social")}


def test_other_lengths_are_refused(cache, tmp_path):
    done = scored(cache, put(tmp_path / "out.de", "Eins.\n"), "-t", "wmt23", "-l", "en-de")
    assert done.returncode == 2
    assert "has 1 segments, but the test set has 4" in " ".join(done.stderr.split())


def test_without_cache_and_network_one_sentence_says_what_to_do(tmp_path):
    done = scored(tmp_path / "empty", put(tmp_path / "out.de", "Eins.\n"), "-t", "wmt23", "-l", "en-de")
    assert done.returncode == 2
    told = " ".join(done.stderr.split())
    assert "The test set wmt23 en-de is not in sacreBLEU's cache" in told
    assert "sacrebleu -t wmt23 -l en-de --echo src" in told
    assert "Traceback" not in told


def test_names_and_pairs_there_are_none_of_are_refused():
    with pytest.raises(UnknownNameError, match="wmt23"):
        named_test_set("wmt2023", ("en", "de"))
    with pytest.raises(UsageError, match=r"wmt23 has no 'en-fr'. Choose one of cs-uk, de-en"):
        named_test_set("wmt23", ("en", "fr"))
    with pytest.raises(UsageError, match="-l SOURCE-TARGET"):
        named_test_set("wmt23", ())
