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
    ],
)
def test_no_token_a_foreign_origin_or_a_foreign_name_is_refused(guard, path, headers):
    status, cookie, body = ask(guard, path.replace("TOKEN", f"/?token={guard.token}"), **headers)
    assert status == 403
    assert cookie == ""
    assert body.startswith(b"403: ")


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
