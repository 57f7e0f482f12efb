"""XML as others write it: read whole, with no entity of its own expanded, nothing fetched, and a limit to its depth."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from mteval.core.errors import DataError
from mteval.text.packed import read_bytes

DEEPEST = 100
_LOST = re.compile(
    rb"=\s*[\"'][^<\"'&]*(?:&(?:amp|lt|gt|quot|apos|#\w+);[^<\"'&]*)*&(?!(?:amp|lt|gt|quot|apos);|#)([^;<\"'\s]+);"
)
"""An entity that is not one of XML's own in an attribute."""


class PlacedElement(Element):
    """An element that knows the line it begins in."""

    line: int = 0


class NotXMLError(DataError):
    """A text is no well-formed XML."""


def read_tree(path: str | Path) -> Element:
    """The root element of an XML file; a DOCTYPE is passed over, entity declarations are refused."""
    return parse_tree(read_bytes(path), path)


def parse_tree(raw: bytes, path: str | Path) -> Element:
    """The root element of XML; names in a namespace are as `{namespace}name`."""
    building = _Building(path)
    lost = _LOST.search(raw) if b"<!DOCTYPE" in raw else None
    if lost:
        # expat says nothing of unknown entities in attributes where a DOCTYPE points elsewhere: they would be lost.
        building.refuse_entity(lost[1].decode("ascii", "replace"), raw.count(b"\n", 0, lost.start(1)) + 1)
    try:
        building.parser.Parse(raw, True)
        root: Element = building.tree.close()
    except expat.ExpatError as error:
        problem = f"is not well-formed XML ({expat.ErrorString(error.code)})."
        raise NotXMLError(path, problem, line=error.lineno) from None
    except (LookupError, UnicodeDecodeError, ValueError) as error:
        # An encoding that Python does not know, or bytes that are not of it.
        raise NotXMLError(path, f"cannot be read as XML: {error}.") from None
    except AssertionError:
        raise NotXMLError(path, "is not well-formed XML (no element).") from None
    return root


def local_name(element: Element) -> str:
    """An element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def line_of(element: Element) -> int | None:
    """The line an element begins in, where that is known."""
    return getattr(element, "line", None)


class _Building:
    """An expat parser whose events build a tree."""

    def __init__(self, path: str | Path) -> None:
        self.path, self.depth, self.tree = path, 0, TreeBuilder(element_factory=self._placed)
        self.parser = expat.ParserCreate(namespace_separator="}")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self.tree.data
        self.parser.EntityDeclHandler = self._entity
        self.parser.SkippedEntityHandler = self._skipped
        # Entities of a DTD elsewhere are neither fetched nor guessed.
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise DataError(self.path, f"is nested more than {DEEPEST} levels deep.", line=self._line)
        self.tree.start(_clark(name), {_clark(key): value for key, value in attributes.items()})

    def _placed(self, tag: str, attributes: dict[str, str]) -> Element:
        element = PlacedElement(tag, attributes)
        element.line = self._line
        return element

    def _end(self, name: str) -> None:
        self.depth -= 1
        self.tree.end(_clark(name))

    def _entity(self, name: str, *_: Any) -> None:
        raise DataError(
            self.path, f"declares the entity '{name}'; entities are not expanded. Write the text.", line=self._line
        )

    def _skipped(self, name: str, *_: Any) -> None:
        # With a DOCTYPE that points elsewhere expat passes over unknown entities, and what they stand for would be lost.
        self.refuse_entity(name, self._line)

    def refuse_entity(self, name: str, line: int) -> None:
        """Say which entity stands for a text that is not there."""
        raise DataError(self.path, f"uses the entity '{name}', which it does not declare. Write the text.", line=line)

    @property
    def _line(self) -> int:
        return self.parser.CurrentLineNumber


def _clark(name: str) -> str:
    return "{" + name if "}" in name else name
