"""What a completed dictionary does to a system's precision, by hand."""

import pytest

from mteval.authoring.dictionary.effect import effects
from mteval.core.errors import CapabilityError
from mteval.core.options import parse_system
from mteval.core.records import DictionaryPair
from mteval.evaluation.settings import Settings

BEFORE = [DictionaryPair(*pair.split()) for pair in ("car кола", "dog куче", "fast бърз", "rare рядък")]
AFTER = [*BEFORE, DictionaryPair("car", "колата")]


@pytest.fixture
def system(tmp_path):
    """Puts колата before кола for car, is right on fast and wrong on dog; knows no rare."""
    (tmp_path / "en.vec").write_text("car 1 0 0\ndog 0 1 0\nfast 0 0 1\n")
    (tmp_path / "bg.vec").write_text("колата 1 0 0\nкола 1 0 .2\nкотка 0 1 0\nкуче 0 1 .3\nбърз 0 0 1\n")
    return parse_system(f"a=embeddings:{tmp_path}/en.vec?target={tmp_path}/bg.vec")


@pytest.mark.parametrize("convention", ["muse", "vecmap"])
def test_a_word_that_turns_right_is_counted(system, convention):
    (found,) = effects(BEFORE, AFTER, [system], convention, Settings(resamples=200))
    assert (found.system, found.words, found.turned_right) == ("a", (3, 3), 1)
    # One of three known words before (fast), two after (car, fast); of four with the unknown one as wrong.
    change = found.values["p@1"]
    assert (change.before, change.after, change.difference) == pytest.approx((1 / 3, 2 / 3, 1 / 3))
    low, high = change.interval
    assert 0 <= low <= 1 / 3 <= high <= 1
    assert found.values["p@1_oov_wrong"].difference == pytest.approx(1 / 4)
    assert found.values["coverage"].difference == 0


def test_nothing_changes_where_nothing_was_added(system):
    (found,) = effects(BEFORE, BEFORE, [system], "muse", Settings(resamples=50))
    assert found.turned_right == 0
    assert all(change.interval == (0.0, 0.0) for change in found.values.values())


def test_the_same_seed_draws_the_same_words(system):
    one, other = (effects(BEFORE, AFTER, [system], "muse", Settings(resamples=50, seed=3)) for _ in range(2))
    assert one == other


def test_a_system_that_cannot_rank_is_refused(tmp_path):
    (tmp_path / "x").write_text("a\n")
    with pytest.raises(CapabilityError, match="Rank"):
        effects(BEFORE, AFTER, [parse_system(f"output-file:{tmp_path / 'x'}")], "muse")
