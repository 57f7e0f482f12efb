"""What the server refuses, and what its answers carry."""

import re

import pytest

from mteval.authoring.annotation.security import RateLimit

pytest.importorskip("starlette", reason="the server needs the extra 'serve'")
pytest.importorskip("httpx", reason="starlette's test client needs httpx")
from starlette.testclient import TestClient

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def server(jobs, local):
    return local(jobs.rating())


def test_every_answer_forbids_foreign_content_framing_and_caching(server):
    person = server.annotator("ann")
    for answer in (
        server.client.get(person.path),
        server.client.get("/nowhere"),
        server.client.get("/static/style.css"),
    ):
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["x-frame-options"] == "DENY"


def test_pages_ask_for_nothing_from_elsewhere(server):
    for page in (server.annotator("ann").page, server.organiser().text):
        addresses = re.findall(r'(?:src|href|action)="([^"]+)"', page)
        assert addresses
        assert all(one.startswith(("/", "#", "data:,", "http://testserver/")) for one in addresses)


@pytest.mark.parametrize("token", ["", "x", "../o", "%00", "a" * 500])
def test_unknown_links_are_refused(server, token):
    assert server.client.get(f"/a/{token}").status_code == 404


def test_nobody_reaches_the_organisers_page_with_an_annotators_link(server):
    token = server.annotator("ann").path.removeprefix("/a/")
    assert server.client.get(f"/o/{token}").status_code == 404
    assert server.client.get(f"/o/{token}/decisions.csv").status_code == 404


def test_a_form_without_its_proof_is_refused(server):
    person = server.annotator("ann")
    other = server.annotator("bob")
    for proof in ("", "0" * 64, other.hidden("form_token")):
        answer = server.client.post(f"{person.path}/decide", data={"form_token": proof, "position": "0"})
        assert answer.status_code == 403
    assert server.database.decisions() == []


@pytest.mark.parametrize(
    "headers",
    [{"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}, {"origin": "http://["}],
)
def test_a_form_from_another_site_is_refused(server, headers):
    person = server.annotator("ann")
    data = {"form_token": person.hidden("form_token"), "position": "0", "adequacy-0": "5", "fluency-0": "5"}
    assert server.client.post(f"{person.path}/decide", data=data, headers=headers).status_code == 403
    assert server.database.decisions() == []


def test_large_bodies_are_refused(server):
    person = server.annotator("ann")
    data = {"form_token": person.hidden("form_token"), "position": "0", "comment-0": "x" * 100_000}
    assert server.client.post(f"{person.path}/decide", data=data).status_code == 413

    def dripping():
        for _ in range(100):
            yield b"x" * 1000

    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert server.client.post(f"{person.path}/decide", content=dripping(), headers=kind).status_code == 413


def test_long_comments_are_refused_with_a_sentence(server):
    answer = server.annotator("ann").rate(4, **{"comment-0": "x" * 5000})
    assert answer.status_code == 422
    assert "longer than 4000" in answer.text


def test_too_many_requests_are_slowed_down(jobs, local):
    server = local(jobs.rating(), RateLimit(burst=5, per_second=0.001))
    person = server.annotator("ann")
    codes = [server.client.get(person.path).status_code for _ in range(8)]
    assert codes.count(429) == 4
    assert server.annotator("bob").hidden("position") == "0"  # others are not slowed down


def test_guessing_links_is_slowed_down(server):
    codes = [server.client.get(f"/a/guess{i}").status_code for i in range(60)]
    assert codes[0] == 404
    assert codes[-1] == 429


def test_a_bucket_fills_again():
    limit = RateLimit(burst=2, per_second=1)
    assert [limit.allows("x", at=0.0) for _ in range(3)] == [True, True, False]
    assert limit.allows("x", at=1.5)


def test_positions_that_are_none_are_refused(server):
    person = server.annotator("ann")
    for position in ("", "-1", "999", "9" * 30, "x", "²", "٣"):
        assert person.send(position=position, **{"adequacy-0": "3", "fluency-0": "3"}).status_code == 400


def test_nobody_sees_another_annotators_work(server):
    server.annotator("ann").rate(1, **{"comment-0": "SECRETCOMMENT"})
    assert "SECRETCOMMENT" not in server.annotator("bob").page
    assert "ann" not in re.sub(r"<[^>]+>", " ", server.annotator("bob").page).split()


def test_nonsense_is_refused_without_an_error_of_ours(server):
    person = server.annotator("ann")
    quiet = TestClient(server.server.app(), raise_server_exceptions=False)
    odd = "multipart/form-data; boundary=%ff"
    for method, path, wishes in (
        ("GET", "/static/%00", {}),
        ("GET", "/static/" + "a" * 5000, {}),
        ("GET", "/static/../app.py", {}),
        ("GET", f"{person.path}/", {}),
        ("POST", f"{person.path}/decide", {"content": b"\xff=\xfe&%ED%A0%80=1", "headers": {"content-type": odd}}),
        ("POST", f"{person.path}/decide", {"content": b"--x\r\n\r\n", "headers": {"content-type": odd}}),
        ("POST", f"{person.path}/decide", {"headers": {"content-length": "²".encode("latin-1")}}),
        ("POST", f"{person.path}/decide", {"headers": {"origin": "http://[", "host": "["}}),
        ("GET", person.path, {"headers": {"host": "[::"}}),
        ("GET", "/o/" + (server.database.meta("organiser") or ""), {"headers": {"host": "[::"}}),
    ):
        assert quiet.request(method, path, **wishes).status_code < 500, (method, path, wishes)


def test_active_time_that_is_no_number_is_not_taken(server):
    assert server.annotator("ann").rate(4, active_ms="²").status_code == 303


def test_links_never_come_from_the_host_header(server):
    server.server.url = "https://annotate.example.org"
    client = TestClient(server.server.app(), base_url="http://evil.example")
    page = client.get(f"/o/{server.database.meta('organiser')}").text
    assert "https://annotate.example.org/a/" in page
    assert "evil" not in page
    path = server.annotator("ann").path
    assert "location" not in client.get(f"{path}/", follow_redirects=False).headers


def test_a_form_through_a_proxy_that_names_itself_as_host_is_accepted(server):
    server.server.url = "https://annotate.example.org"
    person = server.annotator("ann")
    data = {"form_token": person.hidden("form_token"), "position": "0", "adequacy-0": "5", "fluency-0": "5"}
    for origin, expected in (("https://annotate.example.org", 303), ("https://annotate.example.org:444", 403)):
        headers = {"origin": origin, "host": "127.0.0.1:8100"}
        answer = server.client.post(f"{person.path}/decide", data=data, headers=headers, follow_redirects=False)
        assert answer.status_code == expected
