"""Which language translations are in, and what follows for the tokenizer."""

from __future__ import annotations

import json

import pytest
from sacrebleu.metrics import BLEU

from mteval import run, score
from mteval.cli.main import main
from mteval.core.errors import UsageError
from mteval.evaluation.given import References, given_lines, reference_suite
from mteval.evaluation.languages import read_languages, target_language, with_languages

CHINESE = [
    "我们今天去公园散步。", "他喜欢吃苹果和香蕉。", "明天会下雨吗？",
    "这是一本很有意思的书。", "她在学校教数学。", "火车晚点了十分钟。",
]  # fmt: skip
TRANSLATED = [
    "我们今天去公园走走。", "他喜欢吃苹果香蕉。", "明天下雨吗？",
    "这是一本有意思的书。", "她在学校里教数学。", "火车晚了十分钟。",
]  # fmt: skip
JAPANESE = ["今日は公園へ行きました。", "彼はりんごが好きです。", "明日は雨が降りますか。"]


def suite_of(texts, name="reference"):
    return reference_suite(References((given_lines(list(texts), name),)))


def bleu_of(results):
    return results.reports[0].score("bleu")


@pytest.mark.parametrize(
    ("given", "expected"),
    [("en-zh", ("en", "zh")), ("en_GB-pt-BR", ("en_GB", "pt-BR")), ("eng→jpn", ("eng", "jpn")), ("zh", ("zh",))],
)
def test_languages_are_read(given, expected):
    assert read_languages(given) == expected


@pytest.mark.parametrize("given", ["e-zh", "en zh", "-", "english-chinese!"])
def test_other_languages_are_refused(given):
    with pytest.raises(UsageError, match="Give it as en-zh"):
        read_languages(given)


def test_what_is_declared_comes_before_names_and_script():
    suite = suite_of(CHINESE, "newstest.en-de")
    assert target_language(suite) == "de"
    assert target_language(with_languages(suite, ("en", "ja-JP"))) == "ja"


@pytest.mark.parametrize(
    ("name", "outputs", "expected"),
    [("ref.zho", (), "zh"), ("wmt.en-ko.txt", (), "ko"), ("ref", ("system.ja",), "ja"), ("ref", ("system.txt",), "zh")],
)
def test_names_of_references_come_before_those_of_outputs_and_both_before_the_script(name, outputs, expected):
    assert target_language(suite_of(CHINESE, name), outputs) == expected


def test_the_script_tells_where_nothing_else_does():
    assert target_language(suite_of(JAPANESE)) == "ja"
    assert target_language(suite_of(["Das ist ein Haus.", "Ja."])) == ""


def test_chinese_is_scored_as_sacrebleu_scores_it_with_the_language():
    ours = bleu_of(score(TRANSLATED, [CHINESE]))
    peer = BLEU(trg_lang="zh")
    assert ours.value == pytest.approx(peer.corpus_score(TRANSLATED, [CHINESE]).score, abs=1e-9)
    assert "|tok:zh|" in ours.signature


def test_a_tokenizer_that_was_chosen_is_kept_and_told_not_to_fit():
    results = score(TRANSLATED, [CHINESE], metrics="bleu?tokenize=13a")
    assert bleu_of(results).value == pytest.approx(
        BLEU(tokenize="13a").corpus_score(TRANSLATED, [CHINESE]).score, abs=1e-9
    )
    finding = next(one for one in results.reports[0].findings if one.code == "tokenizer-script")
    assert "tokenize=zh" in finding.message


def test_the_language_that_is_given_comes_first(tmp_path, capsys):
    for name, texts in (("reference", CHINESE), ("system", TRANSLATED)):
        (tmp_path / name).write_text("\n".join(texts) + "\n", encoding="utf-8")
    arguments = ["score", str(tmp_path / "system"), "-r", str(tmp_path / "reference"), "-m", "bleu", "--json"]
    main([*arguments, "--languages", "en-de"])
    signature = json.loads(capsys.readouterr().out)["reports"][0]["scores"][0]["signature"]
    assert "|tok:13a|" in signature
    with pytest.raises(SystemExit) as ended:
        main([*arguments, "--languages", "nonsense?"])
    assert ended.value.code == 2


def test_a_run_takes_the_language_it_is_told(tmp_path):
    for name, texts in (("data.txt", CHINESE), ("system.txt", TRANSLATED)):
        (tmp_path / name).write_text("\n".join(texts) + "\n", encoding="utf-8")
    results = run(
        str(tmp_path / "data.txt"),
        format="lines",
        languages="en-zh",
        systems=f"output-file:{tmp_path / 'system.txt'}",
        metrics="bleu",
    )
    assert "|tok:zh|" in bleu_of(results).signature


def test_runs_over_different_tokens_are_not_compared(tmp_path, capsys):
    for name, texts in (("reference", CHINESE), ("system", TRANSLATED)):
        (tmp_path / name).write_text("\n".join(texts) + "\n", encoding="utf-8")
    base = ["score", str(tmp_path / "system"), "-r", str(tmp_path / "reference"), "-m", "bleu"]
    main([*base, "-o", str(tmp_path / "one")])
    main([*base, "--languages", "en-de", "-o", str(tmp_path / "two")])
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["compare", str(tmp_path / "one"), str(tmp_path / "two")])
    assert ended.value.code == 2
    assert "different tokens: tok:zh" in capsys.readouterr().err
