import pytest

import mteval
from mteval.cli.main import main
from mteval.evaluation.stored import compare_stored
from mteval.evaluation.stored_settings import settings_of

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
        assert "permutations 20 and 10000 (10000 taken)" in found
        assert "seed 7 and 8 (7 taken)" in found
        assert report.settings["trials"] == 10_000


def test_runs_that_tested_nothing_do_not_say_how_to_test():
    untested = mteval.Settings(test="none", resamples=0, seed=9)
    taken = settings_of([scored(untested, "first"), scored(untested, "second")])
    assert taken.settings == mteval.Settings(seed=9)
    assert taken.sentence == (
        "Tested with each metric's own test, 1000 resamples, seed 9, level 0.95 "
        "(as the runs were made; test, resamples by default)."
    )


def test_what_is_given_comes_before_what_is_stored():
    parts = [scored(mteval.Settings(test="permutation", trials=20, seed=7), name) for name in ("first", "second")]
    assert settings_of(parts, {"resamples": 33}).settings.trials == 33
    taken = settings_of(parts, {"test": "bootstrap", "resamples": 33, "seed": 1})
    assert (taken.settings.test, taken.settings.resamples, taken.settings.seed) == ("bootstrap", 33, 1)
    assert "test, resamples, seed as given" in taken.sentence


def test_report_says_how_systems_were_tested(tmp_path, capsys):
    settings = mteval.Settings(test="permutation", trials=40, seed=3)
    for name in ("first", "second"):
        mteval.write_results(scored(settings, name), tmp_path / name)
    main(["report", str(tmp_path / "first"), str(tmp_path / "second"), "-o", str(tmp_path / "both.html")])
    assert "Tested with paired permutations, 40 permutations, seed 3" in capsys.readouterr().err
    assert "permutation, 40 permutations, seed 3" in (tmp_path / "both.html").read_text()
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
