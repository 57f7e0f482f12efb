"""mteval human scores, rank and autorank, as others script against them."""

import json

from tests.cli.calling import exit_code
from tests.formats.error_files import ESA, MQM


def test_segment_scores_have_the_header_agreed_on(tmp_path):
    (tmp_path / "mqm.tsv").write_text(MQM)
    assert exit_code("human", "scores", tmp_path / "mqm.tsv", "--format", "mqm", "-o", tmp_path / "seg.tsv") == 0
    lines = (tmp_path / "seg.tsv").read_text().splitlines()
    assert lines[:2] == ["system\tdoc\tseg_id\tscore\traters", "A\td\t1\t2.55\t2"]


def test_the_json_of_a_ranking(tmp_path, capsys):
    (tmp_path / "esa.csv").write_text(ESA)
    assert exit_code("human", "rank", tmp_path / "esa.csv", "--languages", "en-de", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    [system] = document["systems"]
    assert {"system", "raw", "z", "n_segments", "n_ratings", "range", "cluster"} <= set(system)
    assert (system["raw"], system["range"], document["pairs"]) == (80.0, [1, 1], [])


def test_text_and_markdown_fit_the_page(tmp_path, capsys):
    (tmp_path / "esa.csv").write_text(ESA)
    assert exit_code("human", "rank", tmp_path / "esa.csv") == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert "en-de, esa" in text
    assert "en-ja, esa" in text
    assert exit_code("human", "rank", tmp_path / "esa.csv", "--render", "markdown") == 0
    assert "| rank | system |" in capsys.readouterr().out


def test_an_unknown_rule_is_one_sentence(tmp_path, capsys):
    (tmp_path / "esa.csv").write_text(ESA)
    assert exit_code("human", "rank", tmp_path / "esa.csv", "--rule", "wmt2x") == 2
    assert "Unknown ranking rule 'wmt2x'" in capsys.readouterr().err
