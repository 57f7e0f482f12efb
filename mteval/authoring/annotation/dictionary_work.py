"""Verifying dictionary predictions: is a "wrong" prediction really wrong?

The predictions files have one source word a line and its predictions best first, separated by tabs; a `.jsonl` file of cases
as 'mteval run -o DIR' writes them will do as well. Each prediction ranked above the first gold target, to the depth the job
says, is shown once, whichever systems made it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mteval.authoring.annotation.assignment import deal
from mteval.authoring.annotation.database import Database, Decision, Task
from mteval.authoring.annotation.dictionary_results import CUTS, contests, precision, updated_gold
from mteval.authoring.annotation.job import AnnotationJob
from mteval.authoring.annotation.work import Download, FormError, FormReading, Item, Page, WorkSummary, comment
from mteval.core.errors import DataError
from mteval.human.dictionary_verdicts import VERDICTS, Opinion, settle
from mteval.text.documents import NotJSONError, parse_json
from mteval.text.lines import read_lines
from mteval.text.word_pairs import read_word_pairs


class DictionaryWork:
    """Deals predictions out and makes a corrected dictionary of the verdicts."""

    def __init__(self, job: AnnotationJob) -> None:
        self.job = job
        self.depth = int(job.settings.get("depth", 1)) or 1
        self.gold = read_gold(job.files["gold"])
        self.systems = {name: read_predictions(path, self.gold) for name, path in job.systems.items()}
        self.lone = job.settings.get("words", "all") == "lone"
        if self.lone and (self.depth > 1 or len(self.systems) < 2):
            raise DataError(
                job.path, 'words = "lone" compares the best words of systems: it wants depth 1 and two systems.'
            )
        self.pairs = self._pairs()
        if not self.pairs:
            raise DataError(job.path, "every prediction is already in the gold dictionary: there is nothing to verify.")

    def _pairs(self) -> list[tuple[str, str]]:
        pairs: dict[tuple[str, str], None] = {}
        for predictions in self.systems.values():
            for source, ranked in predictions.items():
                if self.lone and not self._found(source):
                    continue
                for word in ranked[: self.depth]:
                    if word in self.gold[source]:
                        break
                    pairs[source, word] = None
        return list(pairs)

    def _found(self, source: str) -> bool:
        """Whether any system ranks a gold target of the word first."""
        bests = (predictions.get(source, ())[:1] for predictions in self.systems.values())
        return any(best and best[0] in self.gold[source] for best in bests)

    def lists(self) -> dict[str, list[Item]]:
        """Every pair to as many annotators as the job says."""
        dealt = deal(self.pairs, self.job.annotators, self.job.overlap, self.job.seed)
        return {annotator: [self._task(*pair) for pair in given] for annotator, given in dealt.items()}

    def _task(self, source: str, prediction: str) -> Item:
        payload = {"source": source, "prediction": prediction, "gold": list(self.gold[source])}
        return f"{source}\t{prediction}", payload

    def page(self, task: Task, database: Database) -> Page:
        """The word, its gold targets, the prediction, and the verdicts; which system predicted it is not shown."""
        return Page("dictionary.html", {**task.payload, "verdicts": VERDICTS})

    def read(self, task: Task, form: Mapping[str, str], database: Database) -> FormReading:
        """A verdict; for a wrong gold list, which targets are wrong and whether the prediction is right."""
        verdict = form.get("verdict", "")
        if verdict not in VERDICTS:
            raise FormError("Please choose a verdict.")
        payload: dict[str, Any] = {"verdict": verdict, "comment": comment(form)}
        if verdict == "gold-wrong":
            gold = task.payload["gold"]
            wrong = [target for number, target in enumerate(gold) if form.get(f"gold-{number}")]
            if not wrong:
                raise FormError("Please mark which of the gold translations are wrong.")
            payload |= {"wrong_gold": wrong, "prediction_right": bool(form.get("prediction_right"))}
        return FormReading(payload)

    def rows(self, decisions: Sequence[Decision], database: Database) -> Iterator[Mapping[str, Any]]:
        """One row per verdict."""
        for decision in decisions:
            source, prediction = decision.item.split("\t", 1)
            payload = decision.payload
            yield {
                "annotator": decision.annotator,
                "source": source,
                "gold": " | ".join(self.gold[source]),
                "prediction": prediction,
                "verdict": payload["verdict"],
                "wrong_gold": " | ".join(payload.get("wrong_gold", [])),
                "prediction_right": payload.get("prediction_right", ""),
                "comment": payload["comment"],
                "seconds": round(decision.seconds, 1),
                "at": decision.at,
            }

    def summary(self, database: Database) -> WorkSummary:
        """Corrected P@k, the 2×2 of who was right before and after, and the updated dictionary."""
        verdicts = settle(_opinions(database.decisions()))
        updated = updated_gold(self.gold, verdicts)
        tables = (
            self._precision_table(updated),
            self._contest_table(updated),
            self._verdict_table([one.verdict for one in verdicts]),
        )
        lines = "".join(f"{source}\t{target}\n" for source, targets in updated.items() for target in targets)
        results = json.dumps(self.results(database), ensure_ascii=False, indent=1) + "\n"
        downloads = (
            Download("dictionary-updated.txt", "text/plain", lines, "Updated dictionary"),
            Download("dictionary-results.json", "application/json", results, "Corrected scores (JSON)"),
        )
        unresolved = sum(one.verdict == "unresolved" for one in verdicts)
        notes = [f"{len(verdicts)} of {len(self.pairs)} predictions judged, to rank {self.depth}."]
        if unresolved:
            notes.append(f"{unresolved} predictions are tied between annotators and count as wrong.")
        return WorkSummary(tables, downloads, notes)

    def results(self, database: Database) -> dict[str, Any]:
        """Published and corrected P@k and the 2×2 tables, JSON-ready."""
        updated = updated_gold(self.gold, settle(_opinions(database.decisions())))
        scores = {}
        for name, predictions in self.systems.items():
            before = {f"p@{k}": _share(*precision(self.gold, predictions, k)) for k in CUTS}
            after = {f"p@{k}": _share(*precision(updated, predictions, k)) for k in CUTS}
            scores[name] = {"published": before, "corrected": after, "verified_to_rank": self.depth}
        pairs = [
            {"a": old.a, "b": old.b, "published": _cells(old), "corrected": _cells(new)}
            for old, new in zip(contests(self.gold, self.systems), contests(updated, self.systems), strict=True)
        ]
        return {"systems": scores, "who_was_right": pairs}

    def _precision_table(
        self, updated: Mapping[str, tuple[str, ...]]
    ) -> tuple[str, Sequence[str], list[Sequence[str]]]:
        body: list[Sequence[str]] = []
        for name, predictions in self.systems.items():
            row = [name]
            for k in CUTS:
                before, after = precision(self.gold, predictions, k), precision(updated, predictions, k)
                row.append(f"{_percent(*before)} → {_percent(*after)}")
            body.append(row)
        return "P@k, published → corrected", ("system", *(f"P@{k}" for k in CUTS)), body

    def _contest_table(self, updated: Mapping[str, tuple[str, ...]]) -> tuple[str, Sequence[str], list[Sequence[str]]]:
        old, new = contests(self.gold, self.systems), contests(updated, self.systems)
        body: list[Sequence[str]] = []
        for before, after in zip(old, new, strict=True):
            cells = [f"{x} → {y}" for x, y in zip(_cells(before).values(), _cells(after).values(), strict=True)]
            body.append((f"{before.a}, {before.b}", *cells))
        return "Who was right, published → corrected", ("a, b", "both", "only a", "only b", "neither"), body

    def _verdict_table(self, verdicts: Sequence[str]) -> tuple[str, Sequence[str], list[Sequence[str]]]:
        names = [*VERDICTS, "unresolved"]
        return "Verdicts", ("verdict", "predictions"), [(name, str(verdicts.count(name))) for name in names]


def _opinions(decisions: Sequence[Decision]) -> Iterator[Opinion]:
    for decision in decisions:
        source, prediction = decision.item.split("\t", 1)
        payload = decision.payload
        wrong, right = tuple(payload.get("wrong_gold", ())), bool(payload.get("prediction_right"))
        yield Opinion(source, prediction, payload["verdict"], wrong, right)


def _cells(contest: Any) -> dict[str, int]:
    return {
        "both": contest.both,
        "only_a": contest.only_a,
        "only_b": contest.only_b,
        "neither": contest.neither,
    }


def _share(hits: int, total: int) -> float | None:
    return hits / total if total else None


def _percent(hits: int, total: int) -> str:
    return f"{100 * hits / total:.1f} %" if total else "–"


def read_gold(path: Path) -> dict[str, tuple[str, ...]]:
    """The gold targets of each source word."""
    gold: dict[str, dict[str, None]] = {}
    for pair in read_word_pairs(path).pairs:
        gold.setdefault(pair.source, {})[pair.target] = None
    return {source: tuple(targets) for source, targets in gold.items()}


def read_predictions(path: Path, gold: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Each source's predictions, best first; words that are not in the dictionary are left out."""
    parse = _case if path.suffix == ".jsonl" else _line
    predictions: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(read_lines(path).lines, start=1):
        if line.strip():
            source, ranked = parse(line, path, number)
            if source in gold:
                predictions[source] = ranked
    if not predictions:
        raise DataError(path, "predicts no word of the gold dictionary. Give 'source<tab>best<tab>second …' lines.")
    return predictions


def _line(line: str, path: Path, number: int) -> tuple[str, tuple[str, ...]]:
    source, *ranked = [part.strip() for part in line.split("\t")]
    if not source:
        raise DataError(path, "the source word is empty.", line=number)
    return source, tuple(word for word in ranked if word)


def _case(line: str, path: Path, number: int) -> tuple[str, tuple[str, ...]]:
    try:
        case = parse_json(line, path, line=number)
        answer = case["answer"] or {}
        return str(case["source"]), tuple(str(one["word"]) for one in answer.get("candidates", ()))
    except (NotJSONError, KeyError, TypeError, AttributeError):
        raise DataError(path, "is no case of a dictionary run.", line=number) from None
