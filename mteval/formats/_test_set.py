"""Test sets as documents with sources, named references and the translations of named systems, whatever file holds them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mteval.core.errors import DataError
from mteval.core.options import LIST, Option
from mteval.core.protocols import Contents
from mteval.core.records import HeldDocument, HeldOutput, Segment
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.text.languages import CODES

OPTIONS = (
    Option("reference", LIST, (), "which references to score against (all that cover every document)"),
    Option("systems", LIST, (), "which systems of the file to take (all)"),
)
SHOWN = 3
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([_-][A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class FiledDocument:
    """One document as a file holds it; references and outputs stand under their names."""

    name: str
    line: int | None
    tags: Mapping[str, str] = field(default_factory=dict)
    source: HeldDocument | None = None
    references: Mapping[str, HeldDocument] = field(default_factory=dict)
    outputs: Mapping[str, HeldDocument] = field(default_factory=dict)


def plain_text(text: str) -> str:
    """A text on one line: every run of white space is one blank, as in WMT's files of lines."""
    return " ".join(text.split())


def require_language(code: str, path: Path, line: int | None) -> str:
    """A code of a language; of two letters only those of ISO 639-1 are any."""
    primary = re.split(r"[_-]", code)[0].lower()
    if not _LANGUAGE.fullmatch(code) or (len(primary) == 2 and primary not in CODES):
        raise DataError(path, f"'{code}' is no code of a language (such as en, pt-BR, zho).", line=line)
    return code


def contents(documents: Sequence[FiledDocument], source: SuiteSource, languages: Sequence[str]) -> Contents:
    """The segments and outputs of a test set; what has no reference where others have one is left out and named."""
    path = source.files["data"]
    if not documents:
        raise DataError(path, "holds no documents. Give a test set with at least one.")
    wanted = _references(documents, source.options["reference"], path)
    kept = [one for one in documents if not wanted or any(name in one.references for name in wanted)]
    used = _complete(kept, wanted, path, chosen=bool(source.options["reference"]))
    records = tuple(segment for document in kept for segment in _segments(document, used, path))
    findings = (*_without_reference(documents, kept), *_incomplete(wanted, used, kept))
    return Contents(
        records,
        source.languages or tuple(languages),
        findings,
        slices=_slices(records),
        outputs=_outputs(kept, source.options["systems"], path),
    )


def _references(documents: Sequence[FiledDocument], chosen: Sequence[str], path: Path) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name for one in documents for name in one.references))
    unknown = [name for name in chosen if name not in names]
    if unknown:
        raise DataError(path, f"has no reference '{unknown[0]}'; it has {', '.join(names) or 'none'}.")
    return tuple(chosen) or names


def _complete(kept: Sequence[FiledDocument], wanted: Sequence[str], path: Path, *, chosen: bool) -> tuple[str, ...]:
    """The references that cover every document; all that were chosen."""
    complete = tuple(name for name in wanted if chosen or all(name in one.references for one in kept))
    if wanted and not complete:
        told = ", ".join(wanted)
        raise DataError(
            path, f"no reference covers every document (it has {told}). Choose: --set reference={wanted[0]}."
        )
    return complete


def _segments(document: FiledDocument, used: Sequence[str], path: Path) -> Iterator[Segment]:
    """The segments of one document, its references beside the source."""
    given = {name: document.references[name] for name in used if name in document.references}
    first = document.source or next(iter(given.values()), None)
    if first is None:
        return
    for name, held in given.items():
        require_parallel(held, first, f"reference '{name}'" if name else "the reference", document.name, path)
    tags = {name: (value,) for name, value in document.tags.items() if value}
    if document.name:
        tags = {"document": (document.name,), **tags}
    for place, text in enumerate(first.segments):
        yield Segment(
            tuple(held.segments[place] for held in given.values()),
            text if document.source else None,
            tags,
            first.numbers[place] if first.numbers else "",
            first.paragraphs[place] if first.paragraphs else 0,
        )


def require_parallel(held: HeldDocument, first: HeldDocument, what: str, name: str, path: Path) -> None:
    """Refuse a text whose segments are not those of the source."""
    if held.numbers == first.numbers and len(held.segments) == len(first.segments):
        return
    lacking = [number for number in first.numbers if number not in held.numbers]
    extra = [number for number in held.numbers if number not in first.numbers]
    slip = f": segment {lacking[0]} is missing" if lacking else f": segment {extra[0]} is too many" if extra else ""
    problem = f"{what} has {len(held.segments)} segments in document '{name}', but the source has {len(first.segments)}{slip}."
    raise DataError(path, problem, line=held.line)


def _outputs(kept: Sequence[FiledDocument], chosen: Sequence[str], path: Path) -> tuple[HeldOutput, ...]:
    """The outputs of all systems, each of which must cover every document."""
    names = tuple(dict.fromkeys(name for one in kept for name in one.outputs))
    unknown = [name for name in chosen if name not in names]
    if unknown:
        raise DataError(path, f"has no system '{unknown[0]}'; it has {', '.join(names) or 'none'}.")
    used = tuple(chosen) or names
    for name in used:
        lacking = [one for one in kept if name not in one.outputs]
        if lacking:
            others = ",".join(one for one in names if one != name) or "NAME"
            more = f" (and {len(lacking) - 1} more documents)" if len(lacking) > 1 else ""
            problem = (
                f"system '{name}' has no translation of document '{lacking[0].name}'{more}. "
                f"Add it, or leave the system out: --set systems={others}."
            )
            raise DataError(path, problem, line=lacking[0].line)
    return tuple(HeldOutput(name, path, {one.name: one.outputs[name] for one in kept}) for name in used)


def _slices(records: Sequence[Segment]) -> tuple[str, ...]:
    """The tags that divide the set; one value alone would be the whole set again."""
    tags = dict.fromkeys(tag for one in records for tag in one.tags if tag != "document")
    return tuple(tag for tag in tags if len({one.tags.get(tag) for one in records}) > 1)


def _without_reference(documents: Sequence[FiledDocument], kept: Sequence[FiledDocument]) -> Iterator[Finding]:
    there = {one.name for one in kept}
    names = tuple(one.name for one in documents if one.name not in there)
    if names:
        message = f"{len(names)} of {len(documents)} documents have no reference and are left out: {_told(names)}."
        yield Finding("missing-reference", message, len(names), names)


def _incomplete(wanted: Sequence[str], used: Sequence[str], kept: Sequence[FiledDocument]) -> Iterator[Finding]:
    for name in wanted:
        if name not in used:
            count = sum(name in one.references for one in kept)
            message = (
                f"The reference '{name}' covers {count} of {len(kept)} documents and is left out. "
                f"--set reference={name} scores those documents against it."
            )
            yield Finding("incomplete-reference", message)


def _told(names: Sequence[str]) -> str:
    return ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
