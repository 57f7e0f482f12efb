"""Every inventory gives the senses of source words with target words; languages it lacks are named."""

import json
import sys
import threading
import types
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

import pytest

from mteval.core import registry
from mteval.core.errors import DataError, MissingDependencyError, MtevalError, UsageError


def opened(name, argument, languages=("en", "fr"), **options):
    return registry.inventories.find(name)(str(argument), languages, options)


@pytest.mark.parametrize("name", registry.inventories.names())
def test_unknown_options_are_refused(name):
    with pytest.raises(MtevalError, match="no_such_option"):
        opened(name, "x", no_such_option="1")


def test_open_multilingual_wordnet(shared):
    inventory = opened("omw", shared / "data" / "omw")
    senses = {sense.id: sense for sense in inventory.senses(["bank", "nosuchword"])["bank"]}
    # WordNet 3.0: 08420278-n is the financial institution, 09213565-n the sloping land beside water.
    assert "banque" in senses["08420278-n"].targets
    assert "rive" in senses["09213565-n"].targets
    assert senses["09213565-n"].pos == "n"
    assert len(inventory.description) == 2


def test_a_wordnet_that_is_not_there_is_named(shared, tmp_path):
    with pytest.raises(
        DataError, match=r"no wordnet for 'de' \(wn-data-deu.tab\); it has: bul, dan, eng, fra, ita, nld"
    ):
        opened("omw", shared / "data" / "omw", ("en", "de"))
    with pytest.raises(DataError, match="is no folder"):
        opened("omw", tmp_path / "none")


def test_plain_table(tmp_path):
    path = tmp_path / "senses.tsv"
    path.write_text(
        "# languages: en-fr\nword\tsense\ttargets\nBank\tb1\tbanque\tn\nbank\tb2\trive|bord\nbank\tb2\ttalus\n"
    )
    senses = opened("tsv", path).senses(["bank"])["bank"]
    assert [(sense.id, sense.targets, sense.pos) for sense in senses] == [
        ("b1", ("banque",), "n"),
        ("b2", ("rive", "bord", "talus"), ""),
    ]
    path.write_text("bank\tb1\n")
    with pytest.raises(DataError, match="line 1: 3 columns expected"):
        opened("tsv", path)


LEXICON = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.1.dtd">
<LexicalResource xmlns:dc="https://globalwordnet.github.io/schemas/dc/">
<Lexicon id="{id}" label="{id}" language="{language}" email="a@b.c" license="CC0" version="1">
{entries}
<Synset id="{id}-1-n" ili="i1" partOfSpeech="n"/><Synset id="{id}-2-n" ili="i2" partOfSpeech="n"/>
</Lexicon></LexicalResource>"""


def test_installed_lexicons(tmp_path):
    wn = pytest.importorskip("wn", reason="wn is not installed")
    wn.config.data_directory = tmp_path / "data"
    for name, language, lemmas in (("toy-en", "en", ["bank", "bank"]), ("toy-fr", "fr", ["banque", "rive"])):
        grouped = {}
        for number, lemma in enumerate(lemmas, start=1):
            grouped.setdefault(lemma, []).append(f'<Sense id="{name}-{lemma}-{number}" synset="{name}-{number}-n"/>')
        entries = "".join(
            f'<LexicalEntry id="{name}-{lemma}"><Lemma writtenForm="{lemma}" partOfSpeech="n"/>{"".join(senses)}</LexicalEntry>'
            for lemma, senses in grouped.items()
        )
        (tmp_path / f"{name}.xml").write_text(LEXICON.format(id=name, language=language, entries=entries))
        wn.add(tmp_path / f"{name}.xml", progress_handler=None)
    inventory = opened("wn", "toy-en:1,toy-fr:1", data=str(tmp_path / "data"))
    senses = inventory.senses(["bank", "none"])
    assert list(senses) == ["bank"]
    assert {(sense.id, sense.targets, sense.pos) for sense in senses["bank"]} == {
        ("i1", ("banque",), "n"),
        ("i2", ("rive",), "n"),
    }
    assert inventory.description == {"toy-en": "1", "toy-fr": "1"}
    with pytest.raises(DataError, match="is a lexicon of fr, not of 'de'"):
        opened("wn", "toy-en:1,toy-fr:1", ("en", "de"))
    with pytest.raises(DataError, match=r"no such lexicon. Installed: toy-en:1, toy-fr:1"):
        opened("wn", "toy-en:1,missing:9")
    with pytest.raises(UsageError, match="wn:SOURCE,TARGET"):
        opened("wn", "toy-en:1")


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


@pytest.mark.parametrize("name", registry.inventories.names())
def test_options_are_declared_with_defaults_that_can_be_given(name):
    for option in registry.inventories.find(name).options:
        assert option.help
        assert option.default is None or option.read(option.write(option.default)) == option.default


def test_a_key_is_never_signed():
    signed = {option.name: option.signed for option in registry.inventories.find("babelnet").options}
    assert signed == {"key": False, "url": True, "cache": False, "retries": False}
