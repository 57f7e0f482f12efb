"""How well terms are found: precision and recall of the matcher on sentences labelled by hand.

    python scripts/benchmarks/terms.py [--show] [--data DIR]

The sentences are in tests/families/_terminology/term_cases.tsv: written for mteval, drafts, not checked by native speakers.
Positives are inflected, compounded or separated terms; negatives hold the term as an accidental substring (`Art` in `Start`) or
a word near it. Those called seen were looked at while the matcher was written, the unseen ones were written afterwards. Three
ways of matching are compared on the same sentences. With DIR (the folder `terminology_wmt25` of
../shared/data) the success rates of WMT25's en-de submissions are compared with the published ones.
"""

from __future__ import annotations

import argparse
import csv
import json
import tarfile
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from mteval.core.queries import Translate, Translation
from mteval.core.records import Term
from mteval.core.suites import Case
from mteval.families._terminology.judging import TermProcedure, judge_terms
from mteval.families.terminology import TermGold

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "families" / "_terminology" / "term_cases.tsv"
DATA = ROOT.parent / "shared" / "data" / "terminology_wmt25"
WAYS = ("lemma", "surface", "wmt25")


def labelled() -> list[dict[str, str]]:
    with CASES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def outcomes(rows: list[dict[str, str]], matching: str) -> list[str]:
    """Each row as a true or false positive or negative."""
    by_language = defaultdict(list)
    for place, row in enumerate(rows):
        by_language[row["language"]].append(place)
    result = [""] * len(rows)
    for language, places in by_language.items():
        cases = [Case(str(p), Translate(""), TermGold(Term("x", (rows[p]["term"],)), "")) for p in places]
        answers = [Translation(rows[p]["sentence"]) for p in places]
        details = judge_terms(cases, answers, TermProcedure(language, matching))
        for place, detail in zip(places, details, strict=True):
            found, there = bool(detail["found"]), rows[place]["present"] == "yes"
            result[place] = ("t" if found == there else "f") + ("p" if found else "n")
    return result


def rates(counts: Counter[str]) -> tuple[float, float]:
    precision = counts["tp"] / (counts["tp"] + counts["fp"]) if counts["tp"] + counts["fp"] else float("nan")
    recall = counts["tp"] / (counts["tp"] + counts["fn"]) if counts["tp"] + counts["fn"] else float("nan")
    return precision, recall


def table(rows: list[dict[str, str]], show: bool) -> None:
    positives = sum(row["present"] == "yes" for row in rows)
    print(f"{len(rows)} sentences, {positives} with the term, {len(rows) - positives} without\n")
    print("| matching | cases | precision | recall | false alarms | missed |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for way in WAYS:
        found = outcomes(rows, way)
        groups = {"all": range(len(rows)), "German": [i for i, row in enumerate(rows) if row["language"] == "de"]}
        groups["other languages"] = [i for i in range(len(rows)) if rows[i]["language"] != "de"]
        groups["unseen"] = [i for i in range(len(rows)) if rows[i]["part"] == "unseen"]
        for name, places in groups.items():
            counts = Counter(found[i] for i in places)
            precision, recall = rates(counts)
            print(
                f"| {way} | {name} ({len(places)}) | {precision:.3f} | {recall:.3f} | {counts['fp']} | {counts['fn']} |"
            )
        if show and way == "lemma":
            for row, one in zip(rows, found, strict=True):
                if one[0] == "f":
                    print(f"  {one}\t{row['language']}\t{row['term']}\t{row['sentence']}")


def published(folder: Path) -> None:
    """The greatest difference from the published scores over all submissions."""
    import mteval

    expected = json.loads((folder / "expected.ende.json").read_text(encoding="utf-8"))["de"]
    with tempfile.TemporaryDirectory() as place:
        with tarfile.open(folder / "track1.ende.tar.xz") as archive:
            archive.extractall(place, filter="data")
        files = sorted(Path(place).glob("submissions/track1/*/*.jsonl"))
        systems = [f"output-file:{file}" for file in files]
        suite = f"{place}/references/track1/full_data.ende.jsonl"
        results = mteval.run(suite, format="terminology-wmt25", systems=systems, resamples=0, test="none")
    worst: Counter[str] = Counter()
    for report in results.reports:
        team, _, mode = report.system["name"].removesuffix(".jsonl").rsplit(".", 2)
        own = expected[mode][team]
        values = {"bleu4": report["bleu"].value, "chrf2++": report["chrf++"].value}
        values |= {f"{part.value}_term_success_rate": part.scores[0].value for part in report.slices}
        for key, value in values.items():
            worst[key] = max(worst[key], abs(value - own[key]))
    print(f"\nWMT25 en-de, {len(results.reports)} submissions, greatest difference from the published value:")
    for key, value in worst.items():
        print(f"| {key} | {value:.2g} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--show", action="store_true", help="print every sentence judged wrongly")
    parser.add_argument("--data", type=Path, default=DATA)
    options = parser.parse_args()
    table(labelled(), options.show)
    if (options.data / "expected.ende.json").exists():
        published(options.data)
    else:
        print(f"\n{options.data} is not there, so WMT25's scores were not compared.")


if __name__ == "__main__":
    main()
