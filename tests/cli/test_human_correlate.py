"""`mteval human correlate` on mt-metrics-eval folders and on ratings files."""

import json

import numpy as np
import pytest

from mteval.cli.main import main
from mteval.core.errors import MtevalError
from mteval.storage.reports import schema
from tests.cli.test_human_agree import run

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
def document(evaluation_set):
    tests = "pairwise_accuracy,pearson,segment_pearson,segment_kendall_b,segment_acc_eq"
    options = ("--resamples", 100, "--trials", 100, "--test", tests, "--json")
    return json.loads(run("correlate", evaluation_set, *options).stdout)


def test_values_equal_scipy(document, made):
    import jsonschema

    jsonschema.validate(document, schema())
    for report in document["reports"]:
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


def test_perm_both_prefers_the_good_metric_on_every_statistic(document):
    assert [report["system"]["name"] for report in document["reports"]] == ["good-refA", "noise-refA"]
    tested = {test["metric"]: test for test in document["comparisons"]}
    assert len(tested) == 5
    for name in ("segment_pearson", "segment_kendall_b", "segment_acc_eq"):
        assert tested[name]["difference"] > 0
        assert tested[name]["p_value"] < 0.05
        assert tested[name]["test"] == "perm-both"


def test_the_terminal_shows_correlations_and_tests(evaluation_set):
    out = run("correlate", evaluation_set, "--resamples", 0, "--trials", 100, "--test", "segment_pearson").stdout
    assert "segment_pearson: PERM-BOTH" in out
    assert "clusters, best first: good-refA | noise-refA" in out


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
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


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
    ],
)
def test_bad_input_is_refused(evaluation_set, options, problem):
    with pytest.raises(MtevalError, match=problem):
        run("correlate", evaluation_set, *options)


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


def test_what_is_not_there_is_said(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["human", "correlate", str(tmp_path / "none")])
    assert ended.value.code == 2
    assert "no such file or folder" in capsys.readouterr().err
