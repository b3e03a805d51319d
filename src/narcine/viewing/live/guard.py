"""Who may see the page: those who hold its token and come from its own address."""

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from http import HTTPStatus
from io import StringIO
from typing import Any
from urllib.parse import parse_qs, urlsplit

import viser
import websockets.asyncio.server
from viser._messages import ShareUrlDisconnect, ShareUrlRequest
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers, MultipleValuesError
from websockets.http11 import Request, Response

LOOPBACK = ("127.0.0.1", "localhost", "::1")

_STARTING = threading.Lock()


class Guard:
    """Lets in what carries the token, in the address or then in a cookie, and was not sent by a foreign page.

    A page of another site can make a browser send requests here, but they carry its Origin and no cookie of ours; a
    site whose name is made to point here is told by the Host that the browser asks for.
    """

    def __init__(self, host: str) -> None:
        self.host = host
        self.port = 0
        self.token = secrets.token_urlsafe(16)

    @property
    def cookie(self) -> str:
        """Name of the cookie; browsers share cookies between ports, so the name tells them apart."""
        return f"narcine_{self.port}"

    @property
    def address(self) -> str:
        """What to open."""
        shown = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{self.port}/?token={self.token}"

    def refusal(self, request: Request) -> str:
        """Return why a request is refused, in words, or nothing."""
        try:
            return self._foreign(request.headers) or self._without_token(request)
        except (MultipleValuesError, ValueError):
            return "the request is malformed: one Host, at most one Origin, each an address"

    def _foreign(self, headers: Headers) -> str:
        host = headers.get("Host", "")
        name = urlsplit(f"//{host}").hostname or ""
        if self.host in LOOPBACK and name not in LOOPBACK:
            return f"this page is for {self.host} alone, not for {name}"
        origin = headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return "another site asked for this page"
        return ""

    def _without_token(self, request: Request) -> str:
        shown = [*parse_qs(urlsplit(request.path).query).get("token", []), *self._kept(request.headers)]
        if any(secrets.compare_digest(_as_bytes(each), self.token.encode()) for each in shown):
            return ""
        return "the token is missing or wrong; open the address that `narcine view` printed"

    def _kept(self, headers: Headers) -> Iterator[str]:
        """Yield what the cookies of our name hold; those of other programs may hold anything."""
        for part in "; ".join(headers.get_all("Cookie")).split(";"):
            name, _, value = part.strip().partition("=")
            if name == self.cookie:
                yield value

    def around(self, answer: Callable[..., Any]) -> Callable[..., Any]:
        """Return what answers requests, guarded."""

        def guarded(connection: ServerConnection, request: Request) -> Response | None:
            refusal = self.refusal(request)
            if refusal:
                body = _as_bytes(f"403: {refusal}\n")
                headers = Headers({"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(body))})
                return Response(HTTPStatus.FORBIDDEN, "Forbidden", headers, body)
            response: Response | None = answer(connection, request)
            if response is not None:
                kept = f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict"
                response.headers["Set-Cookie"] = kept
                response.headers["Referrer-Policy"] = "no-referrer"
                response.headers["X-Frame-Options"] = "DENY"
            return response

        return guarded


def _as_bytes(text: str) -> bytes:
    """Return a text of a request as it was sent; bytes that are no letters are kept in it."""
    return text.encode(errors="surrogateescape")


def guarded_server(guard: Guard, port: int) -> viser.ViserServer:
    """Return a viser server behind a guard, at this port or the next that is free.

    viser (1.1) checks neither Origin nor token and offers no hook, so the function that opens its socket is wrapped
    while it starts; a viser that opens it otherwise is stopped. Its way to make the page public through a tunnel is
    taken away, and its own words on the terminal.
    """
    serve = websockets.asyncio.server.serve
    is_guarded = threading.Event()

    def guarded_serve(handler: Any, host: str, port: int, **options: Any) -> Any:
        is_guarded.set()
        return serve(handler, host, port, **{**options, "process_request": guard.around(options["process_request"])})

    with _STARTING:
        websockets.asyncio.server.serve = guarded_serve  # type: ignore[assignment,misc]
        try:
            with redirect_stdout(StringIO()):
                server = viser.ViserServer(host=guard.host, port=port, label="narcine", verbose=False)
        finally:
            websockets.asyncio.server.serve = serve  # type: ignore[misc]
    if not is_guarded.is_set():
        stop_quietly(server)
        raise RuntimeError(f"viser {viser.__version__} cannot be guarded, so the page is not served; viser 1.1 can be")
    guard.port = server.get_port()
    for message in (ShareUrlRequest, ShareUrlDisconnect):
        server._websock_server.unregister_handler(message)
    return server


def stop_quietly(server: viser.ViserServer) -> None:
    """Stop a server without its own words on the terminal."""
    with redirect_stdout(StringIO()):
        server.stop()
