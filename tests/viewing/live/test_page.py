"""The live page in a real browser: it shows the vehicle, obeys its controls, and never waits for who looks on."""

import time

import numpy as np
import pytest
import viser
from websockets.sync.client import connect

import narcine
from narcine.viewing.live.operating import Operating
from tests.viewing.live.served import (
    choose,
    move_slider,
    opened,
    pixels,
    place_of,
    press_button,
    served,
    share_of_colour,
)

ORANGE = (range(180, 256), range(80, 190), range(0, 130))
"""Colours of the first vehicle in light and shade."""
REACTION = 0.1
"""Time (s) from letting go of a slider until the simulation steps under its command: what the page itself needs, so
the least of several; a browser that draws without a graphics card beside other tests adds to it."""
ROUNDS = 4
"""Of five moves each, until one of them was not held up by what else the machine does."""


PACE = 0.15
"""How far simulated time may be off the clock in a second."""
WINDOW = (1200, 560)
VEHICLE_SHARE = 0.01
"""Share of the middle of the picture that a vehicle covers at least."""
DRAWING = 20.0
"""Longest wait (s) for a picture from a browser that draws without a graphics card on a busy machine."""


@pytest.fixture(scope="module")
def ray():
    simulation = narcine.load("raybot")
    with served(Operating(simulation, None, lambda _: [])) as page:
        yield page


@pytest.fixture(scope="module")
def page(ray, browser):
    page = opened(browser, ray.guard.address)
    page.resize(*WINDOW)
    return page


def paced(live, seconds=1.0):
    """Return simulated over real time."""
    began, started = live.sample[0], time.perf_counter()
    time.sleep(seconds)
    return (live.sample[0] - began) / (time.perf_counter() - started)


def assert_paced(live, speed):
    """Hold that a run goes at a speed; a machine that other tests take may need several looks."""
    seen = []
    while not seen or abs(seen[-1] - speed) > PACE * speed:
        assert len(seen) < 10, seen
        seen.append(paced(live))


def orange(page):
    return share_of_colour(pixels(page)[120:440, 420:760], *ORANGE)


def command(ray, name):
    names = [each.name for each in ray.act.simulation.model.inputs]
    return ray.act.live.sample[2][names.index(name)]


def until(true, seconds=5.0):
    """Wait until something is true and return how long it took."""
    started = time.perf_counter()
    while not true():
        assert time.perf_counter() - started < seconds, "it never came true"
        time.sleep(0.001)
    return time.perf_counter() - started


def test_the_page_shows_the_vehicle(ray, page, pictures):
    until(lambda: orange(page) > VEHICLE_SHARE, DRAWING)
    (pictures / "live_raybot.png").write_bytes(page.screenshot())
    ray.page.stage.show_trail = False
    for handle in ray.page.stage._bodies:
        handle.visible = False
    until(lambda: orange(page) < 0.1 * VEHICLE_SHARE, DRAWING)
    for handle in ray.page.stage._bodies:
        handle.visible = True
    ray.page.stage.show_trail = True
    until(lambda: orange(page) > VEHICLE_SHARE, DRAWING)
    assert page.errors == []


def test_a_slider_steers_the_simulation_at_once_and_without_a_jump(ray, page):
    delays = []
    for degrees in (-30.0, 10.0, -10.0, 0.0, 30.0) * ROUNDS:
        if degrees == -30.0 and delays and min(delays) < REACTION:
            break
        samples = [ray.act.live.sample]
        move_slider(page, "turn (deg)", (degrees + 60.0) / 120.0)
        goal = np.radians(degrees)
        delays.append(until(lambda goal=goal: abs(command(ray, "gait.turn") - goal) < np.radians(3.0)))
    assert min(delays) < REACTION, delays
    ended = time.perf_counter() + 1.0
    while time.perf_counter() < ended:
        if ray.act.live.sample[0] != samples[-1][0]:
            samples.append(ray.act.live.sample)
        time.sleep(0.001)
    coordinate = next(each for each in ray.act.simulation.model.coordinates if each.name == "tail_bend")
    times = np.array([sample[0] for sample in samples])
    angles = np.array([sample[1][coordinate.position] for sample in samples])
    fastest = np.abs(np.diff(angles) / np.diff(times)).max()
    beat = 2.0 * np.pi * 1.2 * np.radians(22.0)
    turned = 4.0 * np.radians(30.0)
    assert fastest < beat + turned
    assert np.abs(angles).max() > np.radians(22.0)


def test_pause_step_and_reset(ray, page):
    live = ray.act.live
    press_button(page, "Pause")
    until(lambda: live.paused)
    time.sleep(0.1)
    held = live.sample[0]
    time.sleep(0.2)
    assert live.sample[0] == held
    press_button(page, "One step")
    until(lambda: live.sample[0] > held)
    assert live.sample[0] == pytest.approx(held + 0.005)
    press_button(page, "Reset")
    until(lambda: live.sample[0] < held)
    assert command(ray, "gait.turn") != 0.0
    press_button(page, "Go on")
    until(lambda: live.sample[0] > 0.1)


def test_speed_is_simulated_over_real_time(ray, page):
    choose(page, "speed", "5")
    live = ray.act.live
    until(lambda: live.speed == 5.0)
    assert_paced(live, 5.0)
    choose(page, "speed", "1")
    until(lambda: live.speed == 1.0)


def test_cameras_arrows_and_switches(ray, page, pictures):
    stage = ray.page.stage
    for label in ("axes", "velocity"):
        box = place_of(page, label)
        page.click(box["x"] + box["width"] / 2.0, box["y"] + box["height"] / 2.0)
    until(lambda: stage.show_velocity)
    choose(page, "camera", "top")
    until(lambda: stage.camera == "top")
    time.sleep(1.0)
    (pictures / "live_raybot_top.png").write_bytes(page.screenshot())
    camera = next(iter(ray.server.get_clients().values())).camera
    assert camera.position[2] > 5.0 * abs(camera.position[0])
    choose(page, "camera", "follow")


def test_a_browser_that_never_reads_does_not_hold_up_the_simulation(ray):
    headers = {"Cookie": f"{ray.guard.cookie}={ray.guard.token}"}
    address = f"ws://127.0.0.1:{ray.guard.port}"
    live = ray.act.live
    with connect(address, additional_headers=headers, subprotocols=[f"viser-v{viser.__version__}"], max_queue=1):
        time.sleep(2.0)
        assert_paced(live, 1.0)
        frames = ray.page.frames
        until(lambda: ray.page.frames > frames + 30, 10.0)
