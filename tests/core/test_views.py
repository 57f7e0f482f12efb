from mteval.core.views import Section, TextTable, View


def test_a_family_that_overrides_nothing_adds_nothing_to_a_report():
    assert list(View().sections([])) == []
    assert list(View().tables([])) == []
    assert dict(View().findings([], [])) == {}


def test_a_section_has_no_anchor_and_a_table_no_note_unless_given():
    assert Section("Title", "<p>text</p>").anchor == ""
    assert TextTable(("a",), (("b",),)).note == ""
