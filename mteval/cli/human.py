"""mteval human: agreement, segment scores, rankings, correlation of metrics with people, and the server for annotators."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mteval.cli._shared import OutputOptions, output_options, parse_settings
from mteval.core.errors import UsageError
from mteval.core.formatting import all_visible

if TYPE_CHECKING:
    from mteval.core.results import Finding, Results

PATH = click.Path(path_type=Path)
LEVELS = ("nominal", "ordinal", "interval")


format_option = click.option(
    "--format",
    "format_name",
    metavar="NAME",
    help="ratings, appraise, pearmut, mqm, mqm-json, mtme-rating, wmt-da or annotation-database (default: recognised).",
)


@click.group(name="human", short_help="Agreement, correlation with metrics, and a rating server.")
def command() -> None:
    """People in the loop: how well annotators agree, whether metrics agree with them, and a server to ask them.

    \b
    Example:
      mteval human agree ratings.csv
      mteval human rank ratings.csv --rule wmt24
      mteval human correlate mt-metrics-eval-v2/wmt23 --languages en-de --human mqm
      mteval human serve job.toml
    """


@command.command(name="agree")
@click.argument("ratings", type=PATH, nargs=-1, required=True)
@format_option
@click.option(
    "--level", type=click.Choice(LEVELS), default="ordinal", show_default=True, help="Which α is the headline."
)
@click.option(
    "--range", "ranges", multiple=True, metavar="SCALE=LOW-HIGH", help="A scale's range, such as score=0-100."
)
@click.option(
    "--resamples", type=click.IntRange(0), default=1000, show_default=True, help="Bootstrap resamples of items."
)
@click.option("--seed", type=int, default=12345, show_default=True, help="Same seed, same digits.")
@output_options
def agree(
    ratings: tuple[Path, ...],
    format_name: str | None,
    level: str,
    ranges: tuple[str, ...],
    resamples: int,
    seed: int,
    output: OutputOptions,
) -> None:
    """Agreement between annotators, their bias and severity, controls, and standardised system scores.

    RATINGS are one or more CSV or TSV tables (annotator, item, system, adequacy, fluency), Appraise or Pearmut exports, MQM
    ratings, or the database of 'mteval human serve'; several files are taken as one.

    \b
    Example:
      mteval human agree ratings.csv
      mteval human agree campaign.jsonl --level interval --json
    """
    from mteval.evaluation.agreement import agreement_results
    from mteval.evaluation.settings import Settings
    from mteval.library import read_rating_files

    found = read_rating_files(ratings, format_name, {"ranges": joined_ranges(ranges)} if ranges else {})
    results = agreement_results(found, Settings(resamples=resamples, seed=seed), level)
    if output.as_json or output.render != "terminal":
        output.deliver(results)
        return
    from mteval.cli._human_tables import agreement_tables

    click.echo(agreement_tables(all_visible(results)), nl=False)
    OutputOptions(None, False, "terminal").deliver(replace(results, reports=results.reports[1:]))
    if output.folder is not None:
        from mteval.storage.reports import write_results

        write_results(results, output.folder)


def joined_ranges(pairs: tuple[str, ...]) -> str:
    """--range SCALE=LOW-HIGH as the option `ranges` takes it."""
    for pair in pairs:
        if not re.fullmatch(r"[^=]+=-?[\d.]+-[\d.]+", pair):
            raise UsageError(f"--range {pair} is not SCALE=LOW-HIGH, such as score=0-100.")
    return ",".join(pair.replace("=", ":", 1) for pair in pairs)


@command.command(name="scores")
@click.argument("ratings", type=PATH, nargs=-1, required=True)
@format_option
@click.option("--weights", metavar="NAME", help="What errors cost: google, wmt24, …, changed by RULE=NUMBER.")
@click.option("--languages", metavar="LP", help="Only this language pair, such as en-de.")
@click.option("--scale", help="Which scale (default: the only one there is).")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Another option of the format.")
@click.option("-o", "--output", "target", type=PATH, metavar="FILE", help="Write to FILE instead of printing.")
def scores(
    ratings: tuple[Path, ...],
    format_name: str | None,
    weights: str | None,
    languages: str | None,
    scale: str | None,
    settings: tuple[str, ...],
    target: Path | None,
) -> None:
    """Segment scores: the mean over raters of each system's translation of each segment, tab-separated.

    The columns are system, doc, seg_id, score and raters (how many). MQM scores are sums of weights: 0 is flawless, higher
    is worse.

    \b
    Example:
      mteval human scores mqm.tsv -o seg.tsv
      mteval human scores mqm.tsv --format mqm --weights google,major=10
    """
    from mteval.evaluation.human_ranking import chosen_pairs, segment_scores
    from mteval.library import read_rating_files
    from mteval.text.writing import write_text

    found = read_rating_files(ratings, format_name, _format_options(weights, settings))
    rows = [
        f"{one.system}\t{one.doc}\t{one.seg_id}\t{one.score:.10g}\t{one.raters}\n"
        for pair in chosen_pairs(found, languages)
        for one in segment_scores(found.of_languages(pair), scale)
    ]
    text = "".join(("system\tdoc\tseg_id\tscore\traters\n", *rows))
    _say_findings(found.findings)
    if target is None:
        click.echo(text, nl=False)
    else:
        write_text(target, text)
        click.echo(f"Written to {target}", err=True)


def _format_options(weights: str | None, settings: tuple[str, ...]) -> dict[str, str]:
    return {**({"weights": weights} if weights else {}), **parse_settings(settings)}


def _say_findings(findings: Sequence[Finding]) -> None:
    for finding in findings:
        click.echo(f"! {finding.code}: {finding.message}", err=True)


@command.command(name="rank")
@click.argument("ratings", type=PATH, nargs=-1, required=True)
@format_option
@click.option("--languages", metavar="LP", help="Only this language pair, such as en-de (default: a table for each).")
@click.option("--rule", metavar="NAME", help="wmt22, wmt23, wmt24, wmt25 or permutation (default: what fits the file).")
@click.option("--mean", type=click.Choice(("micro", "macro", "segment")), help="Mean of ratings, domains or segments.")
@click.option(
    "--test", type=click.Choice(("rank-sum", "signed-rank", "permutation")), help="Another test than the rule's."
)
@click.option("--scores", type=click.Choice(("raw", "z")), help="Rank raw or standardised scores.")
@click.option(
    "--repeats", type=click.Choice(("counted", "left-out")), help="Items shown twice (default: as the rule does)."
)
@click.option("--weights", metavar="NAME", help="What errors cost: google, wmt24, …, changed by RULE=NUMBER.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Another option of the format.")
@click.option("--seed", type=int, default=12345, show_default=True, help="Same seed, same digits.")
@click.option("--render", type=click.Choice(("terminal", "markdown")), default="terminal", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def rank(
    ratings: tuple[Path, ...],
    format_name: str | None,
    languages: str | None,
    rule: str | None,
    weights: str | None,
    settings: tuple[str, ...],
    seed: int,
    render: str,
    as_json: bool,
    **changes: str | None,
) -> None:
    """Rank systems as WMT does: means, z-scores, ranges of ranks, clusters and every pair, language pair by language pair.

    With --json one table is `{"systems", "pairs", …}`; several are `{"tables": […]}`. What each rule does, and when an
    annotator fails controls: mteval explain ranking-rules.

    \b
    Example:
      mteval human rank ratings.csv
      mteval human rank esa_wave2.csv esa_wave3.csv --rule wmt24 --languages en-ja --json
    """
    from mteval.evaluation.human_ranking import default_rule, rank_tables
    from mteval.library import read_rating_files
    from mteval.statistics.ranking_rules import changed_rule, find_rule

    found = read_rating_files(ratings, format_name, _format_options(weights, settings))
    chosen = changed_rule(find_rule(rule or default_rule(found)), changes)
    tables = rank_tables(found, chosen, languages, seed)
    if as_json:
        documents = [table.document() for table in tables]
        document = documents[0] if len(documents) == 1 else {"tables": documents}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
        return
    from mteval.cli._human_ranks import rank_text

    click.echo(rank_text(tables, markdown=render == "markdown"), nl=False)


@command.command(name="autorank")
@click.argument("folder", type=PATH)
@click.option("--languages", metavar="LP", required=True, help="Language pair as the files name it, such as en-de_DE.")
@click.option("--metrics", metavar="A,B", help="Which metrics count (default: those WMT25 takes for the pair).")
@click.option("--render", type=click.Choice(("terminal", "markdown")), default="terminal", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def autorank(folder: Path, languages: str, metrics: str | None, render: str, as_json: bool) -> None:
    """AutoRank of WMT25: systems ranked by several automatic metrics at once, 1 the best, N the worst.

    FOLDER has one SYSTEM.jsonl per system: a document a line, with its language_pair and metric_scores, a list each.

    \b
    Example:
      mteval human autorank automatic_scores --languages en-de_DE
      mteval human autorank automatic_scores --languages en-de_DE --metrics XCOMET-XL,MetricX-24-Hybrid-XL --json
    """
    from mteval.human.automatic_scores import read_system_metrics
    from mteval.statistics.autorank import autoranks

    wanted = [one.strip() for one in metrics.split(",") if one.strip()] if metrics else []
    table = read_system_metrics(folder, languages, wanted)
    ranks = [float(one) for one in autoranks(table.means)]
    if not as_json:
        from mteval.cli._human_ranks import autorank_text

        click.echo(autorank_text(table, ranks, markdown=render == "markdown"), nl=False)
        return
    rows = [
        {"system": name, "autorank": rank, "metrics": dict(zip(table.metrics, map(float, means), strict=True))}
        for rank, name, means in sorted(zip(ranks, table.systems, table.means, strict=True), key=lambda row: row[0])
    ]
    findings = [{"code": one.code, "count": one.count, "message": one.message} for one in table.findings]
    click.echo(
        json.dumps({"languages": languages, "systems": rows, "findings": findings}, ensure_ascii=False, indent=1)
    )


@command.command(name="correlate")
@click.argument("human", type=PATH, metavar="TESTSET|RATINGS")
@click.option("--languages", metavar="LP", help="Language pair of the test set, such as en-de.")
@click.option(
    "--human",
    "--gold",
    "kind",
    metavar="NAME",
    help="Which human scores, such as mqm (default: the only ones there are).",
)
@click.option("--level", type=click.Choice(("auto", "seg", "sys")), default="auto", show_default=True)
@click.option("--reference", metavar="NAME", help="Only metrics that used this reference, or none; such as refA.")
@click.option(
    "--humans/--no-humans", default=False, show_default=True, help="Human translations as systems, but the reference."
)
@click.option(
    "--outliers",
    default="none",
    show_default=True,
    metavar="A,B",
    help="Systems to leave out; 'mad': those far from the median.",
)
@click.option("--domain", metavar="NAME", help="Only the segments of one domain.")
@click.option("--by-domain", is_flag=True, help="The same for each domain as well.")
@click.option("--metrics", metavar="A,B", help="Metrics of the test set (default: all), or of mteval, to be computed.")
@click.option(
    "--scores",
    multiple=True,
    metavar="NAME=FILE",
    help="'SYSTEM SCORE' lines of a metric, or the folder of a stored run; may be repeated.",
)
@click.option("--scale", help="Which scale of a ratings file (default: all, averaged).")
@click.option(
    "--test", "tests", default="pairwise_accuracy", show_default=True, metavar="A,B", help="What PERM-BOTH tests."
)
@click.option(
    "--permute",
    type=click.Choice(("scores", "segments", "pairs")),
    default="scores",
    show_default=True,
    help="What changes places where segment_acc_eq is tested; 'pairs' as at WMT.",
)
@click.option(
    "--resamples", type=click.IntRange(0), default=1000, show_default=True, help="Bootstrap resamples of segments."
)
@click.option("--trials", type=click.IntRange(1), default=1000, show_default=True, help="Permutations of PERM-BOTH.")
@click.option("--seed", type=int, default=12345, show_default=True, help="Same seed, same digits.")
@click.option("--plot", type=PATH, help="Write scatter plots and the tests to one HTML file.")
@output_options
def correlate(
    human: Path,
    languages: str | None,
    kind: str | None,
    level: str,
    reference: str | None,
    humans: bool,
    outliers: str,
    domain: str | None,
    by_domain: bool,
    metrics: str | None,
    scores: tuple[str, ...],
    scale: str | None,
    tests: str,
    permute: str,
    resamples: int,
    trials: int,
    seed: int,
    plot: Path | None,
    output: OutputOptions,
) -> None:
    """Do the metrics agree with people? Correlations by system and by segment, with PERM-BOTH between metrics.

    TESTSET is a folder of mt-metrics-eval; RATINGS is any ratings file, with metric scores given by --scores. System level is
    from a metric's own scores of systems where it has such. Several language pairs, --languages en-de,he-en, are also pooled
    for accuracy. What a constant and a random metric would get is printed beside.

    \b
    Example:
      mteval human correlate mt-metrics-eval-v2/wmt23 --languages en-de --human mqm --plot wmt23.html
      mteval human correlate mt-metrics-eval-v2/wmt23 --gold mqm --reference refA --metrics chrf,rouge-l
      mteval human correlate ratings.csv --scores bleu=bleu.seg.score --scores comet=comet.seg.score
    """
    from mteval.evaluation.correlation import CorrelationTests, correlation_results
    from mteval.evaluation.open_test_set import TestSetChoice
    from mteval.evaluation.pooled_correlation import pooled_results
    from mteval.evaluation.score_tables import from_ratings, from_test_set
    from mteval.evaluation.settings import Settings

    named = [one.strip() for one in metrics.split(",")] if metrics else []
    files = dict(_named_file(one) for one in scores)
    settings = Settings(resamples=resamples, trials=trials, seed=seed)
    wished = CorrelationTests(_each(tests), settings, permute, by_domain)
    if human.is_dir():
        pairs = _each(languages) if languages else (None,)
        choices = [
            TestSetChoice(pair, kind, level, named, files, reference, humans, outliers, domain) for pair in pairs
        ]
        tables = {str(chosen.languages): from_test_set(human, chosen) for chosen in choices}
    else:
        tables = {"": from_ratings(human, scale, files)}
    results = pooled_results(tables, wished) if len(tables) > 1 else correlation_results(*tables.popitem()[1], wished)
    output.deliver(results)
    if not output.as_json and output.render == "terminal":
        from mteval.cli._human_tables import perm_tables

        click.echo(perm_tables(all_visible(results)), nl=False)
    if plot is not None:
        _write_plot(results, plot)


def _each(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in text.split(",") if one.strip())


def _named_file(text: str) -> tuple[str, Path]:
    name, equals, path = text.partition("=")
    if not equals or not name or not path:
        raise UsageError(f"--scores {text} is not NAME=FILE.")
    return name, Path(path)


def _write_plot(results: Results, path: Path) -> None:
    from mteval.charts.scatter import correlation_page, scatter
    from mteval.text.writing import write_text

    plots = []
    for report in results.reports:
        values, name = report.scores[0].values, str(report.system["name"])
        caption = f"pairwise accuracy {values['pairwise_accuracy']:.3f}, Pearson {values['pearson']:.3f}"
        plots.append((name, caption, scatter(report.extras["systems"], name)))
    rows = [
        (one.metric, one.a, one.b, f"{one.difference:+.4f}", f"{one.p_value:.4f}", f"{one.p_adjusted:.4f}")
        for one in results.comparisons
    ]
    write_text(path, correlation_page(f"Metrics beside {results.reports[0].suite['name']}", plots, rows))
    click.echo(f"Written to {path}", err=True)


@command.command(name="serve")
@click.argument("job", type=PATH)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to bind to.")
@click.option("--port", type=click.IntRange(0, 65535), default=8100, show_default=True, help="0 takes any free port.")
@click.option("--url", help="How annotators reach the server, for the links (default: http://HOST:PORT).")
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", help="A proxy whose X-Forwarded-* are believed; repeatable."
)
@click.option("--database", type=PATH, help="Where decisions are kept (default: beside the job, JOB.sqlite).")
def serve(job: Path, host: str, port: int, url: str | None, proxies: tuple[str, ...], database: Path | None) -> None:
    """Let people rate translations, verify templates, a dictionary or a contrastive set in their browser.

    Prints each annotator's personal link and the organiser's. Stop it at any time and start it again: nothing is lost.

    The job file says what is asked. A rating job has a protocol: adequacy-fluency (1 to 5), da, sqm (0 to 100), esa (errors
    marked as minor or major, then 0 to 100) or mqm (errors in the translation or its source, with category and severity).
    All but the first show a segment in its document; the organiser's page gives the ratings in Appraise's, Google's and
    mteval's layouts.

    \b
      kind = "rating"                    # or "templates", "dictionary", "contrast"
      annotators = ["ann", "bob"]        # or how many
      source_language = "en"
      target_language = "de"
      overlap = 1                        # annotators per document; 0: all
      [rating]
      protocol = "esa"
      source = "source.txt"
      documents = "documents.txt"        # a document's name per line
      side_by_side = true                # all systems of a document in one task
      spans = "found.jsonl"              # errors marked beforehand (esa, mqm)
      calibration = 2                    # documents that everybody gets
      tutorial = "tutorial.jsonl"        # practice with feedback
      checks = "checks.jsonl"            # attention checks
      limit = 100                        # segments
      [rating.systems]
      A = "a.txt"
      B = "b.txt"
      [controls]
      repeated = 5
      degraded = 5

    A contrast job shows reference and contrast without saying which is which; 'mteval contrast precision' reads it.

    `spans` is any file of spans that mteval reads (seg_id: the line). `tutorial` and `checks` have one object a line:
    {"source", "target", "expected": [low, high], "errors": [{"start", "end", "severity"}], "explanation"}; the last three
    may be left out.

    On the internet, put a proxy that speaks HTTPS before it, on a host name of its own: let the server listen on 127.0.0.1,
    say with --url how people reach it (all links are made from that, never from the Host header), and name the proxy with
    --proxy, so that limits count people's own addresses. X-Forwarded-* from anybody else is ignored.

    \b
    Example:
      mteval human serve job.toml
      mteval human serve job.toml --host 0.0.0.0
      mteval human serve job.toml --url https://annotate.example.org --proxy 127.0.0.1
    """
    from mteval.authoring.annotation.serving import Address, serve_job

    def announce(name: str, link: str) -> None:
        click.echo(f"{name}\t{link}")
        if "/o/" in link:
            click.echo(f"Serving {job}. Stop with Ctrl+C; decisions are kept, and the links stay the same.", err=True)

    serve_job(job, Address(host, port, url, proxies), database, announce)
