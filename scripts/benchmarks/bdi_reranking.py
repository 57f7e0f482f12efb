"""Five ways to align embeddings, ranked on dictionaries as they come and on cleaned ones.

    python scripts/benchmarks/bdi_reranking.py [--shared ../shared] [-o reranking.svg] [--methods procrustes,rcsls]

Draws what Figure 2 of Kementchedjhieva et al. (2019) shows: P@1 of each system on the original and the cleaned dictionary,
cleaned by our filter and, where there is an annotation, by hand. First on the small real vectors trained on Multi30k; the
dictionaries of the other direction are asked of the same aligned vectors. Then on synthetic vectors over the vocabulary of the
annotated dictionaries, where one system knows names and the other words: their order must change, and the report must say so.
"""

import argparse
import os
import tempfile
import time
from html import escape
from pathlib import Path

import numpy as np

from mteval import api
from mteval.authoring.alignment.files import METHODS, UNSUPERVISED, Order, align_files
from mteval.authoring.dictionary.filtering import Sources, filter_dictionary, gather_knowledge
from mteval.core.errors import MissingDependencyError
from mteval.core.registry import formats
from mteval.evaluation.settings import Settings
from mteval.library import find_suite
from mteval.vectors.embeddings import write_vec

COLOURS = ("#3b6ea5", "#c8553d", "#588157", "#8e6c8a", "#b08900")


def read_pairs(path: Path, form: str):
    return formats.find(form)().read(find_suite(str(path), form)).records


def versions_of(path: Path, form: str, languages: tuple[str, str], folder: Path) -> dict[str, Path]:
    """The dictionary as it is, and without the names and invalid pairs that our filter finds or that people marked."""
    pairs = read_pairs(path, form)
    filtered = filter_dictionary(pairs, gather_knowledge(pairs, languages, Sources()))
    print(f"{path.name}: {len(pairs)} pairs, {len(filtered.kept)} after the filter ({filtered.reasons})")
    kept = {"original": pairs, "filtered": filtered.kept}
    if form == "muse-pos":
        kept["by hand"] = [p for p in pairs if not {"proper-noun", "invalid"} & set(p.tags["pos"])]
        print(f"    {len(kept['by hand'])} after cleaning by hand")
    files = {version: folder / f"{path.stem}.{version.replace(' ', '-')}.txt" for version in kept}
    for version, file in files.items():
        formats.find("dictionary")().write(kept[version], file)
    return files


def align_all(methods, source: Path, target: Path, train: Path, folder: Path) -> dict[str, tuple[Path, Path]]:
    """The aligned files of each method that can run here."""
    aligned = {}
    for method in methods:
        start, worked = time.perf_counter(), time.process_time()
        try:
            dictionary = None if method in UNSUPERVISED else train
            outcome = align_files(Order(source, target, method, folder / method, dictionary))
        except MissingDependencyError as error:
            print(f"{method}: left out. {error}")
            continue
        took = f"{time.perf_counter() - start:.0f} s, {time.process_time() - worked:.0f} s of processors"
        print(f"{method}: aligned in {took}; {'; '.join(outcome.notes)}", flush=True)
        aligned[method] = outcome.files
    return aligned


def specs_of(aligned: dict[str, tuple[Path, Path]], *, reverse: bool) -> dict[str, str]:
    step = -1 if reverse else 1
    return {
        method: "{}=embeddings:{}?target={}&retrieval=csls".format(method, *files[::step])
        for method, files in aligned.items()
    }


def precision(dictionary: Path, specs, form: str = "dictionary"):
    """P@1 of each system with its interval, the reports, and the comparisons of all pairs."""
    results = api.run(str(dictionary), systems=list(specs.values()), format=form, settings=Settings(resamples=1000))
    scores = {report.system["name"]: report.score("precision-at-k") for report in results.reports}
    values = {name: (score.values["p@1"], *score.intervals["p@1"]) for name, score in scores.items()}
    return values, list(results.reports), results.comparisons


def compare_dictionaries(title: str, files: dict[str, Path], specs) -> dict:
    """A panel of the figure, and the table and the differences that are more than noise on standard output."""
    panel = {"title": title, "values": {}}
    print(f"\n| {title} | n | coverage | {' | '.join(specs)} | order | pairs told apart |")
    print(f"| --- | {'---: | ' * (2 + len(specs))}--- | ---: |")
    for version, path in files.items():
        values, reports, comparisons = precision(path, specs)
        score = reports[0].score("precision-at-k")
        panel["values"][version] = values
        cells = " | ".join(f"{v:.3f} [{low:.3f}, {high:.3f}]" for v, low, high in values.values())
        order = " > ".join(initials(name) for name in sorted(values, key=lambda name: -values[name][0]))
        apart = [c for c in comparisons if c.metric == "precision-at-k" and c.p_adjusted < 0.05]
        told = f"{len(apart)} of {len(values) * (len(values) - 1) // 2}"
        print(f"| {version} | {score.n} | {score.values['coverage']:.2f} | {cells} | {order} | {told} |", flush=True)
    return panel


def initials(method: str) -> str:
    """P, VS, VU, R, MA."""
    return "".join(part[0] for part in method.split("-")).upper()


def synthetic_systems(path: Path, folder: Path, seed: int = 0) -> dict[str, str]:
    """Two systems over a dictionary's words: one misplaces every third word but no name, the other the reverse."""
    rng = np.random.default_rng(seed)
    pairs = read_pairs(path, "muse-pos")
    sources, targets = (
        list(dict.fromkeys(words)) for words in zip(*((p.source, p.target) for p in pairs), strict=True)
    )
    place = {word: row for row, word in enumerate(targets)}
    names = {p.source for p in pairs if "pn" in p.tags.get("pos", ()) or "proper-noun" in p.tags.get("pos", ())}
    if not names:
        raise SystemExit(f"{path.name} marks no names")
    target = rng.standard_normal((len(targets), 50))
    gold = {p.source: place[p.target] for p in reversed(pairs)}
    share = len(names) / len(sources)
    # Errors on ordinary words such that names alone decide the order of the whole.
    word_errors = {"knows names": 0.30, "knows words": 0.30 - 0.3 * share}
    name_errors = {"knows names": 0.02, "knows words": 0.75}
    specs = {}
    write_vec(folder / "target.vec", targets, target)
    for system, errors in word_errors.items():
        vectors = np.empty((len(sources), 50))
        for row, word in enumerate(sources):
            wrong = rng.random() < (name_errors[system] if word in names else errors)
            near = rng.integers(len(targets)) if wrong else gold[word]
            vectors[row] = target[near] + 0.3 * rng.standard_normal(50)
        file = folder / f"{system.replace(' ', '-')}.vec"
        write_vec(file, sources, vectors)
        specs[system] = f"{system}=embeddings:{file}?target={folder / 'target.vec'}&retrieval=csls"
    return specs


def synthetic_flip(path: Path, folder: Path) -> dict:
    specs = synthetic_systems(path, folder)
    values, reports, _ = precision(path, specs, "muse-pos")
    steps = {
        report.system["name"]: {s["step"]: (s["value"], *s["interval"]) for s in report.extras["waterfall"]}
        for report in reports
    }
    cleaned = {name: step["without names"] for name, step in steps.items()}
    findings = [f for report in reports for f in report.findings if f.code == "ranking-flip"]
    print(f"\nsynthetic vectors over {path.name}: P@1")
    for name in specs:
        print(f"    {name}: {values[name][0]:.3f}, without names {cleaned[name][0]:.3f}")
    print(f"    finding: {findings[0].message if findings else 'NONE'}")
    if not findings:
        raise SystemExit("The order changed and no ranking-flip was found.")
    return {"title": f"{path.name.split('.')[0]}, synthetic", "values": {"original": values, "without names": cleaned}}


WIDTH, HEIGHT, TOP, LEFT, STEP = 560, 300, 56, 54, 110
STYLE = """text{font-family:sans-serif;font-size:11px;fill:#333}.title{font-size:14px;font-weight:bold}
.grid{stroke:#ddd}.value{paint-order:stroke;stroke:#fff;stroke-width:3px}"""


def draw(panels, path: Path) -> None:
    """Slopes from the original to the cleaned dictionaries, one panel a dictionary, 95 % intervals as whiskers."""
    columns = min(3, len(panels))
    parts = []
    for number, panel in enumerate(panels):
        across, down = number % columns * WIDTH, number // columns * (HEIGHT + 110)
        parts.append(f'<g transform="translate({across},{down})">{draw_panel(panel)}</g>')
    rows = -(-len(panels) // columns)
    size = f'width="{columns * WIDTH}" height="{rows * (HEIGHT + 110)}"'
    picture = f'<rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style>{picture}</svg>\n'
    partial = path.with_name(path.name + ".partial")
    partial.write_text(svg, encoding="utf-8")
    partial.replace(path)


def draw_panel(panel) -> str:
    versions = list(panel["values"])
    ends = [end for values in panel["values"].values() for triple in values.values() for end in triple]
    low, high = np.floor(min(ends) * 10) / 10, np.ceil(max(ends) * 10) / 10

    def y(value):
        return TOP + HEIGHT * (1 - (value - low) / (high - low))

    parts = [f'<text x="{LEFT}" y="24" class="title">{escape(panel["title"])}</text>']
    parts.append(f'<text x="{LEFT}" y="42">P@1</text>')
    right = LEFT + 30 + STEP * (len(versions) - 1)
    for tick in np.arange(low, high + 0.01, 0.1):
        parts.append(f'<line x1="{LEFT}" x2="{right + 20}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" class="grid"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:.1f}</text>')
    for place, version in enumerate(versions):
        x = LEFT + 20 + place * STEP
        parts.append(f'<text x="{x}" y="{TOP + HEIGHT + 20}" text-anchor="middle">{version}</text>')
    last = panel["values"][versions[-1]]
    labels = spread({name: y(triple[0]) for name, triple in last.items()})
    for index, name in enumerate(last):
        # Whiskers of systems side by side, not on top of each other.
        shift = (index - (len(last) - 1) / 2) * 5
        points = [(LEFT + 20 + place * STEP + shift, panel["values"][v][name]) for place, v in enumerate(versions)]
        colour = COLOURS[index % len(COLOURS)]
        line = " ".join(f"{x:.1f},{y(triple[0]):.1f}" for x, triple in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for x, (value, bottom, top) in points:
            parts.append(
                f'<line x1="{x}" x2="{x}" y1="{y(bottom):.1f}" y2="{y(top):.1f}" stroke="{colour}" opacity=".35"/>'
            )
            parts.append(f'<circle cx="{x}" cy="{y(value):.1f}" r="4" fill="{colour}"/>')
        numbers = " → ".join(f"{triple[0]:.3f}" for _, triple in points)
        text = f'{escape(name)}<tspan fill="#777"> {numbers}</tspan>'
        parts.append(f'<text x="{right + 26}" y="{labels[name] + 4:.1f}" style="fill:{colour}">{text}</text>')
    return "".join(parts)


def spread(heights: dict[str, float], room: float = 15.0) -> dict[str, float]:
    """Move labels down where they would overlap."""
    placed = {}
    before = -np.inf
    for name in sorted(heights, key=heights.get):
        before = placed[name] = max(heights[name], before + room)
    return placed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2].parent / "shared")
    parser.add_argument("-o", "--output", type=Path, default=Path("reranking.svg"))
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--pairs", default="en-de,de-fr")
    arguments = parser.parse_args()
    began = time.perf_counter()
    data = arguments.shared / "data"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["MTEVAL_CACHE"] = str(folder / "cache")
        panels = []
        for pair in arguments.pairs.split(","):
            panels += real_panels(pair, arguments.methods.split(","), data, folder)
        for pair in ("en-de", "en-bg"):
            panels.append(synthetic_flip(data / f"muse_dicos/{pair}.5000-6500.n.txt", folder))
        draw(panels, arguments.output)
    print(f"all in {time.perf_counter() - began:.0f} s\n{arguments.output}")


def real_panels(pair: str, methods, data: Path, folder: Path) -> list[dict]:
    """Align the small real vectors of one pair and try every dictionary there is for it."""
    languages = tuple(pair.split("-"))
    print(f"\n{pair}")
    source, target = (data / f"embeddings/multi30k.{language}.vec.gz" for language in languages)
    aligned = align_all(methods, source, target, data / f"xling/yacle.train.freq.5k.{pair}.tsv", folder / pair)
    back = f"{languages[1]}-{languages[0]}"
    tests = {
        f"{pair}, MUSE": (data / f"muse_dicos/{pair}.5000-6500.n.txt", "muse-pos", languages),
        f"{back}, MUSE": (data / f"muse_dicos/{back}.5000-6500.n.txt", "muse-pos", languages[::-1]),
        f"{pair}, xling-eval": (data / f"xling/yacle.test.freq.2k.{pair}.tsv", "dictionary", languages),
    }
    panels = []
    for title, (path, form, direction) in tests.items():
        if path.is_file():
            files = versions_of(path, form, direction, folder)
            panels.append(compare_dictionaries(title, files, specs_of(aligned, reverse=direction != languages)))
    return panels


if __name__ == "__main__":
    main()
