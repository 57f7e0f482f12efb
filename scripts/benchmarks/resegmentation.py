"""Translations cut into the segments of their reference: ours beside mweralign, in one run.

    python scripts/benchmarks/resegmentation.py [--data DIR] [--segments 250 1000 3004] [--peer PROGRAM] [--seed N]

DIR is the folder `wmt17_en_de` of ../shared/data: a system's output whose line ends are disturbed by rule (three of ten are taken
out, every fifth line is cut in two) is cut again by the reference. The true segments are known. mweralign (Post; the C++ code is
that of mwerSegmenter's authors) is GPL, so it is called as a program: install it in an environment of its own
(`pip install mweralign`) and name it with --peer. Both are processes of their own, start included; the words are those between
blanks. Measured: the sum of edit distances over all segments (counted here for both, on plain words), segments that come back
whole, processor time and peak memory of the process.

With --sentences FILE (wmt23.en-de.tar.xz of ../shared/data/wmt23_metrics) the findings on whole sentences are measured: how many
paragraphs of each system are flagged as they are, and how often a sentence that is taken out, or put in from another paragraph,
is found.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from rapidfuzz.distance import Levenshtein

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "wmt17_en_de"
SYSTEM = "newstest2017.uedin-nmt.4722.en-de.txt"


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n")


def disturbed(text: list[str], draw: random.Random) -> list[str]:
    """The same words with other line ends."""
    found = [""]
    for line in text:
        words = line.split()
        cut = draw.randrange(1, len(words)) if len(words) > 1 and draw.random() < 0.2 else 0
        parts = [words[:cut], words[cut:]] if cut else [words]
        for part in parts:
            found[-1] = f"{found[-1]} {' '.join(part)}".strip()
            if draw.random() >= 0.3 or part is not parts[-1]:
                found.append("")
    return [line for line in found if line]


def cut_by_us(translation: Path, reference: Path, output: Path, *, plain: bool) -> None:
    """What the child process does: `plain` compares words as they are and knows of no line ends, as the peer does."""
    from mteval.text.resegmentation import resegment, segment_words

    hypothesis, references = lines(translation), lines(reference)
    if not plain:
        pieces = list(resegment(hypothesis, [[one] for one in references]).pieces)
    else:
        words = " ".join(hypothesis).split()
        ends = segment_words(words, [[one.split()] for one in references]).ends
        pieces = [" ".join(words[start:end]) for start, end in zip((0, *ends[:-1]), ends, strict=True)]
    output.write_text("\n".join(pieces) + "\n", encoding="utf-8")


def measured(command: list[str]) -> tuple[float, float]:
    """Processor seconds and peak megabytes of a process."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"{command[0]} ended with {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def row(name: str, count: int, told: tuple[float, float], pieces: list[str], texts: tuple[list[str], list[str]]) -> str:
    truth, reference = texts
    pieces = [*pieces, *[""] * (len(truth) - len(pieces))]
    edits = sum(Levenshtein.distance(a.split(), b.split()) for a, b in zip(pieces, reference, strict=True))
    whole = sum(a.split() == b.split() for a, b in zip(pieces, truth, strict=True)) / len(truth)
    return f"| {count} | {name} | {edits} | {whole:.1%} | {told[0]:.1f} | {told[1]:.0f} |"


def compare(count: int, data: Path, peer: str | None, seed: int) -> None:
    truth, reference = lines(data / SYSTEM)[:count], lines(data / "ref.de")[:count]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / one for one in ("translation", "reference", "pieces")]
        files[0].write_text("\n".join(disturbed(truth, random.Random(seed))) + "\n", encoding="utf-8")
        files[1].write_text("\n".join(reference) + "\n", encoding="utf-8")
        own = [sys.executable, __file__, "--cut", *map(str, files)]
        runs = [("ours, plain words", [*own, "--plain"]), ("ours, as `--resegment` does", own)]
        if peer:
            program = [peer, "-m", "none", "-r", str(files[1]), "-t", str(files[0]), "-o", str(files[2])]
            runs.append(("mweralign", program))
        for title, command in runs:
            told = measured(command)
            print(row(title, count, told, lines(files[2]), (truth, reference)), flush=True)


def flagged(translation: str, reference: str) -> set[str]:
    from mteval.families._reference.sentences import sentences_inside

    return {one.code for one in sentences_inside(["1"], [translation], [(reference,)])}


def sentences(archive: Path, seed: int) -> None:
    """How often paragraphs are flagged, and damage to them is found."""
    from mteval.families._reference.sentences import sentences_of as parts

    print(
        "| system | paragraphs | left out | added | taken out, found | put in, found |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: |"
    )
    with tarfile.open(archive) as tar:
        texts = {
            Path(name).name.removesuffix(".txt"): tar.extractfile(name).read().decode().rstrip("\n").split("\n")
            for name in tar.getnames()
            if name.endswith(("references/en-de.refA.txt",))
            or ("system-outputs/en-de/" in name and name.endswith(".txt"))
        }
    reference = texts.pop("en-de.refA")
    texts.pop("refA", None)
    for system, outputs in sorted(texts.items()):
        draw = random.Random(seed)
        counts = dict.fromkeys(("paragraphs", "left", "added", "damaged", "taken", "put"), 0)
        for output, wanted in zip(outputs, reference, strict=True):
            if max(len(parts(output)), len(parts(wanted))) < 2:
                continue
            codes, own = flagged(output, wanted), parts(output)
            counts["paragraphs"] += 1
            counts["left"] += "untranslated-sentence" in codes
            counts["added"] += "added-sentence" in codes
            long = [place for place, one in enumerate(own) if len(one.split()) > 3]
            if codes or len(own) < 3 or not long:
                continue
            place, other = draw.choice(long), parts(draw.choice([one for one in outputs if len(one.split()) > 3]))
            longest = max(other, key=len)
            counts["damaged"] += 1
            counts["taken"] += "untranslated-sentence" in flagged(" ".join(own[:place] + own[place + 1 :]), wanted)
            counts["put"] += "added-sentence" in flagged(" ".join([*own[:place], longest, *own[place:]]), wanted)
        damaged_ones = counts["damaged"]
        taken, put = (f"{counts[key] / damaged_ones:.1%} of {damaged_ones}" for key in ("taken", "put"))
        print(f"| {system} | {counts['paragraphs']} | {counts['left']} | {counts['added']} | {taken} | {put} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--segments", type=int, nargs="+", default=[250, 1000, 3004])
    parser.add_argument("--peer", default=shutil.which("mweralign"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cut", type=Path, nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--plain", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--sentences", type=Path, metavar="FILE", help="measure the findings on whole sentences instead"
    )
    given = parser.parse_args()
    if given.sentences:
        sentences(given.sentences, given.seed)
        return
    if given.cut:
        cut_by_us(*given.cut, plain=given.plain)
        return
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, peer: {given.peer or 'not there'}")
    print("| segments | tool | edits | whole | CPU s | MB |\n| ---: | --- | ---: | ---: | ---: | ---: |")
    for count in given.segments:
        compare(count, given.data, given.peer, given.seed)


if __name__ == "__main__":
    main()
