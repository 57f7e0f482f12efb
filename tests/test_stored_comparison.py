import mteval
from mteval.stored_comparison import compare_stored

SCORES = "-1.0\n-2.0\n" * 276


def run(tmp_path, normalise):
    (tmp_path / "scores").write_text(SCORES)
    return mteval.run(
        "senses-en-es",
        systems=f"{normalise}=score-file:{tmp_path / 'scores'}?better=higher",
        options={"normalise": normalise},
        settings=mteval.Settings(resamples=10),
    )


def codes(results):
    return [{finding.code for finding in report.findings} for report in results.reports]


def test_runs_judged_by_other_options_are_not_compared_silently(tmp_path):
    results = compare_stored([run(tmp_path, "none"), run(tmp_path, "characters")], mteval.Settings(resamples=10))
    assert all("different-options" in found for found in codes(results))


def test_runs_judged_alike_are_compared_without_comment(tmp_path):
    results = compare_stored([run(tmp_path, "none"), run(tmp_path, "none")], mteval.Settings(resamples=10))
    assert not any("different-options" in found for found in codes(results))
