"""Exact and approximate CSLS against faiss's exact index, growth with the vocabulary, memory, and loading against gensim.

    python scripts/benchmarks/retrieval.py [--words 200000] [--queries 1500] [--skip-loading] [--without-peer]

Synthetic vectors: words scatter around the centres of Zipfian clusters in a space whose directions fade as in real
embeddings; a common component that differs in strength makes hubs; the target side is the source side plus noise.
"""

import argparse
import resource
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

from mteval.vectors.csls import Csls
from mteval.vectors.embeddings import load_embeddings, unit_length

DIMENSIONS = 300
NEIGHBOURS = 10


def synthetic(words: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    spectrum = (np.arange(1, DIMENSIONS + 1) ** -0.35).astype(np.float32)
    clusters = max(50, words // 100)
    shares = 1.0 / np.arange(1, clusters + 1)
    member = rng.choice(clusters, words, p=shares / shares.sum())
    centres = rng.standard_normal((clusters, DIMENSIONS), dtype=np.float32) * spectrum
    common = (rng.standard_normal(DIMENSIONS) * spectrum).astype(np.float32)
    hubness = rng.gamma(2.0, 0.15, words).astype(np.float32)
    meaning = 0.7 * centres[member] + 0.8 * rng.standard_normal((words, DIMENSIONS), dtype=np.float32) * spectrum
    meaning += hubness[:, None] * common
    sides = []
    for _ in range(2):
        noise = 0.45 * rng.standard_normal((words, DIMENSIONS), dtype=np.float32) * spectrum
        sides.append(unit_length(meaning + noise))
    return sides[0], sides[1]


def faiss_csls(source, target, rows, k=NEIGHBOURS):
    """The same job with faiss-cpu: both neighbourhoods from exact indexes, then the best by CSLS."""
    import faiss

    over_source, over_target = (faiss.IndexFlatIP(DIMENSIONS) for _ in range(2))
    over_source.add(source)
    over_target.add(target)
    density = np.concatenate(
        [over_source.search(target[i : i + 16384], k)[0].mean(axis=1) for i in range(0, len(target), 16384)]
    )
    # CSLS is linear in the cosine: with −r_S(y) as one more dimension an inner-product search ranks by it.
    wide = faiss.IndexFlatIP(DIMENSIONS + 1)
    wide.add(np.hstack([target, -0.5 * density[:, None]]).astype(np.float32))
    queries = np.hstack([source[rows], np.ones((len(rows), 1), dtype=np.float32)])
    around = over_target.search(source[rows], k)[0].mean(axis=1)
    scores, indices = wide.search(queries, k)
    return indices, 2 * scores - around[:, None]


def timed(work):
    """The result, wall-clock seconds and processor seconds (which other people's work on the machine changes less)."""
    start, processor = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - start, time.process_time() - processor


def agreement(ours, theirs) -> float:
    return float(np.mean([len(set(a) & set(b)) / len(b) for a, b in zip(ours, theirs, strict=True)]))


def resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


class MemoryWatch:
    """The highest resident memory while it is open, looked at fifty times a second."""

    def __enter__(self):
        self.start = self.peak = resident_megabytes()
        self._open = True
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()
        return self

    def _look(self):
        while self._open:
            self.peak = max(self.peak, resident_megabytes())
            time.sleep(0.02)

    def __exit__(self, *_):
        self._open = False
        self._thread.join()


def warm_up() -> None:
    """Compile the kernels and start the threads before anything is timed."""
    source, target = synthetic(6000, 1)
    for approximate in (False, True):
        Csls(source, target, approximate=approximate).best(np.arange(50), 10)


def measure(words: int, queries: int, *, with_peer: bool) -> dict[str, float]:
    source, target = synthetic(words)
    rows = np.sort(np.random.default_rng(2).choice(min(words, 50_000), queries, replace=False))
    row = {"words": words}
    exact_index = Csls(source, target)
    with MemoryWatch() as memory:
        rough, row["approximate"], row["approximate cpu"] = timed(
            lambda: Csls(source, target, approximate=True).best(rows, 10)
        )
        exact, row["exact"], row["exact cpu"] = timed(lambda: exact_index.best(rows, 10))
    row["settled"] = exact_index.refined / words
    row["memory"] = 1 + (memory.peak - memory.start) / ((source.nbytes + target.nbytes) / 2**20)
    row["approximate agreement"] = agreement(rough.indices, exact.indices)
    if with_peer:
        (theirs, scores), row["faiss"], row["faiss cpu"] = timed(lambda: faiss_csls(source, target, rows))
        row["exact agreement"] = agreement(exact.indices, theirs)
        row["largest score difference"] = float(np.abs(exact.scores - scores).max())
    return row


def show_row(row) -> None:
    cells = [f"{row['words']:,}"]
    for name in ("faiss", "exact", "approximate"):
        cells.append(f"{row[name]:.1f} ({row[f'{name} cpu']:.1f})" if name in row else "")
    for name in ("exact", "approximate"):
        both = (row["faiss"] / row[name], row["faiss cpu"] / row[f"{name} cpu"]) if "faiss" in row else ()
        cells.append(" / ".join(f"{ratio:.1f}" for ratio in both))
    cells += [f"{row['settled']:.1%}", f"{row['memory']:.2f}", f"{row['approximate agreement']:.3%}"]
    cells.append(f"{row['exact agreement']:.3%}" if "exact agreement" in row else "")
    print("| " + " | ".join(cells) + " |", flush=True)


def show_growth(sizes, queries, *, with_peer: bool) -> None:
    print(f"CSLS, {queries} queries, {DIMENSIONS} dimensions, best 10; seconds, processor seconds in brackets")
    print(
        "| words | faiss exact | exact | approximate | × exact (processor) | × approximate | settled | memory / vectors "
        "| top-10 of approximate = exact | top-10 of exact = faiss |"
    )
    print("| --- " * 10 + "|")
    rows = []
    for size in sizes:
        rows.append(measure(size, queries, with_peer=with_peer))
        show_row(rows[-1])
    ratio = np.log(rows[-1]["words"] / rows[0]["words"])
    for name in ("faiss", "exact", "approximate"):
        if len(rows) > 1 and name in rows[0]:
            power, spent = (np.log(rows[-1][key] / rows[0][key]) / ratio for key in (name, f"{name} cpu"))
            print(f"{name}: time grows as words^{power:.2f}, processor time as words^{spent:.2f}")


def write_vectors(path: Path, words: int) -> None:
    rng = np.random.default_rng(3)
    with path.open("w", encoding="utf-8") as out:
        out.write(f"{words} {DIMENSIONS}\n")
        for i in range(words):
            out.write(f"word{i} " + " ".join(f"{value:.4f}" for value in rng.standard_normal(DIMENSIONS) * 0.1) + "\n")


def show_loading(words: int) -> None:
    from gensim.models import KeyedVectors

    with tempfile.TemporaryDirectory() as folder:
        import os

        os.environ["MTEVAL_CACHE"] = folder
        path = Path(folder) / "vectors.vec"
        write_vectors(path, words)
        theirs, their_time, _ = timed(lambda: KeyedVectors.load_word2vec_format(str(path)))
        ours, our_time, _ = timed(lambda: load_embeddings(path))
        cached, cached_time, _ = timed(lambda: load_embeddings(path))
    same = (ours.vectors == theirs.vectors).all() and (cached.vectors == ours.vectors).all()
    print(f"\nLoading {words:,} × {DIMENSIONS} .vec: gensim {their_time:.1f} s; first time {our_time:.2f} s")
    print(
        f"(× {their_time / our_time:.1f}); cached {cached_time:.2f} s (× {their_time / cached_time:.0f}); equal: {same}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--words", type=int, default=200_000)
    parser.add_argument("--queries", type=int, default=1500)
    parser.add_argument("--skip-loading", action="store_true")
    parser.add_argument(
        "--without-peer", action="store_true", help="ours alone: memory, growth, agreement of the two modes"
    )
    arguments = parser.parse_args()
    warm_up()
    sizes = [size for size in (arguments.words // 8, arguments.words // 4, arguments.words // 2) if size >= 10_000]
    show_growth([*sizes, arguments.words], arguments.queries, with_peer=not arguments.without_peer)
    if not arguments.skip_loading:
        load_embeddings_small = Path(tempfile.mkdtemp()) / "x.vec"
        load_embeddings_small.write_text("a 1 2\n")
        load_embeddings(load_embeddings_small)
        show_loading(arguments.words)


if __name__ == "__main__":
    main()
