"""When a listed form stands in a sentence: as a token, over several, in a compound."""

from __future__ import annotations

import pytest

from mteval.families._sense_choice.matching import SenseMatcher


@pytest.mark.parametrize(
    ("form", "tokens", "plain", "multiword", "compounds"),
    [
        ("bank", "die bank", True, True, True),
        ("bank", "die sandbank", False, False, True),
        ("bank", "die sand#bank", False, False, True),
        ("bank", "die bank#note", False, False, False),
        ("sandbank", "die sand#bank", False, False, True),
        ("ost", "die post", False, False, False),
        ("bank", "die ubank", False, False, False),
        ("credit_union", "the credit union", False, True, False),
        ("credit_union", "the credit-union", False, True, False),
        ("credit_union", "the union credit", False, False, False),
        ("credit_union", "credit_union", True, True, True),
    ],
)
def test_forms(form, tokens, plain, multiword, compounds):
    words = tokens.split()
    assert bool(SenseMatcher().find([form], words, None)) is plain
    assert bool(SenseMatcher(multiword=True).find([form], words, None)) is multiword
    assert bool(SenseMatcher(compounds=True).find([form], words, None)) is compounds
