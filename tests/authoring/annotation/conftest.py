"""Jobs of every kind in a folder, and servers on them: in process for speed, as a process of its own for the rest."""

import json
import os
import re
import subprocess
import sys

import pytest

from tests.authoring.annotation.contrast_items import CONTRASTS

SOURCE = [f"Sentence number {i} says something about the weather." for i in range(12)]
HINDI = [f"वाक्य संख्या {i} मौसम के बारे में कुछ कहता है।" for i in range(12)]
DOCUMENTS = [f"d{i // 3}" for i in range(12)]
SOURCE_LIST = {
    "language": "en",
    "task": "sentiment",
    "labels": ["negative", "positive"],
    "capabilities": {
        "Vocabulary": {
            "description": "Words with a feeling",
            "tests": [
                {"template": "This is {a:good} {thing}.", "label": "positive"},
                {"template": "The {thing} is {bad}.", "label": "negative"},
                {"template": "I saw {thing1} and {thing2}.", "label": "negative"},
            ],
        },
        "Negation": {"description": "", "tests": [{"template": "Not {good}.", "label": "negative"}]},
    },
    "lexicons": {"good": ["good", "great"], "bad": ["bad"], "thing": ["film", "book"]},
}
TEA_LIST = {
    "language": "hi",
    "task": "sentiment",
    "labels": ["negative", "positive"],
    "capabilities": {
        "Vocabulary": {
            "description": "",
            "tests": [
                {"template": "यह {good} {thing} है।", "label": "positive"},
                {"template": "यह एक {good} {thing} है।", "label": "positive"},
                {"template": "{thing} {bad} है।", "label": "negative"},
            ],
        },
    },
    "lexicons": {"good": ["अच्छी", "शानदार"], "bad": ["ख़राब"], "thing": ["फ़िल्म", "किताब"]},
}
GOLD = "house\tبيت\nhouse\tمنزل\nbook\tكتاب\nriver\tنهر\nodd\tتفاحة\n"
PREDICTIONS = {
    "A": "house\tدار\tبيت\nbook\tالكتاب\nriver\tنهر\nodd\tغريب\n",
    "B": "house\tبيت\nbook\tورقة\nriver\tبحر\n",
}


def toml(**values):
    return "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in values.items())


class Jobs:
    """Writes job files with their data into one folder."""

    def __init__(self, folder):
        self.folder = folder

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def rating(self, name="rating.toml", controls="", systems=("A", "B"), extra=None, **common):
        self.write("source.txt", "\n".join(SOURCE) + "\n")
        self.write("reference.txt", "\n".join(HINDI) + "\n")
        for system in systems:
            self.write(f"{system}.txt", "\n".join(f"{line} {system}" for line in HINDI) + "\n")
        common = {"kind": "rating", "annotators": ["ann", "bob"], "target_language": "hi", **common}
        body = "[rating]\n" + toml(source="source.txt", reference="reference.txt", **(extra or {}))
        body += "[rating.systems]\n" + toml(**{system: f"{system}.txt" for system in systems})
        return self.write(name, toml(**common) + body + controls)

    def scoring(self, protocol, name=None, systems=("A", "B"), controls="", documents=DOCUMENTS, extra=None, **common):
        """A job in documents of three segments each."""
        self.write("source.txt", "\n".join(SOURCE) + "\n")
        self.write("documents.txt", "\n".join(documents) + "\n")
        for system in systems:
            self.write(f"{system}.txt", "\n".join(f"{line} {system}" for line in HINDI) + "\n")
        languages = {"source_language": "en", "target_language": "hi"}
        common = {"kind": "rating", "annotators": ["ann", "bob"], **languages, **common}
        files = {"source": "source.txt", "documents": "documents.txt"}
        body = "[rating]\n" + toml(protocol=protocol, **files, **(extra or {}))
        body += "[rating.systems]\n" + toml(**{system: f"{system}.txt" for system in systems})
        return self.write(name or f"{protocol}.toml", toml(**common) + body + controls)

    def templates(self, workflow, name="templates.toml", **common):
        self.write("source.json", json.dumps(SOURCE_LIST, ensure_ascii=False))
        self.write("tea.json", json.dumps(TEA_LIST, ensure_ascii=False))
        files = {"checklist": "tea.json"} if workflow == "tea-ver" else {"lexicons": "tea.json"}
        common = {
            "kind": "templates",
            "annotators": ["ann"],
            "source_language": "en",
            "target_language": "hi",
            **common,
        }
        return self.write(
            name, toml(**common) + "[templates]\n" + toml(workflow=workflow, source="source.json", **files)
        )

    def without_values(self, workflow, source, **common):
        self.write("bare.json", json.dumps(source, ensure_ascii=False))
        common = {
            "kind": "templates",
            "annotators": ["ann"],
            "source_language": "en",
            "target_language": "es",
            **common,
        }
        return self.write(
            f"bare-{workflow}.toml", toml(**common) + "[templates]\n" + toml(workflow=workflow, source="bare.json")
        )

    def from_nothing(self, **common):
        """A job that begins with an empty page."""
        common = {"kind": "templates", "annotators": ["ann"], "target_language": "es", **common}
        return self.write("nothing.toml", toml(**common) + '[templates]\nworkflow = "scr"\n')

    def dictionary(self, name="dictionary.toml", depth=1, words="all", **common):
        self.write("gold.txt", GOLD)
        for system, text in PREDICTIONS.items():
            self.write(f"{system}.tsv", text)
        common = {
            "kind": "dictionary",
            "annotators": ["ann"],
            "source_language": "en",
            "target_language": "ar",
            **common,
        }
        body = "[dictionary]\n" + toml(gold="gold.txt", depth=depth, words=words)
        body += "[dictionary.systems]\n" + toml(**{system: f"{system}.tsv" for system in PREDICTIONS})
        return self.write(name, toml(**common) + body)

    def contrast(self, name="contrast.toml", extra=None, items=CONTRASTS, **common):
        self.write("en-de.mucow.scoring.json", json.dumps(items, ensure_ascii=False))
        languages = {"source_language": "en", "target_language": "de"}
        common = {"kind": "contrast", "annotators": ["ann"], **languages, **common}
        return self.write(
            name, toml(**common) + "[contrast]\n" + toml(data="en-de.mucow.scoring.json", **(extra or {}))
        )


@pytest.fixture
def jobs(tmp_path):
    return Jobs(tmp_path)


class Annotator:
    """A person with a link: looks at the page, sends its form."""

    def __init__(self, client, path):
        self.client, self.path = client, path

    def look(self):
        self.page = self.client.get(self.path).text
        return self.page

    def hidden(self, name):
        found = re.search(rf'name="{name}" value="([^"]*)"', self.page)
        return found.group(1) if found else None

    def send(self, to="decide", /, **fields):
        base = {name: self.hidden(name) or "" for name in ("form_token", "position", "nonce", "decision")}
        return self.client.post(f"{self.path}/{to}", data={**base, **fields}, follow_redirects=False)

    def rate(self, value=4, **fields):
        names = re.findall(r'data-field="([^"]+)"', self.page)
        return self.send(**{name: str(value) for name in names}, **fields)

    def judge(self, score=70, errors=(), **fields):
        """Send the same score and errors for every translation on the page."""
        scores = {name: str(score) for name in re.findall(r'data-field="(score-[^"]+)"', self.page)}
        marked = {name: json.dumps(list(errors)) for name in re.findall(r'data-field="(errors-[^"]+)"', self.page)}
        return self.send(**{**scores, **marked, **fields})


class Local:
    """A server in this process."""

    def __init__(self, path, limit=None):
        from starlette.testclient import TestClient

        from mteval.authoring.annotation.app import open_server
        from mteval.authoring.annotation.job import read_job
        from mteval.authoring.annotation.security import RateLimit

        # A script is faster than people: without a limit of its own, a test must not run into theirs.
        self.server = open_server(read_job(path), path.with_suffix(".sqlite"), limit or RateLimit(10_000, 10_000.0))
        self.server.url = "http://testserver"
        self.database = self.server.database
        self.client = TestClient(self.server.app(), base_url="http://testserver")

    def annotator(self, name):
        token = next(one.token for one in self.database.progress() if one.annotator == name)
        person = Annotator(self.client, f"/a/{token}")
        person.look()
        return person

    def organiser(self, file=""):
        return self.client.get(f"/o/{self.database.meta('organiser')}{'/' + file if file else ''}")


@pytest.fixture
def local():
    pytest.importorskip("starlette", reason="the server needs the extra 'serve'")
    pytest.importorskip("httpx", reason="starlette's test client needs httpx")
    return Local


class Process:
    """A server as people run it: a process, with its links on standard output."""

    def __init__(self, job):
        command = [sys.executable, "-m", "mteval", "human", "serve", str(job), "--port", "0"]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        self.links = {}
        for line in self.process.stdout:
            name, link = line.rstrip("\n").split("\t")
            self.links[name] = link
            if name == "organiser":
                return
        raise AssertionError(self.process.stderr.read())

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


@pytest.fixture
def serve():
    pytest.importorskip("uvicorn", reason="the server needs the extra 'serve'")
    running = []

    def start(job):
        running.append(Process(job))
        return running[-1]

    yield start
    for one in running:
        one.kill()
