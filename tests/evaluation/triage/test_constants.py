"""One output for many inputs."""

from dataclasses import replace

from tests.evaluation.triage.small_batches import batch, changed, found


def test_one_output_for_many_inputs_is_found():
    assert found(changed(lambda _: "Ja.", (1, 5, 9, 20)))["constant-output"] == ("2", "6", "10", "21")


def test_the_same_short_answer_to_the_same_short_question_is_right():
    given = changed(lambda _: "Danke schön.", (1, 5, 9, 20))
    sources = tuple("Thank you." if line in (1, 5, 9, 20) else one for line, one in enumerate(given.sources))
    references = tuple(("Vielen Dank.",) if line in (1, 5, 9, 20) else one for line, one in enumerate(given.references))
    assert "constant-output" not in found(replace(given, sources=sources, references=references))


def test_twice_may_be_chance():
    assert "constant-output" not in found(batch(_1="Ja.", _5="Ja."))
