"""Test sets by name, as sacreBLEU has them: wmt23, mtnt2019, iwslt17 …, from its cache or, the first time, from the network."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mteval.core.errors import CapabilityError, UnknownNameError, UsageError
from mteval.core.protocols import Contents
from mteval.core.records import Segment
from mteval.evaluation.given_test_sets import GivenTestSet
from mteval.storage.digests import file_digest, joint_digest
from mteval.text.lines import read_lines, require_same_length

PATIENCE = 30.0
TAGS = {"docid": "document", "domain": "domain", "origlang": "origlang"}


def named_test_set(name: str, languages: Sequence[str]) -> GivenTestSet:
    """The source, references, documents and domains of one of sacreBLEU's test sets; its own choice of references."""
    pair = "-".join(languages)
    dataset = _dataset(name, pair)
    files = _files(dataset, name, pair)
    lines = {field: read_lines(path) for field, path in files.items()}
    first = lines["src"]
    for other in lines.values():
        require_same_length(first, other)
    references = [one.lines for field, one in lines.items() if field.startswith("ref")]
    tags = {TAGS[field]: one.lines for field, one in lines.items() if field in TAGS}
    records = tuple(
        Segment(
            tuple(column[place] for column in references),
            source,
            {tag: (values[place],) for tag, values in tags.items() if values[place]},
        )
        for place, source in enumerate(first.lines)
    )
    slices = tuple(tag for tag, values in tags.items() if tag != "document" and len(set(values)) > 1)
    findings = tuple(finding for one in lines.values() for finding in one.findings)
    digest = joint_digest(file_digest(path) for path in files.values())
    contents = Contents(records, tuple(languages), findings, slices=slices)
    return GivenTestSet(f"{name}.{pair}", "sacrebleu", first.path, contents, digest)


def _dataset(name: str, pair: str) -> Any:
    try:
        from sacrebleu.dataset import DATASETS
    except ImportError as error:
        raise CapabilityError(f"sacreBLEU's test sets cannot be opened: {error}.") from None
    if name not in DATASETS:
        raise UnknownNameError("test set of sacreBLEU", name, DATASETS)
    dataset = DATASETS[name]
    if pair not in dataset.langpairs:
        pairs = ", ".join(sorted(dataset.langpairs))
        if not pair:
            raise UsageError(f"Say which languages of {name}: -l SOURCE-TARGET, one of {pairs}.")
        raise UsageError(f"{name} has no '{pair}'. Choose one of {pairs}.")
    return dataset


def _files(dataset: Any, name: str, pair: str) -> dict[str, Path]:
    """The files of lines that sacreBLEU makes of its test set: source, its references, and what it knows of segments."""
    from sacrebleu.utils import SACREBLEU_DIR

    try:
        with _impatient():
            paths = dict(zip(dataset.fieldnames(pair), map(Path, dataset.get_files(pair)), strict=True))
            references = [Path(path) for path in dataset.get_reference_files(pair)]
    # sacreBLEU raises whatever comes: URLError without a network, Exception, AssertionError, SystemExit at a wrong checksum.
    except (Exception, SystemExit) as error:  # noqa: BLE001
        reason = str(error) or type(error).__name__
        raise CapabilityError(
            f"The test set {name} {pair} is not in sacreBLEU's cache ({SACREBLEU_DIR}) and cannot be fetched ({reason}). "
            f"Where there is a network, run: sacrebleu -t {name} -l {pair} --echo src; then bring the cache here "
            "(SACREBLEU=FOLDER)."
        ) from None
    kept = {field: path for field, path in paths.items() if field == "src" or field in TAGS or path in references}
    return {field if path not in references else f"ref {field}": path for field, path in kept.items()}


@contextmanager
def _impatient() -> Iterator[None]:
    """A network that does not answer is given up after a while; sacreBLEU itself waits for ever."""
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(PATIENCE)
    try:
        yield
    finally:
        socket.setdefaulttimeout(before)
