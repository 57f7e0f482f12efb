"""WMT's published human tables come out: segment scores of MQM, rankings of WMT22 and WMT24, AutoRank of WMT25."""

import gzip
import json
import tarfile

import pytest

from mteval.evaluation.human_ranking import rank_tables, segment_scores
from mteval.human.automatic_scores import read_system_metrics
from mteval.library import read_rating_files
from mteval.statistics.autorank import autoranks
from mteval.statistics.ranking_rules import changed_rule, find_rule

# The tables call three systems by other names than the files do.
NAMES = {"Shy-hunyuan-MT": "Shy", "CommandA-WMT": "CommandA-MT", "EuroLLM-22B-pre.": "EuroLLM-22B"}


def test_mqm_segment_scores_of_ted_are_those_published(shared):
    folder = shared / "data" / "mqm_ted"
    found = segment_scores(read_rating_files([folder / "mqm_ted_ende.tsv.gz"]))
    ours = {(one.system.replace("ref", "ref-A"), one.seg_id): one.score for one in found}
    with gzip.open(folder / "mqm_ted_ende.avg_seg_scores.tsv.gz", "rt") as file:
        rows = [line.split() for line in file][1:]
    theirs = {(system, segment): -float(score) for system, score, segment in rows if score != "None"}
    assert ours.keys() == theirs.keys()
    assert [key for key in theirs if round(ours[key], 6) != theirs[key]] == []


def test_direct_assessment_of_wmt22_czech_english(shared):
    folder = shared / "data" / "wmt22_da"
    ratings = read_rating_files([folder / "ad-csen-good-stnd-redup.csv.gz"])
    [table] = rank_tables(ratings, find_rule("wmt22"))
    published = [line.split() for line in (folder / "ad-sys-ranking-cs-en-z-names.csv").read_text().splitlines()]
    assert [(one.system, round(one.z, 3), one.n_segments, one.n_ratings) for one in table.systems] == [
        (row[4], float(row[1]), int(row[2]), int(row[3])) for row in published
    ]
    lines = [line.split() for line in (folder / "adwilcox-csen.csv").read_text().splitlines() if line.strip()]
    ours = {(one.a, one.b): one.p_value for one in table.pairs}
    # .12 stands where a difference is not significant.
    theirs = {(row[0], b): float(p) for row in lines[1:] for b, p in zip(lines[0], row[1:], strict=True) if p != "0.12"}
    assert theirs == pytest.approx({pair: ours[pair] for pair in theirs}, rel=1e-9)
    assert {pair for pair, p in ours.items() if p < 0.05} == set(theirs)
    without = changed_rule(find_rule("wmt22"), {"repeats": "left-out"})
    assert round(rank_tables(ratings, without)[0].systems[0].z, 3) == 0.128


@pytest.mark.parametrize("pair", ["en-ja", "en-zh"])
def test_ranges_of_wmt24_are_the_organisers(shared, pair):
    folder = shared / "data" / "esa_wmt24"
    ratings = read_rating_files(sorted(folder.glob("*.csv.gz")))
    [table] = rank_tables(ratings, find_rule("wmt24"), pair)
    ours = [(one.system, round(one.raw, 2), list(one.range), one.cluster) for one in table.systems]
    theirs = json.loads((folder / "expected.micro.json").read_text())[pair]
    assert ours == [(one["system"], one["mean"], one["range"], one["cluster"]) for one in theirs]


@pytest.mark.parametrize("pair", ["en-ar_EG", "en-de_DE", "en-is_IS", "ja-zh_CN"])
def test_every_published_autorank(shared, tmp_path, pair):
    folder = shared / "data" / "wmt25_autorank"
    with tarfile.open(folder / "automatic_scores.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    table = read_system_metrics(tmp_path / "automatic_scores", pair)
    ours = {name: f"{rank:.1f}" for name, rank in zip(table.systems, autoranks(table.means), strict=True)}
    header, *rows = [line.split("\t") for line in (folder / f"expected.{pair}.tsv").read_text().splitlines()]
    names = [row[0].removeprefix("\\official ").removesuffix("[M]") for row in rows]
    place = header.index("AutoRank")
    assert ours == {NAMES.get(name, name): row[place] for name, row in zip(names, rows, strict=True)}


def test_segment_scores_of_wmt23_follow_from_the_spans(shared, tmp_path):
    with tarfile.open(shared / "data" / "wmt23_metrics" / "wmt23.en-de.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    folder = tmp_path / "wmt23" / "human-scores"
    ratings = read_rating_files([folder / "en-de.mqm.merged.seg.rating"]).ratings
    counts: dict[str, int] = {}
    theirs = {}
    for line in (folder / "en-de.mqm.seg.score").read_text().splitlines():
        system, score = line.split()
        counts[system] = counts.get(system, 0) + 1
        if score != "None":
            theirs[system, str(counts[system])] = float(score)
    assert {(one.system, one.item): one.value for one in ratings} == pytest.approx(theirs)
