"""Tables by language pair: pairs are never pooled, controls do not count, domains have their own means."""

import pytest

from mteval.cli._human_ranks import rank_text
from mteval.core.errors import UsageError
from mteval.evaluation.human_ranking import rank_tables, segment_scores
from mteval.human.ratings import item_type
from mteval.library import read_rating_files
from mteval.statistics.ranking_rules import changed_rule, find_rule
from tests.formats.error_files import ESA, MQM
from tests.formats.rating_files import written


def campaign(tmp_path):
    rows = [
        f"ann{language},{system},{n},TGT,eng,{language},{base + n},test-en-{domain}_x{n},False,[],{n}.0,{n}.5\n"
        for language, shift in (("deu", 0), ("jpn", 10))
        for system, base in (("A", 60 + shift), ("B", 20))
        for n, domain in enumerate(("news", "news", "news", "speech") * 3)
    ]
    return read_rating_files([written(tmp_path, "esa.csv", "".join(rows))])


def test_one_table_per_language_pair(tmp_path):
    german, japanese = rank_tables(campaign(tmp_path), find_rule("wmt24"))
    assert (german.languages, japanese.languages) == ("en-de", "en-ja")
    # By hand: 60 … 71 and 70 … 81.
    assert (german.systems[0].raw, japanese.systems[0].raw) == (65.5, 75.5)
    assert [one.range for one in german.systems] == [(1, 1), (2, 2)]
    assert [table.languages for table in rank_tables(campaign(tmp_path), find_rule("wmt24"), "eng-jpn")] == ["en-ja"]


def test_macro_means_and_the_signature_say_what_was_changed(tmp_path):
    macro = changed_rule(find_rule("wmt24"), {"mean": "macro"})
    [table] = rank_tables(campaign(tmp_path), macro, "en-de")
    # News: 0 1 2 4 5 6 8 9 10, mean 5; speech: 3 7 11, mean 7.
    assert table.systems[0].domains == {"news": 65.0, "speech": 67.0}
    assert table.systems[0].macro == 66.0
    assert "rule:wmt24-changed|scores:raw|mean:macro" in table.signature


def test_a_control_does_not_count_and_its_annotator_is_judged(tmp_path):
    ratings = read_rating_files([written(tmp_path, "esa.csv", ESA)])
    assert "degraded" in set(map(item_type, ratings.ratings))
    [table] = rank_tables(ratings, find_rule("wmt24"), "en-de")
    assert (table.systems[0].raw, table.systems[0].n_ratings) == (80.0, 2)
    assert [(one["annotator"], one["controls"], one["failed"]) for one in table.annotators] == [("ann", 1, [])]


def test_an_unknown_language_pair_and_missing_domains_are_refused(tmp_path):
    ratings = read_rating_files([written(tmp_path, "esa.csv", ESA)])
    with pytest.raises(UsageError, match="no ratings of 'en-fr'"):
        rank_tables(ratings, find_rule("wmt24"), "en-fr")
    with pytest.raises(UsageError, match="says nothing of domains"):
        rank_tables(ratings, changed_rule(find_rule("wmt24"), {"mean": "macro"}), "en-de")


def test_segment_scores_are_means_over_raters_and_mqm_is_positive(tmp_path):
    found = segment_scores(read_rating_files([written(tmp_path, "mqm.tsv", MQM)]))
    # (5.1 + 0) / 2 for A; one rater of B.
    assert [(one.system, one.doc, one.seg_id, one.score, one.raters) for one in found] == [
        ("A", "d", "1", 2.55, 2),
        ("B", "d", "1", 1.0, 1),
        ("B", "d", "2", 25.0, 1),
    ]


def test_several_files_are_one_campaign_and_the_latest_rating_counts(tmp_path):
    later = "ann,A,2,TGT,eng,deu,10,d,False,[],90.0,92.0\n"
    files = [written(tmp_path, "wave1.csv", ESA), written(tmp_path, "wave2.csv", later)]
    [table] = rank_tables(read_rating_files(files), find_rule("wmt24"), "en-de")
    assert (table.systems[0].raw, table.systems[0].n_ratings) == (40.0, 2)


def test_annotations_pair_up_file_by_file_under_wmt25(tmp_path):
    def row(who, system, score, time):
        return f"{who},{system},1,TGT,eng,deu,{score},d,False,[],{time},{time}\n"

    first, second = row("a", "B", 90, 1.0), row("b", "A", 10, 2.0) + row("c", "B", 9, 3.0)
    files = [written(tmp_path, "wave1.csv", first), written(tmp_path, "wave2.csv", second)]
    [table] = rank_tables(read_rating_files(files), find_rule("wmt25"), "en-de")
    (pair,) = table.pairs
    assert (pair.a, pair.n, pair.better) == ("B", 1, 0)


WMT_DA = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n" + "".join(
    f"h{n % 2}\tw\tcs\ten\tad\t1\tA\td\t{kind}\t{n}\t{score}\t1.0\n"
    for n in range(6)
    for kind, score in (("SYSTEM", 0.5 + n / 10), ("BAD_REF", 0.5))
)


def test_wmts_published_workers_are_not_judged_again(tmp_path):
    ratings = read_rating_files([written(tmp_path, "ad-csen-good-stnd-redup.csv", WMT_DA)])
    assert [(one.code, one.count) for one in ratings.findings] == [("controls-judged-before", 6)]
    [table] = rank_tables(ratings, find_rule("wmt22"))
    (worker,) = table.annotators
    # By hand: the drops are 0, .1, … .5; a mean of .25.
    assert (worker["controls"], round(worker["degraded_drop"], 9), worker["failed"]) == (6, 0.25, None)
    assert "annotators passed" not in rank_text([table], markdown=False)
