"""Results as JSON, on disk and back: report.json with the document, one JSON Lines file of cases per report."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.core.results import CaseResult, Finding, PairedTest, Ranks, Report, Results, Score, Slice
from mteval.text.lines import read_text
from mteval.text.writing import write_text

SCHEMA_VERSION = 1
DOCUMENT = "report.json"
CASES = "cases"


@lru_cache
def schema() -> dict[str, Any]:
    """The JSON Schema of the document."""
    path = Path(__file__).parent / "schema" / "report.schema.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def document(results: Results) -> dict[str, Any]:
    """The document that --json prints; a number that is not there is null."""
    return {
        "reports": [_report(report) for report in results.reports],
        "comparisons": [_comparison(test) for test in results.comparisons],
        "ranks": [_rank(rank) for rank in results.ranks],
    }


def to_json(results: Results) -> str:
    """The document as text."""
    return json.dumps(document(results), ensure_ascii=False, indent=2, allow_nan=False)


def _number(value: float) -> float | int | None:
    if not math.isfinite(value):
        return None
    return value


def _report(report: Report) -> dict[str, Any]:
    return {
        "schema": SCHEMA_VERSION,
        "suite": json_ready(report.suite),
        "system": json_ready(report.system),
        "scores": [_score(score) for score in report.scores],
        "slices": [
            {"tag": part.tag, "value": part.value, "scores": [_score(score) for score in part.scores]}
            for part in report.slices
        ],
        "findings": [_finding(finding) for finding in report.findings],
        "extras": json_ready(report.extras),
        "settings": json_ready(report.settings),
    }


def _score(score: Score) -> dict[str, Any]:
    return {
        "metric": score.metric,
        "values": {key: _number(value) for key, value in score.values.items()},
        "intervals": {key: [_number(low), _number(high)] for key, (low, high) in score.intervals.items()},
        "level": score.level,
        "n": score.n,
        "skipped": score.skipped,
        "higher_is_better": score.higher_is_better,
        "signature": score.signature,
        "spec": score.spec or score.metric,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    found: dict[str, Any] = {"code": finding.code, "count": finding.count, "message": finding.message}
    return {**found, "cases": list(finding.cases)} if finding.cases else found


def _comparison(test: PairedTest) -> dict[str, Any]:
    return {
        "suite": test.suite,
        "metric": test.metric,
        "a": test.a,
        "b": test.b,
        "difference": _number(test.difference),
        "p_value": _number(test.p_value),
        "p_adjusted": _number(test.p_adjusted),
        "test": test.test,
        "n": test.n,
        "spec": test.spec or test.metric,
    }


def _rank(rank: Ranks) -> dict[str, Any]:
    return {
        "suite": rank.suite,
        "metric": rank.metric,
        "clusters": [list(cluster) for cluster in rank.clusters],
        "detectable": _number(rank.detectable),
        "spec": rank.spec or rank.metric,
    }


def json_ready(value: Any) -> Any:
    """Plain JSON values: tuples become lists, NaN becomes null, numpy numbers become Python's."""
    if isinstance(value, Mapping):
        return {str(key): json_ready(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [json_ready(item) for item in value]
    if hasattr(value, "item") and not isinstance(value, (str, bytes)):
        value = value.item()
    if isinstance(value, float):
        return _number(value)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    return str(value)


def write_results(results: Results, folder: Path) -> list[Path]:
    """Write report.json and one file of cases per report; each file appears whole."""
    written = []
    for number, report in enumerate(results.reports, start=1):
        if report.cases:
            path = folder / CASES / case_file_name(number, report)
            lines = (json.dumps(_case(case), ensure_ascii=False, allow_nan=False) for case in report.cases)
            write_text(path, "".join(f"{line}\n" for line in lines))
            written.append(path)
    write_text(folder / DOCUMENT, to_json(results) + "\n")
    return [folder / DOCUMENT, *written]


def case_file_name(number: int, report: Report) -> str:
    """The name of a report's case file: its number, suite and system."""
    plain = re.sub(r"[^\w.+-]+", "_", f"{report.suite['name']}--{report.system['name']}")
    return f"{number:03d}-{plain}.jsonl"


def _case(case: CaseResult) -> dict[str, Any]:
    fields = {name: getattr(case, name) for name in case.__slots__}
    return {name: json_ready(value) for name, value in fields.items() if value not in (None, {}, ())}


def read_results(path: Path) -> Results:
    """Read what `write_results` wrote: give its folder, or the document alone (then there are no cases)."""
    file = path / DOCUMENT if path.is_dir() else path
    if not file.exists():
        raise DataError(path, f"holds no {DOCUMENT}. Give what 'mteval run -o DIR' wrote.")
    try:
        content = json.loads(read_text(file))
        reports = [_read_report(entry) for entry in content["reports"]]
        comparisons = tuple(_read_comparison(entry) for entry in content["comparisons"])
        ranks = tuple(_read_rank(entry) for entry in content.get("ranks", ()))
    except json.JSONDecodeError as error:
        raise DataError(file, f"is not JSON: {error.msg}.", line=error.lineno) from None
    except (KeyError, TypeError, AttributeError) as error:
        raise DataError(file, f"is not a report of mteval ({type(error).__name__}: {error}).") from None
    with_cases = (
        replace(report, cases=tuple(_read_cases(file.parent / CASES / case_file_name(number, report))))
        for number, report in enumerate(reports, start=1)
    )
    return Results(tuple(with_cases), comparisons, ranks)


def _read_number(value: float | None) -> float:
    return float("nan") if value is None else value


def _read_report(entry: Mapping[str, Any]) -> Report:
    return Report(
        suite=entry["suite"],
        system=entry["system"],
        scores=tuple(_read_score(score) for score in entry["scores"]),
        slices=tuple(
            Slice(part["tag"], part["value"], tuple(_read_score(score) for score in part["scores"]))
            for part in entry["slices"]
        ),
        findings=tuple(
            Finding(found["code"], found["message"], found["count"], tuple(found.get("cases", ())))
            for found in entry["findings"]
        ),
        extras=entry.get("extras", {}),
        settings=_read_settings(entry.get("settings", {})),
    )


def _read_settings(entry: Mapping[str, Any]) -> dict[str, Any]:
    for name, value in entry.items():
        if not isinstance(value, str if name == "test" else (int, float)):
            raise TypeError(f"the setting '{name}' is {value!r}")
    return dict(entry)


def _read_score(entry: Mapping[str, Any]) -> Score:
    return Score(
        metric=entry["metric"],
        values={key: _read_number(value) for key, value in entry["values"].items()},
        intervals={key: (_read_number(low), _read_number(high)) for key, (low, high) in entry["intervals"].items()},
        n=entry["n"],
        skipped=entry["skipped"],
        higher_is_better=entry["higher_is_better"],
        signature=entry["signature"],
        level=entry["level"],
        spec=entry.get("spec", entry["metric"]),
    )


def _read_comparison(entry: Mapping[str, Any]) -> PairedTest:
    numbers: dict[str, Any] = {key: _read_number(entry[key]) for key in ("difference", "p_value", "p_adjusted")}
    names: dict[str, Any] = {key: entry[key] for key in ("suite", "metric", "a", "b", "test")}
    return PairedTest(**names, **numbers, n=entry.get("n", 0), spec=entry.get("spec", entry["metric"]))


def _read_rank(entry: Mapping[str, Any]) -> Ranks:
    clusters = tuple(tuple(cluster) for cluster in entry["clusters"])
    return Ranks(entry["suite"], entry["metric"], clusters, _read_number(entry["detectable"]), entry["spec"])


def _read_cases(path: Path) -> Iterator[CaseResult]:
    if not path.exists():
        return
    for number, line in enumerate(read_text(path).removesuffix("\n").split("\n"), start=1):
        try:
            entry = json.loads(line)
            yield CaseResult(**{**entry, "tags": {key: tuple(value) for key, value in entry.get("tags", {}).items()}})
        except (json.JSONDecodeError, TypeError) as error:
            raise DataError(path, f"is not a case ({error}).", line=number) from None
