"""Who may see the page: those who hold its token and come from its own address."""

import secrets
import threading
from collections.abc import Callable
from contextlib import redirect_stdout
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from io import StringIO
from typing import Any
from urllib.parse import parse_qs, urlsplit

import viser
import websockets.asyncio.server
from viser._messages import ShareUrlDisconnect, ShareUrlRequest
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
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
        headers = request.headers
        host = headers.get("Host", "")
        name = urlsplit(f"//{host}").hostname or ""
        if self.host in LOOPBACK and name not in LOOPBACK:
            return f"this page is for {self.host} alone, not for {name}"
        origin = headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return "another site asked for this page"
        if not self._knows_token(request):
            return "the token is missing or wrong; open the address that `narcine view` printed"
        return ""

    def _knows_token(self, request: Request) -> bool:
        asked = parse_qs(urlsplit(request.path).query).get("token", [])
        try:
            kept = SimpleCookie(request.headers.get("Cookie", "")).get(self.cookie)
        except CookieError:
            kept = None
        shown = [*asked, *([] if kept is None else [kept.value])]
        return any(secrets.compare_digest(each.encode(), self.token.encode()) for each in shown)

    def around(self, answer: Callable[..., Any]) -> Callable[..., Any]:
        """Return what answers requests, guarded."""

        def guarded(connection: ServerConnection, request: Request) -> Response | None:
            refusal = self.refusal(request)
            if refusal:
                body = f"403: {refusal}\n".encode()
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


def guarded_server(guard: Guard, port: int) -> viser.ViserServer:
    """Return a viser server behind a guard, at this port or the next that is free.

    viser (1.1) checks neither Origin nor token and offers no hook, so the function that opens its socket is wrapped
    while it starts. Its way to make the page public through a tunnel is taken away, and its own words on the terminal.
    """
    serve = websockets.asyncio.server.serve

    def guarded_serve(handler: Any, host: str, port: int, **options: Any) -> Any:
        return serve(handler, host, port, **{**options, "process_request": guard.around(options["process_request"])})

    with _STARTING:
        websockets.asyncio.server.serve = guarded_serve  # type: ignore[assignment,misc]
        try:
            with redirect_stdout(StringIO()):
                server = viser.ViserServer(host=guard.host, port=port, label="narcine", verbose=False)
        finally:
            websockets.asyncio.server.serve = serve  # type: ignore[misc]
    guard.port = server.get_port()
    for message in (ShareUrlRequest, ShareUrlDisconnect):
        server._websock_server.unregister_handler(message)
    return server


def stop_quietly(server: viser.ViserServer) -> None:
    """Stop a server without its own words on the terminal."""
    with redirect_stdout(StringIO()):
        server.stop()
