"""mteval contrast: what building and tuning print, and what they refuse."""

from __future__ import annotations

import json

import pytest

from mteval.human.contrast_judgements import ANSWERS
from tests.authoring.annotation.contrast_items import CONTRASTS
from tests.authoring.contrast.synthetic import make_synthetic
from tests.charts.reading import tree
from tests.cli.calling import call, lines_of


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_synthetic(tmp_path_factory.mktemp("made"), words=5, per_target=14)


@pytest.fixture(scope="module")
def gold(made, tmp_path_factory):
    path = tmp_path_factory.mktemp("gold") / "gold.tsv"
    rows = [
        f"{word}\t{word}{number}\t{'|'.join(sorted(targets))}\n"
        for word, senses in made.gold.items()
        for number, targets in enumerate(sorted(senses, key=sorted))
    ]
    path.write_text("".join(rows), encoding="utf-8")
    return path


@pytest.fixture
def built(made, tmp_path, capsys):
    return tmp_path / "set", call(capsys, "contrast", "build", *made.options(tmp_path / "set"))


def test_building_says_where_the_sets_are_and_how_to_run_them(built, tmp_path, capsys):
    output, (code, printed, said) = built
    assert code == 0
    items = json.loads(next((output / "scoring").glob("*.json")).read_text(encoding="utf-8"))
    assert f"{output / 'scoring'}: {len(items)} items. Run: mteval run {output / 'scoring'} --system …" in printed
    assert "No tagger was given" in said
    assert "pairs/s" in said
    assert "pairs/s" not in printed
    code, printed, _ = call(capsys, "show", output / "scoring")
    assert code == 0


def test_a_variant_nothing_qualifies_for_is_said(made, tmp_path, capsys):
    code, printed, said = call(capsys, "contrast", "build", *made.options(tmp_path / "set"), "--longer-than", "99")
    assert code == 0
    assert f"No item qualified for the scoring variant; see {tmp_path / 'set' / 'rejections.tsv'}." in said
    assert f"{tmp_path / 'set' / 'translation'}: " in printed
    assert f"{tmp_path / 'set' / 'scoring'}: " not in printed


def test_a_build_without_a_single_item_ends_with_2_and_says_why(made, tmp_path, capsys):
    options = [*made.options(tmp_path / "set"), "--variant", "scoring", "--longer-than", "99"]
    code, printed, said = call(capsys, "contrast", "build", *options)
    assert (code, printed) == (2, "")
    assert "No sentence qualified for 5 ambiguous words. Refused: scoring: too-short" in said


@pytest.mark.parametrize("suffix", [".html", ".svg"])
def test_tuning_finds_the_threshold_with_the_best_figure(built, made, gold, tmp_path, capsys, suffix):
    output, _ = built
    picture = tmp_path / f"curves{suffix}"
    code, printed, _ = call(
        capsys, "contrast", "tune", output, "--gold", gold, "--embeddings", f"fasttext:{made.vectors}",
        "--thresholds", "0.2:0.8:0.2", "-o", picture,
    )  # fmt: skip
    assert code == 0
    head, *rows, last = printed.splitlines()
    column = head.split().index("F0.5")
    figures = {row.split()[0]: float(row.split()[column].replace("–", "-1")) for row in rows}
    assert list(figures) == ["0.20", "0.40", "0.60", "0.80"]
    best = max(figures, key=figures.__getitem__)
    assert last == f"Best F0.5 at --threshold {best}."
    assert len(list(tree(picture.read_text(encoding="utf-8")).iter("polyline"))) == 4


def test_a_picture_of_another_kind_is_refused_before_any_work(gold, tmp_path, capsys):
    given = ("--gold", gold, "--embeddings", "fasttext:none.vec", "-o", tmp_path / "curves.png")
    code, printed, said = call(capsys, "contrast", "tune", tmp_path, *given)
    assert (code, printed) == (2, "")
    assert "Name a file ending in .html or .svg." in said


def test_options_that_are_missing_are_named(capsys):
    code, _, said = call(capsys, "contrast", "build", "--languages", "en-fr", "-o", "x")
    assert code == 2
    assert "--inventory" in said


def test_precision_is_printed_and_written(tmp_path):
    (tmp_path / "set.json").write_text(json.dumps(CONTRASTS, ensure_ascii=False), encoding="utf-8")
    manifest = tmp_path / "suite.toml"
    facts = {"name": "own", "family": "contrastive", "version": "1", "licence": "CC0", "format": "mucow-scoring"}
    head = 'languages = ["en", "de"]\n' + "".join(f'{key} = "{value}"\n' for key, value in facts.items())
    manifest.write_text(head + '[files]\ndata = { path = "set.json" }\n', encoding="utf-8")
    table = tmp_path / "judged.tsv"
    columns = ["item", "annotator", "word", "reference", "contrast", *ANSWERS]
    rows = [
        [
            f"{n}/1",
            "ann",
            one["ambig word"],
            one["reference"],
            one["errors"][0]["contrastive"],
            "right",
            "wrong",
            "yes",
            "yes",
        ]
        for n, one in enumerate(CONTRASTS, start=1)
    ]
    table.write_text("".join("\t".join(row) + "\n" for row in (columns, *rows)), encoding="utf-8")
    lines = lines_of("contrast", "precision", str(tmp_path), str(table), "--by", "a model")
    assert lines[0].startswith("precision 1.000 (95 % interval ")
    assert lines[0].endswith("4 of 4 items")
    assert any(
        line.startswith("judged: precision 1.000") and "(a model)" in line for line in lines_of("show", str(tmp_path))
    )
    assert any(line.startswith("good: 1.000, equal answers –") for line in lines)
    head, *told = lines_of("lint", str(tmp_path))
    kinds = [line.split()[0] for line in told if line.startswith("  ") and not line.startswith("   ")]
    assert "judged" in kinds
    assert head.endswith(f" {len(kinds) - 1} kinds of defect")
