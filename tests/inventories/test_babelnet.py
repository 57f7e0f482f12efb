"""Senses from BabelNet: its service, its refusals, its local indices."""

import json
import sys
import threading
import types
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

import pytest

from mteval.core import registry
from mteval.core.errors import DataError, MissingDependencyError, UsageError
from tests.inventories.opening import opened


def babel_sense(synset, language, lemma, pos="NOUN"):
    """One sense in the form BabelNet's HTTP guide shows for getSenses."""
    return {
        "type": "BabelSense",
        "properties": {
            "fullLemma": lemma,
            "simpleLemma": lemma.split("(")[0],
            "source": "WIKI",
            "senseKey": "1",
            "frequency": 0,
            "language": language,
            "pos": pos,
            "synsetID": {"id": synset, "pos": pos, "source": "BABELNET"},
        },
    }


RECORDED = {
    "bank": [
        babel_sense("bn:00008364n", "EN", "bank"),
        babel_sense("bn:00008364n", "FR", "banque"),
        babel_sense("bn:00008363n", "EN", "bank"),
        babel_sense("bn:00008363n", "FR", "rive"),
        babel_sense("bn:00008363n", "FR", "berge"),
        babel_sense("bn:00082811v", "EN", "bank", "VERB"),
    ]
}


@pytest.fixture
def service():
    """A server that answers as BabelNet does: recorded senses, 403 for a wrong key, 503 the first time for 'flaky'."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            query = parse_qs(urlparse(self.path).query)
            asked.append((urlparse(self.path).path, query))
            status, answer = 200, RECORDED.get(query["lemma"][0], [])
            if query["key"] != ["right"]:
                status, answer = 403, {"message": "Your key is not valid or the daily requests limit has been reached."}
            elif query["lemma"] == ["flaky"] and len(asked) == 1:
                status, answer = 503, {}
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v9", asked
    server.shutdown()
    server.server_close()


def test_babelnet_service(service, tmp_path):
    url, asked = service
    inventory = opened("babelnet", "api", key="right", url=url, cache=str(tmp_path / "cache"))
    senses = inventory.senses(["bank", "unknown"])
    assert list(senses) == ["bank"]
    assert [(one.id, one.targets, one.sources, one.pos) for one in senses["bank"]] == [
        ("bn:00008363n", ("rive", "berge"), ("bank",), "n"),
        ("bn:00008364n", ("banque",), ("bank",), "n"),
    ]
    assert asked[0] == (
        "/v9/getSenses",
        {"lemma": ["bank"], "searchLang": ["EN"], "targetLang": ["FR", "EN"], "key": ["right"]},
    )
    assert inventory.senses(["bank"]) == {"bank": senses["bank"]}
    assert len(asked) == 2, "answers are kept"
    assert "right" not in json.dumps(dict(inventory.description))


def test_babelnet_refusals(service, monkeypatch):
    url, asked = service
    with pytest.raises(DataError, match=r"answered 403 \(Your key is not valid") as caught:
        opened("babelnet", "api", key="wrong", url=url).senses(["bank"])
    assert "wrong" not in str(caught.value)
    asked.clear()
    assert opened("babelnet", "api", key="right", url=url).senses(["flaky"]) == {}
    assert len(asked) == 2, "asked again after a failure of the server"
    with pytest.raises(DataError, match="cannot be reached"):
        opened("babelnet", "api", key="right", url="http://127.0.0.1:9", retries="0").senses(["bank"])
    monkeypatch.delenv("BABELNET_KEY", raising=False)
    with pytest.raises(UsageError, match="needs a key"):
        opened("babelnet", "api", url=url)
    with pytest.raises(UsageError, match="no web address"):
        opened("babelnet", "api", key="right", url="file:///etc")
    with pytest.raises(UsageError, match="babelnet:local"):
        opened("babelnet", "nowhere")


def test_babelnet_local_indices(monkeypatch):
    """A stand-in with the names of BabelNet's Python package, which only licence holders can run."""
    with pytest.raises(MissingDependencyError, match="pip install babelnet"):
        opened("babelnet", "local").senses(["bank"])
    language = types.ModuleType("babelnet.language")
    language.Language = {"EN": types.SimpleNamespace(name="EN"), "FR": types.SimpleNamespace(name="FR")}
    package = types.ModuleType("babelnet")

    def get_senses(word, *, from_langs, to_langs):
        assert [one.name for one in from_langs] == ["EN"]
        assert [one.name for one in to_langs] == ["EN", "FR"]
        noun = types.SimpleNamespace(name="NOUN")
        rows = [entry["properties"] for entry in RECORDED.get(word, []) if entry["properties"]["pos"] == "NOUN"]
        return [
            types.SimpleNamespace(
                synset_id=one["synsetID"]["id"],
                language=language.Language[one["language"]],
                normalized_lemma=one["simpleLemma"],
                pos=noun,
            )
            for one in rows
        ]

    package.get_senses = get_senses
    monkeypatch.setitem(sys.modules, "babelnet", package)
    monkeypatch.setitem(sys.modules, "babelnet.language", language)
    assert [one.targets for one in opened("babelnet", "local").senses(["bank"])["bank"]] == [
        ("rive", "berge"),
        ("banque",),
    ]


def test_a_key_is_never_signed():
    signed = {option.name: option.signed for option in registry.inventories.find("babelnet").options}
    assert signed == {"key": False, "url": True, "cache": False, "retries": False}
