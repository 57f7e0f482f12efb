"""CheckList releases as suites: texts, index, predictions, and no pickles."""

from __future__ import annotations

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.options import parse_system
from mteval.core.queries import Classify
from mteval.evaluation.opened import open_systems
from mteval.evaluation.run import evaluate
from mteval.library import bare_suite, load_suite

TEXTS = ["I love it.", "I hate it.", "It is good.", "It is god.", "Good.", "Very good."]
LINES = "".join(f"{text}\n" for text in TEXTS)
INDEX = (
    "name\tcapability\ttype\tlabel\tsize\tgroup\n"
    "verbs {x}\tVocabulary\tMFT\tpositive|neutral\t2\t1\n"
    "typos\tRobustness\tINV\t\t2\t2\n"
    "intensifiers\tVocabulary\tDIR\tnot-lower\t2\t2\n"
)


@pytest.fixture
def release(tmp_path):
    def write(texts=LINES, index=INDEX):
        (tmp_path / "tests_n500").write_text(texts, encoding="utf-8")
        if index:
            (tmp_path / "tests_n500.index.tsv").write_text(index, encoding="utf-8")
        return bare_suite(tmp_path / "tests_n500", "checklist-release")

    return write


def test_lines_become_the_test_cases_the_index_names(release):
    suite = load_suite(release())
    assert [case.query for case in suite.cases] == [
        Classify((text,), ("negative", "neutral", "positive")) for text in TEXTS
    ]
    assert [case.tags["type"][0] for case in suite.cases] == ["MFT", "MFT", "INV", "INV", "DIR", "DIR"]


def test_released_predictions_are_judged(release, tmp_path):
    lines = ["2 .1 .1 .8", "0 .9 .1 0", "2 0 .1 .9", "1 .1 .8 .1", "2 0 .1 .9", "2 0 0 1"]
    (tmp_path / "bert").write_text("\n".join(lines) + "\n", encoding="utf-8")
    systems = open_systems([parse_system(f"predictions:{tmp_path / 'bert'}")])
    values = evaluate(load_suite(release()), systems).reports[0].scores[0].values
    # Vocabulary: one of three fails (hate is not positive); Robustness: the typo changes the label.
    assert values["failed"] == 2
    assert values["decided"] == 4
    assert values["failure_rate"] == pytest.approx((1 / 3 + 1) / 2)


def test_pairs_come_from_tables_with_a_header(release):
    table = "id\tquestion1\tquestion2\tis_duplicate\n0\tWho?\tWhich person?\t0\n"
    index = "name\tcapability\ttype\tlabel\tsize\tgroup\nq\tVocabulary\tMFT\tduplicate\t1\t1\n"
    suite = load_suite(release(table, index))
    assert suite.cases[0].query.texts == ("Who?", "Which person?")


@pytest.mark.parametrize(
    ("texts", "index", "message"),
    [
        ("a\n", None, "has no index"),
        ("a\n", INDEX, "has 1 texts, but its index says 6"),
        ("a\n", "name\tcapability\n", "column 'type' is missing"),
        ("a\n", INDEX.replace("INV", "XXX"), "type 'XXX'"),
        ("a\n", INDEX.replace("2\t2\ni", "3\t2\ni"), "groups of 2"),
        ("a\n", INDEX.replace("2\t1", "two\t1"), "whole numbers"),
    ],
)
def test_bad_releases_are_refused(release, texts, index, message):
    with pytest.raises(DataError, match=message):
        load_suite(release(texts, index))


def test_a_pickle_is_never_loaded(tmp_path):
    (tmp_path / "suite.pkl").write_bytes(b"\x80\x04.")
    with pytest.raises(DataError, match="never loaded"):
        load_suite(bare_suite(tmp_path / "suite.pkl", "checklist-release"))


def test_a_release_is_written_as_it_was_read(release, tmp_path):
    plugin = registry.formats.find("checklist-release")()
    contents = plugin.read(release())
    (tmp_path / "copy").mkdir()
    plugin.write(contents.records, tmp_path / "copy" / "tests")
    again = plugin.read(bare_suite(tmp_path / "copy" / "tests", "checklist-release"))
    assert again.records[0].tests[1].extra == contents.records[0].tests[1].extra
    assert (tmp_path / "copy" / "tests").read_text() == "\n".join(TEXTS) + "\n"
