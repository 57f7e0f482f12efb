"""Marks that must come back as they are: addresses, tags, placeholders, code and emoji."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple


class KeptMark(NamedTuple):
    """Something to keep: its kind, how it stands in the text, and what it is compared by."""

    kind: str
    text: str
    key: str


ATTRIBUTE = r"\s+[\w:.-]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s<>\"']+))?"
CONVERSION = r"(?:\d+\$)?[-+0#]*\d*(?:\.\d+)?(?:hh|ll|[hlqLzjt])?[diouxXeEfFgGcs@]"
# In this order, each taken out of the text before the next is looked for: an address in code is code.
PATTERNS = (
    ("code", r"```[\s\S]+?```|``[^`\n]+``|`[^`\n]+`"),
    ("url", r"(?:https?|ftp)://[^\s<>\"'«»“”„）)\]}]+|\bwww\.[^\s<>\"'«»“”„）)\]}]+"),
    ("email", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    ("tag", rf"</?[^\W\d_][\w:.-]*(?:{ATTRIBUTE})*\s*/?>|<!--[\s\S]*?-->"),
    ("placeholder", r"\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\$\{[^{}\s]+\}"),
    ("icu", r"\{\s*[\w.-]+\s*,\s*(?:plural|select|selectordinal|number|date|time|spellout|ordinal|duration)\b"),
    ("placeholder", rf"\{{[\w.:-]*\}}|%\([\w.]+\)[sdifrx]|(?<![\w%])%{CONVERSION}(?!\w)"),
    (
        "emoji",
        r"(?:(?![©®™‼⁉ℹ↔-↪Ⓜ▪▫◻-◾\d#*])\p{Extended_Pictographic}|\p{Regional_Indicator}{2})"
        r"(?:\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic})*",
    ),
)
TRAILING = ".,;:!?…。，"
# Elements of HTML, XLIFF and user interfaces. An element named by another word and without attributes is a remark in the text's
# own language, such as <laugh/> in a transcript: it may be translated, but not lost.
_ELEMENTS = """
    a abbr b bdi bdo blockquote body bpt br button caption center cite code dd del dfn div dl dt em ept figure
    font footer form g h1 h2 h3 h4 h5 h6 head header hi hr html i iframe img input ins it kbd label li link main
    mark mrk nav ol option p ph pre q ruby s samp script section seg select small span strike strong style sub sup
    svg table tbody td term text th thead time title tr tt u ul ut var video x sc ec pc cp bx ex
"""
ELEMENTS = frozenset(_ELEMENTS.split())
# Without any of these signs there is nothing to look for, and most sentences have none.
SIGNS = re.compile(r"[`@<{%]|://|www\.|[\u2190-\u2bff\U0001f000-\U0001faff]", re.IGNORECASE)


def marks(text: str) -> tuple[list[KeptMark], str]:
    """The marks of a text, and the text with blanks in their place."""
    found: list[KeptMark] = []
    if not SIGNS.search(text):
        return found, text
    for kind, pattern in _patterns():
        for match in reversed(list(pattern.finditer(text))):
            written = match[0].rstrip(TRAILING) if kind in ("url", "email") else match[0]
            start = match.start()
            text = f"{text[:start]}{' ' * len(written)}{text[start + len(written) :]}"
            found.append(KeptMark("placeholder" if kind == "icu" else kind, written, _key(kind, written)))
    return found, text


def _key(kind: str, written: str) -> str:
    """What a mark is compared by: blanks, the order of printf's arguments and the look of emoji do not matter."""
    if kind in ("url", "email"):
        return written.lower().rstrip("/")
    if kind == "placeholder":
        return re.sub(r"\s+", "", re.sub(r"^%\d+\$", "%", written))
    if kind == "icu":
        return re.sub(r"\s+", "", written)
    if kind == "tag":
        return _tag_key(written)
    if kind == "emoji":
        return written.replace("\ufe0f", "")
    return " ".join(written.split())


def _tag_key(written: str) -> str:
    name = re.match(r"</?([\w:.-]+)", written)
    if (
        name is None
        or "=" in written
        or name[1].lower() in ELEMENTS
        or len(name[1]) == 1
        or re.search(r"[\d:.]", name[1])
    ):
        return " ".join(written.split()).replace(" />", "/>")
    return "</>" if written.startswith("</") else "<…/>" if written.endswith("/>") else "<…>"


@cache
def _patterns() -> tuple[tuple[str, Any], ...]:
    import regex

    return tuple((kind, regex.compile(pattern)) for kind, pattern in PATTERNS)
