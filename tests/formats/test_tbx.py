"""TBX of both kinds, and XML that is not to be trusted."""

import pytest

from mteval.core import registry
from mteval.core.errors import DataError, UsageError, WrongFormatError
from mteval.core.options import read_options
from mteval.core.records import Term
from mteval.core.suites import SuiteSource

BASIC = """<?xml version="1.0"?>
<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
<martif type="TBX"><text><body><termEntry id="1">
<langSet xml:lang="en"><tig><term>cat</term></tig></langSet>
<langSet xml:lang="de"><tig><term>Katze</term></tig><tig><term>Miez</term>
<termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig></langSet>
</termEntry></body></text></martif>"""
THIRD = """<tbx xmlns="urn:iso:std:iso:30042:ed-2"><text><body><conceptEntry id="1">
<langSec xml:lang="en-GB"><termSec><term>cat</term></termSec></langSec>
<langSec xml:lang="fr"><termSec><term>chat</term></termSec></langSec>
<langSec xml:lang="de"><termSec><term>Katze</term></termSec></langSec></conceptEntry></body></text></tbx>"""


def read(folder, text, languages=()):
    (folder / "terms.tbx").write_text(text, encoding="utf-8")
    (folder / "source.en").write_text("A cat.\n", encoding="utf-8")
    plugin = registry.formats.find("tbx")
    options = read_options(plugin.options, {"source": folder / "source.en"}, "tbx")
    files = {"data": folder / "terms.tbx"}
    return plugin().read(SuiteSource("x", "terminology", "tbx", files, languages=languages, options=options))


def test_deprecated_terms_are_left_out_and_a_doctype_is_passed_over(tmp_path):
    found = read(tmp_path, BASIC)
    assert found.records[0].terms == (Term("cat", ("Katze",)),)
    assert found.languages == ("en", "de")


def test_of_several_languages_the_user_says_two(tmp_path):
    assert read(tmp_path, THIRD, ("en", "fr")).records[0].terms == (Term("cat", ("chat",)),)
    with pytest.raises(UsageError, match="3 languages"):
        read(tmp_path, THIRD)
    with pytest.raises(DataError, match="both 'en' and 'bg'"):
        read(tmp_path, THIRD, ("en", "bg"))


def test_entities_are_refused_and_other_files_named(tmp_path):
    with pytest.raises(DataError, match="declares the entity 'a'"):
        read(tmp_path, '<!DOCTYPE martif [<!ENTITY a "b">]><martif/>')
    with pytest.raises(WrongFormatError, match="not well-formed"):
        read(tmp_path, "cat\tKatze\n")
    with pytest.raises(WrongFormatError, match="no termEntry"):
        read(tmp_path, "<html/>")


def test_what_is_written_is_read_back(tmp_path):
    found = read(tmp_path, BASIC)
    registry.formats.find("tbx")().write(found.records, tmp_path / "again.tbx")
    again = read(tmp_path, (tmp_path / "again.tbx").read_text("utf-8"), ("source", "target"))
    assert again.records[0].terms == found.records[0].terms
