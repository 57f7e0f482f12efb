"""Lexicons installed with the `wn` package: `wn:SOURCE,TARGET`, as in `wn:oewn:2024,omw-fr:1.4`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError, MissingDependencyError, UsageError
from mteval.core.options import FOLDER, Option, read_options
from mteval.core.protocols import Options
from mteval.core.records import InventorySense


@registry.inventories.register("wn")
class InstalledLexicons:
    """Synsets of two installed lexicons that have the same interlingual index."""

    name: ClassVar[str]
    options: ClassVar = (
        Option("data", FOLDER, None, "folder wn keeps its lexicons in (wn's own choice)", signed=False),
    )

    def __init__(self, argument: str, languages: tuple[str, str], options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the inventory 'wn'")
        try:
            import wn
        except ImportError:
            raise MissingDependencyError(
                "--inventory wn", "the package wn", "pip install wn, then: python -m wn download omw-fr:1.4"
            ) from None
        if self.chosen["data"] is not None:
            settings: Any = vars(wn)["config"]
            settings.data_directory = self.chosen["data"]
        names = [part.strip() for part in argument.split(",")]
        if len(names) != 2 or not all(names):
            raise UsageError(
                f"wn:{argument} names no two lexicons. Write wn:SOURCE,TARGET, as in wn:oewn:2024,omw-fr:1.4."
            )
        self._source, self._target = (_lexicon(wn, *pair) for pair in zip(names, languages, strict=True))

    def senses(self, words: Sequence[str]) -> Mapping[str, tuple[InventorySense, ...]]:
        """The synsets of each word whose index the target lexicon has too."""
        found = {word: self._of(word) for word in words}
        return {word: senses for word, senses in found.items() if senses}

    def _of(self, word: str) -> tuple[InventorySense, ...]:
        senses = []
        for synset in self._source.synsets(word):
            index = _identifier(synset)
            others = self._target.synsets(ili=index) if index else []
            targets = dict.fromkeys(str(lemma) for other in others for lemma in other.lemmas())
            if targets:
                sources = tuple(map(str, synset.lemmas()))
                gloss = synset.definition() or ""
                senses.append(InventorySense(index, tuple(targets), sources, synset.pos.replace("s", "a"), gloss))
        return tuple(senses)

    @property
    def description(self) -> Mapping[str, Any]:
        """The lexicons with their versions."""
        lexicons = [lexicon for net in (self._source, self._target) for lexicon in net.lexicons()]
        return {lexicon.id: lexicon.version for lexicon in lexicons}


def _identifier(synset: Any) -> str:
    index = synset.ili
    return str(getattr(index, "id", index) or "")


def _lexicon(wn: Any, name: str, language: str) -> Any:
    try:
        net = wn.Wordnet(name, expand="")
    except wn.Error:
        installed = ", ".join(sorted(f"{one.id}:{one.version}" for one in wn.lexicons())) or "none"
        raise DataError(f"wn:{name}", f"no such lexicon. Installed: {installed}. See: python -m wn download.") from None
    found = {str(one.language) for one in net.lexicons()}
    if not any(one.split("-")[0].lower() == language.split("-", maxsplit=1)[0].lower() for one in found):
        raise DataError(f"wn:{name}", f"is a lexicon of {', '.join(sorted(found))}, not of '{language}'.")
    return net
