"""A bitext in made-up words whose senses are known, with an inventory that is too fine and alignments with errors."""

import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ONSETS, VOWELS = "bdfglmnprstvz", "aeiou"


@dataclass(frozen=True)
class Synthetic:
    source: Path
    target: Path
    links: Path
    inventory: Path
    vectors: Path
    gold: dict[str, set[frozenset[str]]]

    def options(self, output: Path, *, links: bool = True) -> list[str]:
        given = ["--source", f"made={self.source}", "--target", str(self.target), "--languages", "en-de"]
        given += ["--inventory", f"tsv:{self.inventory}", "--embeddings", f"fasttext:{self.vectors}"]
        # No lexicon knows made-up words, so none would agree.
        given += ["--lemmatiser", "none", "-o", str(output), "--shard", "200", "--no-agreement"]
        return [*given, "--alignment", str(self.links)] if links else given


def make_synthetic(folder: Path, *, words: int = 12, per_target: int = 16, seed: int = 3) -> Synthetic:
    draw = random.Random(seed)
    fresh = made_up_words(draw)
    fillers = [(next(fresh), next(fresh)) for _ in range(60)]
    gold: dict[str, list[list[str]]] = {}
    for number in range(words):
        gold[next(fresh)] = [[next(fresh) for _ in range(2)] for _ in range(2 + number % 2)]
    lines = []
    for word, senses in gold.items():
        for targets in senses:
            for target in targets:
                lines += [sentence(draw, fillers, word, target) for _ in range(per_target)]
    draw.shuffle(lines)
    paths = {name: folder / f"made.{name}" for name in ("source", "target", "links", "tsv", "vec")}
    for place, name in enumerate(("source", "target", "links")):
        paths[name].write_text("".join(f"{line[place]}\n" for line in lines), encoding="utf-8")
    paths["tsv"].write_text("".join(inventory_lines(gold, fillers, fresh)), encoding="utf-8")
    write_vectors(paths["vec"], gold, fillers, seed)
    clusters = {word: {frozenset(targets) for targets in senses} for word, senses in gold.items()}
    return Synthetic(paths["source"], paths["target"], paths["links"], paths["tsv"], paths["vec"], clusters)


def made_up_words(draw):
    seen = set()
    while True:
        word = "".join(draw.choice(ONSETS) + draw.choice(VOWELS) for _ in range(draw.choice((3, 4))))
        if word not in seen:
            seen.add(word)
            yield word


def sentence(draw, fillers, word, target):
    """Eleven to fourteen words; two in a hundred links go wrong."""
    chosen = draw.sample(fillers, draw.randint(10, 13))
    place = draw.randrange(len(chosen))
    pairs = [*chosen[:place], (word, target), *chosen[place:]]
    order = list(range(len(pairs)))
    if draw.random() < 0.5:
        swapped = draw.randrange(len(order) - 1)
        order[swapped], order[swapped + 1] = order[swapped + 1], order[swapped]
    links = [(source, place) for place, source in enumerate(order)]
    links = [(one, draw.randrange(len(order)) if draw.random() < 0.02 else other) for one, other in links]
    source = " ".join(one for one, _ in pairs)
    return source, " ".join(pairs[place][1] for place in order), " ".join(f"{one}-{other}" for one, other in links)


def inventory_lines(gold, fillers, fresh):
    """Even senses come in two that share a word, odd ones in two that share none; every word has senses never used."""
    for word, senses in gold.items():
        for number, (one, other) in enumerate(senses):
            second = f"{one}|{other}" if number % 2 == 0 else other
            yield f"{word}\t{word}{number}a\t{one}\tn\n{word}\t{word}{number}b\t{second}|{next(fresh)}\tn\n"
        yield f"{word}\t{word}z\t{next(fresh)}\tn\n"
    for source, target in fillers[:30]:
        yield f"{source}\t{source}0\t{target}\tn\n"


def write_vectors(path, gold, fillers, seed):
    numbers = np.random.default_rng(seed)
    rows = [(target, numbers.normal(size=40)) for _, target in fillers]
    for senses in gold.values():
        for targets in senses:
            middle = numbers.normal(size=40)
            rows += [(target, middle + 0.3 * numbers.normal(size=40)) for target in targets]
    lines = [f"{word} {' '.join(f'{x:.5f}' for x in vector)}\n" for word, vector in rows]
    path.write_text(f"{len(rows)} 40\n{''.join(lines)}", encoding="utf-8")
