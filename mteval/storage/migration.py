"""Results stored by earlier versions, brought to the form of today."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError

VERSION = 2
"""Version 2 says how values are read (`scale`) and gives the interval of every difference; 1 is what mteval 0.1 wrote."""

# The metrics of 0.1 whose values were read with four decimals, and the values that were counts.
RATES_OF_1 = (
    *("accuracy", "sense-f1", "precision-at-k", "failure-rate", "agreement", "correlation"),
    *("comet", "bertscore"),
)
COUNTS_OF_1 = (
    *("correct", "decided", "positive", "negative", "unknown", "failed"),
    *("system_length", "reference_length"),
)


def migrated(content: Any, path: Path) -> Any:
    """A document of any version in the form of today; what is no document is left for the check of its types."""
    if not isinstance(content, dict):
        return content
    version = content.get("version", 1)
    if not isinstance(version, int) or version > VERSION:
        raise DataError(
            path, f"was written by a newer mteval (version {version} of the form). Update mteval to read it."
        )
    return _from_1(content) if version == 1 else content


def _from_1(content: dict[str, Any]) -> dict[str, Any]:
    for entry in (*_objects(content, "comparisons"), *_objects(content, "ranks")):
        _spec(entry)
    for test in _objects(content, "comparisons"):
        test.setdefault("n", 0)
    for report in _objects(content, "reports"):
        parts = [report, *_objects(report, "slices")]
        for score in (score for part in parts for score in _objects(part, "scores")):
            _spec(score)
            _scale(score)
        extras = report.get("extras")
        for step in _objects(extras, "waterfall") if isinstance(extras, dict) else ():
            for key in ("right", "counted"):
                if isinstance(step.get(key), str):
                    step[key] = [int(sign, 36) for sign in step[key] if sign.isascii() and sign.isalnum()]
    return {**content, "ranks": content.get("ranks", [])}


def _objects(owner: dict[str, Any], key: str) -> Iterator[dict[str, Any]]:
    """The objects in a list; what is none is left for the check of types."""
    found = owner.get(key, ())
    return (one for one in found if isinstance(one, dict)) if isinstance(found, list) else iter(())


def _spec(entry: dict[str, Any]) -> None:
    if "metric" in entry:
        entry.setdefault("spec", entry["metric"])


def _scale(score: dict[str, Any]) -> None:
    """How 0.1 showed the values: it knew its metrics by name."""
    values = score.get("values")
    score.setdefault(
        "scale",
        {
            "decimals": 4 if str(score.get("metric")) in RATES_OF_1 else 2,
            "counts": [key for key in values if key in COUNTS_OF_1] if isinstance(values, dict) else [],
            "coverage": "coverage" if score.get("metric") == "precision-at-k" else "",
        },
    )
