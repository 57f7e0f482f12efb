"""What a completed dictionary does to a system's precision, by hand."""

import math

import pytest
from scipy.stats import ttest_1samp

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
    # Student's t for three words has one degree of freedom, so nothing is known but the ends of the scale.
    assert change.interval == (-1, 1)
    assert found.values["p@1_oov_wrong"].difference == pytest.approx(1 / 4)
    assert found.values["coverage"].difference == 0


def test_nothing_changes_where_nothing_was_added(system):
    (found,) = effects(BEFORE, BEFORE, [system], "muse", Settings(resamples=50))
    assert found.turned_right == 0
    assert {change.difference for change in found.values.values()} == {0}
    # Words that all stay as they are do not say how much others would change.
    assert all(math.isnan(end) for change in found.values.values() for end in change.interval)


def test_the_interval_of_many_words_is_students(tmp_path):
    words = 60
    rows = [[f"{float(place == other):g}" for other in range(words)] for place in range(words)]
    second = [[*row] for row in rows]
    for place, row in enumerate(second):
        row[(place + 1) % words] = "0.3"
    (tmp_path / "en.vec").write_text("".join(f"s{n} {' '.join(row)}\n" for n, row in enumerate(rows)))
    nearest = [f"near{n} {' '.join(row)}\n" for n, row in enumerate(rows)]
    (tmp_path / "bg.vec").write_text(
        "".join([*nearest, *(f"far{n} {' '.join(row)}\n" for n, row in enumerate(second))])
    )
    before = [DictionaryPair(f"s{n}", f"far{n}" if n < 20 else f"near{n}") for n in range(words)]
    after = [*before, *(DictionaryPair(f"s{n}", f"near{n}") for n in range(20))]
    system = parse_system(f"a=embeddings:{tmp_path}/en.vec?target={tmp_path}/bg.vec")
    (found,) = effects(before, after, [system], "muse", Settings(resamples=20_000))
    oracle = ttest_1samp([1.0] * 20 + [0.0] * 40, 0).confidence_interval()
    assert found.values["p@1"].difference == pytest.approx(1 / 3)
    assert found.values["p@1"].interval == pytest.approx((oracle.low, oracle.high), abs=0.003)


def test_the_same_seed_draws_the_same_words(system):
    one, other = (effects(BEFORE, AFTER, [system], "muse", Settings(resamples=50, seed=3)) for _ in range(2))
    assert repr(one) == repr(other)  # NaN is not equal to itself


def test_a_system_that_cannot_rank_is_refused(tmp_path):
    (tmp_path / "x").write_text("a\n")
    with pytest.raises(CapabilityError, match="Rank"):
        effects(BEFORE, AFTER, [parse_system(f"output-file:{tmp_path / 'x'}")], "muse")
