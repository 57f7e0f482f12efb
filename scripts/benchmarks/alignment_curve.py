"""From how much text word vectors can be aligned without a dictionary: P@1 of each method as the corpora grow.

    python scripts/benchmarks/alignment_curve.py --root ROOT --work DIR [--words 500000,1000000] [--methods vecmap-unsupervised]

Text comes from Debian's packages below ROOT (debian_texts.py names them). Of each kind of text as many English as German words
are drawn at random, by paragraph, so that the corpora grow but their mixture stays; the two sides are drawn apart. word2vec
(skip-gram, 100 dimensions) is trained on each size; small corpora are read more often, so that every model sees at least 10
million words. Every method aligns the same vectors of the most frequent words: Procrustes as the ceiling, with two thirds of the
source words of xling-eval's dictionaries, VecMap and the adversarial game without any. P@1 by CSLS on the other third, 95 %
intervals from resampling source words. What is in DIR is not computed again, so that the work can be done in pieces; the table
of all that is there comes last. Seconds are processor time.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from debian_texts import read_texts, sample

LANGUAGE = "de"
LEAST_EPOCHS, WORDS_SEEN = 5, 10_000_000
HELD_OUT = 3
KINDS_FILE = "kinds.json"


def texts(arguments: argparse.Namespace) -> None:
    """One file per size and language, a paragraph a line."""
    wanted = [words for words in arguments.words if not corpus(arguments, words, "en").is_file()]
    if not wanted:
        return
    began = time.process_time()
    found = read_texts(arguments.root, LANGUAGE)
    counts = {one.kind: [sum(map(len, side)) for side in (one.english, one.foreign)] for one in found}
    (arguments.work / KINDS_FILE).write_text(json.dumps(counts), encoding="utf-8")
    for words in wanted:
        for language, side in zip(("en", LANGUAGE), sample(found, words, arguments.seed), strict=True):
            lines = (" ".join(paragraph) for paragraph in side)
            corpus(arguments, words, language).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"texts: {counts}, {time.process_time() - began:.0f} s", flush=True)


def corpus(arguments: argparse.Namespace, words: int, language: str) -> Path:
    return arguments.work / f"{words}.{language}.txt"


def vectors(arguments: argparse.Namespace, words: int, language: str) -> Path:
    """Train word2vec on one corpus."""
    path = arguments.work / f"{words}.{language}.vec"
    if path.is_file():
        return path
    from gensim.models import Word2Vec

    began = time.process_time()
    model = Word2Vec(
        corpus_file=str(corpus(arguments, words, language)),
        vector_size=100,
        window=5,
        min_count=5,
        sg=1,
        negative=5,
        sample=1e-3,
        epochs=max(LEAST_EPOCHS, round(WORDS_SEEN / words)),
        workers=1,
        seed=arguments.seed + 1,
    )
    partial = path.with_suffix(".partial")
    model.wv.save_word2vec_format(str(partial))
    partial.replace(path)
    print(f"{path.name}: {len(model.wv)} words, {time.process_time() - began:.0f} s", flush=True)
    return path


def dictionaries(arguments: argparse.Namespace) -> tuple[Path, Path]:
    """Every third source word of both files is asked after, the others are learned from."""
    files = (arguments.data / f"xling/yacle.{part}.en-{LANGUAGE}.tsv" for part in ("train.freq.5k", "test.freq.2k"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    sources = sorted({line.split("\t")[0].lower() for line in lines})
    tested = set(random.Random(0).sample(sources, len(sources) // HELD_OUT))
    train, test = arguments.work / "train.tsv", arguments.work / f"en-{LANGUAGE}.test.tsv"
    for path, wanted in ((train, False), (test, True)):
        chosen = [line for line in lines if (line.split("\t")[0].lower() in tested) is wanted]
        path.write_text("\n".join(chosen) + "\n", encoding="utf-8")
    return train, test


def align(arguments: argparse.Namespace, words: int, method: str) -> None:
    """Align the vectors of one size by one method, and score them."""
    from mteval import api
    from mteval.authoring.alignment.files import UNSUPERVISED, Order, align_files
    from mteval.evaluation.settings import Settings

    result = arguments.work / f"{words}.{method}.{arguments.seed}.json"
    if result.is_file():
        return
    source, target = (vectors(arguments, words, language) for language in ("en", LANGUAGE))
    train, test = dictionaries(arguments)
    began = time.process_time()
    order = Order(
        *(source, target, method, arguments.work / f"{words}.{method}"),
        dictionary=None if method in UNSUPERVISED else train,
        vocabulary=arguments.vocabulary,
        seed=arguments.seed,
        restarts=arguments.restarts if method == "muse-adversarial" else 1,
        start=arguments.start if method == "muse-adversarial" else "both",
        learning_words=arguments.learning_words if method in UNSUPERVISED else None,
    )
    outcome = align_files(order)
    seconds = time.process_time() - began
    spec = "{}=embeddings:{}?target={}&retrieval=csls".format(method, *outcome.files)
    done = api.run(str(test), systems=[spec], format="dictionary", settings=Settings(resamples=1000))
    score = done.reports[0].score("precision-at-k")
    facts = {
        "words": words,
        "method": method,
        "seed": arguments.seed,
        "vocabulary": outcome.words,
        "seconds": seconds,
        "p@1": score.values["p@1"],
        "interval": score.intervals["p@1"],
        "tested": round(score.n * score.values["coverage"]),
        "notes": outcome.notes,
    }
    result.write_text(json.dumps(facts), encoding="utf-8")
    print(json.dumps(facts), flush=True)


def table(arguments: argparse.Namespace) -> Iterator[str]:
    """The curve, one line a size and seed."""
    found = [
        json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(arguments.work.glob("*.json"))
        if path.name != KINDS_FILE
    ]
    cells = {(one["words"], one["seed"], one["method"]): one for one in found}
    methods = list(dict.fromkeys([*arguments.methods, *(one["method"] for one in found)]))
    yield f"| words a side | seed | vocabulary | tested | {' | '.join(methods)} | seconds |"
    yield f"| ---: | ---: | ---: | ---: | {'---: | ' * len(methods)}--- |"
    for words, seed in sorted({(one["words"], one["seed"]) for one in found}):
        row = [cells.get((words, seed, method)) for method in methods]
        some = next(one for one in row if one)
        shown = " | ".join(_cell(one) for one in row)
        seconds = ", ".join("–" if one is None else f"{one['seconds']:.0f}" for one in row)
        vocabulary = ", ".join(map(str, some["vocabulary"]))
        yield f"| {words} | {seed} | {vocabulary} | {some['tested']} | {shown} | {seconds} |"


def _cell(one: dict[str, object] | None) -> str:
    return "" if one is None else "{:.3f} ({:.3f}–{:.3f})".format(one["p@1"], *one["interval"])  # type: ignore[misc]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path("/"))
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2].parent / "shared" / "data")
    parser.add_argument(
        "--words",
        type=lambda text: [int(part) for part in text.split(",")],
        default=[500_000, 1_000_000, 2_000_000, 4_000_000],
    )
    parser.add_argument(
        "--methods",
        type=lambda text: text.split(","),
        default=["procrustes", "vecmap-unsupervised", "muse-adversarial"],
    )
    parser.add_argument("--vocabulary", type=int, default=20_000)
    parser.add_argument("--learning-words", type=int, default=5_000)
    parser.add_argument("--start", default="both")
    parser.add_argument("--restarts", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    texts(arguments)
    for words in arguments.words:
        for method in filter(None, arguments.methods):
            align(arguments, words, method)
    print("\n".join(table(arguments)))


if __name__ == "__main__":
    main()
