"""Strangers who open connections and never finish what they say: the others are served all the same."""

import logging
import socket
import threading
from contextlib import contextmanager

import pytest

pytest.importorskip("uvicorn", reason="the server needs the extra 'serve'")
pytest.importorskip("httpx", reason="annotators by script need httpx")
import httpx
import uvicorn

from mteval.authoring.annotation.connections import (
    ConnectionLimits,
    FewAlike,
    fitting_limits,
    open_file_limit,
    server_config,
)
from mteval.authoring.annotation.security import Guard

UNFINISHED = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "


LARGE = 1 << 25


async def app(scope, receive, send):
    """Says where the request comes from."""
    body = f"{scope['client'][0]} {scope['scheme']}".encode()
    while scope["method"] == "POST" and (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@contextmanager
def serving(limits, proxies=(), app=app):
    """A server of this process; gives its port."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(server_config(app, proxies, limits))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(30)
    assert not thread.is_alive()


def stranger(port, said=UNFINISHED):
    opened = socket.create_connection(("127.0.0.1", port), timeout=30)
    opened.sendall(said)
    return opened


def cut(opened):
    """Wait until the server ends the connection."""
    try:
        return opened.recv(1) == b""
    except ConnectionResetError:
        return True


def page(port, headers=None):
    return httpx.get(f"http://127.0.0.1:{port}/", timeout=30, headers=headers)


def test_unfinished_headers_are_cut_off():
    with serving(ConnectionLimits(header_seconds=0.2, every_seconds=0.05)) as port:
        silent, slow = stranger(port, b""), stranger(port)
        assert cut(silent)
        assert cut(slow)


def test_unfinished_headers_after_a_first_answer_are_cut_off():
    with serving(ConnectionLimits(header_seconds=0.2, every_seconds=0.05)) as port:
        opened = stranger(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = opened.recv(1000)
        assert answer.startswith(b"HTTP/1.1 200")
        opened.sendall(UNFINISHED)
        while answer:
            try:
                answer = opened.recv(1000)
            except ConnectionResetError:
                break


def test_more_strangers_than_connections_leave_room_for_a_page():
    with serving(ConnectionLimits(most=20, header_seconds=600)) as port:
        strangers = [stranger(port) for _ in range(60)]
        assert page(port).status_code == 200
        assert cut(strangers[0])  # who waited longest made room
        for one in strangers:
            one.close()


def test_an_answer_nobody_takes_is_given_up():
    given_up = threading.Event()

    async def generous(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % LARGE)]})
        await send({"type": "http.response.body", "body": b"x" * LARGE, "more_body": True})
        await send({"type": "http.response.body", "body": b""})  # waits until the rest is taken, or the connection cut
        given_up.set()

    with serving(ConnectionLimits(stalled_seconds=0.2, every_seconds=0.05), app=generous) as port:
        opened = stranger(port, b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        assert given_up.wait(60)
        opened.close()


def test_a_body_that_does_not_come_is_given_up():
    from mteval.authoring.annotation.security import BodyTooSlowError

    async def patient(scope, receive, send):
        try:
            await app(scope, receive, send)
        except BodyTooSlowError:
            await send({"type": "http.response.start", "status": 408, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})

    with serving(ConnectionLimits(), app=Guard(patient, body_seconds=0.2)) as port:
        opened = stranger(port, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
        assert opened.recv(100).startswith(b"HTTP/1.1 408")


FORWARDED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}


def test_forwarded_addresses_are_believed_from_named_proxies_alone(monkeypatch):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    with serving(ConnectionLimits()) as port:
        assert page(port, FORWARDED).text == "127.0.0.1 http"
    with serving(ConnectionLimits(), ("10.0.0.1",)) as port:
        assert page(port, FORWARDED).text == "127.0.0.1 http"
    with serving(ConnectionLimits(), ("127.0.0.1",)) as port:
        assert page(port, FORWARDED).text == "203.0.113.9 https"


def test_as_many_files_may_be_opened_as_the_machine_allows():
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[0], 500), before[1]))
        raised = open_file_limit()
        assert raised == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert raised == min(8192, before[1]) or before[1] == resource.RLIM_INFINITY
        assert fitting_limits().most < raised
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_flood_of_errors_is_a_few_lines():
    shown = []
    logger = logging.Logger("flooded")
    handler = logging.Handler()
    handler.addFilter(FewAlike())
    handler.emit = lambda record: shown.append(logging.Formatter().format(record))
    logger.addHandler(handler)
    for _ in range(500):
        try:
            raise OSError("too many open files")
        except OSError:
            logger.exception("Cannot accept")
    assert shown == ["Cannot accept (OSError: too many open files)"] * 3
