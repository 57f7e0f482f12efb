"""The CheckList paper's correlations, against scipy and the printed figures."""

import pytest
from scipy import stats

from mteval.recipes._reproduction import reproduce
from mteval.recipes.checklist_correlations import TABLE


def test_every_published_number_is_reproduced():
    done = reproduce("checklist-correlations")
    assert [row for row in done.rows if not row.same] == []
    assert len(done.rows) == 6


def test_ours_are_those_of_scipy():
    found = {row.label: row.ours for row in reproduce("checklist-correlations").rows}
    for language, (extracted, verified, _) in TABLE.items():
        assert found[f"{language} Pearson"] == pytest.approx(stats.pearsonr(extracted, verified).statistic)
        assert found[f"{language} Spearman"] == pytest.approx(stats.spearmanr(extracted, verified).statistic)
