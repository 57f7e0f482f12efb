"""`mteval human agree` end to end: values against the packages, slices, controls, rankings, bad input."""

import csv
import json

import jsonschema
import numpy as np
import pytest
from click.testing import CliRunner

from mteval.cli.main import verbs
from mteval.core.errors import MtevalError
from mteval.storage.reports import schema

QUALITY = {"A": 1.0, "B": 0.0, "C": -1.0}
SEVERITY = {"ann": 0.4, "bob": -0.7, "cy": 0.0}


def run(*arguments):
    result = CliRunner().invoke(verbs, ["human", *map(str, arguments)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture(scope="module")
def ratings(tmp_path_factory):
    draw = np.random.default_rng(7)
    path = tmp_path_factory.mktemp("ratings") / "ratings.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("annotator", "item", "system", "type", "adequacy"))
        for system, quality in QUALITY.items():
            for item in range(40):
                truth = 3 + quality + draw.normal(scale=0.8)
                for annotator, severity in SEVERITY.items():

                    def rate(shift, truth=truth, severity=severity):
                        return int(np.clip(round(truth + severity + shift + draw.normal(scale=0.5)), 1, 5))

                    writer.writerow((annotator, item, system, "target", rate(0)))
                    if item < 6:
                        writer.writerow((annotator, item, system, "degraded", rate(0.5 if annotator == "cy" else -2)))
                    if item > 36:
                        writer.writerow((annotator, item, system, "repeat", rate(0)))
    return path


@pytest.fixture(scope="module")
def document(ratings):
    return json.loads(run("agree", ratings, "--json", "--resamples", 200).stdout)


def test_the_document_follows_the_one_report_schema(document):
    assert list(jsonschema.validators.validator_for(schema())(schema()).iter_errors(document)) == []


def test_values_equal_the_packages(ratings, document):
    krippendorff = pytest.importorskip("krippendorff", reason="the package krippendorff is the oracle")
    inter_rater = pytest.importorskip("statsmodels.stats.inter_rater", reason="statsmodels is the oracle")
    with ratings.open() as file:
        rows = [row for row in csv.DictReader(file) if row["type"] == "target"]
    cells = {(row["annotator"], row["system"], row["item"]): float(row["adequacy"]) for row in rows}
    units = sorted({key[1:] for key in cells})
    data = np.array([[cells[annotator, *unit] for unit in units] for annotator in SEVERITY])
    values = document["reports"][0]["scores"][0]["values"]
    for level in ("nominal", "ordinal", "interval"):
        expected = krippendorff.alpha(reliability_data=data, level_of_measurement=level)
        assert values[f"alpha_{level}"] == pytest.approx(expected)
    assert values["fleiss_kappa"] == pytest.approx(inter_rater.fleiss_kappa(inter_rater.aggregate_raters(data.T)[0]))
    assert next(iter(values)) == "alpha"
    assert values["alpha"] == values["alpha_ordinal"]


def test_intervals_hold_the_values(document):
    score = document["reports"][0]["scores"][0]
    for key in ("alpha_ordinal", "cohen_kappa", "icc2_1", "kendall_w", "percent"):
        low, high = score["intervals"][key]
        assert low < score["values"][key] < high


def test_slices_by_type_system_and_pair_of_annotators(document):
    slices = document["reports"][0]["slices"]
    assert {(part["tag"], part["value"]) for part in slices} == {
        *(("type", kind) for kind in ("target", "degraded", "repeat")),
        *(("system", system) for system in QUALITY),
        *(("annotators", pair) for pair in ("ann + bob", "ann + cy", "bob + cy")),
    }


def test_the_annotator_who_failed_the_degraded_items_is_flagged(document):
    failed = [finding for finding in document["reports"][0]["findings"] if finding["code"] == "failed-control"]
    assert [finding["count"] for finding in failed] == [1]
    assert "cy (degraded)" in failed[0]["message"]


def test_severity_orders_the_annotators(document):
    people = {one["annotator"]: one for one in document["reports"][0]["extras"]["annotators"]["adequacy"]}
    assert people["bob"]["severity"] > people["cy"]["severity"] > people["ann"]["severity"]
    assert people["bob"]["bias"] < 0 < people["ann"]["bias"]


def test_systems_are_ranked_by_standardised_scores_in_clusters(document):
    assert [report["system"]["name"] for report in document["reports"][1:]] == ["A", "B", "C"]
    assert [test["p_value"] < 0.05 for test in document["comparisons"]] == [True] * 3
    assert document["ranks"][0]["clusters"] == [["A"], ["B"], ["C"]]


def test_the_same_seed_gives_the_same_digits(ratings):
    first, second = (run("agree", ratings, "--json", "--resamples", 50).stdout for _ in range(2))
    assert first == second


def test_the_terminal_shows_coefficients_and_annotators(ratings):
    out = run("agree", ratings, "--resamples", 20).stdout
    for text in ("Krippendorff's α, ordinal", "Fleiss' κ", "ICC(2,1)", "Kendall's W", "severity", "ann + bob"):
        assert text in out


def small(tmp_path, text):
    path = tmp_path / "r.csv"
    path.write_text("annotator,item,adequacy\n" + text)
    return json.loads(run("agree", path, "--json", "--resamples", 10).stdout)["reports"][0]


def test_one_category_only_is_said_and_null(tmp_path):
    report = small(tmp_path, "ann,1,3\nbob,1,3\nann,2,3\nbob,2,3\n")
    assert report["scores"][0]["values"]["alpha_nominal"] is None
    assert report["scores"][0]["values"]["percent"] == 1.0
    assert "one-category" in {finding["code"] for finding in report["findings"]}


def test_an_annotator_without_overlap_is_named(tmp_path):
    report = small(tmp_path, "ann,1,3\nbob,1,4\nann,2,2\nbob,2,2\ncy,9,1\n")
    finding = next(finding for finding in report["findings"] if finding["code"] == "no-overlap")
    assert finding["count"] == 1
    assert "cy" in finding["message"]


@pytest.mark.parametrize("text", ["ann,1,7\n", "ann,1\n", "ann,1,x\n"])
def test_bad_input_is_an_error_of_ours(tmp_path, text):
    path = tmp_path / "r.csv"
    path.write_text("annotator,item,adequacy\n" + text)
    with pytest.raises(MtevalError):
        run("agree", path)


def test_a_bad_range_is_refused(ratings):
    with pytest.raises(MtevalError, match="SCALE=LOW-HIGH"):
        run("agree", ratings, "--range", "adequacy=high")
