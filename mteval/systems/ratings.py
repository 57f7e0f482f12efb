"""One system's ratings, read from a ratings file: `ratings:FILE[?system=NAME&format=FORMAT]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from mteval.analysis.ratings import read_ratings
from mteval.core import registry
from mteval.core.errors import CapabilityError, UsageError, suggestion
from mteval.core.options import refuse_unknown
from mteval.core.protocols import Options
from mteval.core.queries import Answer, Query, Rate, Rated, Unanswered
from mteval.core.results import Finding


@registry.systems.register("ratings")
class RatingsFile:
    """Answers `Rate` with what an annotator gave one system's translation."""

    answers: ClassVar[tuple[type, ...]] = (Rate,)
    deterministic: ClassVar[bool] = True

    def __init__(self, argument: str, options: Options) -> None:
        refuse_unknown(options, ("system", "format"), "ratings")
        self.path = Path(argument)
        found = read_ratings(self.path, options.get("format"))
        systems = found.systems
        self.system = options.get("system", systems[0] if len(systems) == 1 else "")
        if self.system not in systems:
            asked = f"has no ratings of '{self.system}'. {suggestion(self.system, systems)}"
            several = f"rates several systems. Choose one with ?system=NAME: {', '.join(systems)}."
            raise UsageError(f"{self.path} {asked if 'system' in options else several}")
        self._values = {
            (one.item, one.annotator, one.scale, one.detail.get("type", "target")): one.value
            for one in found.ratings
            if (one.system or "") == self.system
        }

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Look every rating up."""
        for query in queries:
            if not isinstance(query, Rate):
                raise CapabilityError(f"ratings only gives ratings, but the suite asks for {type(query).__name__}.")
            item, _, kind = query.item.partition("\t")
            value = self._values.get((item, query.annotator, query.scale, kind or "target"))
            yield Unanswered("not rated by this annotator") if value is None else Rated(value)

    @property
    def signature(self) -> Mapping[str, str]:
        """Where the ratings came from."""
        return {"backend": "ratings", "file": self.path.name, "rated": self.system}

    @property
    def fingerprint(self) -> str:
        """Reading a file is cheaper than caching it."""
        return ""

    def findings(self) -> Iterable[Finding]:
        """The suite, read from the same kind of file, reports its defects."""
        return ()
