"""Records of any content, and the way to a file and back."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from mteval.core import registry
from mteval.core.options import read_options
from mteval.core.records import Contrast
from mteval.core.suites import SuiteSource

TEXT = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=30).filter(str.strip)
WORD = st.text(st.characters(whitelist_categories=("Ll", "Lu", "Lo", "Nd")), min_size=1, max_size=8)
CONTRASTS = st.lists(st.builds(Contrast, TEXT, type=WORD, replacement=TEXT), max_size=4).map(tuple)


def there_and_back(name: str, records, file: str):
    plugin = registry.formats.find(name)()
    with TemporaryDirectory() as folder:
        path = Path(folder) / file
        plugin.write(records, path)
        options = read_options(plugin.options, {}, name)
        return plugin.read(SuiteSource("x", plugin.family, name, {"data": path}, options=options)).records
