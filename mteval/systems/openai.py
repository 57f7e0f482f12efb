"""Large language models behind any OpenAI-compatible endpoint: `openai:MODEL?url=http://HOST:PORT/v1`.

vLLM, SGLang, llama.cpp, Ollama, TGI and hosted services speak this protocol. Translations, labels and ratings are asked for in
a chat (mode=completions: as the continuation of a text). The prompt is a shipped one or a file (Jinja2; parts headed [system],
[user], [completion]), filled in with `source`, `source_language`, `target_language`, `context`, `examples` and `terms`; its name
and digest stand in the signature. Shipped are translate, translate-plain, translate-document, classify and rate.

Log-probabilities of given targets come from /v1/completions with `echo` and `logprobs`, or with `prompt_logprobs` (vLLM). Before
the first item the server is tested: one that scores generated tokens only, or all targets the same, is refused, since it would
get what guessing gets. Targets are scored after the prompt's part [completion], which no chat template goes around: read the
accuracy of a chat model scored so as that of the model as a language model.

Replies are kept on disk one by one as they arrive, at temperature 0 (cache=always: at any), so that a killed run pays for nothing
twice. The key comes from the environment variable OPENAI_API_KEY, or the one that key_env names, and goes nowhere else.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, ClassVar

from mteval.core.errors import CapabilityError, UsageError
from mteval.core.options import CHOICE, FILE, LIST, REAL, TEXT, TRUTH, WHOLE, Option, read_options
from mteval.core.protocols import Options
from mteval.core.queries import (
    Answer,
    Classification,
    Classify,
    Complete,
    Completion,
    LogProb,
    LogProbs,
    Query,
    Rate,
    Rated,
    Translate,
    Translation,
    Unanswered,
)
from mteval.core.registry import systems
from mteval.core.results import Finding
from mteval.models.prompt_values import PromptTable, read_scale, translation_values
from mteval.models.prompts import Messages, PromptTemplate, find_prompt
from mteval.models.replies import read_label, read_number
from mteval.storage.content_cache import ContentCache
from mteval.systems._openai.address import DEFAULT_KEY, endpoint_address
from mteval.systems._openai.client import DryRunError, ModelClient, ReplyCache, in_order
from mteval.systems._openai.endpoint import Endpoint, EndpointSettings, RequestFailureError
from mteval.systems._openai.log_probabilities import TokenScoresError, target_scores
from mteval.systems._openai.replies import ReplyText, reply_text
from mteval.systems._openai.scoring import ScoringWay, working_way
from mteval.systems._openai.usage import Budget, UsageTally, estimated_tokens, read_price

OWN_PROMPTS: Mapping[type, str] = {Translate: "translate", LogProb: "translate", Classify: "classify", Rate: "rate"}
IDENTIFYING = ("root", "parent", "meta", "max_model_len", "owned_by")
"""What a server says of a model that tells it from another of the same name; `created` is the time of asking with some."""


@systems.register("openai")
class OpenAICompatible:
    """Asks a model on a server; many questions are under way at once."""

    answers: ClassVar = (Translate, LogProb, Classify, Rate, Complete)
    options: ClassVar = (
        Option("url", TEXT, "https://api.openai.com/v1", "address of the server", signed=False),
        Option("key_env", TEXT, None, f"environment variable that holds the key ({DEFAULT_KEY})", signed=False),
        Option("mode", CHOICE, "chat", "how texts are asked for", choices=("chat", "completions")),
        Option("prompt", TEXT, None, "shipped prompt or file (translate, classify or rate)", signed=False),
        Option("src_lang", TEXT, None, "source language by code or name (the suite's)"),
        Option("tgt_lang", TEXT, None, "target language by code or name (the suite's)"),
        Option("context", WHOLE, 0, "how many preceding sentences the prompt is given", minimum=0),
        Option("examples", FILE, None, "examples for the prompt: source, tab, translation"),
        Option("terms", FILE, None, "terminology: source term, tab, target term; those in the source are given"),
        Option("range", TEXT, "0-100", "lowest and highest rating asked for"),
        Option("temperature", REAL, 0.0, "0: the likeliest words; above: random ones", minimum=0),
        Option("top_p", REAL, None, "random words out of so much probability", minimum=0),
        Option("seed", WHOLE, None, "seed of random words, where the server takes one", minimum=0),
        Option("max_length", WHOLE, 1024, "longest answer in tokens", minimum=1),
        Option("stop", LIST, (), "texts that end an answer"),
        Option("end", TEXT, "\n", "what closes a target or a completion"),
        Option(
            "log_probs",
            CHOICE,
            "auto",
            "how log-probabilities are asked for (whichever works)",
            choices=("auto", "echo", "prompt_logprobs"),
        ),
        Option("concurrency", WHOLE, 8, "questions under way at once", minimum=1, signed=False),
        Option("timeout", REAL, 120.0, "seconds to wait for one reply", minimum=0.01, signed=False),
        Option("retries", WHOLE, 5, "how often a question is asked again", minimum=0, signed=False),
        Option(
            "cache",
            CHOICE,
            "auto",
            "keep replies for the next run (auto: at temperature 0)",
            choices=("auto", "always", "never"),
            signed=False,
        ),
        Option("prices", FILE, None, "price table: model, a million prompt tokens, completion tokens", signed=False),
        Option("max_cost", REAL, None, "stop before spending more, by the price table", minimum=0, signed=False),
        Option("max_tokens", WHOLE, None, "stop before using more tokens in all", minimum=1, signed=False),
        Option("dry_run", TRUTH, False, "ask nothing, say what a run would take", signed=False),
    )

    def __init__(self, argument: str, options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the system backend 'openai'")
        if not argument.strip():
            raise UsageError("No model is named. Write openai:MODEL?url=http://HOST:PORT/v1.")
        self._model = argument.strip()
        settings = EndpointSettings(self.chosen["timeout"], self.chosen["retries"], self.chosen["concurrency"])
        self._endpoint = Endpoint(endpoint_address(self.chosen["url"], self.chosen["key_env"]), settings)
        self._prompts: dict[type, PromptTemplate] = {}
        self._given_prompt = None if self.chosen["prompt"] is None else find_prompt(self.chosen["prompt"])
        self._examples = PromptTable.read(self.chosen["examples"])
        self._terms = PromptTable.read(self.chosen["terms"])
        self._range = read_scale(self.chosen["range"], "range")
        prices: Path | None = self.chosen["prices"]
        self._price = None if prices is None else read_price(prices, self._model)
        self._budget = Budget(self._price, self.chosen["max_tokens"], self.chosen["max_cost"])
        self._tally = UsageTally(self._price)
        self._served = self._endpoint.served(self._model)

    def speaking(self, source: str, target: str) -> OpenAICompatible:
        """The same system, told the languages of a suite; those the user gave come first."""
        own = {"src_lang": self.chosen["src_lang"] or source, "tgt_lang": self.chosen["tgt_lang"] or target}
        told = copy.copy(self)
        told._prompts = {}
        told.chosen = self.chosen.settled(**{name: value or None for name, value in own.items()})
        return told

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Answer the queries in order, several at once."""
        self._tally = UsageTally(self._price)
        self._endpoint.resume()
        for kind in dict.fromkeys(type(query) for query in queries):
            self._prepare(kind)
        return in_order(queries, self._one, self.chosen["concurrency"], self._endpoint.abandon)

    @property
    def signature(self) -> dict[str, str]:
        """The model, where it was, and the prompts that were used."""
        prompts = ",".join(dict.fromkeys(prompt.signature for prompt in self._prompts.values()))
        return {
            "model": self._model,
            "endpoint": self._endpoint.address.host,
            **({"prompt": prompts} if prompts else {}),
        }

    @property
    def fingerprint(self) -> str:
        """Nothing: replies are kept one by one as they arrive, by what was asked, and not by the batch."""
        return ""

    def usage(self) -> dict[str, Any]:
        """Tokens, cost, latencies, and how answers came out, since the last questions."""
        return self._tally.record()

    def findings(self) -> Iterable[Finding]:
        """Refused, cut, empty and failed answers, and what it all took."""
        return list(self._tally.planned() if self.chosen["dry_run"] else self._tally.findings())

    # --- asking ---

    @property
    def _client(self) -> ModelClient:
        return ModelClient(self._endpoint, self._budget, self._tally, self._cache, self.chosen["dry_run"])

    @cached_property
    def _cache(self) -> ReplyCache | None:
        wanted = self.chosen["cache"]
        if wanted == "never" or (wanted == "auto" and self.chosen["temperature"] > 0):
            return None
        served = {key: str(self._served[key]) for key in IDENTIFYING if self._served.get(key)}
        identity = {"url": self._endpoint.address.url, "model": self._model, **served}
        return ReplyCache(identity, ContentCache("replies"))

    @cached_property
    def _way(self) -> ScoringWay:
        plain = replace(self._client, cache=None)
        return working_way(
            partial(plain.ask, "completions"), self._model, self.chosen["log_probs"], self._endpoint.address.host
        )

    def _prepare(self, kind: type) -> None:
        """Choose the prompt for a kind of question, and refuse what cannot be asked before anything is."""
        if kind is Complete:
            return
        if kind not in self.answers:
            raise CapabilityError(f"openai cannot answer a '{kind.__name__}' question.")
        prompt = self._given_prompt or find_prompt(OWN_PROMPTS[kind])
        self._prompts[kind] = prompt
        if kind in (Translate, LogProb):
            for name, option in (("source_language", "src_lang"), ("target_language", "tgt_lang")):
                if name in prompt.variables and not self.chosen[option]:
                    raise UsageError(
                        f"The prompt '{prompt.name}' names the languages, but it is not known which they are. "
                        f"Add {option}=LANGUAGE to the system, or say --languages en-de."
                    )
        if kind is LogProb and not self.chosen["dry_run"]:
            self._way  # noqa: B018  (the server is tested before the first item)

    def _one(self, query: Query) -> Answer:
        try:
            return self._asked(query)
        except DryRunError:
            return Unanswered("a dry run asks nothing")
        except RequestFailureError as failure:
            self._tally.note(failed=True)
            return Unanswered(failure.reason)
        except TokenScoresError as problem:
            self._tally.note(failed=True)
            return Unanswered(f"the server's log-probabilities cannot be used: {problem}")

    def _asked(self, query: Query) -> Answer:
        ways: dict[type, Callable[[Any], Answer]] = {
            Translate: self._translate,
            LogProb: self._log_probs,
            Classify: self._classify,
            Rate: self._rate,
            Complete: self._complete,
        }
        return ways[type(query)](query)

    def _translate(self, query: Translate) -> Answer:
        values = self._translation_values(query.source, query.context, ())
        return Translation(self._text(self._prompts[Translate], values).text)

    def _classify(self, query: Classify) -> Answer:
        if not query.labels:
            raise UsageError("A language model must be told the labels, and this suite names none.")
        reply = self._text(self._prompts[Classify], {"texts": list(query.texts), "labels": list(query.labels)})
        label = read_label(reply.text, query.labels)
        return Unanswered("the reply names none of the labels, or several") if label is None else Classification(label)

    def _rate(self, query: Rate) -> Answer:
        if len(query.texts) < 2:
            raise CapabilityError("A language model rates texts it can read, and this suite names items only.")
        low, high = self._range
        source, translation, *others = query.texts
        values = {"source": source, "translation": translation, "reference": others[0] if others else ""}
        values |= {"scale": query.scale, "low": f"{low:g}", "high": f"{high:g}"}
        reply = self._text(self._prompts[Rate], {**values, **self._translation_values(source, (), ())})
        value = read_number(reply.text, low, high)
        return Unanswered("the reply gives no rating on the scale") if value is None else Rated(value)

    def _complete(self, query: Complete) -> Answer:
        reply = self._chat(query.messages, query.draw)
        return Completion(reply.text, reply.cut)

    def _log_probs(self, query: LogProb) -> Answer:
        values = self._translation_values(query.source, query.source_context, query.target_context)
        prompt = self._prompts[LogProb].completion(values)
        texts = [f"{prompt} {target}{self.chosen['end']}" for target in query.targets]
        if self.chosen["dry_run"]:
            for text in texts:
                self._tally.plan(estimated_tokens(text), 1)
            raise DryRunError
        way = self._way
        scored = [way.read(self._client.ask("completions", way.body(text)), text) for text in texts]
        found = target_scores(scored, len(prompt))
        return LogProbs(tuple(score for score, _ in found), tuple(count for _, count in found))

    def _translation_values(self, source: str, context: Sequence[str], target_context: Sequence[str]) -> dict[str, Any]:
        kept = self.chosen["context"]
        return translation_values(
            source,
            (self.chosen["src_lang"] or "", self.chosen["tgt_lang"] or ""),
            context[-kept:] if kept else (),
            target_context[-kept:] if kept else (),
            self._examples,
            self._terms,
        )

    def _text(self, prompt: PromptTemplate, values: Mapping[str, Any]) -> ReplyText:
        if self.chosen["mode"] == "chat":
            return self._chat(prompt.messages(values))
        stop = [self.chosen["end"], *self.chosen["stop"]]
        body = {"prompt": prompt.completion(values), **self._decoding("max_tokens"), "stop": stop}
        return self._noted(reply_text(self._client.ask("completions", body), self.chosen["end"]))

    def _chat(self, messages: Messages, draw: int = 0) -> ReplyText:
        stop = {"stop": list(self.chosen["stop"])} if self.chosen["stop"] else {}
        said = [{"role": role, "content": text} for role, text in messages]
        # OpenAI's own models of today refuse the older name, which other servers know.
        length = "max_completion_tokens" if self._endpoint.address.host == "api.openai.com" else "max_tokens"
        body = {"messages": said, **self._decoding(length, draw), **stop}
        return self._noted(reply_text(self._client.ask("chat/completions", body, draw)))

    def _noted(self, reply: ReplyText) -> ReplyText:
        self._tally.note(refused=reply.refused, cut=reply.cut, empty=reply.empty)
        return reply

    def _decoding(self, length: str, draw: int = 0) -> dict[str, Any]:
        seed, top_p = self.chosen["seed"], self.chosen["top_p"]
        return {
            "model": self._model,
            "temperature": self.chosen["temperature"],
            length: self.chosen["max_length"],
            **({} if top_p is None else {"top_p": top_p}),
            **({} if seed is None else {"seed": seed + draw}),
        }
