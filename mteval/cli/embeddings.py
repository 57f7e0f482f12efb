"""mteval embeddings: map the word vectors of two languages into one space."""

from __future__ import annotations

from pathlib import Path

import click

from mteval.cli._shared import WritableFolder, say

STARTS = ("both", "identity", "principal-axes")
METHODS = ("procrustes", "vecmap-supervised", "vecmap-unsupervised", "rcsls", "muse-adversarial")


@click.group(name="embeddings")
def command() -> None:
    """Map the word vectors of two languages into one space."""


@command.command()
@click.option(
    "--source", type=click.Path(path_type=Path), required=True, help="Source vectors (.vec, .vec.gz, .bin, .npz)."
)
@click.option("--target", type=click.Path(path_type=Path), required=True, help="Target vectors.")
@click.option("--method", type=click.Choice(METHODS), required=True, help="How to map; see above.")
@click.option("--dictionary", type=click.Path(path_type=Path), help="Training pairs for the supervised methods.")
@click.option("-o", "--output", type=WritableFolder(), required=True, help="Folder for source.vec and target.vec.")
@click.option(
    "--vocabulary", type=click.IntRange(min=0), default=0, show_default=True, help="First words to read; 0 = all."
)
@click.option("--seed", type=int, default=0, show_default=True, help="For the methods that draw at random.")
@click.option("--iterations", type=click.IntRange(min=1), help="Rounds or epochs instead of the method's own number.")
@click.option(
    "--start", type=click.Choice(STARTS), default=STARTS[0], show_default=True, help="Where muse-adversarial starts."
)
@click.option(
    "--restarts",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Games of muse-adversarial; the best by its own criterion is kept.",
)
@click.option(
    "--learning-words",
    type=click.IntRange(min=100),
    help="Most frequent words that methods without a dictionary learn from (as published: VecMap 20 000, MUSE 75 000).",
)
def align(
    source: Path,
    target: Path,
    method: str,
    dictionary: Path | None,
    output: Path,
    vocabulary: int,
    seed: int,
    iterations: int | None,
    start: str,
    restarts: int,
    learning_words: int | None,
) -> None:
    """Align two sets of word vectors; DIR gets source.vec and target.vec.

    \b
    procrustes           orthogonal map from a dictionary, refined with CSLS (MUSE supervised)
    vecmap-supervised    whitening, orthogonal map, re-weighting, de-whitening
    vecmap-unsupervised  no dictionary: similarity distributions, then self-learning
    rcsls                maximises the CSLS of the dictionary's pairs
    muse-adversarial     no dictionary: a discriminator to fool, then refinement (needs torch)

    The methods without a dictionary often fail, above all on few words or distant languages. They compare what they found with
    random maps and say so on standard error. muse-adversarial plays the published game, smaller so that it ends
    on a processor, once from the identity as published and once from the principal axes of both sides matched by variance,
    which is not in the paper; its criterion picks the better map, and --start one of the two. Every second restart is mirrored.

    \b
    Example:
      mteval embeddings align --source en.vec --target de.vec --method procrustes --dictionary train.tsv -o aligned
      mteval run en-de.txt --format dictionary --system "embeddings:aligned/source.vec?target=aligned/target.vec"
    """
    from mteval.authoring.alignment.files import Order, align_files
    from mteval.cli.progress import progress_bar

    with progress_bar() as progress:
        order = Order(
            *(source, target, method, output, dictionary, vocabulary, seed, iterations, progress, start, restarts),
            learning_words=learning_words,
        )
        outcome = align_files(order)
    for finding in outcome.findings:
        say(f"{finding.code}: {finding.message}", err=True)
    for note in outcome.notes:
        say(note, err=True)
    if outcome.pairs:
        say(f"learned from {outcome.pairs} pairs", err=True)
    for path, words in zip(outcome.files, outcome.words, strict=True):
        say(f"{path}\t{words} words")
