"""The texts that go with a glossary: the source, and references and document names where there are any."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mteval.core.errors import UsageError
from mteval.core.options import FILE, Option
from mteval.core.protocols import Contents
from mteval.core.records import Term, TermSegment
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.text.languages import pair_in_name, target_in_name
from mteval.text.lines import Lines, read_lines, require_same_length

OPTIONS = (
    Option("source", FILE, None, "the source text, one segment a line"),
    Option("reference", FILE, None, "a reference translation, one segment a line, for bleu and chrf++"),
    Option("documents", FILE, None, "the document name of each segment; consistency is measured within documents"),
)


def with_texts(source: SuiteSource, terms: Sequence[Term], findings: Sequence[Finding] = ()) -> Contents:
    """A glossary with the texts the user or the manifest names: every segment is looked through for every term."""
    paths = {option.name: source.files.get(option.name) or source.options[option.name] for option in OPTIONS}
    if paths["source"] is None:
        raise UsageError("A glossary needs the source text it is looked for in: --set source=FILE.")
    texts = {name: read_lines(path) for name, path in paths.items() if path is not None}
    for lines in texts.values():
        require_same_length(texts["source"], lines)
    glossary = tuple(terms)
    records = tuple(
        TermSegment(line, glossary, _at(texts, "reference", place), _tags(texts, place))
        for place, line in enumerate(texts["source"].lines)
    )
    seen = tuple(finding for lines in texts.values() for finding in lines.findings)
    files = tuple(lines.path for lines in texts.values())
    return Contents(records, source.languages or _languages(source, paths), (*findings, *seen), files=files)


def _at(texts: dict[str, Lines], name: str, place: int) -> str | None:
    return texts[name].lines[place] if name in texts else None


def _tags(texts: dict[str, Lines], place: int) -> dict[str, tuple[str, ...]]:
    document = _at(texts, "documents", place)
    return {} if document is None else {"document": (document,)}


def _languages(source: SuiteSource, paths: dict[str, Path | None]) -> tuple[str, ...]:
    """The languages by the glossary's name (terms.en-de.tsv), else by the names of the texts (source.en, reference.de)."""
    pair = pair_in_name(source.files["data"])
    if pair:
        return tuple(pair.split("-"))
    both = [target_in_name(path) if path else "" for path in (paths["source"], paths["reference"])]
    return tuple(both) if all(both) else ()
