"""mteval human agree, correlate and serve: values against the packages, slices, controls, rankings, bad input."""

import csv
import json
import socket

import jsonschema
import numpy as np
import pytest
from click.testing import CliRunner

from mteval.cli import human
from mteval.cli.main import main, verbs
from mteval.core.errors import MtevalError
from mteval.storage.reports import schema
from tests.cli.human_calls import run
from tests.evaluation.small_test_sets import write_pair

QUALITY = {"A": 1.0, "B": 0.0, "C": -1.0}
SEVERITY = {"ann": 0.4, "bob": -0.7, "cy": 0.0}


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
def agreed(ratings):
    return json.loads(run("agree", ratings, "--json", "--resamples", 200).stdout)


def test_the_document_follows_the_one_report_schema(agreed):
    assert list(jsonschema.validators.validator_for(schema())(schema()).iter_errors(agreed)) == []


def test_values_equal_the_packages(ratings, agreed):
    krippendorff = pytest.importorskip("krippendorff", reason="the package krippendorff is the oracle")
    inter_rater = pytest.importorskip("statsmodels.stats.inter_rater", reason="statsmodels is the oracle")
    with ratings.open() as file:
        rows = [row for row in csv.DictReader(file) if row["type"] == "target"]
    cells = {(row["annotator"], row["system"], row["item"]): float(row["adequacy"]) for row in rows}
    units = sorted({key[1:] for key in cells})
    data = np.array([[cells[annotator, *unit] for unit in units] for annotator in SEVERITY])
    values = agreed["reports"][0]["scores"][0]["values"]
    for level in ("nominal", "ordinal", "interval"):
        expected = krippendorff.alpha(reliability_data=data, level_of_measurement=level)
        assert values[f"alpha_{level}"] == pytest.approx(expected)
    assert values["fleiss_kappa"] == pytest.approx(inter_rater.fleiss_kappa(inter_rater.aggregate_raters(data.T)[0]))
    assert next(iter(values)) == "alpha"
    assert values["alpha"] == values["alpha_ordinal"]


def test_intervals_hold_the_values(agreed):
    score = agreed["reports"][0]["scores"][0]
    for key in ("alpha_ordinal", "cohen_kappa", "icc2_1", "kendall_w", "percent"):
        low, high = score["intervals"][key]
        assert low < score["values"][key] < high


def test_slices_by_type_system_and_pair_of_annotators(agreed):
    slices = agreed["reports"][0]["slices"]
    assert {(part["tag"], part["value"]) for part in slices} == {
        *(("type", kind) for kind in ("target", "degraded", "repeat")),
        *(("system", system) for system in QUALITY),
        *(("annotators", pair) for pair in ("ann + bob", "ann + cy", "bob + cy")),
    }


def test_the_annotator_who_failed_the_degraded_items_is_flagged(agreed):
    failed = [finding for finding in agreed["reports"][0]["findings"] if finding["code"] == "failed-control"]
    assert [finding["count"] for finding in failed] == [1]
    assert "cy (degraded)" in failed[0]["message"]


def test_severity_orders_the_annotators(agreed):
    people = {one["annotator"]: one for one in agreed["reports"][0]["extras"]["annotators"]["adequacy"]}
    assert people["bob"]["severity"] > people["cy"]["severity"] > people["ann"]["severity"]
    assert people["bob"]["bias"] < 0 < people["ann"]["bias"]


def test_systems_are_ranked_by_standardised_scores_in_clusters(agreed):
    assert [report["system"]["name"] for report in agreed["reports"][1:]] == ["A", "B", "C"]
    assert [test["p_value"] < 0.05 for test in agreed["comparisons"]] == [True] * 3
    assert agreed["ranks"][0]["clusters"] == [["A"], ["B"], ["C"]]


def test_the_same_seed_gives_the_same_digits(ratings):
    first, second = (run("agree", ratings, "--json", "--resamples", 50).stdout for _ in range(2))
    assert first == second


def test_the_terminal_shows_coefficients_and_annotators(ratings):
    out = run("agree", ratings, "--resamples", 20).stdout
    for text in ("Krippendorff's α, ordinal", "Fleiss' κ", "ICC(2,1)", "Kendall's W", "severity", "ann + bob"):
        assert text in out


def agreement_of(tmp_path, text):
    path = tmp_path / "r.csv"
    path.write_text("annotator,item,adequacy\n" + text)
    return json.loads(run("agree", path, "--json", "--resamples", 10).stdout)["reports"][0]


def test_one_category_only_is_said_and_null(tmp_path):
    report = agreement_of(tmp_path, "ann,1,3\nbob,1,3\nann,2,3\nbob,2,3\n")
    assert report["scores"][0]["values"]["alpha_nominal"] is None
    assert report["scores"][0]["values"]["percent"] == 1.0
    assert "one-category" in {finding["code"] for finding in report["findings"]}


def test_an_annotator_without_overlap_is_named(tmp_path):
    report = agreement_of(tmp_path, "ann,1,3\nbob,1,4\nann,2,2\nbob,2,2\ncy,9,1\n")
    finding = next(finding for finding in report["findings"] if finding["code"] == "no-overlap")
    assert finding["count"] == 1
    assert "cy" in finding["message"]


@pytest.mark.parametrize("text", ["ann,1,7\n", "ann,1\n", "ann,1,x\n"])
def test_bad_ratings_are_an_error_of_ours(tmp_path, text):
    path = tmp_path / "r.csv"
    path.write_text("annotator,item,adequacy\n" + text)
    with pytest.raises(MtevalError):
        run("agree", path)


def test_a_bad_range_is_refused(ratings):
    with pytest.raises(MtevalError, match="SCALE=LOW-HIGH"):
        run("agree", ratings, "--range", "adequacy=high")


stats = pytest.importorskip("scipy.stats")
SYSTEMS = [f"sys{i}" for i in range(7)]


def write_scores(path, matrix, systems=SYSTEMS):
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [f"{name}\t{value}\n" for name, row in zip(systems, matrix, strict=True) for value in np.atleast_1d(row)]
    path.write_text("".join(rows))


@pytest.fixture(scope="module")
def made():
    draw = np.random.default_rng(3)
    human = np.clip(np.round(np.linspace(2, 4, 7)[:, None] + draw.normal(size=(7, 60))), 0, 6)
    return {"human": human, "good": human + draw.normal(size=human.shape), "noise": draw.normal(size=human.shape)}


@pytest.fixture(scope="module")
def evaluation_set(tmp_path_factory, made):
    folder = tmp_path_factory.mktemp("sets") / "wmtx"
    write_scores(folder / "human-scores/en-de.mqm.seg.score", made["human"])
    write_scores(folder / "human-scores/en-de.mqm.sys.score", made["human"].mean(axis=1))
    for name in ("good", "noise"):
        write_scores(folder / f"metric-scores/en-de/{name}-refA.seg.score", made[name])
        write_scores(folder / f"metric-scores/en-de/{name}-refA.sys.score", made[name].mean(axis=1))
    return folder


@pytest.fixture(scope="module")
def correlated(evaluation_set):
    tests = "pairwise_accuracy,pearson,segment_pearson,segment_kendall_b,segment_acc_eq"
    options = ("--resamples", 100, "--trials", 100, "--test", tests, "--json")
    return json.loads(run("correlate", evaluation_set, *options).stdout)


def test_correlations_equal_scipy(correlated, made):
    import jsonschema

    jsonschema.validate(correlated, schema())
    for report in correlated["reports"]:
        values = report["scores"][0]["values"]
        metric = made[report["system"]["name"].removesuffix("-refA")]
        x, y = made["human"].mean(axis=1), metric.mean(axis=1)
        assert values["pearson"] == pytest.approx(stats.pearsonr(x, y).statistic)
        assert values["spearman"] == pytest.approx(stats.spearmanr(x, y).statistic)
        assert values["kendall_b"] == pytest.approx(stats.kendalltau(x, y).statistic)
        assert values["kendall_c"] == pytest.approx(stats.kendalltau(x, y, variant="c").statistic)
        flat = stats.pearsonr(made["human"].ravel(), metric.ravel()).statistic
        assert values["segment_pearson"] == pytest.approx(flat)
        taus = [stats.kendalltau(h, m).statistic for h, m in zip(made["human"].T, metric.T, strict=True)]
        assert values["segment_kendall_b"] == pytest.approx(np.nanmean(taus))


def test_perm_both_prefers_the_good_metric_on_every_statistic(correlated):
    assert [report["system"]["name"] for report in correlated["reports"]] == ["good-refA", "noise-refA"]
    tested = {test["metric"]: test for test in correlated["comparisons"]}
    assert len(tested) == 5
    for name in ("segment_pearson", "segment_kendall_b", "segment_acc_eq"):
        assert tested[name]["difference"] > 0
        assert tested[name]["p_value"] < 0.05
        assert tested[name]["test"] == "perm-both"


def test_the_terminal_shows_correlations_and_tests(evaluation_set):
    out = run("correlate", evaluation_set, "--resamples", 0, "--trials", 100, "--test", "segment_pearson").stdout
    assert "segment_pearson: PERM-BOTH" in out
    assert "clusters, best first: good-refA | noise-refA" in out


def test_stored_correlations_make_a_report_with_ranks_floors_and_plots(evaluation_set, tmp_path):
    options = ("--resamples", 0, "--trials", 100, "--test", "segment_pearson,pairwise_accuracy", "-o", tmp_path / "run")
    assert run("correlate", evaluation_set, *options).exit_code == 0
    page = tmp_path / "report.html"
    written = CliRunner().invoke(verbs, ["report", str(tmp_path / "run"), "-o", str(page)])
    assert written.exit_code == 0, written.output
    text = page.read_text(encoding="utf-8")
    assert "not tested against each other" not in text
    assert "(constant)" in text
    assert text.count("beside people</h2>") == 2


def test_system_scores_alone_will_do(evaluation_set):
    found = json.loads(run("correlate", evaluation_set, "--level", "sys", "--trials", 50, "--json").stdout)
    values = found["reports"][0]["scores"][0]["values"]
    assert values["pearson"] > 0.9
    assert values["segment_acc_eq"] is not None  # one group: all systems
    assert found["reports"][0]["scores"][0]["intervals"] == {}


def test_the_plot_is_one_file_without_network_and_with_every_system(evaluation_set, tmp_path):
    page = tmp_path / "plot.html"
    run("correlate", evaluation_set, "--resamples", 0, "--trials", 10, "--plot", page)
    text = page.read_text()
    assert text.count("<svg") == 2
    assert all(text.count(name) >= 2 for name in SYSTEMS)
    assert "src=" not in text
    assert "http:" not in text.replace("http://www.w3.org/2000/svg", "")


def test_ratings_as_gold(tmp_path, made):
    rows = [
        f"ann,{segment + 1},{system},{min(max(value, 1), 5):.0f}\n"
        for system, row in zip(SYSTEMS, made["human"], strict=True)
        for segment, value in enumerate(row)
    ]
    (tmp_path / "r.csv").write_text("annotator,item,system,adequacy\n" + "".join(rows))
    write_scores(tmp_path / "good.seg.score", made["good"])
    options = ("--scores", f"good={tmp_path / 'good.seg.score'}", "--resamples", 0, "--json")
    values = json.loads(run("correlate", tmp_path / "r.csv", *options).stdout)["reports"][0]["scores"][0]["values"]
    assert values["pearson"] > 0.9


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--languages", "en-fr"), "no human scores for 'en-fr'"),
        (("--human", "mqn"), "Did you mean 'mqm'"),
        (("--metrics", "BLEU-refA"), "no segment scores of 'BLEU-refA'"),
        (("--test", "accuracy"), "--test=accuracy is not possible"),
        (("--scores", "x"), "NAME=FILE"),
        (("--domain", "news"), "no domain 'news' for en-de"),
        (("--outliers", "sys9"), "no system 'sys9' to leave out"),
        (("--reference", "refB"), "no reference 'refB'"),
        (("--metrics", "chrf"), "with --reference: none"),
    ],
)
def test_correlations_that_cannot_be_are_refused(evaluation_set, options, problem):
    with pytest.raises(MtevalError, match=problem):
        run("correlate", evaluation_set, *options)


def test_own_metrics_stand_in_the_same_table(tmp_path):
    folder = tmp_path / "wmtx"
    write_pair(folder, "en-de", 4)
    options = ("--reference", "refA", "--metrics", "chrf,rouge-l", "--resamples", 0, "--trials", 30)
    tests = ("--test", "soft_pairwise_accuracy,segment_acc_eq", "--permute", "pairs")
    found = json.loads(run("correlate", folder, *options, *tests, "--json").stdout)
    jsonschema.validate(found, schema())
    names = [report["system"]["name"] for report in found["reports"]]
    assert names == ["fair-refA", "good-refA", "noise-src", "chrf-refA", "rouge-l-refA"]
    assert len(found["comparisons"]) == 20
    assert {test["test"] for test in found["comparisons"]} == {"perm-both", "perm-pairs"}
    floors = found["reports"][0]["extras"]["floors"]
    assert floors["constant"]["pearson"] is None
    assert floors["random"]["pairwise_accuracy"] == pytest.approx(0.5, abs=0.05)
    shown = run("correlate", folder, *options).stdout
    assert "a metric that knows nothing" in shown


def test_several_language_pairs_are_pooled(tmp_path):
    folder = tmp_path / "wmtx"
    for seed, pair in enumerate(("en-de", "zh-en")):
        write_pair(folder, pair, seed)
    options = ("--languages", "en-de,zh-en", "--resamples", 0, "--trials", 20)
    found = json.loads(run("correlate", folder, *options, "--json").stdout)
    jsonschema.validate(found, schema())
    assert found["reports"][-1]["suite"]["name"] == "wmtx.en-de.mqm + wmtx.zh-en.mqm"
    shown = run("correlate", folder, *options).stdout
    assert "wmtx.en-de.mqm + wmtx.zh-en.mqm, pairwise_accuracy: PERM-BOTH" in " ".join(shown.split())
    assert shown.count("clusters, best first") == 3


def test_a_metric_that_marks_spans_has_span_f1(tmp_path):
    folder = tmp_path / "wmtx"
    write_pair(folder, "en-de", 4)
    for place, end in (("human-scores/en-de.mqm.merged", 4), ("metric-scores/en-de/good-refA", 2)):
        line = f'{{"errors": [{{"start": 0, "end": {end}, "severity": "minor"}}]}}'
        (folder / f"{place}.seg.rating").write_text("".join(f"{s}\t{line}\n" for s in "ABCDE" for _ in range(24)))
    found = json.loads(run("correlate", folder, "--resamples", 20, "--trials", 5, "--json").stdout)
    scores = {one["system"]["name"]: one["scores"] for one in found["reports"]}
    assert len(scores["fair-refA"]) == 1
    assert scores["good-refA"][1]["values"] == pytest.approx({"f1": 2 / 3, "precision": 1, "recall": 0.5})


def test_published_bleu_and_comet_of_real_systems_agree_mostly(shared, tmp_path):
    """BLEU beside COMET as published for FLORES en-bg and en-es: plausible, not perfect."""
    for pair, target in (("en-bg", "bg"), ("en-es", "es")):
        bleu, comet = {}, {}
        for path in (shared / "data/flores" / pair).glob(f"*.{target}.comet"):
            name = path.name.split(".")[1]
            comet[name] = float(path.read_text().split()[0])
            bleu[name] = float(path.with_suffix(".bleu").read_text().split()[0])
        folder = tmp_path / pair
        systems = sorted(comet)
        write_scores(folder / f"human-scores/{pair}.comet.sys.score", [comet[s] for s in systems], systems)
        write_scores(folder / f"metric-scores/{pair}/BLEU-refA.sys.score", [bleu[s] for s in systems], systems)
        values = json.loads(run("correlate", folder, "--json").stdout)["reports"][0]["scores"][0]["values"]
        expected = stats.pearsonr([comet[s] for s in systems], [bleu[s] for s in systems]).statistic
        assert values["pearson"] == pytest.approx(expected)
        assert 0.5 < values["pairwise_accuracy"] <= 1


def test_gold_that_is_not_there_is_said(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["human", "correlate", str(tmp_path / "none")])
    assert ended.value.code == 2
    assert "no such file or folder" in capsys.readouterr().err


def exit_code(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(["human", "serve", *map(str, arguments)])
    return ended.value.code, capsys.readouterr().err


def test_it_binds_to_this_machine_alone_unless_told_otherwise():
    host = next(option for option in human.serve.params if option.name == "host")
    assert host.default == "127.0.0.1"


def job(tmp_path, checklist):
    head = 'kind = "templates"\nannotators = 1\n[templates]\nworkflow = "tea-ver"\nsource = "s.json"\n'
    text = f'{head}checklist = "{checklist}"\n'
    (tmp_path / "job.toml").write_text(text)
    (tmp_path / "s.json").write_text(
        '{"capabilities": {"a": {"tests": [{"template": "{x}"}]}}, "lexicons": {"x": ["1"]}}'
    )
    return tmp_path / "job.toml"


def test_a_job_that_names_a_missing_checklist_ends_with_2_and_leaves_no_database(tmp_path, capsys):
    code, message = exit_code(capsys, job(tmp_path, "missing.json"))
    assert code == 2
    assert "missing.json, but there is no such file" in message
    assert "Traceback" not in message
    assert not list(tmp_path.glob("*.sqlite*"))


def test_a_missing_job_and_a_taken_port_end_with_2(tmp_path, capsys):
    assert exit_code(capsys, tmp_path / "none.toml")[0] == 2
    pytest.importorskip("starlette", reason="the server needs the extra 'serve'")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, message = exit_code(capsys, job(tmp_path, "s.json"), "--port", taken.getsockname()[1])
    assert code == 2
    assert "Choose another --port" in message
