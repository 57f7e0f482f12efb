"""What holds for the whole tool: one rule for what was decided, one resampling, one family a run, no path of the machine."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

import pytest

import mteval
from mteval.cli.main import main
from mteval.core import registry
from mteval.core.errors import UsageError

TESTS = ("auto", "permutation", "bootstrap", "mcnemar", "sacrebleu-bootstrap", "sacrebleu-permutation")
SETTINGS = {"resamples": 100, "trials": 100, "grow": False, "seed": 7}


def contrastive(folder: Path) -> dict:
    items = [
        {
            "source": f"s{i}",
            "reference": f"r{i}",
            "ambig word": f"w{i % 9}",
            "original translation": "r",
            "origin": "x",
            "sense": "s",
            "errors": [{"contrastive": f"c{i}", "type": "t", "replacement": "c"}],
        }
        for i in range(60)
    ]
    (folder / "en-de.json").write_text(json.dumps(items))
    chance = random.Random(1)
    systems = []
    for name, share in (("a", 0.8), ("b", 0.5)):
        scores = "".join(f"{-1 if chance.random() < share else -3}\n-2\n" for _ in items)
        (folder / f"{name}.scores").write_text(scores)
        systems.append(f"{name}=score-file:{folder / f'{name}.scores'}?better=higher")
    return {"suites": str(folder / "en-de.json"), "format": "mucow-scoring", "systems": systems}


def dictionary(folder: Path) -> dict:
    words = 30
    (folder / "en-de.txt").write_text("".join(f"w{i}\tt{i}\n" for i in range(words)))
    systems = []
    for name, right in (("a", 24), ("b", 15)):
        for side in ("en", "de"):
            rows = []
            for i in range(words):
                place = i if side == "en" or i < right else (i + 1 if i < words - 1 else right)
                rows.append(
                    f"{'w' if side == 'en' else 't'}{i} " + " ".join(str(int(j == place)) for j in range(words))
                )
            (folder / f"{name}.{side}.vec").write_text("\n".join([f"{words} {words}", *rows]) + "\n")
        systems.append(f"{name}=embeddings:{folder / f'{name}.en.vec'}?target={folder / f'{name}.de.vec'}")
    options = {"names": "none", "lemmatiser": "none"}
    return {"suites": str(folder / "en-de.txt"), "format": "dictionary", "systems": systems, "options": options}


def sense_choice(folder: Path) -> dict:
    keys = [f"{i}\tcorpus\tbank\tbank\tufer\n" for i in range(40)]
    (folder / "en-de.key.txt").write_text("".join(keys))
    (folder / "en-de.text.txt").write_text("The bank .\n" * 40)
    systems = []
    for name, share in (("a", 0.8), ("b", 0.5)):
        chance = random.Random(name)
        lines = "".join(f"{'Die Bank' if chance.random() < share else 'Das Ufer'} .\n" for _ in keys)
        (folder / f"{name}.txt").write_text(lines)
        systems.append(f"{name}=output-file:{folder / f'{name}.txt'}")
    return {"suites": str(folder / "en-de.key.txt"), "format": "mucow-translation", "systems": systems}


def checklist(folder: Path) -> dict:
    templates = [
        {"template": f"The {{thing}} was {word}.", "label": "positive"} for word in ("good", "fine", "great", "fun")
    ]
    document = {
        "language": "en",
        "labels": ["negative", "positive"],
        "capabilities": {"Vocabulary": {"tests": templates[:2]}, "More": {"tests": templates[2:]}},
        "lexicons": {"thing": [f"thing{i}" for i in range(8)]},
    }
    (folder / "list.json").write_text(json.dumps(document))
    systems = []
    for name, share in (("a", 0.8), ("b", 0.5)):
        chance = random.Random(name)
        labels = "".join("positive\n" if chance.random() < share else "negative\n" for _ in range(32))
        (folder / f"{name}.labels").write_text(labels)
        systems.append(f"{name}=predictions:{folder / f'{name}.labels'}")
    return {"suites": str(folder / "list.json"), "format": "checklist", "systems": systems}


def reference(folder: Path) -> dict:
    (folder / "ref.txt").write_text("".join(f"the cat number {i} sat on the mat\n" for i in range(30)))
    (folder / "src.txt").write_text("".join(f"die Katze Nummer {i} saß da\n" for i in range(30)))
    manifest = """name = "own"
family = "reference"
version = "1"
languages = ["de", "en"]
licence = "CC0"
format = "lines"
metrics = ["bleu", "ter"]
[files]
"""
    from mteval.storage.digests import file_digest

    for key, name in (("data", "src.txt"), ("reference", "ref.txt")):
        manifest += f'{key} = {{ path = "{name}", sha256 = "{file_digest(folder / name)}" }}\n'
    (folder / "suite.toml").write_text(manifest)
    systems = []
    for name, every in (("a", 3), ("b", 2)):
        lines = [f"the {'dog' if i % every else 'cat'} number {i} sat on the mat\n" for i in range(30)]
        (folder / f"{name}.txt").write_text("".join(lines))
        systems.append(f"{name}=output-file:{folder / f'{name}.txt'}")
    return {"suites": str(folder), "systems": systems}


MAKERS = (contrastive, dictionary, sense_choice, checklist, reference)
every_family = pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)


@every_family
@pytest.mark.parametrize("test", TESTS)
def test_run_compare_and_check_accept_the_same_tests_and_give_the_same_p(make, test, tmp_path, capsys):
    given = make(tmp_path)
    settings = mteval.Settings(test=test, **SETTINGS)
    apart = [{**given, "systems": [one]} for one in given["systems"]]
    if make is reference and test == "mcnemar":
        with pytest.raises(UsageError, match="McNemar's test needs decided cases"):
            mteval.run(**given, settings=settings)
        parts = [mteval.run(**one, settings=mteval.Settings(**SETTINGS)) for one in apart]
        with pytest.raises(UsageError, match="McNemar's test needs decided cases"):
            mteval.compare_stored(parts, settings)
        return
    together = mteval.run(**given, settings=settings)
    parts = [mteval.run(**one, settings=settings) for one in apart]
    compared = mteval.compare_stored(parts)
    assert [(t.spec, t.difference, t.n, t.test, t.draws) for t in compared.comparisons] == [
        (t.spec, t.difference, t.n, t.test, t.draws) for t in together.comparisons
    ]
    p_values = {test.spec: test.p_value for test in together.comparisons}
    assert {test.spec: test.p_value for test in compared.comparisons} == pytest.approx(p_values, abs=0, nan_ok=True)
    assert [rank.clusters for rank in compared.ranks] == [rank.clusters for rank in together.ranks]
    for part, name in zip(parts, ("now", "before"), strict=True):
        mteval.write_results(part, tmp_path / name)
    with pytest.raises(SystemExit) if _fails(tmp_path) else nullcontext():
        main(["check", str(tmp_path / "now"), "--baseline", str(tmp_path / "before"), "--json"])
    changes = json.loads(capsys.readouterr().out.strip() or "{}").get("changes", [])
    whole = {change["spec"]: change["p_value"] for change in changes if not change["tag"]}
    known = {spec: math.nan if p is None else p for spec, p in whole.items()}
    assert known == pytest.approx(p_values, abs=0, nan_ok=True)
    assert make is checklist or not any(map(math.isnan, known.values()))  # of its four templates no test is believed


@every_family
def test_by_default_run_compare_and_check_give_the_same_p(make, tmp_path, capsys):
    given = make(tmp_path)
    mteval.write_results(mteval.run(**given), tmp_path / "both")
    for system, name in zip(given["systems"], ("now", "before"), strict=True):
        mteval.write_results(mteval.run(**{**given, "systems": [system]}), tmp_path / name)
    together = {test.spec: test.p_value for test in mteval.read_results(tmp_path / "both").comparisons}
    main(["compare", str(tmp_path / "now"), str(tmp_path / "before"), "--json"])
    compared = json.loads(capsys.readouterr().out)["comparisons"]
    assert {test["spec"]: test["p_value"] for test in compared} == together
    with pytest.raises(SystemExit) if _fails(tmp_path) else nullcontext():
        main(["check", str(tmp_path / "now"), "--baseline", str(tmp_path / "before"), "--json"])
    changes = json.loads(capsys.readouterr().out)["changes"]
    assert {one["spec"]: one["p_value"] for one in changes if not one["tag"]} == together


def _fails(folder: Path) -> bool:
    settings = mteval.compare_stored([mteval.read_results(folder / "before")]).reports[0].settings
    found = mteval.changes(
        mteval.read_results(folder / "now"), mteval.read_results(folder / "before"), mteval.Settings(**settings)
    )
    return any(change.dropped for change in found)


@every_family
def test_a_run_says_nothing_of_where_its_files_lie(make, tmp_path):
    given = make(tmp_path)
    if make is dictionary:
        order = tmp_path / "words.txt"
        order.write_text("w1\nw2\n")
        given["options"]["frequencies"] = str(order)
    results = mteval.run(**given, settings=mteval.Settings(resamples=20))
    text = results.to_json()
    assert str(tmp_path) not in text
    mteval.write_results(results, tmp_path / "out")
    assert not any(str(tmp_path) in path.read_text() for path in (tmp_path / "out").rglob("*.json*"))
    assert str(tmp_path) not in results.to_html()


@every_family
def test_a_signature_has_each_key_once_and_says_which_data(make, tmp_path):
    results = mteval.run(**make(tmp_path), settings=mteval.Settings(resamples=20))
    for report in results.reports:
        for score in (*report.scores, *report.supporting):
            keys = [part.partition(":")[0] for part in score.signature.split("|")]
            assert [key for key, count in Counter(keys).items() if count > 1] == []
            assert f"data:{report.suite['digest'][:12]}" in score.signature.split("|")


@every_family
def test_a_family_is_built_once_a_run(make, tmp_path, monkeypatch):
    given = make(tmp_path)
    name = mteval.run(**given, settings=mteval.Settings(resamples=0, test="none")).reports[0].suite["family"]
    family = registry.families.find(name)
    built = []
    before = family.__init__
    monkeypatch.setattr(family, "__init__", lambda self, options: (built.append(1), before(self, options))[1])
    results = mteval.run(**given, settings=mteval.Settings(resamples=10))
    assert len(built) == 1
    results.to_html()
    mteval.compare_stored([results])
    assert len(built) == 1


def test_two_sheets_of_decisions_are_told_apart_by_the_signature(tmp_path):
    given = sense_choice(tmp_path)
    signatures = []
    for folder, verdict in (("one", "positive"), ("two", "negative")):
        (tmp_path / folder).mkdir()
        sheet = tmp_path / folder / "sheet.tsv"
        translation = (tmp_path / "a.txt").read_text().split("\n")[0]
        sheet.write_text(f"id\ttranslation\tverdict\n0\t{translation}\t{verdict}\n")
        results = mteval.run(**given, options={"adjudicated": str(sheet)}, settings=mteval.Settings(resamples=0))
        signatures.append(results.reports[0].scores[0].signature)
    assert signatures[0] != signatures[1]
    assert all("adjudicated:sheet.tsv@" in signature for signature in signatures)
    assert str(tmp_path) not in signatures[0]


RATINGS = "annotator,item,system,adequacy\n" + "".join(
    f"{who},{item},{system},{1 + (item * 7 + len(who) + (system == 'x')) % 5}\n"
    for who in ("ann", "bob", "carla")
    for item in range(12)
    for system in "xy"
)


def intervals(results):
    return [
        (score.spec, key, interval)
        for report in results.reports
        for part in (report.scores, *(part.scores for part in report.slices))
        for score in part
        for key, interval in score.intervals.items()
    ]


def test_agreement_follows_the_seed_and_needs_resamples(tmp_path, capsys):
    (tmp_path / "ratings.csv").write_text(RATINGS)

    def agree(*options):
        main(["human", "agree", str(tmp_path / "ratings.csv"), "--json", *options])
        return json.loads(capsys.readouterr().out)["reports"]

    first, again, other = (agree("--resamples", "50", "--seed", seed) for seed in ("1", "1", "2"))
    assert first == again
    assert first[0]["scores"][0]["intervals"] != other[0]["scores"][0]["intervals"]
    assert first[1]["scores"][0]["intervals"] != other[1]["scores"][0]["intervals"]
    assert all(score["intervals"] == {} for report in agree("--resamples", "0") for score in report["scores"])
    for report in first:
        for score in report["scores"]:
            assert f"|data:{report['suite']['digest'][:12]}|mteval:" in score["signature"]


def test_correlation_follows_the_seed_and_needs_resamples(tmp_path, capsys):
    (tmp_path / "ratings.csv").write_text(RATINGS.replace(",0,", ",12,"))
    scores = "".join(f"{system} {(i * 5 + (system == 'x')) % 7}\n" for system in "xy" for i in range(12))
    (tmp_path / "metric.seg.score").write_text(scores)

    def correlate(*options):
        given = ["--scores", f"m={tmp_path / 'metric.seg.score'}", "--json"]
        main(["human", "correlate", str(tmp_path / "ratings.csv"), *given, *options])
        return json.loads(capsys.readouterr().out)["reports"][0]["scores"][0]

    first, again, other = (correlate("--resamples", "50", "--seed", seed) for seed in ("1", "1", "2"))
    assert first == again
    assert first["intervals"] != other["intervals"]
    assert correlate("--resamples", "0")["intervals"] == {}
    assert "|data:" in first["signature"]
    assert "|mteval:" in first["signature"]


def test_the_effect_of_enrichment_follows_the_seed_and_needs_resamples(tmp_path, capsys):
    given = dictionary(tmp_path)
    table = tmp_path / "deu"
    table.write_text("".join(f"t{i}\tt{i - 1}\tN;PL\nt{i}\tt{i}\tN;SG\n" for i in range(25, 30)))

    def enrich(*options):
        command = ["dictionary", "enrich", given["suites"], "-o", str(tmp_path / "full.txt"), "--target", "de"]
        system = given["systems"][0]
        main([*command, "--unimorph", str(table), "--system", system, "--json", *options])
        return json.loads(capsys.readouterr().out)["systems"][0]["values"]["p@1"]["interval"]

    first, again, other = (enrich("--resamples", "50", "--seed", seed) for seed in ("1", "1", "2"))
    assert first == again
    assert first != other
    assert enrich("--resamples", "0") == [None, None]


def test_the_text_of_results_is_short_and_a_notebook_shows_the_page():
    texts = {f"system {i}": ["a b c"] * 3 for i in range(40)}
    results = mteval.score(texts, [["a b d"] * 3], settings=mteval.Settings(resamples=0, test="none"))
    assert len(repr(results).split("\n")) <= 12
    assert "system 0" in repr(results)
    assert results._repr_html_().startswith("<iframe")
    assert "&lt;!doctype html&gt;" in results._repr_html_()
