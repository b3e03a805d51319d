"""The headless browser: pages that it opens, what they ask for, and hands on them."""

import io
import os

import numpy as np
import pytest
from PIL import Image

from narcine.viewing.browser import NONE_FOUND, Browser, BrowserMissing, find_browser
from narcine.viewing.devtools import DevToolsFailed
from narcine.viewing.page import ScriptFailed

PAGE = """<!doctype html><title>a page</title>
<style>body {margin: 0; background: #102030} #box {position: absolute; left: 40px; top: 30px; width: 100px;
 height: 50px; background: #ff8000}</style><div id=box></div><input id=text style="position: absolute; top: 120px">
<script>window.seen = [];
for (const name of ["pointerdown", "pointermove", "pointerup", "keydown", "wheel"])
  addEventListener(name, event => seen.push([name, event.clientX || 0, event.clientY || 0, event.key || ""]));
</script>"""


@pytest.fixture
def page(browser, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(PAGE)
    with browser.open(file.as_uri(), 320, 200) as page:
        yield page


def test_a_picture_has_the_pixels_of_the_page(page):
    pixels = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    assert pixels.shape == (200, 320, 3)
    assert tuple(pixels[5, 5]) == (0x10, 0x20, 0x30)
    assert tuple(pixels[55, 90]) == (0xFF, 0x80, 0x00)


def test_webgl_draws(page):
    drawn = page.evaluate("""(() => { const gl = document.createElement("canvas").getContext("webgl2");
        gl.clearColor(0, 1, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT); const pixel = new Uint8Array(4);
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel); return [...pixel] })()""")
    assert drawn == [0, 255, 0, 255]


def test_values_promises_and_failures_come_back(page):
    assert page.evaluate("({answer: 6 * 7, list: [1, 'two', null]})") == {"answer": 42, "list": [1, "two", None]}
    assert page.evaluate("new Promise(done => setTimeout(() => done('later'), 20))") == "later"
    with pytest.raises(ScriptFailed, match="there is no such thing"):
        page.evaluate("(() => { throw new Error('there is no such thing') })()")
    page.evaluate("setTimeout(() => window.late = 7, 60), 0")
    assert page.wait_until("window.late") == 7
    with pytest.raises(DevToolsFailed, match=r"never was not true within 0\.1 s"):
        page.wait_until("window.never", timeout=0.1)


def test_hands_reach_the_page(page):
    page.click(60, 40)
    page.drag(60, 40, 160, 90, steps=4)
    page.scroll(60, 40, 120)
    page.press("ArrowLeft")
    page.wait_until("seen.some(event => event[0] == 'wheel')")
    seen = page.evaluate("seen")
    assert ["pointerdown", 60, 40, ""] in seen
    assert ["pointerup", 160, 90, ""] in seen
    assert ["keydown", 0, 0, "ArrowLeft"] in seen
    page.evaluate("document.getElementById('text').focus()")
    page.type("raybot")
    page.press("x")
    assert page.evaluate("document.getElementById('text').value") == "raybotx"


def test_requests_and_errors_are_kept(page, tmp_path):
    address = (tmp_path / "page.html").as_uri()
    assert page.requests == [address]
    assert page.errors == []
    page.evaluate("console.error('not good', 3); setTimeout(() => { throw new Error('uncaught') }); 0")
    page.evaluate("fetch('nothing.json').catch(() => 0)")
    page.wait_until("true")
    assert page.requests == [address, (tmp_path / "nothing.json").as_uri()]
    assert page.errors[0] == "not good 3"
    assert any("uncaught" in error for error in page.errors)
    page.go(address)
    assert (page.requests, page.errors) == ([address], [])


def test_the_reader_may_prefer_dark(page):
    page.prefer("dark")
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.prefer("light")
    assert not page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")


def test_an_address_that_leads_nowhere(browser, tmp_path):
    with pytest.raises(DevToolsFailed, match="ERR_FILE_NOT_FOUND"):
        browser.open((tmp_path / "nothing.html").as_uri())


def test_it_is_gone_afterwards(browser):
    with Browser(200, 100) as other:
        process, profile = other._process, other._profile
        assert process.poll() is None
        assert profile.is_dir()
    assert process.poll() is not None
    assert not profile.exists()


def test_no_browser_says_how_to_get_one(monkeypatch):
    monkeypatch.delenv("NARCINE_BROWSER", raising=False)
    monkeypatch.setenv("PATH", os.devnull)
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(BrowserMissing) as missing:
        find_browser()
    assert str(missing.value) == NONE_FOUND
    for word in ("apt install chromium", "dnf install chromium", "brew install"):
        assert word in NONE_FOUND


def test_the_browser_that_is_asked_for(monkeypatch):
    monkeypatch.setenv("NARCINE_BROWSER", "no_such_browser")
    with pytest.raises(BrowserMissing, match="NARCINE_BROWSER=no_such_browser: there is no such program"):
        Browser()
    monkeypatch.setenv("NARCINE_BROWSER", "true")
    with pytest.raises(DevToolsFailed, match="true did not start: status 0"), Browser():
        pass
