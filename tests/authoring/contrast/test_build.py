"""Whole builds on a bitext whose senses are known."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from mteval.authoring.contrast import build as build_module
from mteval.authoring.contrast.build import Build, _record
from mteval.authoring.contrast.lexicon import SenseLexicon
from mteval.authoring.contrast.settings import BuildSettings, TextSettings
from mteval.core.errors import MtevalError, UsageError
from mteval.evaluation.lint import lint
from mteval.lexical.sense_tables import read_sense_table
from mteval.library import find_suite, load_suite
from tests.authoring.contrast.built_files import files


def precision_and_recall(output, gold):
    """Senses that have exactly the gold target words."""
    found = {
        (word, sense)
        for word, senses in read_sense_table(output / "lexicon.tsv").clusters().items()
        for sense in senses
    }
    right = {(word, sense) for word, senses in gold.items() for sense in senses}
    return len(found & right) / len(found), len(found & right) / len(right)


def test_known_senses_are_found(built, synthetic):
    output, _ = built
    assert precision_and_recall(output, synthetic.gold) == (1.0, 1.0)


def test_without_vectors_senses_stay_too_fine(synthetic, contrast, tmp_path):
    options = synthetic.options(tmp_path / "set")
    place = options.index("--embeddings")
    contrast("build", *options[:place], *options[place + 2 :])
    precision, recall = precision_and_recall(tmp_path / "set", synthetic.gold)
    assert precision < 0.7
    assert 0.4 < recall < 0.8


with_eflomal = pytest.mark.skipif(
    not (shutil.which("eflomal-align") or shutil.which("eflomal-align", path=str(Path(sys.executable).parent))),
    reason="eflomal is not installed",
)


@with_eflomal
def test_known_senses_are_found_with_eflomal(synthetic, contrast, tmp_path):
    contrast("build", *synthetic.options(tmp_path / "set", links=False), "--variant", "scoring")
    precision, recall = precision_and_recall(tmp_path / "set", synthetic.gold)
    assert precision >= 0.95
    assert recall >= 0.95
    again = [*synthetic.options(tmp_path / "again"), "--variant", "scoring"]
    again[again.index("--alignment") + 1] = tmp_path / "set" / "alignments" / "made.links.gz"
    contrast("build", *again)
    assert (tmp_path / "again" / "adversarial.tsv").read_bytes() == (tmp_path / "set" / "adversarial.tsv").read_bytes()


@pytest.mark.parametrize("variant", ["scoring", "translation", ""])
def test_sets_are_suites_at_once(built, variant):
    suite = load_suite(find_suite(str(built[0] / variant)))
    assert len(suite.cases) > 100
    assert suite.source.languages == ("en", "de")


def scores_of(*arguments):
    from mteval.cli.main import main

    with redirect_stdout(StringIO()) as out:
        main([str(one) for one in arguments])
    return json.loads(out.getvalue())["reports"][0]["scores"][0]["values"]


def test_sets_run_at_once(built, tmp_path):
    """A system that gives the references has all senses right, one that prefers contrasts none."""
    output, _ = built
    reference = output / "translation" / "en-de.ref.txt"
    arguments = ("run", output / "translation", "--set", "lemmatiser=none", "--resamples", "10", "--json")
    found = scores_of(*arguments, "--system", f"output-file:{reference}")
    assert found["f1_b"] == 1.0
    items = json.loads((output / "scoring" / "en-de.mucow.scoring.json").read_text())
    for right, accuracy in ((1, 1.0), (9, 0.0)):
        lines = [line for item in items for line in (right, *(5 for _ in item["errors"]))]
        (tmp_path / "costs").write_text("".join(f"{line}\n" for line in lines))
        arguments = ("run", output, "--system", f"score-file:{tmp_path / 'costs'}", "--resamples", "10", "--json")
        assert scores_of(*arguments)["accuracy"] == accuracy


def test_lint_finds_no_defect_in_what_was_built(built):
    for variant in ("scoring", "translation"):
        codes = {finding.code for finding in lint(str(built[0] / variant), None, {}).findings}
        assert codes <= {"chance-level"}


def test_contrasts_have_other_senses_and_items_are_as_asked(built, synthetic):
    items = json.loads((built[0] / "scoring" / "en-de.mucow.scoring.json").read_text(encoding="utf-8"))
    seen = {}
    for item in items:
        right = next(sense for sense in synthetic.gold[item["ambig word"]] if item["original translation"] in sense)
        assert set(item["sense"].split("_")) == right
        assert len(item["source"].split()) > 10
        assert item["source"].split().count(item["ambig word"]) == 1
        assert 1 <= len(item["errors"]) <= 3
        for error in item["errors"]:
            wrong = item["reference"].split()
            wrong[wrong.index(item["original translation"])] = error["replacement"]
            assert error["contrastive"] == " ".join(wrong)
            assert any(error["replacement"] in sense for sense in synthetic.gold[item["ambig word"]] - {right})
        seen[item["ambig word"], item["sense"]] = seen.get((item["ambig word"], item["sense"]), 0) + 1
    assert max(seen.values()) <= 20


def test_translation_set_has_four_to_ten_examples_of_two_senses(built):
    rows = [line.split("\t") for line in (built[0] / "translation" / "en-de.key.txt").read_text().splitlines()]
    senses = {}
    for row in rows:
        senses.setdefault(row[2], {}).setdefault(row[3], []).append(row[0])
        assert not set(row[3].split()) & set(row[4].split())
    assert all(len(found) > 1 for found in senses.values())
    assert all(4 <= len(ids) <= 10 for found in senses.values() for ids in found.values())


def test_the_record_names_inputs_and_stages_but_no_key(built, synthetic):
    record = json.loads((built[0] / "build.json").read_text())
    assert record["corpora"]["made"]["made.source"] == hashlib.sha256(synthetic.source.read_bytes()).hexdigest()
    assert [stage["stage"] for stage in record["stages"]] == ["read", "align", "count", "senses", "select", "draw"]
    assert record["steps"]["with two senses after merging similar ones"] == 12
    text = TextSettings(("en", "fr"))
    settings = BuildSettings((), text, "babelnet:api?key=secret&url=http://x", Path("out"))
    lexicon = SenseLexicon((), (), {})
    inventory = SimpleNamespace(description={})
    assert "secret" not in json.dumps(_record(Build(settings, lambda *_: None), inventory, lexicon))


def test_another_seed_draws_others(built, synthetic, contrast, tmp_path):
    contrast("build", *synthetic.options(tmp_path / "set"), "--seed", "2", "--per-sense", "5")
    contrast("build", *synthetic.options(tmp_path / "other"), "--seed", "3", "--per-sense", "5")
    assert files(tmp_path / "set")["adversarial.tsv"] != files(tmp_path / "other")["adversarial.tsv"]


def test_corpora_take_turns_and_keep_their_names(synthetic, contrast, tmp_path):
    halves = []
    for part in (0, 1):
        for path in (synthetic.source, synthetic.target, synthetic.links):
            lines = path.read_text().splitlines(keepends=True)
            half = tmp_path / f"{part}.{path.name}.gz"
            half.write_bytes(gzip.compress("".join(lines[part::2]).encode()))
            halves.append(half)
    options = synthetic.options(tmp_path / "set", links=False)[4:]
    corpora = [
        "--source",
        f"web={halves[0]}",
        "--target",
        halves[1],
        "--source",
        f"books={halves[3]}",
        "--target",
        halves[4],
    ]
    corpora += ["--alignment", halves[2], "--alignment", halves[5]]
    contrast("build", *corpora, *options, "--per-sense", "6", "--domain-corpus", "web")
    items = json.loads((tmp_path / "set" / "scoring" / "en-de.mucow.scoring.json").read_text())
    origins = [item["origin"] for item in items]
    assert abs(origins.count("web") - origins.count("books")) < 0.1 * len(origins)
    domains = [
        line.split("\t") for line in (tmp_path / "set" / "translation" / "en-de.domain.txt").read_text().splitlines()
    ]
    assert domains
    assert all(row[2] == ("out" if int(row[4]) > int(row[3]) else "in") for row in domains)
    contrast("build", *corpora, *options[:-5], "--no-agreement", "-o", tmp_path / "held", "--training", "web")
    keys = (tmp_path / "held" / "translation" / "en-de.key.txt").read_text().splitlines()
    assert {line.split("\t")[1] for line in keys} == {"books"}


def test_training_sentences_are_left_out(built, synthetic, contrast, tmp_path):
    texts = (built[0] / "translation" / "en-de.text.txt").read_text().splitlines()
    (tmp_path / "seen.txt").write_text("\n".join(texts[::2]) + "\n")
    contrast("build", *synthetic.options(tmp_path / "set"), "--training", tmp_path / "seen.txt")
    assert not set(texts[::2]) & set((tmp_path / "set" / "translation" / "en-de.text.txt").read_text().splitlines())


def test_words_each_step_kept_are_told_when_none_is_left(synthetic, contrast, tmp_path):
    (tmp_path / "other.tsv").write_text("nothing\tx1\tof|this\nkind\tx2\tis|there\n")
    options = synthetic.options(tmp_path / "set")
    options[options.index("--inventory") + 1] = f"tsv:{tmp_path / 'other.tsv'}"
    with pytest.raises(
        MtevalError, match=r"linked source words: 7\d; .*linked 10 times: 12; known to the inventory: 0"
    ):
        contrast("build", *options)


@with_eflomal
def test_real_text_with_a_wordnet(shared, contrast, tmp_path):
    """Multi30k in English and French, the first 3 000 pairs, with all the tools of the paper."""
    data = shared / "data"
    for name in ("en", "fr"):
        lines = gzip.decompress((data / "multi30k" / f"train.{name}.gz").read_bytes()).split(b"\n")[:3000]
        (tmp_path / f"flickr.{name}").write_bytes(b"\n".join(lines) + b"\n")
    vectors = ",".join(str(data / "embeddings" / f"multi30k.{name}.vec.gz") for name in ("en", "fr"))
    options = ["--source", tmp_path / "flickr.en", "--target", tmp_path / "flickr.fr", "--languages", "en-fr"]
    options += ["--inventory", f"omw:{data / 'omw'}", "--aligner", "eflomal", "--embeddings", f"fasttext:{vectors}"]
    contrast("build", *options, "-o", tmp_path / "set", "--variant", "both", "--min-links", "2")
    lexicon = read_sense_table(tmp_path / "set" / "lexicon.tsv").clusters()
    # "sign" has gestures and boards, "dress" clothes and clothing: whatever the aligner does, some such word is found.
    assert len(lexicon) >= 4
    assert all(len(senses) > 1 for senses in lexicon.values())
    assert {finding.code for finding in lint(str(tmp_path / "set" / "scoring"), None, {}).findings} <= {"chance-level"}
    items = json.loads((tmp_path / "set" / "scoring" / "en-fr.mucow.scoring.json").read_text())
    full = re.compile(r"\b(?:[Ll]e|[Ll]a|[Dd]e) [aeiouéè]")
    pairs = [(item["reference"], error["contrastive"]) for item in items for error in item["errors"]]
    assert not [made for reference, made in pairs if len(full.findall(made)) > len(full.findall(reference))]


def files_of(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in ("build.json", "suite.toml")
    }


KILLED_WHILE_CLEANING = """
import os, shutil, sys
from mteval.authoring.contrast import build
from pathlib import Path
left = [int(sys.argv[1])]
def counted(real):
    def act(*arguments, **named):
        if left[0] == 0:
            os._exit(9)
        left[0] -= 1
        return real(*arguments, **named)
    return act
clean = build._clean_up
def cleaning(folder):
    for name in ("rename", "rmdir"):
        setattr(Path, name, counted(getattr(Path, name)))
    os.unlink, os.rmdir = counted(os.unlink), counted(os.rmdir)
    clean(folder)
build._clean_up = cleaning
from mteval.cli.main import main
main(sys.argv[2:])
"""


@pytest.mark.parametrize("steps", [0, 1, 3, 4, 6, 12])
def test_a_build_killed_while_it_cleans_up_is_made_again_as_it_was(built, synthetic, contrast, tmp_path, steps):
    options = [str(one) for one in synthetic.options(tmp_path / "set")]
    command = [sys.executable, "-c", KILLED_WHILE_CLEANING, str(steps), "contrast", "build", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 9, done.stderr
    assert (tmp_path / "set" / "build.json").exists()
    contrast("build", *options)
    assert files_of(tmp_path / "set") == files_of(built[0])


def test_a_stage_whose_files_were_damaged_is_done_again(built, synthetic, contrast, tmp_path, monkeypatch):
    monkeypatch.setattr(build_module, "_clean_up", lambda folder: None)
    contrast("build", *synthetic.options(tmp_path / "set"))
    work = tmp_path / "set" / ".work"
    damaged = [
        next(work.glob(pattern))
        for pattern in ("shards-*/*.shard", "counts-*/*.links.tsv", "pools-*/*.candidates.jsonl")
    ]
    damaged[0].unlink()
    damaged[1].write_text("")
    damaged[2].write_text("")
    monkeypatch.undo()
    contrast("build", *synthetic.options(tmp_path / "set"))
    assert files_of(tmp_path / "set") == files_of(built[0])


def test_two_builds_do_not_write_into_one_folder(synthetic, contrast, tmp_path):
    with folder_lock_of_another_process(tmp_path / "set"), pytest.raises(MtevalError, match="another run"):
        contrast("build", *synthetic.options(tmp_path / "set"))


@contextmanager
def folder_lock_of_another_process(folder):
    code = f"""
from pathlib import Path
from mteval.storage.locks import folder_lock
with folder_lock(Path({str(folder)!r})):
    print("held", flush=True)
    input()
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdout.readline()
    yield
    process.communicate(b"\n")


def test_work_of_ones_own_is_not_swept_away(synthetic, contrast, tmp_path):
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "thesis.txt").write_text("mine")
    contrast("build", *synthetic.options(tmp_path / "set"), "--work", tmp_path / "work")
    assert [path.name for path in (tmp_path / "work").iterdir()] == ["thesis.txt"]


def german_bitext(folder):
    """Sentences on banks of two kinds, a lexicon of three nouns, and a third kind that no sentence has."""
    water = [f"the {one} boat lies at the green bank of the wide river with much {one} water" for one in COLOURS]
    money = [f"the {one} woman brings her money to the new bank on the main {one} street" for one in COLOURS]
    rivers = [f"das {one} boot liegt am grünen Ufer von dem breiten fluss mit viel {one} wasser" for one in COLOURS]
    houses = [f"die {one} frau bringt ihr geld zu dem neuen Geldhaus an der langen {one} straße" for one in COLOURS]
    lines = [(*pair, "7-6") for pair in zip(water, rivers, strict=True)] + [
        (*pair, "9-9") for pair in zip(money, houses, strict=True)
    ]
    lines += [(f"a {one} row", f"eine {one} Reihe", "2-2") for one in COLOURS]
    for place, name in enumerate(("en", "de", "links")):
        (folder / f"c.{name}").write_text("".join(f"{line[place]}\n" for line in lines), encoding="utf-8")
    rows = ["bank\tb1\tufer\tn", "bank\tb2\tgeldhaus\tn", "bank\tb3\treihe\tn"]
    (folder / "senses.tsv").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    cells = [
        f"{lemma}\t{form}\tN;{gender};{case};SG\n"
        for lemma, gender, genitive in (
            ("Ufer", "NEUT", "Ufers"),
            ("Geldhaus", "NEUT", "Geldhauses"),
            ("Reihe", "FEM", "Reihe"),
        )
        for case, form in (("NOM", lemma), ("ACC", lemma), ("DAT", lemma), ("GEN", genitive))
    ]
    (folder / "nouns").write_text("".join(cells), encoding="utf-8")
    options = ["--source", folder / "c.en", "--target", folder / "c.de", "--alignment", folder / "c.links"]
    return [*options, "--languages", "en-de", "--inventory", f"tsv:{folder / 'senses.tsv'}", "--lemmatiser", "none"]


COLOURS = ("red", "blue", "green", "white", "black", "brown")


def refusals(folder):
    rows = [line.split("\t") for line in (folder / "rejections.tsv").read_text().splitlines()[1:]]
    return {reason: int(number) for _, reason, number in rows}


def test_german_nouns_agree_by_a_lexicon_or_are_refused(contrast, tmp_path):
    options = [*german_bitext(tmp_path), "--preset", "careful", "--longer-than", "3", "--unlinked", "5"]
    contrast("build", *options, "--morphology", tmp_path / "nouns", "-o", tmp_path / "set", "--near-duplicates", "1.1")
    items = json.loads((tmp_path / "set" / "scoring" / "en-de.mucow.scoring.json").read_text(encoding="utf-8"))
    assert {(item["original translation"], error["replacement"]) for item in items for error in item["errors"]} == {
        ("Ufer", "Geldhaus"),
        ("Geldhaus", "Ufer"),
    }
    # The feminine "Reihe", which no link shows, is refused in each of the twelve sentences.
    assert refusals(tmp_path / "set")["gender-differs"] == 12
    record = json.loads((tmp_path / "set" / "build.json").read_text())
    assert list(record["noun forms"]) == ["nouns"]


def test_german_without_a_lexicon_says_what_is_missing(contrast, tmp_path, monkeypatch):
    monkeypatch.setattr("mteval.authoring.contrast.settings.installed_nouns", lambda _: None)
    options = [*german_bitext(tmp_path), "--variant", "scoring", "--min-links", "3", "-o", tmp_path / "set"]
    with pytest.raises(MtevalError, match="pip install german-nouns"):
        contrast("build", *options)


def test_senses_that_contexts_do_not_tell_apart_give_no_items(synthetic, contrast, tmp_path):
    """The contexts of the made-up senses are drawn at random."""
    with pytest.raises(MtevalError, match="contexts-alike"):
        contrast("build", *synthetic.options(tmp_path / "set"), "--told-apart", "0.95")


def test_translation_items_in_doubt_are_refused_and_counted(synthetic, contrast, tmp_path):
    contrast("build", *synthetic.options(tmp_path / "set"), "--doubt", "0.2", "--least-examples", "1")
    assert refusals(tmp_path / "set")["in-doubt"] > 0
    with pytest.raises(UsageError, match="--doubt must be from 0 to 1"):
        contrast("build", *synthetic.options(tmp_path / "other"), "--doubt", "1.5")


def test_several_inventories_are_recorded(synthetic, contrast, tmp_path):
    (tmp_path / "more.tsv").write_text("nothing\tx1\tof\tn\n")
    more = f"tsv:{tmp_path / 'more.tsv'}"
    contrast("build", *synthetic.options(tmp_path / "set"), "--inventory", more)
    record = json.loads((tmp_path / "set" / "build.json").read_text())
    assert record["settings"]["inventory"] == f"tsv:{synthetic.inventory} {more}"
    assert list(record["inventory"]) == ["tsv1", "tsv2"]


def test_another_lexicon_of_nouns_is_another_stage(contrast, tmp_path, monkeypatch):
    monkeypatch.setattr(build_module, "_clean_up", lambda folder: None)
    options = [*german_bitext(tmp_path), "--min-links", "3", "-o", tmp_path / "set", "--near-duplicates", "1.1"]
    contrast("build", *options, "--morphology", tmp_path / "nouns")
    before = {path.name for path in (tmp_path / "set" / ".work").glob("items-*")}
    lexicon = (tmp_path / "nouns").read_text(encoding="utf-8")
    (tmp_path / "nouns").write_text(lexicon.replace("Ufers", "Uferes"), encoding="utf-8")
    contrast("build", *options, "--morphology", tmp_path / "nouns")
    assert {path.name for path in (tmp_path / "set" / ".work").glob("items-*")} > before
