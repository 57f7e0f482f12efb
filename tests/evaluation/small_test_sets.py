"""Small test sets laid out as mt-metrics-eval does, with outputs, references, domains and scores drawn from a seed."""

import numpy as np

SYSTEMS = ("A", "B", "C", "D", "E")
WORDS = [
    "the",
    "house",
    "of",
    "my",
    "friend",
    "is",
    "very",
    "old",
    "and",
    "stands",
    "near",
    "a",
    "river",
    "under",
    "trees",
]
SEGMENTS = 24


def write_scores(path, rows, systems):
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = [(name, value) for name, row in zip(systems, rows, strict=True) for value in np.atleast_1d(row)]
    path.write_text("".join(f"{name}\t{'None' if np.isnan(value) else repr(float(value))}\n" for name, value in cells))


def write_pair(folder, pair, seed, references=("refA",)):
    """One language pair: five systems and the references, which people score as well; some segments nobody scored."""
    draw = np.random.default_rng(seed)
    names = (*SYSTEMS, *references)
    human = np.round(-np.linspace(6, 1, len(names))[:, None] + 2 * draw.normal(size=(len(names), SEGMENTS)))
    made = {"good": human + draw.normal(size=human.shape), "fair": human + 6 * draw.normal(size=human.shape)}
    made["noise"] = draw.normal(size=human.shape)
    human[:, 5] = np.nan
    write_scores(folder / f"human-scores/{pair}.mqm.seg.score", human, names)
    write_scores(folder / f"human-scores/{pair}.mqm.sys.score", np.nanmean(human, axis=1), names)
    for name, scores in made.items():
        stem = f"{name}-{'src' if name == 'noise' else references[-1]}"
        write_scores(folder / f"metric-scores/{pair}/{stem}.seg.score", scores, names)
        own = scores.mean(axis=1) + 0.3 * draw.normal(size=len(names))
        write_scores(folder / f"metric-scores/{pair}/{stem}.sys.score", own, names)
    write_texts(folder, pair, references, draw)
    return human, made


def write_texts(folder, pair, references, draw):
    (folder / "documents").mkdir(exist_ok=True)
    domains = ["news" if i < 16 else "social" for i in range(SEGMENTS)]
    (folder / f"documents/{pair}.docs").write_text("".join(f"{name}\tdoc{i // 4}\n" for i, name in enumerate(domains)))
    lines = [" ".join(draw.choice(WORDS, size=9)) for _ in range(SEGMENTS)]
    for place in ("sources", "references", f"system-outputs/{pair}"):
        (folder / place).mkdir(parents=True, exist_ok=True)
    (folder / f"sources/{pair}.txt").write_text("".join(f"{line}\n" for line in lines))
    for name in references:
        (folder / f"references/{pair}.{name}.txt").write_text("".join(f"{line}\n" for line in lines))
    for place, name in enumerate((*SYSTEMS, *references)):
        kept = [" ".join(w if draw.random() < 0.5 + 0.08 * place else "x" for w in line.split()) for line in lines]
        (folder / f"system-outputs/{pair}/{name}.txt").write_text("".join(f"{line}\n" for line in kept))
