import math
from dataclasses import replace

import numpy as np
import pytest

import mteval
from mteval.cli.main import main
from mteval.core import registry
from mteval.core.errors import DataError, UsageError
from mteval.core.results import Finding, Results
from mteval.evaluation.stored import compare_stored, stored_statistics
from mteval.evaluation.stored_settings import settings_of
from tests.evaluation.small_suites import contrast_suite, run_contrasts, run_texts, text_suite

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


def test_a_ranking_that_flips_is_found_across_runs(tmp_path):
    """`a` knows all three names and neither of the other words, `b` both of those and no name."""
    names, others = ["anna", "tom", "karl"], ["cat", "tree"]
    for code, words in (("pn", names), ("n", others)):
        lines = "".join(f"{word}\t{word}\n" for word in words)
        (tmp_path / f"en-de.1.{code}.txt").write_text(lines, encoding="utf-8")
    every = [*names, *others]
    unit = {word: [int(i == j) for j in range(5)] for i, word in enumerate(every)}

    def vectors(name, right):
        wrong = [word for word in every if word not in right]
        mapped = {**{word: word for word in right}, **dict(zip(wrong, wrong[1:] + wrong[:1], strict=True))}
        rows = "".join(f"{word} {' '.join(map(str, unit[mapped[word]]))}\n" for word in every)
        (tmp_path / name).write_text(rows, encoding="utf-8")

    vectors("en.vec", every)
    vectors("a.vec", names)
    vectors("b.vec", others)

    def one(name):
        system = f"{name}=embeddings:{tmp_path}/en.vec?target={tmp_path}/{name}.vec"
        path = str(tmp_path / "en-de.1.n.txt")
        return mteval.run(path, systems=system, format="muse-pos", settings=mteval.Settings(resamples=10))

    parts = [one("a"), one("b")]
    assert not any("ranking-flip" in found for part in parts for found in codes(part))
    again = compare_stored([compare_stored(parts, mteval.Settings(resamples=10))], mteval.Settings(resamples=10))
    for report in again.reports:
        flips = [finding.message for finding in report.findings if finding.code == "ranking-flip"]
        assert len(flips) == 1
        assert "0.600 to 0.400" in flips[0]
        assert "0.000 to 1.000" in flips[0]


REFERENCE = [f"a {word} sat on the {place} today" for word in ("cat", "dog", "cow", "hen") for place in ("mat", "roof")]


def scored(settings, *names):
    """The systems `first` and `second`, alone or together."""
    texts = {
        "first": [line.replace("today", "now") if i % 3 else line for i, line in enumerate(REFERENCE)],
        "second": [line.replace("the", "a") if i % 2 else line for i, line in enumerate(REFERENCE)],
    }
    return mteval.score({name: texts[name] for name in names}, [REFERENCE], metrics="chrf", settings=settings)


@pytest.mark.parametrize(
    "settings",
    [
        mteval.Settings(resamples=30, seed=7),
        mteval.Settings(test="permutation", trials=40, seed=3),
        mteval.Settings(test="bootstrap", resamples=25, level=0.9),
    ],
)
def test_runs_are_compared_as_they_were_made(settings, tmp_path):
    """What two runs give, compared, is what one run of both systems gives."""
    together = scored(settings, "first", "second")
    mteval.write_results(scored(settings, "first"), tmp_path / "a")
    mteval.write_results(scored(settings, "second"), tmp_path / "b")
    apart = compare_stored([mteval.read_results(tmp_path / "a"), mteval.read_results(tmp_path / "b")])
    assert apart.comparisons == together.comparisons
    assert [report.settings for report in apart.reports] == [settings.record()] * 2
    assert not any("different-settings" in found for found in codes(apart))


def test_runs_made_differently_are_said_to_be():
    parts = [
        scored(mteval.Settings(test="permutation", trials=20, seed=7), "first"),
        scored(mteval.Settings(test="bootstrap", resamples=50, seed=8), "second"),
    ]
    results = compare_stored(parts)
    assert results.comparisons[0].test == "permutation"
    for report in results.reports:
        (found,) = (finding.message for finding in report.findings if finding.code == "different-settings")
        assert "test permutation and bootstrap (permutation taken)" in found
        assert "resamples 1000 and 50 (1000 taken)" in found
        assert "draws 20 and 10000 (10000 taken)" in found
        assert "seed 7 and 8 (7 taken)" in found
        assert report.settings["trials"] == 10_000


def test_runs_that_tested_nothing_do_not_say_how_to_test():
    untested = mteval.Settings(test="none", resamples=0, seed=9)
    taken = settings_of([scored(untested, "first"), scored(untested, "second")])
    assert taken.settings == mteval.Settings(seed=9)
    assert taken.sentence == (
        "Tested by the paired permutation test, 10000 draws or more, seed 9, level 0.95 "
        "(as the runs were made; test, resamples by default)."
    )


def test_what_is_given_comes_before_what_is_stored():
    parts = [scored(mteval.Settings(test="permutation", trials=20, seed=7), name) for name in ("first", "second")]
    assert settings_of(parts, {"resamples": 33, "trials": 34}).settings.trials == 34
    taken = settings_of(parts, {"test": "bootstrap", "resamples": 33, "seed": 1})
    assert (taken.settings.test, taken.settings.resamples, taken.settings.seed) == ("bootstrap", 33, 1)
    assert "test, resamples, seed as given" in taken.sentence


def test_report_says_how_systems_were_tested(tmp_path, capsys):
    settings = mteval.Settings(test="permutation", trials=40, seed=3)
    for name in ("first", "second"):
        mteval.write_results(scored(settings, name), tmp_path / name)
    main(["report", str(tmp_path / "first"), str(tmp_path / "second"), "-o", str(tmp_path / "both.html")])
    assert "Tested by the paired permutation test, 40 draws or more, seed 3" in capsys.readouterr().err
    assert "permutation test (" in (tmp_path / "both.html").read_text()
    main(["compare", str(tmp_path / "first"), str(tmp_path / "second"), "--seed", "4"])
    assert "seed 4, level 0.95 (as the runs were made; seed as given)" in capsys.readouterr().err


def test_settings_that_are_none_are_refused(tmp_path, capsys):
    mteval.write_results(scored(mteval.Settings(resamples=5), "first"), tmp_path)
    document = tmp_path / "report.json"
    document.write_text(document.read_text().replace('"trials": 10000', '"trials": "many"'))
    with pytest.raises(SystemExit) as ended:
        main(["compare", str(tmp_path)])
    assert ended.value.code == 2
    assert "Expected `int`, got `str` - at `$.reports[0].settings.trials`" in capsys.readouterr().err


WORDS = [f"w{i // 4}" for i in range(24)]
ONE = [i % 3 != 0 for i in range(24)]
TWO = [None if i in (1, 6) else i % 5 != 0 for i in range(24)]
FEW = mteval.Settings(test="bootstrap", resamples=120, seed=4)


@pytest.mark.parametrize("test", ["auto", "bootstrap", "permutation"])
def test_stored_runs_of_a_clustered_suite_are_compared_as_one_run_is(test):
    settings = replace(FEW, test=test, trials=150)
    suite = contrast_suite(WORDS)
    together = run_contrasts(suite, settings, one=ONE, two=TWO)
    apart = compare_stored([run_contrasts(suite, settings, one=ONE), run_contrasts(suite, settings, two=TWO)])
    assert apart.comparisons == together.comparisons
    assert apart.ranks == together.ranks
    assert [report.scores for report in apart.reports] == [report.scores for report in together.reports]


def test_settings_given_stand_in_for_those_of_the_runs():
    suite = contrast_suite(WORDS)
    parts = [run_contrasts(suite, FEW, one=ONE), run_contrasts(suite, FEW, two=TWO)]
    other = replace(FEW, seed=9)
    found = compare_stored(parts, other)
    assert found.comparisons == run_contrasts(suite, other, one=ONE, two=TWO).comparisons
    assert [report.settings["seed"] for report in found.reports] == [9, 9]


def test_one_system_run_twice_is_told_apart():
    suite = contrast_suite(WORDS)
    part = run_contrasts(suite, FEW, mine=ONE)
    found = compare_stored([part, part, part])
    assert [report.system["name"] for report in found.reports] == ["mine", "mine (2)", "mine (3)"]
    assert (found.comparisons[0].a, found.comparisons[0].b) == ("mine", "mine (2)")
    assert [report.system["backend"] for report in found.reports] == ["python"] * 3


def test_the_same_name_on_another_suite_is_no_repeat():
    other = replace(contrast_suite(WORDS), source=replace(contrast_suite(WORDS).source, name="other"))
    found = compare_stored([run_contrasts(contrast_suite(WORDS), FEW, mine=ONE), run_contrasts(other, FEW, mine=ONE)])
    assert [report.system["name"] for report in found.reports] == ["mine", "mine"]
    assert found.comparisons == ()


def test_each_suite_is_compared_by_itself():
    first = contrast_suite(WORDS)
    second = replace(first, source=replace(first.source, name="other"))
    parts = [run_contrasts(suite, FEW, one=ONE, two=TWO) for suite in (first, second)]
    found = compare_stored(parts)
    assert [test.suite for test in found.comparisons] == ["contrasts", "other"]
    assert [rank.suite for rank in found.ranks] == ["contrasts", "other"]


def test_runs_on_other_data_are_refused():
    suite = contrast_suite(WORDS)
    other = replace(suite, source=replace(suite.source, digest="f" * 64))
    with pytest.raises(UsageError, match="reports on 'contrasts' come from different data"):
        compare_stored([run_contrasts(suite, FEW, one=ONE), run_contrasts(other, FEW, two=TWO)])


def test_runs_without_their_cases_are_shown_and_not_tested():
    suite = contrast_suite(WORDS)
    bare = run_contrasts(suite, replace(FEW, keep_cases=False), two=TWO)
    found = compare_stored([run_contrasts(suite, FEW, one=ONE), bare])
    assert found.comparisons == ()
    assert all("no-cases" in own for own in codes(found))
    assert not any("no-cases" in own for own in codes(compare_stored([run_contrasts(suite, FEW, one=ONE)])))


def test_a_suite_without_cases_does_not_stop_the_others():
    first = contrast_suite(WORDS)
    second = replace(first, source=replace(first.source, name="other"))
    bare = run_contrasts(first, replace(FEW, keep_cases=False), one=ONE, two=TWO)
    found = compare_stored([bare, run_contrasts(second, FEW, one=ONE, two=TWO)])
    assert [test.suite for test in found.comparisons] == ["other"]
    assert ["no-cases" in own for own in codes(found)] == [True, True, False, False]


def test_runs_of_other_cases_are_refused():
    suite = contrast_suite(WORDS)
    whole = run_contrasts(suite, FEW, one=ONE)
    (report,) = run_contrasts(suite, FEW, two=TWO).reports
    fewer = Results((replace(report, cases=report.cases[1:]),))
    with pytest.raises(DataError, match=r"contrasts \(two\): does not hold the same cases as the first report.*'0'"):
        compare_stored([whole, fewer])
    with pytest.raises(DataError, match=r"contrasts \(one\): does not hold the same cases .*more"):
        compare_stored([fewer, whole])


def test_cases_are_matched_by_id():
    suite = contrast_suite(WORDS)
    parts = [run_contrasts(suite, FEW, one=ONE), run_contrasts(suite, FEW, two=TWO)]
    (report,) = parts[1].reports
    turned = Results((replace(report, cases=report.cases[::-1]),))
    assert compare_stored([parts[0], turned]).comparisons == compare_stored(parts).comparisons


def test_only_metrics_all_runs_have_are_tested():
    suite = text_suite(REFERENCE)
    noisy = [line.replace("today", "now") for line in REFERENCE]
    parts = [run_texts(suite, "chrf,ter", FEW, a=REFERENCE), run_texts(suite, "bleu,ter", FEW, b=noisy)]
    found = compare_stored(parts)
    assert [(test.metric, test.spec) for test in found.comparisons] == [("ter", "ter")]
    assert found.comparisons[0].difference < 0


def test_metrics_with_options_are_opened_as_they_were_asked_for():
    suite = text_suite(REFERENCE)
    noisy = [line.upper() for line in REFERENCE]
    systems = {"a": REFERENCE, "b": noisy}
    parts = [run_texts(suite, "bleu?lowercase=true", FEW, **{name: texts}) for name, texts in systems.items()]
    (test,) = compare_stored(parts).comparisons
    assert (test.metric, test.spec, test.difference) == ("bleu", "bleu?lowercase=true", 0)


class WithSupport(registry.families.find("reference")):
    """Computes TER beside the metrics asked for."""

    supporting = ("ter",)


def test_supporting_metrics_are_not_among_the_tests_shown():
    suite = replace(text_suite(REFERENCE), family=WithSupport({}))
    noisy = [line.replace("today", "now") for line in REFERENCE]
    parts = [run_texts(suite, "chrf", FEW, a=REFERENCE), run_texts(suite, "chrf", FEW, b=noisy)]
    assert [score.metric for score in parts[0].reports[0].supporting] == ["ter"]
    found = compare_stored(parts)
    assert [test.spec for test in found.comparisons] == ["chrf"]
    assert [rank.spec for rank in found.ranks] == ["chrf"]


def test_too_few_resamples_are_told_of_the_tests_made_now():
    suite = contrast_suite(WORDS)
    parts = [run_contrasts(suite, replace(FEW, test="bootstrap", trials=5, grow=False), one=ONE, two=TWO)]
    assert all("too-few-resamples" in own for own in codes(parts[0]))
    assert not any("too-few-resamples" in own for own in codes(compare_stored(parts, FEW)))
    assert all(
        "too-few-resamples" in own
        for own in codes(compare_stored(parts, replace(FEW, test="bootstrap", trials=7, grow=False)))
    )


def test_findings_of_the_runs_are_kept():
    (report,) = run_contrasts(contrast_suite(WORDS), FEW, one=ONE).reports
    noted = replace(report, findings=(Finding("carriage-return", "Windows."),))
    assert [one.code for one in compare_stored([Results((noted,))], FEW).reports[0].findings] == ["carriage-return"]


def test_options_the_runs_differ_in_are_named():
    parts = [run_contrasts(contrast_suite(WORDS, ties=ties), FEW, **{ties: ONE}) for ties in ("wrong", "skip")]
    found = compare_stored(parts)
    for report, ties in zip(found.reports, ("wrong", "skip"), strict=True):
        (message,) = [one.message for one in report.findings if one.code == "different-options"]
        assert f"(here ties={ties})" in message


def test_an_option_only_one_run_has_is_not_set_in_the_other():
    parts = [run_contrasts(contrast_suite(WORDS), FEW, **{name: ONE}) for name in ("one", "two")]
    (report,) = parts[1].reports
    options = {key: value for key, value in report.suite["options"].items() if key != "ties"}
    older = Results((replace(report, suite={**report.suite, "options": options}),))
    messages = [
        one.message
        for report in compare_stored([parts[0], older]).reports
        for one in report.findings
        if one.code == "different-options"
    ]
    assert ["ties=wrong" in messages[0], "ties=not set" in messages[1]] == [True, True]


def test_rows_come_back_as_they_were_observed():
    results = run_contrasts(contrast_suite([*"aabbc"]), FEW, one=[True, False, None, True, True])
    cases = results.reports[0].cases
    metric = registry.metrics.find("accuracy")()
    found = stored_statistics(cases, "accuracy", metric)
    assert found.counted.tolist() == [True, True, False, True, True]
    assert found.rows[:, 0].tolist() == [1, 0, 0, 1, 1]
    assert [found.strata_names[i] if i >= 0 else None for i in found.strata] == [
        "a:sense",
        "a:sense",
        None,
        "b:sense",
        "c:sense",
    ]
    value = metric.estimate(found, np.ones((1, 5)))[0]
    assert list(value) == pytest.approx(list(results.reports[0].scores[0].values.values()))


def test_columns_a_later_version_added_are_zero():
    results = run_contrasts(contrast_suite([*"ab"]), FEW, one=[True, True])
    cases = [
        replace(case, statistics={"accuracy": case.statistics["accuracy"][:2]}) for case in results.reports[0].cases
    ]
    found = stored_statistics(cases, "accuracy", registry.metrics.find("accuracy")())
    assert found.rows.tolist() == [[1, 1, 0, 0, 0]] * 2


def test_cases_without_rows_do_not_count():
    results = run_contrasts(contrast_suite([*"ab"]), FEW, one=[True, True])
    found = stored_statistics(results.reports[0].cases, "another", registry.metrics.find("accuracy")())
    assert not found.counted.any()
    assert not found.rows.any()
    assert found.strata is None
    assert math.isnan(registry.metrics.find("accuracy")().estimate(found, np.ones((1, 2)))[0, 0])


def test_a_metric_without_strata_has_none_when_it_comes_back():
    suite = text_suite(REFERENCE)
    cases = run_texts(suite, "chrf", FEW, a=REFERENCE).reports[0].cases
    found = stored_statistics(cases, "chrf", registry.metrics.find("chrf")())
    assert found.strata is None
    assert found.counted.all()
