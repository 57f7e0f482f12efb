"""Documents: read, drawn whole, dealt out with calibration."""

import pytest

from mteval.authoring.annotation.job import read_job
from mteval.authoring.annotation.task_documents import dealt_units, drawn_documents, read_documents
from mteval.core.errors import DataError


def test_lines_of_one_name_are_a_document(jobs):
    documents = read_documents(read_job(jobs.scoring("da", documents=["a"] * 5 + ["b"] * 7)))
    assert [(document.name, document.key, len(document.segments)) for document in documents] == [
        ("a", "1", 5),
        ("b", "6", 7),
    ]


def test_without_a_file_of_documents_every_line_is_its_own(jobs):
    path = jobs.scoring("da")
    path.write_text(path.read_text(encoding="utf-8").replace('documents = "documents.txt"\n', ""), encoding="utf-8")
    assert [len(document.segments) for document in read_documents(read_job(path))] == [1] * 12


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (["a"] * 11 + [" "], "line 12: ' ' cannot be a document's name"),
        (["a#b"] * 12, "line 1: 'a#b' cannot be"),
        (["a"] * 3 + ["b"] * 3 + ["a"] * 6, "line 7: document 'a' goes on"),
        (["a"] * 11, "has 11 lines, but"),
    ],
)
def test_names_that_cannot_be_are_refused(jobs, names, problem):
    with pytest.raises(DataError, match=problem):
        read_documents(read_job(jobs.scoring("da", documents=names)))


@pytest.mark.parametrize(("limit", "count"), [(0, 4), (1, 1), (3, 1), (4, 2), (99, 4)])
def test_documents_are_drawn_whole(jobs, limit, count):
    documents = read_documents(read_job(jobs.scoring("da")))
    assert len(drawn_documents(documents, limit, seed=1)) == count


def test_everybody_gets_the_calibration_documents_once(jobs):
    job = read_job(jobs.scoring("da", overlap=1, annotators=3, extra={"calibration": 2}))
    lists = dealt_units(job, read_documents(job)).values()
    keys = [[(unit.document.key, unit.systems) for unit in given] for given in lists]
    assert all(len(set(given)) == len(given) for given in keys)
    assert len(set.intersection(*map(set, keys))) == 4  # two documents by two systems
    assert len(set.union(*map(set, keys))) == 8
