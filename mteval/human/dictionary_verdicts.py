"""People's verdicts on dictionary predictions, settled by majority, and the tables they are kept in.

Verdicts on a prediction that is not among the gold targets: `wrong`; `other-form` (another form of a gold target);
`synonym` (a right translation missing from gold); `gold-wrong` (a gold target is itself wrong; the prediction may be right
or not). Several annotators' verdicts are settled by majority; a tie is unresolved and counts as wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mteval.core.errors import DataError
from mteval.text.lines import read_text
from mteval.text.tables import header_of, named_rows

VERDICTS = {
    "wrong": "Wrong: not a translation of the word",
    "other-form": "Right, another form of a gold translation",
    "synonym": "Right, a translation missing from the gold list",
    "gold-wrong": "The gold list itself is wrong",
}
RIGHT = ("other-form", "synonym")
UNRESOLVED = "unresolved"
COLUMNS = ("source", "prediction", "verdict")
YES = ("true", "yes", "1")


@dataclass(frozen=True, slots=True)
class WordVerdict:
    """What the annotators say together of one predicted pair."""

    source: str
    prediction: str
    verdict: str
    wrong_gold: tuple[str, ...] = ()
    prediction_right: bool = False
    votes: int = 1

    @property
    def right(self) -> bool:
        """Whether the prediction is a translation of the source."""
        return self.verdict in RIGHT or self.prediction_right


@dataclass(frozen=True, slots=True)
class Opinion:
    """One annotator's decision on one pair."""

    source: str
    prediction: str
    verdict: str
    wrong_gold: tuple[str, ...] = ()
    prediction_right: bool = False


def settle(opinions: Iterable[Opinion]) -> list[WordVerdict]:
    """One verdict per pair, by majority; `unresolved` where the votes are tied."""
    groups: dict[tuple[str, str], list[Opinion]] = {}
    for one in opinions:
        groups.setdefault((one.source, one.prediction), []).append(one)
    return [_settle(source, prediction, given) for (source, prediction), given in groups.items()]


def _settle(source: str, prediction: str, given: Sequence[Opinion]) -> WordVerdict:
    counts = Counter(one.verdict for one in given).most_common()
    if len(counts) > 1 and counts[0][1] == counts[1][1]:
        return WordVerdict(source, prediction, UNRESOLVED, votes=len(given))
    winner = counts[0][0]
    holders = [one for one in given if one.verdict == winner]
    most = len(holders) / 2
    named = Counter(target for one in holders for target in one.wrong_gold)
    wrong = tuple(target for target, times in named.items() if times > most)
    right = sum(one.prediction_right for one in holders) > most
    return WordVerdict(source, prediction, winner, wrong, right, len(given))


def read_verdicts(path: str | Path) -> list[WordVerdict]:
    """Read a table of verdicts, one opinion a row: separated by tabs, or by commas as `human serve` exports it.

    Columns: `source`, `prediction` and `verdict`; `prediction_right` says of a wrong gold list whether the prediction is right.
    """
    return settle(_opinions(path))


def _opinions(path: str | Path) -> Iterator[Opinion]:
    text = read_text(path)
    delimiter = "\t" if "\t" in text.partition("\n")[0] else ","
    missing = [name for name in COLUMNS if name not in header_of(text, path, delimiter)]
    if missing:
        problem = (
            f"the first line must name the columns {', '.join(COLUMNS)} (separated by tabs or commas); "
            f"not found: {', '.join(missing)}"
        )
        raise DataError(path, problem, line=1)
    for line, row in named_rows(text, path, delimiter):
        verdict = row["verdict"].strip()
        if verdict not in VERDICTS:
            raise DataError(path, f"the verdict {verdict[:40]!r} is none of {', '.join(VERDICTS)}", line=line)
        right = row.get("prediction_right", "").strip().lower() in YES
        yield Opinion(row["source"].strip(), row["prediction"].strip(), verdict, prediction_right=right)
