"""Scaffolds: a working, commented beginning of a suite, a metric, a format, a job or a gate."""

from __future__ import annotations

import re
from pathlib import Path

from mteval.core.errors import UsageError
from mteval.text.writing import write_text

FOLDER = Path(__file__).parent / "scaffolds"
ENDING = ".template"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def scaffold_kinds() -> list[str]:
    """What there are scaffolds of."""
    return sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def write_scaffold(kind: str, folder: Path) -> list[Path]:
    """Write the files of a scaffold, which is named after its folder; a file that is already there is not written over."""
    name = folder.resolve().name
    if not NAME.fullmatch(name):
        raise UsageError(f"'{name}' cannot be a name. Use small letters, digits and hyphens, as in my-{kind}.")
    words = {
        "@NAME@": name,
        "@MODULE@": name.replace("-", "_"),
        "@CLASS@": "".join(part.capitalize() for part in name.split("-")),
    }
    templates = sorted(path for path in (FOLDER / kind).rglob(f"*{ENDING}"))
    texts = {folder / _filled(_place(path, kind), words): path.read_text(encoding="utf-8") for path in templates}
    there = [path for path in texts if path.exists()]
    if there:
        raise UsageError(f"{there[0]} is already there. Name another folder, or move it away.")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, _filled(text, words))
    return list(texts)


def _place(template: Path, kind: str) -> str:
    return template.relative_to(FOLDER / kind).as_posix().removesuffix(ENDING)


def _filled(text: str, words: dict[str, str]) -> str:
    for sign, word in words.items():
        text = text.replace(sign, word)
    return text
