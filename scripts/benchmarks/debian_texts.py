"""Text in English and another language from what Debian's packages hold: man pages, manuals, messages, descriptions.

Nothing is downloaded here. Install packages, or unpack them below a folder without installing anything:

    apt-get download manpages manpages-dev manpages-de manpages-de-dev libreoffice-help-en-us libreoffice-help-de \\
        gimp-help-en gimp-help-de gnucash-docs gnome-user-docs kicad-doc-en kicad-doc-de linuxcnc-doc-en linuxcnc-doc-de \\
        lilypond-doc-html lilypond-doc-html-de debian-handbook installation-guide-amd64 debian-reference-en \\
        debian-reference-de debian-edu-doc-en debian-edu-doc-de wesnoth-1.16-data libreoffice-l10n-de krita-l10n \\
        kdenlive-data digikam-data fortunes fortunes-de
    for package in *.deb; do dpkg-deb --extract "$package" ROOT; done

Descriptions of packages come from the files Translation-en and Translation-de of the archive (dists/SUITE/main/i18n), put
below ROOT uncompressed, or from /var/lib/apt/lists where apt was told to fetch them.
"""

from __future__ import annotations

import gettext
import gzip
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

ENGLISH = "en"
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
LEAST_WORDS = 3
MARKUP = (".html", ".htm", ".page", ".docbook", ".xml")
BLOCKS = frozenset("p li dd dt td th h1 h2 h3 h4 title para pre div section item desc".split())
SILENT = frozenset(("script", "style", "pre", "code", "programlisting", "screen"))
FUNCTION_WORDS = frozenset("the of and to is are for this that with be not it you your on can by from if or".split())
FORTUNES = re.compile(r"^%+$", re.M)
ROFF_FONT = re.compile(r"\\f(?:\(..|\[[^\]]*\]|.)|\\[&/,|^:%]|\\s[-+]?\d")
ROFF_SIGN = {r"\-": "-", r"\(aq": "'", r"\(cq": "’", r"\(co": "", r"\e": " ", r"\ ": " ", r"\~": " "}


@dataclass(frozen=True)
class Paragraphs:
    """Text of one kind, each paragraph a tuple of lower-cased words."""

    kind: str
    english: tuple[tuple[str, ...], ...]
    foreign: tuple[tuple[str, ...], ...]


def read_texts(root: Path, language: str) -> list[Paragraphs]:
    """All that is found below a root, English and the other language, without what is untranslated or said twice."""
    kinds = {
        "man pages": (man_pages(root, None), man_pages(root, language)),
        "manuals": manuals(root, language),
        "messages": messages(root, language),
        "descriptions": descriptions(root, language),
        "fortunes": (fortunes(root, None), fortunes(root, language)),
    }
    return [_clean(kind, *sides) for kind, sides in kinds.items()]


def _clean(kind: str, english: Iterable[str], foreign: Iterable[str]) -> Paragraphs:
    first = _distinct(english)
    second = {words: None for words in _distinct(foreign) if words not in first}
    # What stands untranslated between translated paragraphs is English by its function words.
    translated = [words for words in second if sum(word in FUNCTION_WORDS for word in words) < 0.2 * len(words)]
    return Paragraphs(kind, tuple(first), tuple(translated))


def _distinct(texts: Iterable[str]) -> dict[tuple[str, ...], None]:
    found = (tuple(WORD.findall(text.lower())) for text in texts)
    return {words: None for words in found if len(words) >= LEAST_WORDS}


def man_pages(root: Path, language: str | None) -> Iterator[str]:
    """Paragraphs of man pages; English ones stand in no language's folder."""
    folder = root / "usr/share/man" / (language or "")
    for path in sorted(folder.glob("man*/*.gz")):
        yield from _roff(gzip.decompress(path.read_bytes()).decode("utf-8", errors="replace"))


def _roff(text: str) -> Iterator[str]:
    lines: list[str] = []
    for line in text.split("\n"):
        if line.startswith((".\\", "'\\")):
            continue
        if line.startswith((".", "'")):
            name, _, rest = line.partition(" ")
            if name in (".B", ".I", ".BR", ".IR", ".RB", ".BI", ".IB", ".RI", ".Nm", ".Xr", ".Ar"):
                lines.append(rest.replace('"', ""))
                continue
            if lines:
                yield _unescaped(" ".join(lines))
            lines = []
            continue
        lines.append(line)
    yield _unescaped(" ".join(lines))


def _unescaped(text: str) -> str:
    text = ROFF_FONT.sub("", text)
    for sign, plain in ROFF_SIGN.items():
        text = text.replace(sign, plain)
    return text


def manuals(root: Path, language: str) -> tuple[list[str], list[str]]:
    """Paragraphs of documents of which both languages are there."""
    marked = re.compile(rf"(?<=[/._-]){language}(?:[-_][A-Z]{{2}})?(?=[/.-])")
    sides: tuple[list[str], list[str]] = ([], [])
    for folder in ("usr/share", "usr/lib/libreoffice"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in MARKUP or not marked.search(str(path)):
                continue
            partner = _partner(path, marked)
            if partner is not None:
                sides[0].extend(_marked_up(partner))
                sides[1].extend(_marked_up(path))
    return sides


def _partner(path: Path, marked: re.Pattern[str]) -> Path | None:
    names = [marked.sub(english, str(path)) for english in ("en", "en-US", "en_US", "C")]
    names.append(marked.sub("", str(path)).replace("..", ".").replace("//", "/"))
    return next((Path(name) for name in names if Path(name).is_file() and name != str(path)), None)


class _Blocks(HTMLParser):
    """Gathers the text of blocks; code and scripts are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[list[str]] = [[]]
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        self.silent += tag in SILENT
        if tag in BLOCKS:
            self.blocks.append([])

    def handle_endtag(self, tag: str) -> None:
        self.silent = max(0, self.silent - (tag in SILENT))
        if tag in BLOCKS:
            self.blocks.append([])

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.blocks[-1].append(data)


def _marked_up(path: Path) -> Iterator[str]:
    parser = _Blocks()
    parser.feed(path.read_text(encoding="utf-8", errors="replace"))
    return (" ".join(block) for block in parser.blocks if block)


def messages(root: Path, language: str) -> tuple[list[str], list[str]]:
    """Messages of programs and games with their translations."""
    sides: tuple[list[str], list[str]] = ([], [])
    for path in sorted((root / "usr").rglob(f"{language}/LC_MESSAGES/*.mo")):
        with path.open("rb") as file:
            catalogue = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        for key, value in catalogue.items():
            if isinstance(key, str) and isinstance(value, str) and key:
                sides[0].append(_plain(key.rpartition("\x04")[2]))
                sides[1].append(_plain(value))
    return sides


def _plain(message: str) -> str:
    return re.sub(r"<[^>]*>|%\w|&(?=\w)|[_~](?=\w)", "", message)


def descriptions(root: Path, language: str) -> tuple[list[str], list[str]]:
    """Descriptions of packages that are there in both languages."""
    english, foreign = (_descriptions(root, code) for code in (ENGLISH, language))
    both = sorted(english.keys() & foreign.keys())
    return [text for key in both for text in english[key]], [text for key in both for text in foreign[key]]


def _descriptions(root: Path, language: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted(
        [*root.glob(f"Translation-{language}"), *(root / "var/lib/apt/lists").glob(f"*i18n_Translation-{language}")]
    ):
        for record in path.read_text(encoding="utf-8").split("\n\n"):
            digest = re.search(r"^Description-md5: (\w+)$", record, re.M)
            body = re.search(rf"^Description-{language}: (.*)", record, re.M | re.S)
            if digest and body:
                found[digest[1]] = re.split(r"\n \.\n", body[1])
    return found


def fortunes(root: Path, language: str | None) -> Iterator[str]:
    """Fortune cookies."""
    folder = root / "usr/share/games/fortunes" / (language or "")
    for path in sorted(folder.glob("*")):
        if path.is_file() and path.suffix == "":
            yield from FORTUNES.split(path.read_text(encoding="utf-8", errors="replace"))


def sample(texts: list[Paragraphs], most: int, seed: int = 0) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Up to so many words a side, drawn by paragraph: of each kind as many English words as foreign ones."""
    rng = random.Random(seed)
    sizes = [min(_words(one.english), _words(one.foreign)) for one in texts]
    share = min(1.0, most / sum(sizes))
    sides: tuple[list[tuple[str, ...]], list[tuple[str, ...]]] = ([], [])
    for one, size in zip(texts, sizes, strict=True):
        for side, paragraphs in zip(sides, (one.english, one.foreign), strict=True):
            left = round(size * share)
            for words in rng.sample(paragraphs, len(paragraphs)):
                if left <= 0:
                    break
                side.append(words)
                left -= len(words)
    for side in sides:
        rng.shuffle(side)
    return sides


def _words(paragraphs: Iterable[tuple[str, ...]]) -> int:
    return sum(map(len, paragraphs))
