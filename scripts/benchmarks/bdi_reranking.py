"""Five ways to align embeddings, ranked on dictionaries as they come and on cleaned ones.

    python scripts/benchmarks/bdi_reranking.py [--shared ../shared] [-o reranking.svg] [--methods procrustes,rcsls,...]

Draws what Figure 2 of Kementchedjhieva et al. (2019) shows: P@1 of each system on the original and the cleaned dictionary.
First on the small real vectors trained on Multi30k. Then on synthetic vectors over the vocabulary of the annotated
dictionaries, where one system knows names and the other words: their order must change, and the report must say so.
"""

import argparse
import os
import tempfile
import time
from html import escape
from pathlib import Path

import numpy as np

from mteval import api
from mteval.analysis.embeddings import write_vec
from mteval.authoring.alignment.files import METHODS, UNSUPERVISED, Order, align_files
from mteval.authoring.dictionary_filter import Sources, filter_dictionary, gather_knowledge
from mteval.compare import Settings
from mteval.core.errors import MissingDependencyError
from mteval.core.registry import formats
from mteval.library import find_suite

COLOURS = ("#3b6ea5", "#c8553d", "#588157", "#8e6c8a", "#b08900")


def read_pairs(path: Path, form: str):
    return formats.find(form)().read(find_suite(str(path), form)).records


def original_and_cleaned(path: Path, form: str, languages: tuple[str, str], folder: Path) -> dict[str, Path]:
    """The dictionary as it is and without what the filter takes for names and invalid pairs."""
    pairs = read_pairs(path, form)
    filtered = filter_dictionary(pairs, gather_knowledge(pairs, languages, Sources()))
    print(f"{path.name}: {len(pairs)} pairs, {len(filtered.kept)} after cleaning ({filtered.reasons})")
    files = {"original": folder / f"{path.stem}.original.txt", "cleaned": folder / f"{path.stem}.cleaned.txt"}
    formats.find("dictionary")().write(pairs, files["original"])
    formats.find("dictionary")().write(filtered.kept, files["cleaned"])
    return files


def align_all(methods, source: Path, target: Path, train: Path, folder: Path) -> dict[str, str]:
    """A system spec for each method that can run here."""
    specs = {}
    for method in methods:
        start = time.perf_counter()
        try:
            dictionary = None if method in UNSUPERVISED else train
            outcome = align_files(Order(source, target, method, folder / method, dictionary))
        except MissingDependencyError as error:
            print(f"{method}: left out. {error}")
            continue
        print(f"{method}: aligned in {time.perf_counter() - start:.1f} s; {'; '.join(outcome.notes)}")
        specs[method] = f"{method}=embeddings:{outcome.files[0]}?target={outcome.files[1]}&retrieval=csls"
    return specs


def precision(dictionary: Path, specs, form: str = "dictionary", **options) -> tuple[dict[str, float], list]:
    results = api.run(
        str(dictionary), systems=list(specs.values()), format=form, options=options, settings=Settings(resamples=200)
    )
    values = {report.system["name"]: report.score("precision-at-k").values["p@1"] for report in results.reports}
    return values, list(results.reports)


def compare_dictionaries(name: str, files: dict[str, Path], specs) -> dict:
    panel = {"title": name, "values": {}}
    for version, path in files.items():
        values, reports = precision(path, specs)
        scores = [report.score("precision-at-k") for report in reports]
        panel["values"][version] = values
        order = " > ".join(sorted(values, key=values.get, reverse=True))
        print(f"{name}, {version}: n={scores[0].n}, coverage {scores[0].values['coverage']:.2f}: {order}")
        for system, value in values.items():
            print(f"    {system:22} P@1 {value:.4f}")
    return panel


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
    values, reports = precision(path, specs, "muse-pos")
    steps = {report.system["name"]: {s["step"]: s["value"] for s in report.extras["waterfall"]} for report in reports}
    cleaned = {name: step["without names"] for name, step in steps.items()}
    findings = [f for report in reports for f in report.findings if f.code == "ranking-flip"]
    print(f"\nsynthetic vectors over {path.name}: headline {values}, without names {cleaned}")
    print(f"    finding: {findings[0].message if findings else 'NONE'}")
    if not findings:
        raise SystemExit("The order changed and no ranking-flip was found.")
    return {"title": f"{path.name.split('.')[0]}, synthetic", "values": {"original": values, "cleaned": cleaned}}


def draw(panels, path: Path) -> None:
    """Slopes from the original to the cleaned dictionary, one panel a dictionary."""
    width, height, top, left = 300, 300, 40, 70
    parts = []
    for number, panel in enumerate(panels):
        x = number * (width + 90)
        values = [v for version in panel["values"].values() for v in version.values()]
        low, high = min(values), max(values)
        span = (high - low) or 1.0
        parts.append(f'<text x="{x + left}" y="20" class="title">{escape(panel["title"])}</text>')
        for place, version in enumerate(panel["values"]):
            parts.append(f'<text x="{x + left + place * 160}" y="{top + height + 20}" class="axis">{version}</text>')
        for index, system in enumerate(panel["values"]["original"]):
            ends = [top + height * (1 - (panel["values"][v][system] - low) / span) for v in ("original", "cleaned")]
            colour = COLOURS[index % len(COLOURS)]
            x1, x2 = x + left + 10, x + left + 170
            parts.append(
                f'<line x1="{x1}" y1="{ends[0]:.1f}" x2="{x2}" y2="{ends[1]:.1f}" stroke="{colour}" stroke-width="2"/>'
            )
            for cx, cy, version in ((x1, ends[0], "original"), (x2, ends[1], "cleaned")):
                parts.append(f'<circle cx="{cx}" cy="{cy:.1f}" r="4" fill="{colour}"/>')
                shift = -44 if version == "original" else 8
                value = panel["values"][version][system]
                parts.append(
                    f'<text x="{cx + shift}" y="{cy + 4:.1f}" class="value" fill="{colour}">{value:.3f}</text>'
                )
            parts.append(
                f'<text x="{x2 + 48}" y="{ends[1] + 4:.1f}" class="value" fill="{colour}">{escape(system)}</text>'
            )
    style = (
        "text{font-family:sans-serif}.title{font-size:14px;font-weight:bold}.axis{font-size:12px}.value{font-size:10px}"
    )
    size = f'width="{len(panels) * (width + 90) + 60}" height="{top + height + 40}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{style}</style>{"".join(parts)}</svg>\n'
    partial = path.with_name(path.name + ".partial")
    partial.write_text(svg, encoding="utf-8")
    partial.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2].parent / "shared")
    parser.add_argument("-o", "--output", type=Path, default=Path("reranking.svg"))
    parser.add_argument("--methods", default=",".join(METHODS))
    arguments = parser.parse_args()
    data = arguments.shared / "data"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["MTEVAL_CACHE"] = str(folder / "cache")
        source, target = (data / f"embeddings/multi30k.{language}.vec.gz" for language in ("en", "de"))
        train = data / "xling/yacle.train.freq.5k.en-de.tsv"
        specs = align_all(arguments.methods.split(","), source, target, train, folder)
        tests = {
            "en-de, MUSE": (data / "muse_dicos/en-de.5000-6500.n.txt", "muse-pos"),
            "en-de, xling-eval": (data / "xling/yacle.test.freq.2k.en-de.tsv", "dictionary"),
        }
        panels = []
        for title, (path, form) in tests.items():
            panels.append(compare_dictionaries(title, original_and_cleaned(path, form, ("en", "de"), folder), specs))
        for pair in ("en-de", "en-bg"):
            panels.append(synthetic_flip(data / f"muse_dicos/{pair}.5000-6500.n.txt", folder))
        draw(panels, arguments.output)
    print(arguments.output)


if __name__ == "__main__":
    main()
