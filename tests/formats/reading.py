"""Reads a file of words with one format."""

from __future__ import annotations

from mteval.core import registry
from mteval.core.suites import SuiteSource


def read(path, format):
    source = SuiteSource(name="x", family="dictionary", format=format, files={"data": path})
    return registry.formats.find(format)().read(source)
