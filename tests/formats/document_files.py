"""A small test set in WMT's XML, and how the tests read files that hold test sets."""

from __future__ import annotations

from pathlib import Path

from mteval.core import registry
from mteval.core.options import read_options
from mteval.core.protocols import Contents
from mteval.core.suites import SuiteSource

WMT_XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="t"><collection id="general">
<doc id="d1" origlang="en" domain="news">
<src lang="en"><p><seg id="1">The cat sat on the mat today.</seg><seg id="2">It was a very warm day.</seg></p>
<p><seg id="3">We all went home.</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">Die Katze saß heute auf der Matte.</seg>
<seg id="2">Es war ein sehr warmer Tag.</seg></p><p><seg id="3">Wir gingen alle nach Hause.</seg></p></ref>
<ref lang="de" translator="B"><p><seg id="1">Heute saß die Katze auf der Matte.</seg>
<seg id="2">Der Tag war sehr warm.</seg></p><p><seg id="3">Alle gingen wir heim.</seg></p></ref>
<hyp lang="de" system="one"><p><seg id="1">Die Katze saß heute auf der Matte.</seg>
<seg id="2">Es war ein warmer Tag.</seg></p><p><seg id="3">Wir gingen nach Hause.</seg></p></hyp>
<hyp lang="de" system="two"><p><seg id="1">Die Katze sitzt auf der Matte.</seg>
<seg id="2">Es war ein sehr warmer Tag.</seg></p><p><seg id="3">Wir sind alle nach Hause gegangen.</seg></p></hyp>
</doc>
<doc id="d2" origlang="en" domain="social"><src lang="en"><p><seg id="1">See you soon, my friend!</seg></p></src>
<ref lang="de" translator="A"><p><seg id="1">Bis bald, mein Freund!</seg></p></ref>
<hyp lang="de" system="one"><p><seg id="1">Bis bald, mein Freund!</seg></p></hyp>
<hyp lang="de" system="two"><p><seg id="1">Bis gleich, mein Freund!</seg></p></hyp></doc>
<doc id="ts" origlang="en" testsuite="x"><src lang="en"><p><seg id="1">Suite.</seg></p></src>
<hyp lang="de" system="one"><p><seg id="1">Suite.</seg></p></hyp></doc>
</collection></dataset>
"""


def read_set(format: str, path: Path, *languages: str, **options: str) -> Contents:
    """What a format reads from a file, with options as a user writes them."""
    plugin = registry.formats.find(format)
    chosen = read_options(plugin.options, options, format)
    return plugin().read(SuiteSource("x", plugin.family, format, {"data": path}, languages=languages, options=chosen))


def put(path: Path, text: str) -> Path:
    """A file with a text."""
    path.write_text(text, encoding="utf-8")
    return path
