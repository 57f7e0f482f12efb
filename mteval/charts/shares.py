"""A bar chart of shares of one whole, as an SVG file that stands alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mteval.charts.templates import FOLDER, fragment

if TYPE_CHECKING:
    from markupsafe import Markup

ROW, LEFT, WIDTH = 22, 260, 420


@dataclass(frozen=True, slots=True)
class _ShareBar:
    """One share with the places it is drawn at."""

    name: str
    top: int
    width: str
    text: str
    text_start: str


def shares_svg(title: str, shares: Sequence[tuple[str, float]]) -> Markup:
    """A bar chart of named shares, largest scale 100 %."""
    bars = [_bar(name, share, 30 + place * ROW) for place, (name, share) in enumerate(shares)]
    size = (LEFT + WIDTH + 90, 40 + len(bars) * ROW)
    return fragment(FOLDER, "shares.svg.j2", title=title, bars=bars, size=size, left=LEFT, height=ROW - 8)


def _bar(name: str, share: float, top: int) -> _ShareBar:
    return _ShareBar(name, top, f"{share * WIDTH:.1f}", f"{share:.1%}", f"{LEFT + share * WIDTH + 6:.1f}")
