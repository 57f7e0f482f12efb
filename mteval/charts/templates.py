"""Fragments of HTML and SVG from jinja2 templates, which escape every text put into them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mteval.charts.policy import content_policy

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

FOLDER = Path(__file__).parent


def fragment(folder: Path, name: str, /, **values: Any) -> Markup:
    """Fill in a template of a folder; other fragments may be among the values, any other text is escaped.

    A template may import the macros of this folder as `charts/NAME`, whatever folder it lies in itself; one that is a whole
    page takes its policy from `content_policy`.
    """
    from markupsafe import Markup

    # Escaped already: the environment escapes whatever is put into the template.
    return Markup(_environment(folder).get_template(name).render(**values))  # noqa: S704


@cache
def _environment(folder: Path) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader([folder, FOLDER.parent]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals["content_policy"] = content_policy
    return made
