"""A page that is served while a test looks at it, and hands that touch it in a browser."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import numpy as np
from PIL import Image

from narcine.description.load import load_description
from narcine.simulation.simulation import Simulation
from narcine.viewing.live.act import Act
from narcine.viewing.live.guard import Guard, guarded_server, stop_quietly
from narcine.viewing.live.operating import Operating
from narcine.viewing.live.page import Page
from narcine.viewing.live.repeating import Settings
from narcine.viewing.page import Page as BrowserPage

READY = "!!(window.__viserMutable && window.__viserMutable.nodeRefFromName['/world/bodies/0'])"


class Served:
    """A page and its address."""

    def __init__(self, act: Act, chooser=None) -> None:
        self.guard = Guard("127.0.0.1")
        self.server = guarded_server(self.guard, 0)
        self.page = Page(self.server, act, chooser)
        self._thread = threading.Thread(target=self.page.run, daemon=True)
        self._thread.start()

    @property
    def act(self):
        return self.page.act

    def close(self) -> None:
        self.page.stop()
        self._thread.join()
        self.page.act.close()
        stop_quietly(self.server)


@contextmanager
def served(act: Act, chooser=None) -> Iterator[Served]:
    page = Served(act, chooser)
    try:
        yield page
    finally:
        page.close()


def made(name: str, settings: Settings) -> Operating:
    """Return a run of what settings describe that logs and saves nothing."""
    return Operating(Simulation(load_description(name, dict(settings))), None, lambda _: [])


def opened(browser, address: str) -> BrowserPage:
    """Return the page in the browser once its scene stands."""
    page = browser.open(address)
    page.wait_until(READY)
    return page


def press_button(page: BrowserPage, text: str) -> None:
    page.evaluate(
        f"[...document.querySelectorAll('button')].find(b => b.textContent.trim() === {json.dumps(text)}).click()"
    )


def place_of(page: BrowserPage, label: str, inside: str = "") -> dict[str, float]:
    """Return where the control of a label, or something inside it, is, scrolled into view: x, y, width, height."""
    page.wait_until(f"[...document.querySelectorAll('label')].some(l => l.textContent === {json.dumps(label)})")
    return page.evaluate(
        f"""(() => {{
          const label = [...document.querySelectorAll('label')].find(l => l.textContent === {json.dumps(label)});
          const control = document.getElementById(label.htmlFor);
          control.scrollIntoView({{block: 'center'}});
          const part = {json.dumps(inside)} ? control.querySelector({json.dumps(inside)}) : control;
          const r = part.getBoundingClientRect();
          return {{x: r.x, y: r.y, width: r.width, height: r.height}};
        }})()"""
    )


def move_slider(page: BrowserPage, label: str, share: float) -> None:
    """Draw the thumb of a slider to a share of its track."""
    thumb, track = place_of(page, label, "[role=slider]"), place_of(page, label, ".mantine-Slider-track")
    height = thumb["y"] + thumb["height"] / 2.0
    page.drag(thumb["x"] + thumb["width"] / 2.0, height, track["x"] + share * track["width"], height, steps=4)


def choose(page: BrowserPage, label: str, option: str) -> None:
    box = place_of(page, label)
    page.click(box["x"] + box["width"] / 2.0, box["y"] + box["height"] / 2.0)
    wanted = f"[...document.querySelectorAll('[role=option]')].find(o => o.textContent.trim() === {json.dumps(option)})"
    page.wait_until(f"!!{wanted}")
    page.evaluate(f"{wanted}.click()")


def type_into(page: BrowserPage, label: str, text: str) -> None:
    """Put a text in place of what the field of a label holds, as a person does who selects it all and types."""
    field = (
        f"[...document.querySelectorAll('label')].find(l => l.textContent === {json.dumps(label)})"
        ".parentElement.parentElement.parentElement.querySelector('input')"
    )
    page.evaluate(f"(() => {{ const field = {field}; field.scrollIntoView(); field.focus(); field.select(); }})()")
    page.insert(text)


def pixels(page: BrowserPage) -> np.ndarray:
    """Return what the window shows (height, width, 3)."""
    return np.asarray(Image.open(BytesIO(page.screenshot())).convert("RGB")).astype(int)


def share_of_colour(picture: np.ndarray, red: range, green: range, blue: range) -> float:
    inside = [
        (picture[..., k] >= band.start) & (picture[..., k] < band.stop) for k, band in enumerate((red, green, blue))
    ]
    return float(np.mean(inside[0] & inside[1] & inside[2]))
