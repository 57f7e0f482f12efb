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
