"""One system's ratings, read from a ratings file: `ratings:FILE[?system=NAME]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from mteval.core import registry
from mteval.core.errors import CapabilityError, UsageError, suggestion
from mteval.core.options import TEXT, Option, read_options
from mteval.core.protocols import Options
from mteval.core.queries import Answer, Query, Rate, Rated, Unanswered
from mteval.core.results import Finding
from mteval.human.ratings import Ratings, item_type


@registry.systems.register("ratings")
class RatingsFile:
    """Answers `Rate` with what an annotator gave one system's translation."""

    answers: ClassVar[tuple[type, ...]] = (Rate,)
    reads_ratings: ClassVar[bool] = True
    options: ClassVar = (
        # Not signed: the signature says whose ratings were taken, whether the option was given or not.
        Option("system", TEXT, None, "whose ratings, where the file has those of several systems", signed=False),
        Option("format", TEXT, None, "format of the file (the one it looks like)"),
    )

    def __init__(self, argument: Ratings, options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the system backend 'ratings'")
        self.path = argument.path
        self.system = _rated_system(argument, self.chosen["system"])
        self._values = {
            (one.item, one.annotator, one.scale, item_type(one)): one.value
            for one in argument.ratings
            if (one.system or "") == self.system
        }

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Look every rating up."""
        for query in queries:
            if not isinstance(query, Rate):
                raise CapabilityError(f"ratings only gives ratings, but the suite asks for {type(query).__name__}.")
            value = self._values.get((query.item, query.annotator, query.scale, query.type))
            yield Unanswered("not rated by this annotator") if value is None else Rated(value)

    @property
    def signature(self) -> Mapping[str, str]:
        """Where the ratings came from, and whose they are."""
        return {"backend": "ratings", "file": self.path.name, "rated": self.system}

    @property
    def fingerprint(self) -> str:
        """Reading a file is cheaper than caching it."""
        return ""

    def findings(self) -> Iterable[Finding]:
        """The suite, read from the same kind of file, reports its defects."""
        return ()


def _rated_system(ratings: Ratings, asked: str | None) -> str:
    """The system asked for, or the only one that was rated."""
    systems = ratings.systems
    if asked is None and len(systems) == 1:
        return systems[0]
    if asked is None:
        names = ", ".join(systems)
        raise UsageError(f"{ratings.path} rates several systems. Choose one with ?system=NAME: {names}.")
    if asked not in systems:
        raise UsageError(f"{ratings.path} has no ratings of '{asked}'. {suggestion(asked, systems)}")
    return asked
