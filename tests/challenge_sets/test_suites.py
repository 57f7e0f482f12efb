"""Every challenge set we ship: complete, labelled, without defects, and saying what its items promise."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from mteval.api import run
from mteval.checklists.checklist import read_checklist
from mteval.checklists.phrases import contains_phrase
from mteval.evaluation.lint import lint
from mteval.library import find_suite, load_suite, manifests

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "challenge_sets"
SHIPPED = sorted(path.parent.name for path in FOLDER.glob("*/suite.toml"))
# What lint tells of a set without calling it wrong; the demo's dictionary has such pairs so that cleaning can take them out.
INFORMATIVE = {"draft", "chance-level"}
ON_PURPOSE = {"demo-dictionary-en-es": {"proper-noun", "identical-to-source"}}
CLASSES = (
    "constituent order",
    "adjunction",
    "PP adjunction",
    "preposition stranding",
    "movement",
    "null subject",
    "dative",
    "pleonastic",
    "conflational",
    "structural",
    "categorial",
    "categorial, promotional",
    "categorial, demotional",
    "head swapping",
    "lexical",
)
PHENOMENA = (
    "genitive",
    "possessive pronoun",
    "ergative",
    "dative and accusative",
    "subject agreement",
    "object agreement",
    "number and person",
    "adjective",
    "oblique",
    "honorific plural",
)


def raw_items(name):
    return json.loads((FOLDER / name / "items.json").read_text(encoding="utf-8"))


def divergence_tests(pair):
    return read_checklist(find_suite(f"divergence-{pair}-translation").files["data"]).tests


def rejected(test, translation):
    """Whether a check of the test refuses the translation; written apart from the family's own judging."""
    wanted = [check["any"] for check in test.expect if "any" in check]
    unwanted = [phrase for check in test.expect for phrase in check.get("none", ())]
    held = all(contains_phrase(translation, phrases) for phrases in wanted)
    return not held or contains_phrase(translation, unwanted)


def test_every_folder_is_a_suite_that_is_found():
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()}
    assert folders == set(SHIPPED)
    assert set(SHIPPED) <= set(manifests())


@pytest.mark.parametrize("name", SHIPPED)
def test_the_manifest_says_whose_it_is_and_who_checked_it(name):
    source = find_suite(name)
    assert source.name == name
    assert all((source.licence, source.citation, source.description, source.languages))
    assert source.status in ("draft", "original", "machine-made")
    if source.status == "draft" and not name.startswith("demo-"):
        assert "draft" in source.description
        assert "native speaker" in source.description


@pytest.mark.parametrize("name", SHIPPED)
def test_lint_finds_nothing_wrong(name):
    report = lint(name, None, {})
    assert report.suite.cases
    if report.suite.source.status == "machine-made":
        pytest.skip("a machine made it, and lint says what it is worth")
    defects = {finding.code for finding in report.findings} - INFORMATIVE - ON_PURPOSE.get(name, set())
    assert not defects


@pytest.mark.parametrize("pair", ["en-es", "en-hi"])
def test_every_class_of_divergence_has_eight_items_in_both_variants(pair):
    items = raw_items(f"divergence-{pair}")
    counts = Counter(item["errors"][0]["type"] for item in items)
    assert tuple(counts) == CLASSES
    assert min(counts.values()) >= 8
    tests = divergence_tests(pair)
    assert [test.template[0] for test in tests] == [item["source"] for item in items]
    assert [test.capability for test in tests] == [item["sense"] for item in items]


@pytest.mark.parametrize("pair", ["en-es", "en-hi"])
def test_patterns_take_every_reference_and_refuse_what_ignores_the_divergence(pair):
    for test in divergence_tests(pair):
        assert not [text for text in test.extra["references"] if rejected(test, text)], test.template
        assert rejected(test, test.extra["ignoring"]), test.template


@pytest.mark.parametrize("pair", ["en-es", "en-hi"])
def test_length_does_not_give_contrasts_away(pair):
    """A sum of log-probabilities favours the shorter text; only a needless pronoun must make the contrast longer."""
    words = defaultdict(list)
    for item in raw_items(f"divergence-{pair}"):
        [error] = item["errors"]
        words[error["type"]].append(len(error["contrastive"].split()) - len(item["reference"].split()))
    means = {kind: sum(more) / len(more) for kind, more in words.items() if kind not in ("null subject", "pleonastic")}
    assert max(map(abs, means.values())) <= 1, means


@pytest.mark.parametrize("pair", ["en-es", "en-hi"])
def test_translations_are_judged_by_class(pair, tmp_path):
    tests = divergence_tests(pair)
    for name, key in (
        ("right", lambda test: test.extra["references"][-1]),
        ("ignoring", lambda test: test.extra["ignoring"]),
    ):
        (tmp_path / name).write_text("".join(f"{key(test)}\n" for test in tests), encoding="utf-8")
    systems = [f"output-file:{tmp_path / name}" for name in ("right", "ignoring")]
    reports = run(f"divergence-{pair}-translation", systems=systems).reports
    assert [report.scores[0].values["failure_rate"] for report in reports] == [0, 1]
    assert [piece.value for piece in reports[0].slices if piece.tag == "capability"] == list(CLASSES)


@pytest.mark.parametrize(
    ("name", "kinds"), [("divergence-en-es", CLASSES), ("divergence-en-hi", CLASSES), ("agreement-hi", PHENOMENA)]
)
def test_scores_are_counted_by_class(name, kinds, tmp_path):
    """The model prefers the reference in the first half of the classes only: hand-made costs, so accuracies are known."""
    known = kinds[: len(kinds) // 2]
    items = raw_items(name)
    right = [item["errors"][0]["type"] in known for item in items]
    (tmp_path / "costs").write_text("".join("1\n2\n" if good else "2\n1\n" for good in right), encoding="utf-8")
    report = run(name, systems=f"score-file:{tmp_path / 'costs'}?better=lower").reports[0]
    assert report.scores[0].values["accuracy"] == pytest.approx(sum(right) / len(right))
    slices = {piece.value: piece.scores[0].values["accuracy"] for piece in report.slices if piece.tag == "type"}
    assert slices == {kind: float(kind in known) for kind in kinds}


def test_agreement_pairs_differ_in_one_place_and_cover_the_phenomena():
    items = raw_items("agreement-hi")
    counts = Counter(item["sense"] for item in items)
    assert tuple(counts) == PHENOMENA
    assert min(counts.values()) >= 8
    assert len(items) >= 60
    for item in items:
        right, [error] = item["reference"], item["errors"]
        wrong, old, new = error["contrastive"], item["original translation"], error["replacement"]
        assert any(
            right[:place] + new + right[place + len(old) :] == wrong
            for place in range(len(right))
            if right.startswith(old, place)
        )
    assert {("की", "का"), ("का", "की")} <= {
        (item["original translation"], item["errors"][0]["replacement"]) for item in items
    }


def test_a_case_marker_never_asks_for_the_same_form_throughout():
    """A model that always writes one form must not pass a phenomenon by that."""
    forms = defaultdict(set)
    for item in raw_items("agreement-hi"):
        forms[item["sense"]].add(item["original translation"])
    assert min(map(len, forms.values())) >= 3


@pytest.mark.parametrize("pair", ["en-es", "en-de"])
def test_sense_sets_have_forty_words_of_two_senses_with_three_sentences(pair):
    senses = Counter((item["ambig word"], item["sense"]) for item in raw_items(f"senses-{pair}"))
    words = Counter(word for word, _ in senses)
    assert len(words) >= 40
    assert set(words.values()) == {2}
    assert set(senses.values()) == {3}
    assert len(load_suite(find_suite(f"senses-{pair}-translation")).cases) == sum(senses.values())


@pytest.mark.parametrize(
    ("script", "sources"), [("build_sense_suites", "senses"), ("build_divergence_suites", "divergence|agreement")]
)
def test_shipped_files_are_what_the_script_makes(script, sources, tmp_path):
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / script, tmp_path / "scripts")
    kinds = sources.split("|")
    for path in (path for kind in kinds for path in FOLDER.glob(f"{kind}-*/{kind}.txt")):
        (tmp_path / "challenge_sets" / path.parent.name).mkdir(parents=True, exist_ok=True)
        shutil.copy(path, tmp_path / "challenge_sets" / path.parent.name)
    subprocess.run([sys.executable, tmp_path / "scripts" / script], check=True, capture_output=True)
    made = sorted(path.relative_to(tmp_path) for path in (tmp_path / "challenge_sets").rglob("*") if path.is_file())
    shipped = sorted(path.relative_to(ROOT) for kind in kinds for path in FOLDER.glob(f"{kind}-*/*"))
    assert made == shipped
    assert not [path for path in made if (tmp_path / path).read_bytes() != (ROOT / path).read_bytes()]


def test_hindi_contrasts_are_no_other_order_of_the_same_constituents():
    """Hindi moves its constituents freely: with postpositional phrases as units, something else must differ."""
    postpositions = {"में", "पर", "से", "को", "का", "के", "की", "ने", "तक"}

    def phrases(text):
        units = []
        for word in text.rstrip("।?").replace(",", "").split():
            if word in postpositions and units:
                units[-1] += f" {word}"
            else:
                units.append(word)
        return Counter(units)

    for item in raw_items("divergence-en-hi"):
        contrast = item["errors"][0]["contrastive"]
        if item["sense"] in ("movement", "constituent order"):
            continue  # a fronted क्या asks yes or no; auxiliaries before their verb have a test of their own
        assert phrases(item["reference"]) != phrases(contrast), contrast


def test_the_wrong_word_order_in_hindi_has_an_auxiliary_or_postposition_before_what_it_follows():
    follows = {"सकता", "सकती", "चुका", "सकी", "गया", "पर", "में", "को"}
    items = [item for item in raw_items("divergence-en-hi") if item["sense"] == "constituent order"]
    for item in items:
        right, wrong = (text.rstrip("।").split() for text in (item["reference"], item["errors"][0]["contrastive"]))
        moved = [word for word in follows & set(right) if right[right.index(word) - 1] != wrong[wrong.index(word) - 1]]
        assert moved, item["source"]


def test_the_builder_refuses_contrasts_that_only_move_constituents(tmp_path):
    folder = tmp_path / "challenge_sets" / "divergence-en-hi"
    folder.mkdir(parents=True)
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "build_divergence_suites", tmp_path / "scripts")
    line = "She works in a bank. // वह बैंक में काम करती है। // वह काम करती है बैंक में। // +बैंक"
    (folder / "divergence.txt").write_text(f"== order: x\n{line}\n", encoding="utf-8")
    script = [sys.executable, tmp_path / "scripts" / "build_divergence_suites"]
    ended = subprocess.run(script, check=False, capture_output=True, text=True)
    assert ended.returncode == 1
    assert "line 2: the contrast only moves constituents" in ended.stderr


@pytest.mark.parametrize("pair", ["en-es", "en-de"])
def test_half_of_the_sense_sentences_have_more_than_ten_words(pair):
    lengths = [len(item["source"].split()) for item in raw_items(f"senses-{pair}")]
    assert sum(length > 10 for length in lengths) * 2 >= len(lengths)


SENTIMENT = ("Vocabulary", "Negation", "Temporal", "Semantic Role Labelling", "Relational", "Robustness", "Fairness")
INFERENCE = ("Co-reference", "Spatial", "Conditional", "Comparative", "Causal")


@pytest.mark.parametrize(
    ("task", "language", "capabilities"),
    [
        ("sentiment", language, SENTIMENT)
        for language in ("ar", "de", "en", "es", "fr", "gu", "hi", "ja", "ru", "sw", "vi")
    ]
    + [("nli", language, INFERENCE) for language in ("de", "en", "es", "fr", "hi", "ru")],
)
def test_checklists_of_a_task_have_the_same_capabilities_in_every_language(task, language, capabilities):
    checklist = json.loads((FOLDER / f"{task}-checklist-{language}" / "checklist.json").read_text(encoding="utf-8"))
    assert tuple(checklist["capabilities"]) == capabilities
    assert min(len(capability["tests"]) for capability in checklist["capabilities"].values()) >= 4
    assert checklist["language"] == language


def instances(name):
    return [str(case.query) for case in load_suite(find_suite(name)).cases]


def test_nobody_goes_home_early_from_a_book():
    assert not [text for text in instances("sentiment-checklist-ja") if "この本は" in text and "帰りました" in text]
    assert not [text for text in instances("sentiment-checklist-hi") if "यह किताब" in text and "लौट आए" in text]
    assert not [text for text in instances("sentiment-checklist-ja") if "レストラン" in text and "退屈" in text]


def test_hospitals_are_not_memorable_nor_hotels_beautifully_tiring():
    """What a language model found odd when it read random instances."""
    assert not [text for text in instances("sentiment-checklist-hi") if "सबसे यादगार अस्पताल" in text]
    assert not [text for text in instances("sentiment-checklist-ja") if "はお気に入りです" in text]
    assert not [text for text in instances("sentiment-checklist-ru") if "утомительн" in text or "красив" in text]
    assert not [text for text in instances("sentiment-checklist-sw") if "hospitali hii ilikuwa ya kufurahisha" in text]


def test_hindi_conditions_and_what_happened_have_one_form():
    texts = instances("nli-checklist-hi")
    assert [text for text in texts if "अगर बारिश हो गई" in text]
    assert not [text for text in texts if "आज बारिश होती है" in text]


def test_the_list_of_readings_says_truly_which_items_were_changed():
    rows = (FOLDER / "readings.tsv").read_text(encoding="utf-8").splitlines()
    names = rows[0].split("\t")
    found = [dict(zip(names, row.split("\t"), strict=True)) for row in rows[1:]]
    now = {
        (name, item["source"], item["reference"], item["errors"][0]["contrastive"])
        for name in {row["suite"] for row in found}
        for item in raw_items(name)
    }
    for row in found:
        assert {row["first"], row["second"]} != {"good"}
        kept = (row["suite"], row["source"], row["reference"], row["contrast"]) in now
        assert row["since"] == ("kept" if kept else "changed")
        assert kept is False or "good" in (row["first"], row["second"])
