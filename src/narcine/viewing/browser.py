"""A headless browser that draws pages: found on this machine, with a profile of its own, ended with the work."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType

from narcine.viewing.devtools import DevTools, DevToolsFailed
from narcine.viewing.page import Page

VARIABLE = "NARCINE_BROWSER"
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
    "brave-browser",
    "brave",
)
APPLICATIONS = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "Brave Browser.app/Contents/MacOS/Brave Browser",
)
FLAGS = (
    "--headless=new",
    "--remote-debugging-port=0",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--mute-audio",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu-watchdog",
    "--disable-renderer-backgrounding",
    "--disable-sync",
)
"""Flags of every start: no window, drawing without a graphics card where there is none, and nothing sent anywhere."""
START = 60.0
"""Longest that a browser may take to start (s)."""
NONE_FOUND = (
    "no browser found that can draw without a window: install one with `apt install chromium` (Debian, Ubuntu), "
    "`dnf install chromium` (Fedora) or `brew install --cask google-chrome` (macOS), or name one in NARCINE_BROWSER"
)


class BrowserMissing(OSError):
    """No browser on this machine; the message says how to get one."""


def find_browser() -> str:
    """Return the path of a browser with the DevTools protocol: as NARCINE_BROWSER says, or the first that is there."""
    asked = os.environ.get(VARIABLE)
    if asked:
        found = shutil.which(asked)
        if not found:
            raise BrowserMissing(f"{VARIABLE}={asked}: there is no such program")
        return found
    for name in NAMES:
        if found := shutil.which(name):
            return found
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            for name in APPLICATIONS:
                if (folder / name).exists():
                    return str(folder / name)
    raise BrowserMissing(NONE_FOUND)


class Browser:
    """A running headless browser; used as `with Browser() as browser: page = browser.open(url)`."""

    def __init__(self, width: int = 1280, height: int = 720) -> None:
        self.width = width
        self.height = height
        self._path = find_browser()
        self._stack = ExitStack()

    def __enter__(self) -> "Browser":
        with ExitStack() as stack:
            self._profile = Path(stack.enter_context(_temporary_folder()))
            self._process, address = self._start()
            stack.callback(_end, self._process)
            self._devtools = stack.enter_context(DevTools(address))
            stack.callback(self._ask_to_close)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._stack.close()

    def open(self, url: str, width: int | None = None, height: int | None = None) -> Page:
        """Open an address in a page of its own."""
        page = Page(self._devtools, width or self.width, height or self.height)
        page.go(url)
        return page

    def _start(self) -> tuple["subprocess.Popen[bytes]", str]:
        """Start the browser and return it with its address; without its sandbox where the system grants none."""
        try:
            return self._launch(sandbox=getattr(os, "geteuid", lambda: 1)() != 0)
        except DevToolsFailed as error:
            if "sandbox" not in str(error).lower():
                raise
            return self._launch(sandbox=False)

    def _launch(self, sandbox: bool) -> tuple["subprocess.Popen[bytes]", str]:
        log = self._profile / "stderr.txt"
        size = f"--window-size={self.width},{self.height}"
        flags = [*FLAGS, size, f"--user-data-dir={self._profile}", *([] if sandbox else ["--no-sandbox"])]
        with log.open("wb") as stderr:
            process = subprocess.Popen(
                [self._path, *flags, "about:blank"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                start_new_session=True,  # Ctrl-C is for narcine, which ends the browser when it has what it needs
            )
        try:
            return process, _address(process, self._profile / "DevToolsActivePort", log, self._path)
        except BaseException:
            _end(process)
            raise

    def _ask_to_close(self) -> None:
        with suppress(OSError):
            self._devtools.call("Browser.close", timeout=5.0)


def _temporary_folder() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="narcine-browser-", ignore_cleanup_errors=True)


def _address(process: "subprocess.Popen[bytes]", port: Path, log: Path, path: str) -> str:
    """Return the websocket's address, which a browser writes into its profile once it listens."""
    ends = time.monotonic() + START
    while time.monotonic() < ends:
        lines = port.read_text().splitlines() if port.exists() else []
        if len(lines) == 2:
            return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
        if process.poll() is not None:
            said = log.read_text(errors="replace").strip().splitlines()[-3:]
            raise DevToolsFailed(f"{path} did not start: {' '.join(said) or f'status {process.returncode}'}")
        time.sleep(0.02)
    raise DevToolsFailed(f"{path} did not listen within {START:g} s")


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Wait for a browser that was asked to end, and end it with its children when it does not."""
    try:
        process.wait(timeout=5.0)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
