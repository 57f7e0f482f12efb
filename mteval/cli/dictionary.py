"""mteval dictionary: clean, complete and describe bilingual dictionaries."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mteval.cli._shared import WritableFile, say
from mteval.core.errors import DataError, UsageError

if TYPE_CHECKING:
    from mteval.authoring.dictionary.filtering import FilteredDictionary
    from mteval.core.protocols import Contents
    from mteval.lexical.knowledge import SideKnowledge
    from mteval.lexical.morphology import InflectionTable
    from mteval.lexical.part_of_speech import Share

LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*")
BAR = 40
InFile = click.Path(path_type=Path)


@click.group(name="dictionary")
def command() -> None:
    """Clean, complete and describe bilingual dictionaries.

    \b
    mteval dictionary filter en-bg.txt -o clean.txt --drop proper-noun,invalid,identical --log drops.tsv
    mteval dictionary enrich clean.txt -o full.txt --target bg --unimorph bul
    mteval dictionary composition en-bg.txt
    """


@command.command(name="filter")
@click.argument("dictionary", type=InFile, metavar="DICT")
@click.option("-o", "--output", type=WritableFile(), required=True, help="Where the cleaned dictionary goes.")
@click.option("--source", metavar="LANG", help="Source language (default: from the file name).")
@click.option("--target", metavar="LANG", help="Target language (default: from the file name).")
@click.option("--drop", default="proper-noun,invalid", show_default=True, help="proper-noun, invalid, identical.")
@click.option("--keep", default="", help="Parts of speech that may stay: noun, verb, adjective, other, unknown.")
@click.option("--log", type=WritableFile(), help="Every drop as TSV: source, target, reason, evidence.")
@click.option("--corpus", multiple=True, metavar="[LANG=]FILE", help="Text with capitals, of either language.")
@click.option("--tagger", multiple=True, metavar="[LANG=]udpipe:FILE|stanza:LANG|stanza:FILE.pt", help="A tagger.")
@click.option("--wordnet", multiple=True, metavar="[LANG=]FILE", help="A wordnet in OMW .tab form for a side.")
@click.option("--wordfreq", is_flag=True, help="Use the frequencies of the wordfreq package.")
@click.option(
    "--clash",
    default="",
    help="Forms that clash are invalid too: number (bett – beds beside bed), part-of-speech. Annotators disagree on them.",
)
@click.option("--bilingual", metavar="freedict:FOLDER", help="A bilingual dictionary to compare with, both directions.")
def filter_(
    dictionary: Path,
    output: Path,
    source: str | None,
    target: str | None,
    drop: str,
    keep: str,
    log: Path | None,
    corpus: tuple[str, ...],
    tagger: tuple[str, ...],
    wordnet: tuple[str, ...],
    wordfreq: bool,
    clash: str,
    bilingual: str | None,
) -> None:
    """Take proper nouns, invalid and identical pairs out, by a written rule, and log why.

    \b
    Example:
      mteval dictionary filter en-bg.txt -o clean.txt --source en --target bg \\
        --drop proper-noun,invalid,identical --keep noun,verb,adjective --log drops.tsv
      mteval dictionary filter de-en.txt -o clean.txt --clash number,part-of-speech \\
        --bilingual freedict:/usr/share/dictd --log drops.tsv
    """
    from mteval.authoring.dictionary.filtering import Sources, filter_dictionary, gather_knowledge
    from mteval.lexical.dictionary_check import open_dictionary
    from mteval.lexical.faults import Checks

    _refuse_overwriting(dictionary, output, log)
    contents, languages = _read(dictionary, "dictionary", source, target)
    given = Sources(corpus, tagger, wordnet, wordfreq)
    sides = gather_knowledge(contents.records, languages, given)
    _warn_of_ignorance(sides)
    _warn_of_clashes(_names(clash), _names(drop), sides)
    checks = Checks(tuple(_names(clash)), open_dictionary(bilingual, languages) if bilingual else None)
    found = filter_dictionary(contents.records, sides, _names(drop), _names(keep), checks)
    if not found.kept:
        raise UsageError(f"No pair of {dictionary} would be left, so nothing was written. Drop less or keep more.")
    _write_filtered(found, output, log)
    say(f"{len(contents.records)} pairs, {len(found.kept)} kept, {len(found.drops)} dropped")
    for reason, count in found.reasons.items():
        say(f"  {reason}: {count}")


@command.command()
@click.argument("dictionary", type=InFile, metavar="DICT")
@click.option("-o", "--output", type=WritableFile(), required=True, help="Where the completed dictionary goes.")
@click.option("--source", metavar="LANG", help="Source language (default: from the file name).")
@click.option("--target", metavar="LANG", help="Target language (default: from the file name); named in the report.")
@click.option("--unimorph", type=InFile, help="The target language's UniMorph table: adds forms of gold targets.")
@click.option(
    *("--synonyms", "inventories"),
    multiple=True,
    metavar="NAME:ARGUMENT",
    help="A second step: words that share a sense with a gold target, from omw:DIR, tsv:FILE and other inventories.",
)
@click.option("--vocabulary", type=InFile, metavar="VEC", help="Add only forms that these embeddings have.")
@click.option(
    "--condition",
    type=click.Choice(["source", "none"]),
    default="source",
    show_default=True,
    help="source: only forms with the source word's part of speech, number and tense; none: every form of the rules.",
)
@click.option("--rules", type=InFile, help="Correspondence of your own (default: lexicons/morphology).")
@click.option("--log", type=WritableFile(), help="Every addition as TSV: source, target, form, rules, evidence.")
@click.option("--format", "format_", default="dictionary", show_default=True, help="dictionary or muse-pos.")
@click.option("--system", "systems", multiple=True, metavar="SPEC", help="Say how much its P@1 changes; repeatable.")
@click.option(
    "--convention", type=click.Choice(("muse", "vecmap")), default="muse", show_default=True, help="How P@1 counts."
)
@click.option(
    *("--resamples", "resamples"),
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="Draws of source words.",
)
@click.option("--seed", type=click.IntRange(0), default=12345, show_default=True, help="Same seed, same digits.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def enrich(
    dictionary: Path,
    output: Path,
    source: str | None,
    target: str | None,
    unimorph: Path | None,
    inventories: tuple[str, ...],
    vocabulary: Path | None,
    condition: str,
    rules: Path | None,
    log: Path | None,
    format_: str,
    systems: tuple[str, ...],
    convention: str,
    resamples: int,
    seed: int,
    as_json: bool,
) -> None:
    """Add the inflected forms of gold targets that a dictionary left out, then synonyms, and say how much that changed.

    A form is added where the source word can mean it: not the plural for 'bag', not the king (крал) for 'stolen'. English
    source words say so by their form; for others what is added keeps part of speech and number of the gold target.

    --synonyms is a step of its own, counted apart: what an inventory gives beside a gold target in one sense of the source word
    is added in the form of the gold target. The log names the sense. Other senses of the source word are left alone. FreeDict's
    senses are joined unless told otherwise; 'freedict:DIR?shared=1.1&compounds=false' keeps them nearer to what it marks.

    With --system, each system's P@1 on the dictionary before and after each step, and the interval of the difference.

    \b
    Example:
      mteval dictionary enrich en-bg.txt -o full.txt --target bg --unimorph bul.txt --vocabulary wiki.bg.vec \\
        --synonyms omw:wordnets --system "embeddings:source.vec?target=target.vec&retrieval=csls"
    """
    from mteval.authoring.dictionary.completion import CompletedDictionary, Steps
    from mteval.authoring.dictionary.correspondence import read_correspondence
    from mteval.cli._dictionary_enrich import tell_completion, write_completion
    from mteval.core.options import parse_system
    from mteval.evaluation.settings import Settings

    if unimorph is None and not inventories:
        raise UsageError("Nothing to add from. Give --unimorph TABLE, --synonyms INVENTORY or both.")
    _refuse_overwriting(dictionary, output, log)
    specs = [parse_system(text) for text in systems]
    contents, languages = _read(dictionary, format_, source, target)
    table = _inflections(unimorph, contents)
    known = _vocabulary(vocabulary) if vocabulary else None
    steps = Steps(table, read_correspondence(rules), inventories, conditioned=condition == "source", vocabulary=known)
    found = CompletedDictionary.of(contents.records, languages, steps)
    if vocabulary and known is not None and not found.added:
        _refuse_strangers(contents, vocabulary, known)
    facts = found.facts(specs, convention, Settings(resamples=resamples, seed=seed))
    write_completion(found, output, log)
    tell_completion(facts, forms=table is not None, as_json=as_json)


@command.command()
@click.argument("dictionary", type=InFile, metavar="DICT")
@click.option("--format", "format_", default="dictionary", show_default=True, help="dictionary or muse-pos.")
@click.option("--source", metavar="LANG", help="Source language (default: from the file name).")
@click.option("--target", metavar="LANG", help="Target language (default: from the file name).")
@click.option("--tagger", multiple=True, metavar="[LANG=]udpipe:FILE|stanza:LANG|stanza:FILE.pt", help="A tagger.")
@click.option("--svg", type=WritableFile(), help="Write the bar chart as a picture.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def composition(
    dictionary: Path,
    format_: str,
    source: str | None,
    target: str | None,
    tagger: tuple[str, ...],
    svg: Path | None,
    as_json: bool,
) -> None:
    """Parts of speech of a dictionary, by pair and by source word, as a table and a bar chart.

    A source word whose pairs have several parts of speech counts for each of them in equal parts.

    \b
    Example:
      mteval dictionary composition en-bg.5000-6500.n.txt --format muse-pos --svg composition.svg
    """
    from mteval.authoring.dictionary.filtering import Sources, gather_knowledge
    from mteval.lexical.part_of_speech import composition as shares_of
    from mteval.lexical.part_of_speech import part_of_speech
    from mteval.lexical.proper_nouns import classify

    contents, languages = _read(dictionary, format_, source, target)
    pairs = contents.records
    sides = gather_knowledge(pairs, languages, Sources(taggers=tagger))
    labelled = zip(pairs, classify(pairs, *sides), strict=True)
    shares = shares_of(pairs, [part_of_speech(pair, found, *sides) for pair, found in labelled])
    if svg is not None:
        _write_picture(svg, dictionary.name, shares)
    _tell_composition(shares, len(pairs), len({pair.source for pair in pairs}), as_json=as_json)


def _read(path: Path, format_: str, source: str | None, target: str | None) -> tuple[Contents, tuple[str, str]]:
    """The pairs, and the two languages from the options or the file name; defects of the file go to standard error."""
    from mteval.core import registry
    from mteval.core.suites import SuiteSource

    if format_ not in ("dictionary", "muse-pos"):
        raise UsageError(f"--format {format_} is no dictionary. Use dictionary or muse-pos.")
    where = SuiteSource(name=path.name, family="dictionary", format=format_, files={"data": path})
    contents: Contents = registry.formats.find(format_)().read(where)
    for finding in contents.findings:
        say(f"{finding.code}: {finding.message}", err=True)
    named = contents.languages or ("", "")
    languages = (source or named[0], target or named[1])
    for language in filter(None, languages):
        if not LANGUAGE.fullmatch(language):
            raise UsageError(f"'{language}' is no language. Write a code such as en, bg or zh-Hant.")
    return contents, languages


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _warn_of_ignorance(sides: Sequence[SideKnowledge]) -> None:
    """Say where the result rests on less than usual."""
    for side, which in zip(sides, ("source", "target"), strict=True):
        if not side.language:
            say(f"The {which} language is not known; say --{which} LANG for better results.", err=True)
        elif not side.english and side.ordinary is None and not side.lemmas:
            say(f"There is no word list for '{side.language}'; gazetteers and likeness must do.", err=True)


def _warn_of_clashes(clashes: Sequence[str], drop: Sequence[str], sides: Sequence[SideKnowledge]) -> None:
    """Refuse clashes that nothing comes of, and say which are not looked for."""
    from mteval.lexical.grammatical_number import knows_number

    if not clashes:
        return
    if "invalid" not in drop:
        raise UsageError(
            "--clash says which pairs are invalid, and --drop lets invalid pairs stay. Add invalid to --drop."
        )
    others = [side.language for side in sides if not side.english]
    if len(others) != 1:
        say("Clashes are only looked for where one side is English.", err=True)
    elif "number" in clashes and not knows_number(others[0]):
        say(
            f"Singulars and plurals cannot be told apart in '{others[0]}'; clashes of number are not looked for.",
            err=True,
        )


def _refuse_overwriting(dictionary: Path, *outputs: Path | None) -> None:
    given = [path.resolve() for path in outputs if path is not None]
    if dictionary.resolve() in given or len(set(given)) < len(given):
        raise UsageError("Input, output and log must be three different files.")


def _write_filtered(found: FilteredDictionary, output: Path, log: Path | None) -> None:
    from mteval.text.writing import write_lines

    if log is not None:
        rows = (f"{drop.pair.source}\t{drop.pair.target}\t{drop.reason}\t{drop.evidence}" for drop in found.drops)
        write_lines(log, ("source\ttarget\treason\tevidence", *rows))
    write_lines(output, (f"{pair.source}\t{pair.target}" for pair in found.kept))


def _inflections(path: Path | None, contents: Contents) -> InflectionTable | None:
    from mteval.lexical.morphology import InflectionTable
    from mteval.text.inflections import read_inflections

    if path is None:
        return None
    table = InflectionTable.from_rows(read_inflections(path).rows)
    _refuse_strangers(contents, path, table.lemmas)
    return table


def _vocabulary(path: Path) -> frozenset[str]:
    from mteval.vectors.embeddings import load_vocabulary

    return frozenset(load_vocabulary(path, 0, fold_case=True).words)


def _refuse_strangers(contents: Contents, path: Path, words: Collection[str]) -> None:
    """Refuse a table or a vocabulary that has none of the dictionary's targets: nothing could come of it."""
    from mteval.vectors.missing_words import explain_no_overlap

    targets = {pair.target.lower() for pair in contents.records}
    if not any(target in words for target in targets):
        sources = {pair.source.lower() for pair in contents.records}
        swapped = [word for word in sources if word in words]
        raise DataError(path, explain_no_overlap("target", targets, words, targets if swapped else ()))


def _write_picture(path: Path, name: str, shares: Sequence[Share]) -> None:
    from mteval.charts.shares import shares_svg
    from mteval.text.writing import write_text

    write_text(path, shares_svg(f"{name}, by source word", [(one.part, one.source_share) for one in shares]))


def _tell_composition(shares: Sequence[Share], pairs: int, sources: int, *, as_json: bool) -> None:
    if as_json:
        import json
        from dataclasses import asdict

        click.echo(json.dumps({"pairs": pairs, "sources": sources, "parts": [asdict(one) for one in shares]}, indent=2))
        return
    say(f"{pairs} pairs, {sources} source words")
    say(f"{'part of speech':<14} {'pairs':>6} {'share':>7}  {'words':>6} {'share':>7}")
    for one in shares:
        bar = "█" * round(one.source_share * BAR)
        figures = f"{one.pairs:>6} {one.pair_share:>7.1%}  {one.sources:>6} {one.source_share:>7.1%}"
        say(f"{one.part:<14} {figures}  {bar}")
