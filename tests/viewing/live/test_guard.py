"""Only those with the token, and no foreign page, reach the page."""

import http.client
from contextlib import closing

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from narcine.viewing.live.guard import Guard, guarded_server, stop_quietly


@pytest.fixture(scope="module")
def guard():
    guard = Guard("127.0.0.1")
    server = guarded_server(guard, 0)
    yield guard
    stop_quietly(server)


def ask(guard: Guard, path: str, **headers: str) -> tuple[int, str, bytes]:
    """Return the status, the cookie and the body of an answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", guard.port, timeout=10)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.headers.get("Set-Cookie", ""), answer.read()


def test_the_address_opens_the_page_and_leaves_a_cookie_that_opens_it_too(guard):
    status, cookie, _ = ask(guard, guard.address.partition(str(guard.port))[2])
    assert status == 200
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert ask(guard, "/", Cookie=cookie.partition(";")[0])[0] == 200


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {}),
        ("/?token=wrong", {}),
        ("/", {"Cookie": "narcine_1=x; =; broken"}),
        ("TOKEN", {"Origin": "https://example.org"}),
        ("TOKEN", {"Origin": "null"}),
        ("TOKEN", {"Host": "example.org"}),
        ("TOKEN", {"Host": "[::1"}),
        ("TOKEN", {"Host": "\xff.org"}),
        ("TOKEN", {"Origin": "http://[::1"}),
        ("//[?token=x", {}),
    ],
)
def test_no_token_a_foreign_origin_or_a_foreign_name_is_refused(guard, path, headers):
    status, cookie, body = ask(guard, path.replace("TOKEN", f"/?token={guard.token}"), **headers)
    assert status == 403
    assert cookie == ""
    assert body.startswith(b"403: ")


def ask_with(guard: Guard, *headers: tuple[str, str]) -> int:
    """Return the status of an answer to exactly these headers, which may repeat."""
    with closing(http.client.HTTPConnection("127.0.0.1", guard.port, timeout=10)) as connection:
        connection.putrequest("GET", "/", skip_host=True)
        for name, value in headers:
            connection.putheader(name, value.encode("latin-1"))
        connection.endheaders()
        return connection.getresponse().status


@pytest.mark.parametrize("other", ['x={"a":1}', "x=a b, c", "\xff=\xfe", "alone", '"', "narcine_1=T", "="])
def test_cookies_of_other_programs_do_not_hide_ours(guard, other):
    host, ours = ("Host", f"127.0.0.1:{guard.port}"), f"{guard.cookie}={guard.token}"
    assert ask_with(guard, host, ("Cookie", f"{other}; {ours}")) == 200
    assert ask_with(guard, host, ("Cookie", f"{ours};{other}")) == 200
    assert ask_with(guard, host, ("Cookie", other), ("Cookie", ours)) == 200
    assert ask_with(guard, host, ("Cookie", other), ("Cookie", f"{guard.cookie}=\xff")) == 403


@pytest.mark.parametrize("name", ["Host", "Origin"])
def test_a_header_that_comes_twice_is_refused(guard, name):
    ours = f"127.0.0.1:{guard.port}"
    sent = [("Host", ours), ("Origin", f"http://{ours}"), ("Cookie", f"{guard.cookie}={guard.token}")]
    assert ask_with(guard, *sent) == 200
    assert ask_with(guard, *sent, *(header for header in sent if header[0] == name)) == 403
    assert ask_with(guard, *sent, (name, "example.org")) == 403


def test_a_request_without_a_host_is_refused(guard):
    assert ask_with(guard, ("Cookie", f"{guard.cookie}={guard.token}")) == 403


def test_a_viser_that_cannot_be_guarded_is_stopped(monkeypatch):
    stopped = []

    class Unguarded:
        """Opens its socket by some other way."""

        def __init__(self, **options):
            pass

        def stop(self):
            stopped.append(self)

    monkeypatch.setattr("viser.ViserServer", Unguarded)
    with pytest.raises(RuntimeError, match="cannot be guarded"):
        guarded_server(Guard("127.0.0.1"), 0)
    assert len(stopped) == 1


def websocket_status(guard: Guard, query: str = "", **headers: str) -> int:
    try:
        with connect(
            f"ws://127.0.0.1:{guard.port}/{query}",
            additional_headers={name: value for name, value in headers.items() if name != "Origin"},
            origin=headers.get("Origin"),
            subprotocols=["viser-v1.0.0"],
        ):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_the_websocket_is_guarded_as_the_page_is(guard):
    ours = f"http://127.0.0.1:{guard.port}"
    cookie = f"{guard.cookie}={guard.token}"
    assert websocket_status(guard, Origin=ours) == 403
    assert websocket_status(guard, Origin="https://example.org", Cookie=cookie) == 403
    assert websocket_status(guard, f"?token={guard.token}", Origin="https://example.org") == 403
    assert websocket_status(guard, Origin=ours, Cookie=cookie) == 101


def test_the_address_of_an_open_host_names_this_machine():
    guard = Guard("0.0.0.0")
    guard.port = 8080
    assert guard.address == f"http://127.0.0.1:8080/?token={guard.token}"
