"""MT-GenEval: sentences with one right and one wrong gender in the target language, in line-aligned files.

Give one file of the source (`geneval-sentences-feminine-test.en_de.en`); the others are found by their names.

- Counterfactual (`feminine` or `masculine` in the name): the source and its reference, and the source and reference with the
  other gender. Both genders are read, each with the other's reference as the wrong one.
- Contextual (`original` in the name): the source, its reference, and the reference with the gender turned (`flipped`).

The languages come from the name, `en_de`. Currey et al. (2022), MT-GenEval: A Counterfactual and Contextual Dataset for
Evaluating Gender Accuracy in Machine Translation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.protocols import Contents
from mteval.core.records import GenderItem
from mteval.core.suites import SuiteSource
from mteval.text.lines import read_lines, require_same_length
from mteval.text.writing import write_lines

NAME = re.compile(
    r"(?P<head>.*)-(?P<kind>feminine|masculine|original)-(?P<part>.*)\.(?P<one>\w+)_(?P<two>\w+)\.(?P<end>\w+)"
)
OTHER = {"feminine": "masculine", "masculine": "feminine", "original": "flipped"}
GENDERS = ("feminine", "masculine")


@registry.formats.register("mt-geneval")
class MtGeneval:
    """Reads and writes MT-GenEval's counterfactual and contextual files."""

    family: ClassVar[str] = "gender"

    def read(self, source: SuiteSource) -> Contents:
        """Read the given file and those beside it."""
        path = source.files["data"]
        name = NAME.fullmatch(path.name)
        if not name:
            raise DataError(
                path,
                "is not named as MT-GenEval's files are (geneval-sentences-feminine-test.en_de.en), so no others are found.",
            )
        kinds = GENDERS if name["kind"] in GENDERS else ("original",)
        files: dict[str, Path] = {}
        items: list[GenderItem] = []
        for kind in kinds:
            one, two = name["one"], name["two"]
            own = [_file(path, name, kind, one), _file(path, name, kind, two), _file(path, name, OTHER[kind], two)]
            texts = [read_lines(_present(one, path)) for one in own]
            for other in texts[1:]:
                require_same_length(texts[0], other)
            files |= {str(one): one for one in own}
            gender = kind if kind in GENDERS else ""
            rows = zip(*(lines.lines for lines in texts), strict=True)
            items += [
                GenderItem(text, right, wrong, gender, str(number))
                for number, (text, right, wrong) in enumerate(rows, start=1)
            ]
        others = tuple(one for one in files.values() if one != path)
        return Contents(tuple(items), source.languages or (name["one"], name["two"]), files=others)

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write the source of one gender to `path` and the other files beside it."""
        name = NAME.fullmatch(path.name)
        if not name:
            raise DataError(path, "must be named as in MT-GenEval: geneval-sentences-feminine-test.en_de.en.")
        for kind in GENDERS if name["kind"] in GENDERS else ("original",):
            own = [one for one in records if one.gender == (kind if kind in GENDERS else "")]
            write_lines(_file(path, name, kind, name["one"]), (one.source for one in own))
            write_lines(_file(path, name, kind, name["two"]), (one.reference for one in own))
            if kind == "original":
                write_lines(_file(path, name, "flipped", name["two"]), (one.wrong for one in own))

    def recognise(self, head: bytes, path: Path) -> bool:
        """By the name alone: the files hold plain lines."""
        return (
            bool(head) and b"\x00" not in head and path.name.startswith("geneval-") and bool(NAME.fullmatch(path.name))
        )


def _file(path: Path, name: re.Match[str], kind: str, language: str) -> Path:
    return path.with_name(f"{name['head']}-{kind}-{name['part']}.{name['one']}_{name['two']}.{language}")


def _present(file: Path, given: Path) -> Path:
    if not file.exists():
        raise DataError(file, f"no such file, but {given.name} needs it beside it. Give a whole set.")
    return file
