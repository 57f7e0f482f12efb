"""`mteval human serve` as a command: what it binds to, and how it refuses bad jobs."""

import socket

import pytest

from mteval.cli import human
from mteval.cli.main import main


def exit_code(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        main(["human", "serve", *map(str, arguments)])
    return ended.value.code, capsys.readouterr().err


def test_it_binds_to_this_machine_alone_unless_told_otherwise():
    host = next(option for option in human.serve.params if option.name == "host")
    assert host.default == "127.0.0.1"


def job(tmp_path, checklist):
    head = 'kind = "templates"\nannotators = 1\n[templates]\nworkflow = "tea-ver"\nsource = "s.json"\n'
    text = f'{head}checklist = "{checklist}"\n'
    (tmp_path / "job.toml").write_text(text)
    (tmp_path / "s.json").write_text(
        '{"capabilities": {"a": {"tests": [{"template": "{x}"}]}}, "lexicons": {"x": ["1"]}}'
    )
    return tmp_path / "job.toml"


def test_a_job_that_names_a_missing_checklist_ends_with_2_and_leaves_no_database(tmp_path, capsys):
    code, message = exit_code(capsys, job(tmp_path, "missing.json"))
    assert code == 2
    assert "missing.json, but there is no such file" in message
    assert "Traceback" not in message
    assert not list(tmp_path.glob("*.sqlite*"))


def test_a_missing_job_and_a_taken_port_end_with_2(tmp_path, capsys):
    assert exit_code(capsys, tmp_path / "none.toml")[0] == 2
    pytest.importorskip("starlette", reason="the server needs the extra 'serve'")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, message = exit_code(capsys, job(tmp_path, "s.json"), "--port", taken.getsockname()[1])
    assert code == 2
    assert "Choose another --port" in message
