"""ContraPro's groups: pronoun pair, antecedent distance, within a segment or not."""

from __future__ import annotations

from tests.formats.contrast_items import CONTRAPRO, load, put


def test_contrapro_groups(tmp_path):
    suite = load("contrapro", put(tmp_path / "a.json", CONTRAPRO))
    (case,) = suite.cases
    assert (case.tags["pronoun"], case.tags["distance"], case.tags["intrasegmental"]) == (
        ("it:er",),
        ("1",),
        ("false",),
    )
    assert suite.cluster == "document"
    assert case.query.source_context == ()
