"""What a report shows beside the headline."""

from __future__ import annotations

from dataclasses import replace

from mteval.core import registry
from mteval.core.results import Results
from mteval.core.views import ReportView
from mteval.families._dictionary.view import DictionaryView
from tests.families.dictionary_suites import report


def test_what_is_left_is_shown_beside_the_headline():
    wrong = {"wrong": 4, "inflections": 1, "synonyms": 0, "share": 0.25, "interval": [0.05, 0.7], "judged_from": []}
    reports = [
        replace(one, extras={**one.extras, "false_false_positives": wrong, "pos": POS_FACTS})
        for one in (report("a", 0.5, 0.25),)
    ]
    steps, false, parts = DictionaryView().tables(reports)
    assert steps.header == ("what is left of P@1", "n", "a")
    assert steps.rows[1] == ("without names", "9", "0.2500 [0.0000, 1.0000]")
    assert parts.rows == (("noun", "9", "0.5000"),)
    assert false.rows[0] == ("inflections + synonyms", "1 + 0 of 4")
    shown = ReportView(Results((replace(reports[0], suite=FACTS),)), tables={"x": (steps, false, parts)})
    text = registry.renderers.find("terminal")().render(shown)
    assert "0.2500 [0.0000" in text
    assert "nothing at hand" in text


POS_FACTS = {"noun": {"by_source": {"value": 0.7, "n": 9}, "by_pair": {"value": 0.5, "n": 9}}}
FACTS = {"name": "x", "family": "dictionary", "version": "0", "digest": ""}
