"""Human scores of mt-metrics-eval folders: systems without references, items by line."""

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.suites import SuiteSource


def eval_set(tmp_path, scores="A 1\nA None\nB 2\nB 3\nrefA 5\nrefA 5\n"):
    for folder in ("human-scores", "references", "metric-scores/en-de"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "human-scores/en-de.mqm.seg.score").write_text(scores)
    (tmp_path / "references/en-de.refA.txt").write_text("x\ny\n")
    return tmp_path


@pytest.mark.parametrize("give", [lambda folder: folder, lambda folder: folder / "human-scores/en-de.mqm.seg.score"])
def test_evalset_reads_systems_and_leaves_none_and_references_out(tmp_path, give):
    source = SuiteSource("x", "human", "evalset", {"data": give(eval_set(tmp_path))})
    contents = registry.formats.find("evalset")().read(source)
    assert [(one.system, one.item, one.value) for one in contents.records] == [
        ("A", "1", 1),
        ("B", "1", 2),
        ("B", "2", 3),
    ]
    assert contents.languages == ("en", "de")


@pytest.mark.parametrize(
    ("scores", "problem"),
    [
        ("A 1\nA 2\nB 3\n", "line 3: 'A' has 2 scores, but 'B', which ends here, has 1"),
        ("A x\n", "neither a number nor None"),
        ("A\n", "expected"),
    ],
)
def test_evalset_refuses_what_does_not_line_up(tmp_path, scores, problem):
    source = SuiteSource("x", "human", "evalset", {"data": eval_set(tmp_path, scores)})
    with pytest.raises(DataError, match=problem):
        registry.formats.find("evalset")().read(source)
