"""BabelNet, for those who have a licence: `babelnet:api?key=KEY` over HTTP, or `babelnet:local` over local indices.

The service counts requests by the day, so its answers are worth keeping (`cache=FOLDER`). Local indices are read through
BabelNet's own Python package, which its licence holders get with them.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlparse
from urllib.request import Request, urlopen

from mteval.core import registry
from mteval.core.errors import DataError, MissingDependencyError, UsageError
from mteval.core.options import FOLDER, TEXT, WHOLE, Option, OptionValues, read_options
from mteval.core.protocols import Options
from mteval.core.records import InventorySense
from mteval.inventories._language_codes import two_letters
from mteval.storage.digests import draw_key
from mteval.text.documents import NotJSONError, parse_json
from mteval.text.lines import read_text
from mteval.text.writing import write_text

SERVICE = "https://babelnet.io/v9"
KEY_VARIABLE = "BABELNET_KEY"
POS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
Sense = tuple[str, str, str, str]  # synset, language, lemma, part of speech


@registry.inventories.register("babelnet")
class BabelNet:
    """Babel synsets with lemmas in both languages."""

    name: ClassVar[str]
    options: ClassVar = (
        Option("key", TEXT, None, f"key to the service, never recorded (what {KEY_VARIABLE} says)", signed=False),
        Option("url", TEXT, SERVICE, "address of the service"),
        Option("cache", FOLDER, None, "folder to keep the service's answers in", signed=False),
        Option("retries", WHOLE, 3, "further attempts after a failure of the network", minimum=0, signed=False),
    )

    def __init__(self, argument: str, languages: tuple[str, str], options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the inventory 'babelnet'")
        self._languages = tuple(two_letters(language).upper() for language in languages)
        if argument == "api":
            self._ask = _service(self.chosen)
        elif argument == "local":
            self._ask = _local_indices
        else:
            raise UsageError(f"babelnet:{argument} is not possible. Write babelnet:api?key=KEY or babelnet:local.")
        self._argument = argument

    def senses(self, words: Sequence[str]) -> Mapping[str, tuple[InventorySense, ...]]:
        """The synsets of each word that have lemmas in the target language."""
        source, target = self._languages
        found = {word: _grouped(self._ask(word, source, target), source, target) for word in words}
        return {word: senses for word, senses in found.items() if senses}

    @property
    def description(self) -> Mapping[str, Any]:
        """How BabelNet was reached; never the key."""
        return {"babelnet": self._argument}


def _grouped(senses: Iterable[Sense], source: str, target: str) -> tuple[InventorySense, ...]:
    synsets: dict[str, dict[str, dict[str, None]]] = {}
    parts: dict[str, str] = {}
    for synset, language, lemma, pos in senses:
        synsets.setdefault(synset, {}).setdefault(language, {})[lemma.replace("_", " ")] = None
        parts[synset] = POS.get(pos, "")
    return tuple(
        InventorySense(synset, tuple(lemmas[target]), tuple(lemmas.get(source, ())), parts[synset])
        for synset, lemmas in sorted(synsets.items())
        if target in lemmas
    )


def _service(chosen: OptionValues) -> Any:
    key = chosen["key"] or os.environ.get(KEY_VARIABLE)
    if not key:
        raise UsageError(f"BabelNet's service needs a key: babelnet:api?key=KEY, or {KEY_VARIABLE} in the environment.")
    address = chosen["url"].rstrip("/")
    if urlparse(address).scheme not in ("http", "https"):
        raise UsageError(f"url={address} is no web address. Leave the option out, or give one with http(s).")
    cache: Path | None = chosen["cache"]
    retries: int = chosen["retries"]

    def ask(word: str, source: str, target: str) -> list[Sense]:
        query = {"lemma": word, "searchLang": source, "targetLang": target}
        kept = cache / f"{draw_key(json.dumps(query), 12).hex()}.json" if cache else None
        if kept is not None and kept.exists():
            return _parsed(read_text(kept), address)
        # The search language comes back only if it is asked for as well.
        parameters = urlencode([*query.items(), ("targetLang", source), ("key", key)])
        text = _fetch(f"{address}/getSenses?{parameters}", address, retries)
        senses = _parsed(text, address)
        if kept is not None:
            write_text(kept, text)
        return senses

    return ask


def _fetch(url: str, address: str, retries: int) -> str:
    """Fetch once, and again after a failure of the network or the server; the key is never shown."""
    request = Request(url, headers={"Accept": "application/json"})  # noqa: S310 - the scheme was checked
    for attempt in range(retries + 1):
        try:
            with urlopen(request, timeout=60) as answer:  # noqa: S310
                text: str = answer.read().decode("utf-8")
                return text
        except HTTPError as error:
            if error.code < 500 or attempt == retries:
                raise DataError(
                    address, f"answered {error.code} ({_message(error)}). Check the key and its limit."
                ) from None
        except (URLError, TimeoutError) as error:
            if attempt == retries:
                raise DataError(address, f"cannot be reached ({error}). Check the network.") from None
        time.sleep(min(2**attempt * 0.2, 5))
    raise DataError(address, "gave no answer.")


def _message(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read().decode("utf-8"))["message"])
    except (ValueError, KeyError, TypeError, RecursionError, OSError):
        return str(error.reason)


def _parsed(text: str, address: str) -> list[Sense]:
    """The senses in the service's answer; a message instead of a list is an error of the key or the limit."""
    try:
        answer = parse_json(text, address)
        if isinstance(answer, dict) and "message" in answer:
            raise DataError(address, f"refused: {answer['message']}")
        properties = [entry["properties"] for entry in answer]
        return [(one["synsetID"]["id"], one["language"], one["simpleLemma"], one["pos"]) for one in properties]
    except (NotJSONError, KeyError, TypeError):
        raise DataError(address, "answered in a form that is not BabelNet's getSenses.") from None


def _local_indices(word: str, source: str, target: str) -> list[Sense]:
    """Ask BabelNet's package, which reads the indices its own configuration names."""
    try:
        import babelnet
        from babelnet.language import Language
    except ImportError:
        remedy = "pip install babelnet, and set it up for your indices. Without a licence, use --inventory omw:FOLDER."
        raise MissingDependencyError("babelnet:local", "BabelNet's Python package", remedy) from None
    languages = [Language[source], Language[target]]
    senses = babelnet.get_senses(word, from_langs=[languages[0]], to_langs=languages)
    return [(str(one.synset_id), one.language.name, one.normalized_lemma, one.pos.name) for one in senses]
