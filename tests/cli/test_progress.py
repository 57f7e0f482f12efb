"""Progress bars for people alone."""

import io

from mteval.cli.progress import progress_bar


class Screen(io.StringIO):
    def isatty(self):
        return True


def test_a_program_that_reads_sees_nothing(capsys):
    with progress_bar() as move:
        move("suite", 1, 2)
    assert capsys.readouterr() == ("", "")


def test_a_screen_shows_what_is_done_and_is_left_clean(monkeypatch):
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar() as move:
        for done in range(4):
            move("suite", done, 3)
    shown = screen.getvalue()
    assert "suite" in shown
    assert "3/3" in shown
