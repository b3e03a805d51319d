"""An operator at the page, in a real browser: pick a gait, set its parameters, run, steer by keys, read it back."""

import json
import time

import pytest

from narcine.viewing.live.choosing import Chooser
from tests.viewing.live.served import choose, made, opened, place_of, press_button, served, type_into
from tests.viewing.live.test_page import until

LONGEST = 60.0
"""Wait (s) for a browser that draws without a graphics card on a busy machine."""


@pytest.fixture(scope="module")
def snake():
    chooser = Chooser(["perambulator", "raybot"], "perambulator", made)
    with served(chooser.act, chooser) as page:
        yield page


@pytest.fixture(scope="module")
def page(snake, browser):
    page = opened(browser, snake.guard.address)
    page.resize(1000, 420)
    says(page, "straight on")
    return page


def says(page, text):
    page.wait_until(f"document.body.innerText.includes({json.dumps(text)})", LONGEST)


def command(snake, name):
    names = [each.name for each in snake.act.simulation.model.inputs]
    return snake.act.live.sample[2][names.index(name)]


def press(page, snake, key, name):
    """Press a key, and return by how much it changed an input."""
    before = command(snake, name)
    page.press(key)
    until(lambda: command(snake, name) != before, LONGEST)
    return command(snake, name) - before


def test_keys_steer(snake, page):
    camera = next(iter(snake.server.get_clients().values())).camera
    eye = camera.position.copy()
    assert press(page, snake, "l", "gait.turn") > 0.0
    assert press(page, snake, "h", "gait.turn") < 0.0
    assert press(page, snake, "j", "gait.turn") < 0.0
    assert press(page, snake, "k", "gait.dive") > 0.0
    assert press(page, snake, "o", "gait.frequency") > 0.0
    page.press("p")
    until(lambda: snake.act.live.paused, LONGEST)
    page.press("p")
    until(lambda: not snake.act.live.paused, LONGEST)
    assert camera.position == pytest.approx(eye)
    says(page, "gait.turn=")


def test_its_path_is_drawn_in_three_views(page):
    for view in ("from above", "from the side", "from behind"):
        says(page, view)
    page.wait_until("document.querySelectorAll('polyline').length >= 3", LONGEST)


def test_parameters_are_set_and_what_is_wrong_is_told_and_kept(snake, page, pictures):
    choose(page, "gait", "dive")
    says(page, "--set gait=dive")
    until(lambda: snake.act.simulation.scenario.vehicles["perambulator"].vehicle.gait.type == "dive", LONGEST)
    dive = snake.act
    says(page, "starts")
    type_into(page, "starts", "")
    page.press("j")
    says(page, 'gait.starts="[j]"')
    assert command(snake, "gait.turn") == 0.0
    type_into(page, "starts", "1 s, 2 parsecs")
    says(page, 'gait.starts="[1 s, 2 parsecs]"')
    press_button(page, "Run with these")
    says(page, "unknown unit 'parsecs'")
    assert snake.act is dive
    (pictures / "live_parameters.png").write_bytes(page.screenshot())
    type_into(page, "starts", "1 s, 2500 ms")
    says(page, 'gait.starts="[1 s, 2500 ms]"')
    press_button(page, "Run with these")
    until(lambda: snake.act is not dive, LONGEST)
    assert snake.act.simulation.scenario.vehicles["perambulator"].vehicle.gait.starts == (1.0, 2.5)
    assert snake.act.live.recorded().attrs["settings"] == json.dumps({"gait": "dive", "gait.starts": "[1 s, 2500 ms]"})


def test_another_gait_goes_on_from_there(snake, page):
    says(page, "go on from here")
    while not snake.page._choose._goes_on.value:  # the panel may just be built anew
        box = place_of(page, "go on from here")
        page.click(box["x"] + box["width"] / 2.0, box["y"] + box["height"] / 2.0)
        time.sleep(1.0)
    snake.act.live.speed = 5.0
    until(lambda: snake.act.live.sample[0] > 6.0, LONGEST)
    dive = snake.act
    choose(page, "gait", "serpentine")
    until(lambda: snake.act is not dive, LONGEST)
    assert snake.act.goes_on
    assert snake.act.simulation.scenario.vehicles["perambulator"].begins.position[0] > 0.1
    says(page, "run.start.position")
    assert [error for error in page.errors if not error.startswith("Tried to update non-existent component")] == []
