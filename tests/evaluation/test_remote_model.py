"""A model on four real workers, two of them killed: the results of one process."""

import gzip
import json
import os
import shutil
import signal
import sqlite3
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import mteval
from mteval.cli.main import verbs
from mteval.core.errors import MtevalError, UsageError
from mteval.core.options import parse_system
from mteval.core.queries import LogProb
from mteval.evaluation import remote_model
from mteval.evaluation.opened import open_system
from mteval.evaluation.remote_model import ModelTicket, RemoteModel, answer_portion

DEMO_MODEL = Path(mteval.__file__).parent / "demo" / "model"
QUESTIONS = [LogProb(f"The cat number {i} sleeps.", ("El gato duerme.", f"El perro {i}.")) for i in range(10)]
distributed = pytest.importorskip("distributed", reason="needs the extra 'dask'")


@pytest.fixture(scope="module")
def workers():
    with distributed.LocalCluster(n_workers=4, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def one_worker():
    with distributed.LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=None) as cluster:
        yield cluster


def kept(cache: Path) -> int:
    try:
        with sqlite3.connect(f"file:{cache / 'answers.sqlite'}?mode=ro", uri=True) as connection:
            return connection.execute("SELECT count(*) FROM kept").fetchone()[0]
    except sqlite3.Error:
        return 0


def kill_two(cluster, cache, killed):
    """Kill one worker when the first answers are on disk, and another when there are more."""
    for worker, least in zip(list(cluster.workers.values())[:2], (32, 96), strict=True):
        while kept(cache) < least:
            time.sleep(0.01)
        os.kill(worker.process.process.pid, signal.SIGKILL)
        killed.append(kept(cache))


def run(monkeypatch, cache, output, *arguments):
    monkeypatch.setenv("MTEVAL_CACHE", str(cache))
    result = CliRunner().invoke(verbs, ["run", *map(str, arguments), "-o", str(output)])
    assert result.exit_code == 0, result.output
    report = json.loads((output / "report.json").read_text())
    for one in report["reports"]:
        del one["cases"]["sha256"]  # of texts whose last digits may differ
    return report, {path.name: list(map(json.loads, path.open())) for path in output.glob("cases/*")}


def assert_alike(one, other):
    """Equal; log-probabilities to a float's rounding, since workers may use other numbers of threads than this process."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_alike(one[key], other[key])
    elif isinstance(one, list):
        assert len(one) == len(other)
        for left, right in zip(one, other, strict=True):
            assert_alike(left, right)
    else:
        assert one == (pytest.approx(other, rel=1e-4) if isinstance(other, float) else other)


def same_with_two_killed(workers, monkeypatch, folder, questions, *arguments):
    whole = run(monkeypatch, folder / "here", folder / "whole", *arguments)
    killed = []
    killer = threading.Thread(target=kill_two, args=(workers, folder / "there", killed), daemon=True)
    killer.start()
    engine = f"dask:{workers.scheduler_address}"
    spread = run(monkeypatch, folder / "there", folder / "spread", *arguments, "--engine", engine)
    killer.join(timeout=30)
    assert len(killed) == 2
    assert killed[1] < questions == kept(folder / "there")
    assert spread[1]
    for there, here in zip(spread, whole, strict=True):
        assert_alike(there, here)


def test_two_killed_workers_of_four_change_no_digit(workers, monkeypatch, tmp_path):
    items = [
        {
            "source": f"The man number {i} sees a house and {'a dog and ' * (i % 7)}a cat.",
            "reference": f"El hombre número {i} ve una casa y {'un perro y ' * (i % 7)}un gato.",
            "ambig word": "cat",
            "sense": "gato",
            "errors": [
                {"contrastive": f"El hombre {i} ve {word} y un gato."} for word in ("mesas", "calles", "libros")
            ],
        }
        for i in range(600)
    ]
    suite = tmp_path / "cats.en-es.json"
    suite.write_text(json.dumps(items), encoding="utf-8")
    # From another folder than the workers stand in, so that the model is found by a path that they can open.
    shutil.copytree(DEMO_MODEL, tmp_path / "own-model")
    monkeypatch.chdir(tmp_path)
    same_with_two_killed(
        workers, monkeypatch, tmp_path, 600, suite, "--format", "mucow-scoring", "--system", "ctranslate2:own-model"
    )


@pytest.mark.parametrize("backend", ["ctranslate2:ct2", "hugging-face:hf"])
def test_a_trained_model_keeps_its_digits_with_two_workers_killed(workers, monkeypatch, tmp_path, shared, backend):
    name, folder = backend.split(":")
    lines = [
        gzip.decompress((shared / "data" / "multi30k" / f"val.{side}.gz").read_bytes()).decode().split("\n")[:320]
        for side in ("en", "de")
    ]
    items = [
        {"source": source, "reference": target, "ambig word": "", "sense": "", "errors": [{"contrastive": other}]}
        for source, target, other in zip(*lines, [*lines[1][1:], lines[1][0]], strict=True)
    ]
    suite = tmp_path / "val.en-de.json"
    suite.write_text(json.dumps(items), encoding="utf-8")
    system = f"{name}:{shared / 'models' / 'multi30k_en_de' / folder}"
    same_with_two_killed(workers, monkeypatch, tmp_path, 320, suite, "--format", "mucow-scoring", "--system", system)


def ticket(fingerprint: str, argument: str = str(DEMO_MODEL)) -> ModelTicket:
    return ModelTicket("ctranslate2", argument, (), ("en", "es"), fingerprint)


def test_a_worker_opens_a_model_once(monkeypatch):
    opened = []
    plugin = remote_model.registry.systems.find("ctranslate2")
    original = plugin.__init__
    monkeypatch.setattr(plugin, "__init__", lambda self, *given: (opened.append(given), original(self, *given))[1])
    here = open_system(parse_system(f"ctranslate2:{DEMO_MODEL}"))
    remote_model._opened.cache_clear()
    opened.clear()
    first, second = (answer_portion(ticket(here.fingerprint), QUESTIONS) for _ in range(2))
    assert first == second
    assert list(first.answers) == list(here.answer(QUESTIONS))
    assert len(opened) == 1


def test_a_worker_logs_what_it_opens_once_and_how_long_questions_are(caplog):
    here = open_system(parse_system(f"ctranslate2:{DEMO_MODEL}"))
    remote_model._opened.cache_clear()
    with caplog.at_level("INFO", logger="mteval"):
        for portion in (QUESTIONS[:2], QUESTIONS[2:3]):
            answer_portion(ticket(here.fingerprint), portion)
    # "The cat number 0 sleeps." with "El gato duerme." and "El perro 0."
    assert [record.getMessage() for record in caplog.records] == [
        f"opening ctranslate2:{DEMO_MODEL}",
        "answered 2 questions of 50 to 50 characters",
        "answered 1 questions of 50 to 50 characters",
    ]


def test_a_worker_with_another_model_refuses():
    reply = answer_portion(ticket("of another model"), QUESTIONS)
    assert "has another model at ctranslate2:" in reply.problem
    assert not reply.answers


def test_what_a_worker_refuses_is_said_here(one_worker):
    spec = parse_system(f"ctranslate2:{DEMO_MODEL}")

    class Other:
        fingerprint = "of another model"

    with distributed.Client(one_worker) as client, pytest.raises(MtevalError, match="Give every machine the same"):
        list(RemoteModel(client, spec)(Other(), [QUESTIONS]))


def test_portions_come_with_their_places(one_worker):
    spec = parse_system(f"ctranslate2:{DEMO_MODEL}")
    here = open_system(spec)
    portions = [[question] for question in QUESTIONS]
    with distributed.Client(one_worker) as client:
        given = dict(RemoteModel(client, spec)(here, portions))
    assert given == {place: tuple(here.answer(portion)) for place, portion in enumerate(portions)}


def test_a_cluster_without_workers_is_given_up(monkeypatch):
    monkeypatch.setattr(remote_model, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(remote_model, "PATIENCE_SECONDS", 0.3)
    spec = parse_system(f"ctranslate2:{DEMO_MODEL}")
    here = open_system(spec)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
        pytest.raises(MtevalError, match="no worker"),
    ):
        list(RemoteModel(client, spec)(here, [QUESTIONS]))


def test_systems_that_open_no_model_need_no_cluster(one_worker, tmp_path):
    (tmp_path / "scores.txt").write_text("0\n")
    engine = f"dask:{one_worker.scheduler_address}"
    with pytest.raises(UsageError, match="Leave --engine out"):
        mteval.run("senses-en-es", systems=f"score-file:{tmp_path / 'scores.txt'}?better=higher", engine=engine)
    with pytest.raises(UsageError, match="not objects"):
        mteval.run("senses-en-es", systems={"mine": lambda texts: texts}, engine=engine)
