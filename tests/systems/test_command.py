"""The command backend: programs that translate or score, and programs that go wrong."""

from __future__ import annotations

import shutil
import sys

import pytest

from mteval.core.errors import CapabilityError, UsageError
from mteval.core.queries import Classify, LogProb, Translate
from mteval.core.registry import systems
from mteval.systems._line_program import ProgramError

SOURCES = [Translate("a\tb"), Translate("two\nlines"), Translate("")]


def command(program, **options):
    return systems.find("command")(program, options)


def python(code):
    return f"{sys.executable} -c '{code}'"


def test_a_program_translates_line_by_line():
    upper = python("import sys; [print(line.rstrip(chr(10)).upper()) for line in sys.stdin]")
    assert [answer.text for answer in command(upper).answer(SOURCES)] == ["A\tB", "TWO LINES", ""]


@pytest.mark.parametrize(("better", "sign"), [("higher", 1), ("lower", -1)])
def test_a_program_scores_source_and_target(better, sign):
    length = python("import sys; [print(len(line.rstrip(chr(10)).split(chr(9))[1])) for line in sys.stdin]")
    queries = [LogProb("s", ("ab", "c")), LogProb("t\tu", ("x\ty z",))]
    assert [answer.values for answer in command(length, better=better).answer(queries)] == [
        (2 * sign, sign),
        (5 * sign,),
    ]


def test_questions_of_both_kinds_are_dealt_out_in_order():
    echo = python("import sys; [print(len(line)) for line in sys.stdin]")
    answers = list(command(echo, better="higher").answer([Translate("a"), LogProb("a", ("b",)), Translate("abc")]))
    assert [getattr(answer, "text", None) or answer.values for answer in answers] == ["2", (4.0,), "4"]


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (python('import sys; sys.exit("bad model")'), "failed with exit code 1: bad model"),
        ("head -n 1", "was given 3 lines and wrote 1"),
        (python("import sys; sys.stdin.read(); print(1)"), "was given 3 lines and wrote 1"),
        (python("import sys; sys.stdin.read(); sys.stdout.buffer.write(bytes([255, 10]) * 3)"), "not UTF-8"),
    ],
)
def test_a_program_that_goes_wrong(program, message):
    with pytest.raises(ProgramError, match=message):
        list(command(program).answer(SOURCES))


def test_a_score_that_is_no_number_is_named_with_its_line():
    with pytest.raises(ProgramError, match=r"wrote 's\tb' in line 2"):
        list(command("sed 1s/.*/1/", better="lower").answer([LogProb("s", ("a", "b"))]))


def test_which_scores_are_better_must_be_said():
    with pytest.raises(UsageError, match=r"better=higher .* or \?better=lower"):
        list(command("cat").answer([LogProb("s", ("a", "b"))]))


def test_nothing_goes_through_a_shell(tmp_path):
    trap = tmp_path / "trap"
    last = python("import sys; sys.stdin.read(); print(sys.argv[-1])")
    answers = list(command(f"{last} $(touch${{IFS}}{trap});touch>{trap}").answer([Translate("a")]))
    assert not trap.exists()
    assert answers[0].text == f"$(touch${{IFS}}{trap});touch>{trap}"


def test_commands_that_cannot_be_run():
    with pytest.raises(UsageError, match="no program 'no-such-program'"):
        command("no-such-program x")
    with pytest.raises(UsageError, match="No closing quotation"):
        command("cat 'a")
    with pytest.raises(UsageError, match="No command is given"):
        command("")
    with pytest.raises(ProgramError, match="did not finish"):
        list(command("sleep 5", timeout="0.2").answer(SOURCES))
    with pytest.raises(UsageError, match="timeout=-1 is too small"):
        command("cat", timeout="-1")
    with pytest.raises(CapabilityError, match="'Classify'"):
        list(command("cat").answer([Classify(("a",))]))


def test_answers_are_kept_only_if_asked(tmp_path):
    script = tmp_path / "script"
    script.write_text("s/a/b/")
    assert command(f"sed -f {script}").fingerprint == ""
    kept = command(f"sed -f {script}", cache="true").fingerprint
    script.write_text("s/a/c/")
    assert kept
    assert command(f"sed -f {script}", cache="true").fingerprint != kept


def test_the_signature_does_not_say_where_files_lie(tmp_path):
    script = tmp_path / "script"
    script.write_text("s/a/b/")
    shown = command(f"{shutil.which('sed')} -f {script} --file={script} /no/such/file " + "x" * 300).signature
    assert shown == {"command": "sed -f script --file=script /no/such/file " + "x" * 300}


def test_long_arguments_are_not_taken_for_files():
    assert command("cat " + "x" * 300, cache=True).fingerprint
