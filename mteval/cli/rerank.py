"""mteval rerank: choose the best of several translations of each segment."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mteval.cli._shared import LANGUAGES_HELP, WritableFile, print_json, say
from mteval.core.errors import UsageError

if TYPE_CHECKING:
    from mteval.evaluation.rerank import Reranking

PATH = click.Path(path_type=Path)


@click.command(name="rerank", short_help="Choose the best of several translations of each segment.")
@click.argument("candidates", nargs=-1, required=True, type=PATH, metavar="CANDIDATES...")
@click.option("--mbr", metavar="UTILITY", help="Minimum Bayes risk with chrf, bleu, comet?model=… (default: chrf).")
@click.option("-m", "--metric", help="Choose by the score of this metric instead, such as comet?model=KIWI.")
@click.option("-s", "--source", type=PATH, help="The source text, for metrics that read it.")
@click.option(
    "-r", "--reference", "references", multiple=True, type=PATH, help="Reference, for -m: an oracle's choice."
)
@click.option("--languages", default="", metavar="en-zh", help=LANGUAGES_HELP)
@click.option(
    "--format", "kind", type=click.Choice(("nbest", "fairseq", "jsonl", "lines")), help="Default: seen in the file."
)
@click.option(
    "-o", "--output", type=WritableFile(), metavar="FILE", help="Write the chosen lines and FILE.rerank.json."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    candidates: tuple[Path, ...],
    mbr: str | None,
    metric: str | None,
    source: Path | None,
    references: tuple[Path, ...],
    languages: str,
    kind: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Choose the best of several translations of each segment, by minimum Bayes risk or by a metric.

    CANDIDATES are N-best lists as Moses writes them (id ||| text ||| …), what fairseq-generate prints, JSON lines
    ({"candidates": [TEXT, …]} or {"id": 0, "text": TEXT}), or the outputs of several systems, one segment a line.

    Minimum Bayes risk takes the candidate with the highest mean utility over all candidates as references; of equals the
    first. The metric that chose a text overestimates it: beside FILE stands a record of the choice, and 'mteval score'
    says so when it meets the same metric.

    \b
    Example:
      mteval rerank nbest.de -o chosen.de
      mteval rerank system1.de system2.de --mbr bleu --json
      mteval rerank system1.de system2.de -m integrity -s source.en --languages en-de
    """
    from mteval.core.options import parse_spec
    from mteval.evaluation.candidate_lists import read_candidates
    from mteval.evaluation.choice_records import MBR, METRIC
    from mteval.evaluation.languages import read_languages
    from mteval.evaluation.rerank import SegmentTexts, rerank
    from mteval.text.lines import read_lines

    if mbr and metric:
        raise UsageError("--mbr and --metric are two ways to choose. Give one of them.")
    if references and metric is None:
        raise UsageError("References are for choosing by a metric. Say which: -m chrf.")
    texts = SegmentTexts(None if source is None else read_lines(source), tuple(map(read_lines, references)))
    chosen = rerank(
        read_candidates(candidates, kind or ""),
        parse_spec(metric or mbr or "chrf"),
        METRIC if metric else MBR,
        texts,
        read_languages(languages) if languages else (),
    )
    if output is not None:
        _write(chosen, output)
    _print(chosen, output, as_json=as_json)


def _write(chosen: Reranking, output: Path) -> None:
    """Write the record, then the lines it is of: a record of other lines is not believed."""
    from mteval.evaluation.choice_records import write_record
    from mteval.text.writing import write_lines

    write_record(chosen.record, output, chosen.lines)
    write_lines(output, chosen.lines)


def _print(chosen: Reranking, output: Path | None, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "chosen_by": chosen.record,
                "segments": [{**asdict(choice), "score": choice.score} for choice in chosen.choices],
                "origins": chosen.shares,
                "findings": chosen.findings,
            }
        )
    elif output is None:
        for line in chosen.lines:
            say(line)
    shares = ", ".join(f"{name} {count}" for name, count in chosen.shares.items())
    say(f"{len(chosen.choices)} segments, chosen {chosen.record.words}: {shares}", err=True)
    for finding in chosen.findings:
        say(f"Warning: {finding.message}", err=True)
    if output is not None and not as_json:
        say(f"Written to {output}", err=True)
