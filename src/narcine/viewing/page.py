"""A page in a headless browser: what it shows, asks for and complains of, and hands on it."""

import base64
import time
from types import TracebackType
from typing import Any

from narcine.viewing.devtools import DevTools, DevToolsFailed, Message

KEYS = {
    " ": ("Space", 32),
    "ArrowLeft": ("ArrowLeft", 37),
    "ArrowUp": ("ArrowUp", 38),
    "ArrowRight": ("ArrowRight", 39),
    "ArrowDown": ("ArrowDown", 40),
    "Enter": ("Enter", 13),
    "Escape": ("Escape", 27),
    "Tab": ("Tab", 9),
    "Home": ("Home", 36),
    "End": ("End", 35),
}
"""Keys by the name that scripts see: their code and number."""


class ScriptFailed(RuntimeError):
    """An expression that failed in a page."""


class Page:
    """One open page."""

    def __init__(self, devtools: DevTools, width: int, height: int) -> None:
        self._devtools = devtools
        self._target = devtools.call("Target.createTarget", url="about:blank")["targetId"]
        attached = devtools.call("Target.attachToTarget", targetId=self._target, flatten=True)
        self._session = attached["sessionId"]
        self._requests: list[str] = []
        self._errors: list[str] = []
        self._loaded = False
        self._for_workers = ""
        self._workers: list[str] = []
        for domain in ("Page", "Runtime", "Network", "Log"):
            self._call(f"{domain}.enable")
        self.resize(width, height)

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def go(self, url: str, timeout: float = 60.0) -> None:
        """Open an address and wait until it has loaded."""
        self._take_events()
        self._requests, self._errors, self._loaded = [], [], False
        answer = self._call("Page.navigate", url=url)
        if answer.get("errorText"):
            raise DevToolsFailed(f"{url}: the browser says {answer['errorText']}")
        ends = time.monotonic() + timeout
        while not self._loaded:
            if time.monotonic() > ends:
                raise DevToolsFailed(f"{url} did not load within {timeout:g} s")
            self._take_events(wait=0.2)

    def prepare(self, script: str) -> None:
        """Have a script run in each address that is opened from now on, before its own."""
        self._call("Page.addScriptToEvaluateOnNewDocument", source=script)

    def prepare_workers(self, script: str) -> None:
        """Have a script run in each worker that pages start from now on, before its own."""
        self._for_workers = script
        self._call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True)

    def evaluate_in_workers(self, expression: str) -> list[Any]:
        """Return the value of an expression in each worker."""
        self._take_events()
        asked = {"expression": expression, "returnByValue": True}
        answers = [self._devtools.call("Runtime.evaluate", worker, 60.0, **asked) for worker in self._workers]
        return [answer["result"].get("value") for answer in answers]

    def _begin_worker(self, session: str) -> None:
        self._workers.append(session)
        self._devtools.call("Runtime.evaluate", session, 60.0, expression=self._for_workers)
        self._devtools.call("Runtime.runIfWaitingForDebugger", session, 60.0)

    def resize(self, width: int, height: int, scale: float = 1.0, touch: bool = False) -> None:
        """Give the page a size in CSS pixels, of `scale` picture pixels each; `touch` makes it a phone."""
        self._call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=touch
        )
        self._call("Emulation.setTouchEmulationEnabled", enabled=touch)

    def prefer(self, scheme: str) -> None:
        """Say that the reader prefers `light` or `dark`."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self._call("Emulation.setEmulatedMedia", features=[feature])

    def evaluate(self, expression: str, wait_for_promise: bool = True, timeout: float = 60.0) -> Any:
        """Return the value of an expression, as JSON carries it."""
        answer = self._call(
            "Runtime.evaluate",
            timeout,
            expression=expression,
            awaitPromise=wait_for_promise,
            returnByValue=True,
            userGesture=True,
        )
        if "exceptionDetails" in answer:
            raise ScriptFailed(_complaint(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait_until(self, expression: str, timeout: float = 30.0) -> Any:
        """Wait until an expression is true, and return its value."""
        ends = time.monotonic() + timeout
        while not (value := self.evaluate(expression)):
            self._take_events()
            if time.monotonic() > ends:
                raise DevToolsFailed(f"{expression} was not true within {timeout:g} s")
            time.sleep(0.02)
        return value

    def screenshot(self, whole: bool = False) -> bytes:
        """Return what the window shows as a PNG; with `whole` the page in its full height."""
        answer = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(answer["data"])

    def click(self, x: float, y: float) -> None:
        """Press and release the left button at a place."""
        self.hover(x, y)
        self._mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self._mouse("mouseReleased", x, y, button="left", clickCount=1)

    def hover(self, x: float, y: float) -> None:
        """Move the mouse to a place."""
        self._mouse("mouseMoved", x, y)

    def drag(
        self, x: float, y: float, to_x: float, to_y: float, button: str = "left", shift: bool = False, steps: int = 8
    ) -> None:
        """Press at a place, move to another in some steps, and let go."""
        held: dict[str, Any] = {"button": button, "modifiers": 8 if shift else 0}
        buttons = {"left": 1, "right": 2, "middle": 4}[button]
        self.hover(x, y)
        self._mouse("mousePressed", x, y, buttons=buttons, clickCount=1, **held)
        for step in range(1, steps + 1):
            share = step / steps
            self._mouse("mouseMoved", x + share * (to_x - x), y + share * (to_y - y), buttons=buttons, **held)
        self._mouse("mouseReleased", to_x, to_y, clickCount=1, **held)

    def scroll(self, x: float, y: float, down: float) -> None:
        """Turn the wheel at a place; positive scrolls down."""
        self._mouse("mouseWheel", x, y, deltaX=0, deltaY=down)

    def type(self, text: str) -> None:
        """Write a text into what has the focus."""
        self._call("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """Press and release a key, by its letter or a name such as `ArrowLeft`."""
        code, number = KEYS.get(key, (f"Key{key.upper()}", ord(key.upper()[0])))
        described: dict[str, Any] = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        written: dict[str, Any] = {"text": key} if len(key) == 1 else {}
        self._call("Input.dispatchKeyEvent", type="keyDown", **described, **written)
        self._call("Input.dispatchKeyEvent", type="keyUp", **described)

    def insert(self, text: str) -> None:
        """Write a text where the cursor stands, in place of what is selected."""
        self._call("Input.insertText", text=text)

    @property
    def requests(self) -> list[str]:
        """All addresses that the page has asked for since it was opened, itself first."""
        self._take_events()
        return list(self._requests)

    @property
    def errors(self) -> list[str]:
        """Errors on the console and exceptions that nobody caught."""
        self._take_events()
        return list(self._errors)

    def close(self) -> None:
        """Close the page."""
        self._devtools.call("Target.closeTarget", targetId=self._target)

    def _call(self, method: str, timeout: float = 60.0, **parameters: Any) -> Message:
        return self._devtools.call(method, self._session, timeout, **parameters)

    def _mouse(self, kind: str, x: float, y: float, **rest: Any) -> None:
        self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **rest)

    def _take_events(self, wait: float = 0.0) -> None:
        events = self._devtools.events(self._session, wait)
        while events:
            event = events.popleft()
            method, told = event["method"], event["params"]
            if method == "Page.loadEventFired":
                self._loaded = True
            elif method == "Target.attachedToTarget":
                self._begin_worker(told["sessionId"])
            elif method == "Network.requestWillBeSent":
                self._requests.append(told["request"]["url"])
            elif method == "Network.webSocketCreated":
                self._requests.append(told["url"])
            elif method == "Runtime.exceptionThrown":
                self._errors.append(_complaint(told["exceptionDetails"]))
            elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "assert"):
                said = [str(part.get("value", part.get("description", ""))) for part in told["args"]]
                self._errors.append(" ".join(said))
            elif method == "Log.entryAdded" and told["entry"]["level"] == "error":
                self._errors.append(f"{told['entry']['text']} {told['entry'].get('url', '')}".strip())


def _complaint(details: Message) -> str:
    """Return what went wrong in a script."""
    return str(details.get("exception", {}).get("description") or details["text"])
