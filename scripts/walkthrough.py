"""mteval in Python, step by step. Each `# %%` is a cell in editors that know notebooks; run as a script it prints as it goes."""

# %% Score your own output: any number of systems, any number of references.
from pathlib import Path

import mteval
from mteval.core import registry
from mteval.core.queries import LogProb, Translate
from mteval.demo.tour import open_model
from mteval.library import find_suite, load_suite

reference = [
    *("the cat sat on the mat", "we walk home together", "a dog barks at night", "it rained all day"),
    *("she reads the letter again", "they sold the old house", "the train was late", "he sings in the kitchen"),
]
systems = {
    "good": [
        *("the cat sat on the mat", "we go home together", "a dog barks at night", "it rained all the day"),
        *("she reads the letter again", "they sold the old house", "the train was late", "he sang in the kitchen"),
    ],
    "bad": [
        *("a cat sat at a mat", "we walk together", "the dog bark at the night", "it rain the day"),
        *("she read letter again", "they sell old house", "train is late", "he sings at kitchen"),
    ],
}
results = mteval.score(systems, [reference], metrics="bleu,chrf,rouge-l")
print(results.to_pandas()[["system", "metric", "key", "value", "low", "high"]].head(12))

# %% Every pair of systems is tested; ranks are ranges: 1 + systems significantly better … N − those significantly worse.
for test in results.comparisons:
    print(
        f"{test.metric}: {test.a} − {test.b} = {test.difference:+.2f}, p = {test.p_value:.3f} ({test.test}, n = {test.n})"
    )
print(results.ranks[0].ranges)

# %% A suite is data with a family that knows how to judge answers.
suite = load_suite(find_suite("senses-en-es"))
print(suite.name, len(suite.cases), "cases;", suite.source.description)
print(suite.cases[0].query)

# %% A system answers queries: here the demo's own small model.
model = open_model("model")
answers = list(model.answer([Translate("The bank refused the loan."), suite.cases[0].query]))
print(answers)

# %% Run suites on systems; findings say what a reader of the score must know.
outcome = mteval.run("senses-en-es", systems={"model": model, "early": open_model("model-early")})
for report in outcome.reports:
    score = report.score("accuracy")
    low, high = score.intervals["accuracy"]
    print(f"{report.system['name']}: {score.value:.3f} [{low:.3f}, {high:.3f}], chance {score.values['chance']:.2f}")
    print("  ", [finding.code for finding in report.findings])

# %% A Python function is a system too.
print(
    mteval.run("divergence-en-es-translation", systems={"copy": lambda texts: texts})
    .reports[0]
    .score("failure-rate")
    .values
)

# %% Slices, cases, and everything as a page.
worst = sorted(outcome.reports[0].slices, key=lambda part: part.scores[0].value)[:3]
print([(part.tag, part.value, round(part.scores[0].value, 2)) for part in worst])
failed = [case for case in outcome.reports[0].cases if case.outcome == "failed"]
print(failed[0].source, "→", failed[0].references)
page = outcome.to_html()
print(f"{len(page)} characters of HTML")

# %% Keep results, read them back, compare runs.
mteval.write_results(outcome, Path("walkthrough-results"))
again = mteval.read_results(Path("walkthrough-results"))
print(again.reports[0].score("accuracy").value == outcome.reports[0].score("accuracy").value)

# %% What there is.
print(registry.metrics.names())
print(LogProb.__doc__)
