"""Lays the translations that files hold beside the segments of a test set, cut anew where that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mteval.core.errors import DataError
from mteval.core.records import HeldDocument, HeldOutput, Segment
from mteval.core.results import Finding
from mteval.core.suites import LaidOutput
from mteval.families._reference.levels import Group, groups
from mteval.families._reference.sentences import Cut, whole_sentences
from mteval.text.lines import first_slip
from mteval.text.resegmentation import resegment

SHOWN = 5


def lay_out(records: Sequence[Segment], output: HeldOutput, level: str, *, cut: bool) -> LaidOutput:
    """A system's translation of each segment (or paragraph, or document); with `cut`, cut anew where the counts differ."""
    documents = groups(records, "document") if "" not in output.documents else [Group("", 0, len(records))]
    _require_documents(documents, output)
    cuts: list[Cut] = []
    texts: list[str] = []
    for group in documents:
        held = output.documents[group.name]
        own = records[group.first : group.last]
        if level == "document" and group.name:
            texts.append(" ".join(filter(None, held.segments)))
            continue
        pieces = _pieces(own, held, group, output, cuts, cut=cut)
        for unit in groups(own, level):
            texts.append(
                " ".join(filter(None, pieces[unit.first : unit.last])) if level != "segment" else pieces[unit.first]
            )
    return LaidOutput(tuple(texts), (*_extra(documents, output), *_cut_findings(cuts), *whole_sentences(cuts)))


def _require_documents(documents: Sequence[Group], output: HeldOutput) -> None:
    lacking = [one.name for one in documents if one.name not in output.documents]
    if lacking:
        more = f" (and {len(lacking) - 1} more of {len(documents)})" if len(lacking) > 1 else ""
        problem = f"system '{output.system}' has no translation of document '{lacking[0]}'{more}. Add what is missing."
        raise DataError(output.path, problem)


def _pieces(
    records: Sequence[Segment], held: HeldDocument, group: Group, output: HeldOutput, cuts: list[Cut], *, cut: bool
) -> Sequence[str]:
    """The translation of each segment of one document."""
    if len(records) == 1:
        return [" ".join(filter(None, held.segments))]
    numbers = tuple(record.number for record in records)
    numbered = bool(held.numbers) and any(numbers)
    if len(held.segments) == len(records) and (not numbered or held.numbers == numbers):
        return held.segments
    if not cut:
        raise _unequal(records, held, group, output)
    references = [record.references for record in records]
    if not all(references):
        raise DataError(output.path, "cannot be cut anew without a reference for every segment. Give one with -r.")
    found = resegment(held.segments, references)
    cuts.append(Cut(group, tuple(held.segments), tuple(records), found))
    return found.pieces


def _unequal(records: Sequence[Segment], held: HeldDocument, group: Group, output: HeldOutput) -> DataError:
    where = f" in document '{group.name}'" if group.name else ""
    lacking = [one.number for one in records if one.number and held.numbers and one.number not in held.numbers]
    if lacking:
        slip = f"segment {lacking[0]} is missing"
    else:
        texts = [(one.references or (one.source or "",))[0] for one in records]
        slip = f"they seem to slip at segment {first_slip(texts, held.segments)}"
    return DataError(
        output.path,
        f"system '{output.system}' has {len(held.segments)} segments{where}, but the test set has {len(records)}; {slip}. "
        "Give as many, or say --resegment to cut the translation by its reference.",
        line=held.line,
    )


def _extra(documents: Sequence[Group], output: HeldOutput) -> Iterator[Finding]:
    wanted = {one.name for one in documents}
    extra = tuple(name for name in output.documents if name not in wanted)
    if extra:
        told = ", ".join(extra[:SHOWN]) + (" …" if len(extra) > SHOWN else "")
        message = (
            f"{output.path.name} has {len(extra)} documents that the test set does not have; they are left out: {told}."
        )
        yield Finding("extra-document", message, len(extra))


def _cut_findings(cuts: Sequence[Cut]) -> Iterator[Finding]:
    if not cuts:
        return
    before, after = sum(len(one.lines) for one in cuts), sum(len(one.records) for one in cuts)
    edits, words = sum(one.found.edits for one in cuts), sum(one.found.words for one in cuts)
    where = f"{len(cuts)} documents were" if cuts[0].group.name else "The translation was"
    message = (
        f"{where} cut anew by minimum edit distance to the references: {before} lines became {after} segments "
        f"({edits} edits on {words} words of the references)."
    )
    yield Finding("resegmented", message, len(cuts))
