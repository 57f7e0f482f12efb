"""A real HTTP server on loopback around a small language model made here, with faults on demand."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TEXT = (
    "English: the dog sits on a bench.\nGerman: der Hund sitzt auf einer Bank.\n\n"
    "English: a woman runs to the bank.\nGerman: eine Frau läuft zum Ufer. The capital of France is the city of Paris.\n"
) * 20


class ByteModel:
    """A random GPT-2 over bytes and a few merges, some of which reach over the end of a prompt."""

    def __init__(self) -> None:
        import torch
        import transformers
        from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

        # Without a pattern, merges such as ":Ġd" go over spaces and colons, as they may in real tokenizers.
        self.tokenizer = Tokenizer(models.BPE())
        self.tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.Split("\n", "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]
        )
        self.tokenizer.decoder = decoders.ByteLevel()
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        trainer = trainers.BpeTrainer(
            vocab_size=330, initial_alphabet=alphabet, show_progress=False, max_token_length=6
        )
        self.tokenizer.train_from_iterator([TEXT], trainer)
        torch.manual_seed(3)
        config = transformers.GPT2Config(vocab_size=330, n_positions=1024, n_embd=32, n_layer=2, n_head=2)
        self.model = transformers.GPT2LMHeadModel(config).eval()
        with torch.no_grad():
            for parameter in self.model.parameters():
                parameter.mul_(3.0)

    def ids(self, text: str) -> list[int]:
        return self.tokenizer.encode(text).ids

    def token(self, number: int) -> str:
        return self.tokenizer.decode([number])

    def log_probs(self, ids: list[int]) -> list[float]:
        """The log-probability of every token but the first."""
        import torch

        with torch.inference_mode():
            logits = self.model(torch.tensor([ids])).logits[0].double().log_softmax(-1)
        return [float(logits[place, number]) for place, number in enumerate(ids[1:])]

    def continuation(self, ids: list[int], length: int) -> list[int]:
        import torch

        found = list(ids)
        with torch.inference_mode():
            for _ in range(length):
                found.append(int(self.model(torch.tensor([found])).logits[0, -1].argmax()))
        return found[len(ids) :]


class LanguageModelServer(ThreadingHTTPServer):
    """`faults` are taken one by one by the next requests; `manner` changes every reply; `reply` says what a chat answers."""

    daemon_threads = True

    def __init__(self, model: ByteModel) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.model = model
        self.faults: list[dict[str, Any]] = []
        self.manner = ""
        self.reply: Callable[[list[dict[str, str]]], Any] | None = None
        self.requests: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        self.connections = 0
        self.under_way = self.most_under_way = 0
        self.lock = threading.Lock()
        self.released = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def process_request(self, request: Any, client_address: Any) -> None:
        self.connections += 1
        super().process_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that gave up is no news."""

    def bodies(self, path: str = "") -> list[dict[str, Any]]:
        return [body for where, body, _ in self.requests if path in where]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: LanguageModelServer

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        if self.server.manner == "no-models":
            self._send(404, {"error": "what?"})
            return
        entry = {"id": "tiny", "object": "model", "owned_by": "tests", "root": "tiny-root"}
        self._send(200, {"object": "list", "data": [entry]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server = self.server
        with server.lock:
            server.requests.append((self.path, body, dict(self.headers)))
            fault = server.faults.pop(0) if server.faults else {}
            server.under_way += 1
            server.most_under_way = max(server.most_under_way, server.under_way)
        try:
            if not self._fail(fault):
                answer = _chat if "chat" in self.path else _completion
                self._send(200, answer(server, body))
        finally:
            with server.lock:
                server.under_way -= 1

    def _fail(self, fault: dict[str, Any]) -> bool:
        if "stall" in fault:
            self.server.released.wait(fault["stall"])
        elif "status" in fault:
            self._send(fault["status"], {"error": {"message": fault.get("message", "no")}}, fault.get("headers", {}))
            return True
        elif "cut" in fault:
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b'{"choices": [')
            self.close_connection = True
            return True
        elif "raw" in fault:
            self._send_bytes(200, fault["raw"].encode(), {})
            return True
        return False

    def _send(self, status: int, data: Any, headers: dict[str, str] | None = None) -> None:
        self._send_bytes(status, json.dumps(data).encode(), headers or {})

    def _send_bytes(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


def _chat(server: LanguageModelServer, body: dict[str, Any]) -> dict[str, Any]:
    messages = body["messages"]
    prompt = "".join(f"{one['role']}: {one['content']}\n" for one in messages) + "assistant:"
    ids = server.model.ids(prompt)
    if server.reply is not None:
        given = server.reply(messages)
        choice = given if isinstance(given, dict) else {"message": {"role": "assistant", "content": given}}
        written = choice["message"].get("content") or ""
        count = len(server.model.ids(written)) if written else 0
    else:
        made = server.model.continuation(ids, min(body["max_tokens"], 8))
        choice = {"message": {"role": "assistant", "content": server.model.tokenizer.decode(made)}}
        count = len(made)
    choice = {"index": 0, "finish_reason": "stop", **choice}
    return {"choices": [choice], "usage": {"prompt_tokens": len(ids), "completion_tokens": count}}


def _completion(server: LanguageModelServer, body: dict[str, Any]) -> dict[str, Any]:
    model, text = server.model, body["prompt"]
    ids = model.ids(text)
    made = model.continuation(ids, min(body["max_tokens"], 8))
    whole = [*ids, *made] if body.get("echo") and server.manner != "no-echo" else made
    choice: dict[str, Any] = {"index": 0, "text": model.tokenizer.decode(whole), "finish_reason": "length"}
    for stop in body.get("stop", []):
        if stop in choice["text"]:
            choice |= {"text": choice["text"].partition(stop)[0], "finish_reason": "stop"}
    values = [None, *model.log_probs([*ids, *made])]
    if body.get("logprobs") and server.manner != "prompt_logprobs-only":
        choice["logprobs"] = _echoed(server, whole, values if len(whole) > len(made) else values[len(ids) :], text)
    if "prompt_logprobs" in body and server.manner in ("", "prompt_logprobs-only", "no-echo-but-vllm"):
        tokens = [model.token(number) for number in ids]
        entries = [{str(n): {"logprob": v, "decoded_token": t}} for n, v, t in zip(ids, values, tokens, strict=False)]
        choice["prompt_logprobs"] = [None, *entries[1:]]
    return {"choices": [choice], "usage": {"prompt_tokens": len(ids), "completion_tokens": len(made)}}


def _echoed(server: LanguageModelServer, ids: list[int], values: list[Any], text: str) -> dict[str, Any]:
    tokens = [server.model.token(number) for number in ids]
    if server.manner == "zeros":
        values = [0.0] * len(values)
    if server.manner == "equal":
        values = [None, *([-1.0] * 10), *([0.0] * len(values))][: len(values)]
    if server.manner == "positive":
        values = [None if value is None else -value for value in values]
    if server.manner == "shifted":
        tokens = [*tokens[1:], tokens[0]]
    if server.manner == "beginning":
        tokens, values = ["<s>", *tokens], [None, *values]
    if server.manner == "nulls":
        values = [None] * len(values)
    offsets = [7 * place for place in range(len(tokens))]  # wrong, and so be it
    return {"tokens": tokens, "token_logprobs": values, "text_offset": offsets}
