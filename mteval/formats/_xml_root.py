"""Opening the XML of a format: what is no XML is not of the format."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

from mteval.core.errors import WrongFormatError
from mteval.text.xml_trees import NotXMLError, local_name, read_tree


def read_root(path: Path, format_name: str, *elements: str) -> Element:
    """The first element of a file, which is one of those named where any are."""
    try:
        root = read_tree(path)
    except NotXMLError as error:
        raise WrongFormatError(path, format_name, f"it {error.problem}", line=error.line) from None
    if elements and local_name(root) not in elements:
        raise WrongFormatError(path, format_name, f"its first element is {local_name(root)}, not {elements[0]}.")
    return root
