"""Apertium's rule-based translators, installed on this machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from mteval.core.errors import CapabilityError, MissingDependencyError, UnknownNameError
from mteval.core.options import Option, read_options
from mteval.core.protocols import Options
from mteval.core.queries import Answer, Query, Translate, Translation
from mteval.core.registry import systems
from mteval.core.results import Finding
from mteval.storage.digests import fingerprint
from mteval.systems._line_program import one_line, run_lines

_CHUNK = 500


@systems.register("apertium")
class Apertium:
    """`apertium:PAIR`, such as apertium:eng-spa; unknown words are left as they are, unmarked."""

    answers: ClassVar = (Translate,)
    options: ClassVar[tuple[Option, ...]] = ()

    def __init__(self, argument: str, options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the system backend 'apertium'")
        program = shutil.which("apertium")
        if program is None:
            raise MissingDependencyError(
                "The apertium backend",
                "the program apertium",
                f"On Debian and Ubuntu: apt-get install apertium apertium-{argument or 'eng-spa'}",
            )
        self._program = program
        pairs = _installed_pairs(program)
        if argument not in pairs:
            known = UnknownNameError("Apertium pair", argument, pairs)
            raise CapabilityError(
                f"{known} Others are packages of their own: apt-get install apertium-{argument or 'eng-spa'}."
            )
        self._pair = argument

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Translate in order."""
        for start in range(0, len(queries), _CHUNK):
            sources = [_source(query) for query in queries[start : start + _CHUNK]]
            # An empty line between sentences: rules do not look beyond it, and, unlike `-f line`, it costs no full stop.
            spaced = [line for source in sources for line in (source, "")]
            found = run_lines([self._program, "-u", "-f", "txt", self._pair], spaced)
            yield from (Translation(text.strip()) for text in found[::2])

    @property
    def signature(self) -> dict[str, str]:
        """The version, the pair and the format."""
        return {"apertium": self._version, "pair": self._pair, "format": "txt"}

    @property
    def fingerprint(self) -> str:
        """A digest of the pair's rules and dictionaries."""
        mode = Path("/usr/share/apertium/modes") / f"{self._pair}.mode"
        if not mode.exists():
            return ""
        named = [Path(name) for name in re.findall(r"'(/[^']+)'", mode.read_text(encoding="utf-8"))]
        files = [path for path in (mode, *named) if path.is_file()]
        return fingerprint(files, {"backend": "apertium", **self.signature})

    def findings(self) -> Iterable[Finding]:
        """None."""
        return ()

    @cached_property
    def _version(self) -> str:
        return _said([self._program, "-V"]).removeprefix("Apertium").strip()


def _source(query: Query) -> str:
    if not isinstance(query, Translate):
        raise CapabilityError(f"apertium only translates; it cannot answer '{type(query).__name__}'.")
    return one_line(query.source)


def _said(arguments: list[str]) -> str:
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def _installed_pairs(program: str) -> list[str]:
    return sorted({line.strip() for line in _said([program, "-l"]).split("\n") if line.strip()})
