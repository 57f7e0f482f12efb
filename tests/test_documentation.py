"""Every command the documentation shows is run, and its tables are true."""

import gzip
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from mteval.demo import tour
from mteval.evaluation.views import render
from tests.evaluation.small_test_sets import write_pair
from tests.formats.document_files import WMT_XML
from tests.formats.error_files import write_error_files

SERVERS = ("human serve",)
FENCE = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
ENGLISH = ["the cat sat on the mat", "we walk home together in the rain", "a dog barks at night"] * 5
JOB = """kind = "rating"
annotators = 2

[rating]
source = "ref.eng"

[rating.systems]
one = "sys1.eng"
two = "sys2.eng"
"""


def blocks(root, language):
    return [text for kind, text in FENCE.findall((root / "README.md").read_text(encoding="utf-8")) if kind == language]


def commands(root):
    for block in blocks(root, "sh"):
        for line in block.splitlines():
            command = re.sub(r"\s+#.*$", "", line).strip()
            if command.startswith("mteval "):
                yield command


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with every file the README's commands name."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "ref.eng").write_text("\n".join(ENGLISH) + "\n")
    (folder / "sys1.eng").write_text("\n".join(ENGLISH).replace("the", "a") + "\n")
    (folder / "sys2.eng").write_text("\n".join(ENGLISH).replace("home", "house") + "\n")
    nbest = ((i, text) for i, line in enumerate(ENGLISH) for text in (line, line.replace("the", "a")))
    (folder / "nbest.eng").write_text("".join(f"{i} ||| {text} ||| -1\n" for i, text in nbest))
    (folder / "my-model").symlink_to(tour.FOLDER / "model")
    (folder / "scores.txt").write_text("-1.0\n-2.0\n" * 276)
    for side in ("en", "es"):
        (folder / f"{side}.vec").write_bytes(
            gzip.decompress((tour.FOLDER / "vectors" / f"plain.{side}.vec.gz").read_bytes())
        )
    shutil.copy(
        tour.FOLDER.parent.parent / "challenge_sets" / "demo-dictionary-en-es" / "dictionary.txt", folder / "en-es.txt"
    )
    shutil.copy(tour.FOLDER / "ratings.csv", folder / "ratings.csv")
    write_error_files(folder)
    write_documents(folder)
    (folder / "mine.tsv").write_text(
        "source\treference\tcontrast\na cat\tun gato\tuna gato\na dog\tun perro\tuna perro\n"
    )
    (folder / "checklist.json").write_text(json.dumps(CHECKLIST))
    (folder / "translated.es").write_text(
        "\n".join(f"El {a} es {b}." for a in ("gato", "perro") for b in ("rojo", "negro"))
    )
    (folder / "job.toml").write_text(JOB)
    write_terms(folder)
    write_pair(folder / "mt-metrics-eval-v2" / "wmt23", "en-de", 1)
    return folder


def write_documents(folder):
    """A test set of WMT with its systems, as XML and as JSON Lines with two outputs."""
    (folder / "wmttest.en-de.all.xml").write_text(WMT_XML)
    rows = [{"doc_id": name, "src_lang": "en", "tgt_lang": "de"} for name in ("a", "b", "c")]
    for file, own in (
        ("testset.jsonl", {"src_text": "one\n\ntwo", "refs": {"refA": {"ref": "eins\n\nzwei"}}}),
        ("OUT1.jsonl", {"hypothesis": "eins\n\nzwei"}),
        ("OUT2.jsonl", {"hypothesis": "eins zwo"}),
    ):
        (folder / file).write_text("".join(json.dumps({**row, **own}) + "\n" for row in rows))


def write_terms(folder):
    """A glossary with a text, and a set of WMT25 with a submission."""
    sources, translations = (
        ["The cat is 3 years old.", "A dog barks."],
        ["Die Katze ist 3 Jahre alt.", "Ein Hund bellt."],
    )
    (folder / "terms.tsv").write_text("cat\tKatze\ndog\tHund\n")
    (folder / "source.en").write_text("\n".join(sources) + "\n")
    (folder / "system.de").write_text("\n".join(translations) + "\n")
    rows = [{"en": one, "de": other} for one, other in zip(sources, translations, strict=True)]
    terms = [{"proper": {"cat": "Katze"}, "random": {"years": "Jahre"}}, {"proper": {"dog": "Hund"}, "random": {}}]
    full = [{**row, **own} for row, own in zip(rows, terms, strict=True)]
    for name, written in (("full_data.ende.jsonl", full), ("TEAM.ende.proper.jsonl", rows)):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in written))


CHECKLIST = {
    "language": "en",
    "task": "sentiment",
    "capabilities": {
        "Vocabulary": {"description": "words", "tests": [{"template": "The {thing} is {good}.", "label": "positive"}]}
    },
    "lexicons": {"thing": ["house", "car", "table"], "good": ["new", "white", "clean"]},
}


def run(folder, command):
    environment = {**os.environ, "COLUMNS": "80", "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    return subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, env=environment, check=False)


def serve(folder, command):
    """A server is started, seen to run, and stopped."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    server = subprocess.Popen(
        command, shell=True, cwd=folder, env=environment, stderr=subprocess.PIPE, start_new_session=True
    )
    time.sleep(4)
    running = server.poll() is None
    if running:
        os.killpg(server.pid, signal.SIGTERM)
    return running, server.communicate(timeout=20)[1].decode()


def test_every_command_of_the_readme_works(root, folder):
    """In order, in one folder, as a reader would type them."""
    seen = list(commands(root))
    assert len(seen) > 15
    baseline = run(folder, "mteval run senses-en-es --system ctranslate2:my-model -o baseline")
    assert baseline.returncode == 0, baseline.stderr
    for command in seen:
        if any(part in command for part in SERVERS):
            pytest.importorskip("starlette", reason="the server needs the extra serve")
            running, message = serve(folder, command)
            assert running, f"{command}\n{message}"
            continue
        done = run(folder, command)
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"


def test_first_python_example_works(root, folder):
    done = run(folder, f"{sys.executable} -c '{blocks(root, 'python')[0]}'")
    assert done.returncode == 0, done.stderr


def test_metric_of_the_readme_is_a_metric(root, folder, monkeypatch):
    source = folder / "size_ratio.py"
    source.write_text(blocks(root, "python")[1])
    spec = importlib.util.spec_from_file_location("size_ratio", source)
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    import mteval

    results = mteval.score({"short": ["abc"]}, [["abcdefgh"]], metrics="size-ratio")
    assert results.reports[0].score("size-ratio").value == 0.375
    for renderer in ("terminal", "markdown", "latex", "summary", "html"):
        assert "0.3750" in render(results, renderer)


def test_workflow_of_the_readme_is_yaml_whose_commands_are_understood(root):
    import shlex

    from mteval.cli.main import verbs

    yaml = pytest.importorskip("yaml", reason="pyyaml reads the workflow")
    (text,) = blocks(root, "yaml")
    (job,) = yaml.safe_load(text)["jobs"].values()
    calls = [shlex.split(step["run"])[1:] for step in job["steps"] if step.get("run", "").startswith("mteval ")]
    assert [call[0] for call in calls] == ["run", "check"]
    for verb, *arguments in calls:
        assert verbs.get_command(None, verb).make_context(verb, arguments).params


def test_pictures_are_there_small_and_of_one_width(root):
    pictures = re.findall(
        r"^!\[(.+)\]\((scripts/[\w-]+\.png)\)$", (root / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert [Path(path).stem for _, path in pictures] == ["demo-report", "systems-report", "rating-server"]
    for _, path in pictures:
        held = (root / path).read_bytes()
        assert len(held) < 200_000
        assert int.from_bytes(held[16:20]) == 1400  # the width, in the header of a PNG


def test_tables_of_suites_and_lists_are_true(root):
    loader = SourceFileLoader("readme_tables", str(root / "scripts" / "readme_tables"))
    spec = importlib.util.spec_from_loader("readme_tables", loader)
    tables = importlib.util.module_from_spec(spec)
    loader.exec_module(tables)
    text = (root / "README.md").read_text(encoding="utf-8")
    for row in (*tables.suite_rows(), *tables.lexicon_rows()):
        assert row in text, "run scripts/readme_tables and put its tables into the README"


def test_walkthrough_runs(root, tmp_path):
    done = run(tmp_path, f"{sys.executable} {root / 'scripts' / 'walkthrough.py'}")
    assert done.returncode == 0, done.stderr


def test_the_notebook_runs_through_every_family(root, tmp_path, monkeypatch):
    nbformat = pytest.importorskip("nbformat", reason="needs the extra 'test'")
    nbclient = pytest.importorskip("nbclient", reason="needs the extra 'test'")
    pytest.importorskip("ipykernel", reason="needs the extra 'test'")
    from mteval.core import registry

    # The kernel finds the mteval of this clone, and leaves its files in a folder of its own.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    book = nbformat.read(root / "scripts" / "notebooks" / "tour.ipynb", as_version=4)
    titles = " ".join(cell.source for cell in book.cells if cell.cell_type == "markdown").lower()
    assert [name for name in registry.families.names() if name.replace("-", " ") not in titles] == []
    assert not any(cell.get("outputs") for cell in book.cells), "outputs are not kept in the repository"
    nbclient.NotebookClient(book, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    (said,) = book.cells[-1].outputs
    assert said["text"].startswith('test="t-test" is not possible')


def test_every_verb_shows_an_example(root):
    from click.testing import CliRunner

    from mteval.cli.main import verbs

    for name in verbs.list_commands(None):
        command = verbs.get_command(None, name)
        leaves = {name: command}
        if hasattr(command, "list_commands"):
            leaves = {f"{name} {sub}": command.get_command(None, sub) for sub in command.list_commands(None)}
        for title, leaf in leaves.items():
            shown = CliRunner().invoke(leaf, ["--help"])
            assert shown.exit_code == 0, title
            assert "Example" in shown.output, f"mteval {title} --help shows no example"
