"""The report of a run, in a real browser: what it shows, plays and tells, and what it never does."""

import io
import json
import re

import numpy as np
import pytest
from PIL import Image

import narcine
from narcine.recording.dataset import rotation_matrices
from narcine.viewing.replay.data import records_to_show
from narcine.viewing.replay.report import report_of, write_report
from tests.viewing.runs import changed, real, two_vehicles

LARGEST = 5_000_000
"""Bytes of a report of 60 s."""
SINGLE = 3e-7
"""Rounding of a number near 1 kept with 24 bits, passed on through the few products of a rotation."""
HOSTILE = "</script><script>window.harmed = 1</script><img src=x onerror='window.harmed=1'>"


@pytest.fixture(scope="module")
def minute():
    return real("raybot", 60.0)


@pytest.fixture(scope="module")
def report(minute, tmp_path_factory):
    file = tmp_path_factory.mktemp("report") / "report.html"
    write_report(minute, file)
    return file


@pytest.fixture
def page(browser, report):
    with browser.open(report.as_uri()) as page:
        yield page
        assert page.errors == []


def opened(browser, run, folder, width=1280, height=720):
    file = folder / "report.html"
    write_report(run, file)
    return browser.open(file.as_uri(), width, height)


def pixels_of(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def place_of(page, choice):
    """Return left, top, width and height of an element."""
    box = page.evaluate(
        f"(r => [r.left, r.top, r.width, r.height])(document.querySelector({choice!r}).getBoundingClientRect())"
    )
    return [float(number) for number in box]


def stage_of(page, scale=1):
    left, top, width, height = (int(scale * number) for number in place_of(page, "#stage"))
    return pixels_of(page.screenshot())[top : top + height, left : left + width]


def orange(pixels):
    """Say which pixels have the hue of the first vehicle."""
    red, green, blue = np.moveaxis(pixels, -1, 0)
    return (red > 150) & (red > 1.3 * green) & (green > 1.2 * blue)


def test_a_minute_fits_and_asks_for_nothing(page, report):
    assert report.stat().st_size < LARGEST
    assert page.requests == [report.as_uri()]
    text = report.read_text(encoding="utf-8")
    assert not re.search(r"""(?:src|href)\s*=|url\(|https?://|import\s*\(|fetch\(""", text.split('id="data"')[0])


def test_the_vehicle_is_seen_before_the_water(page, pictures):
    page.evaluate("narcine.show(12)")
    stage = stage_of(page)
    (pictures / "report.png").write_bytes(page.screenshot())
    seen = orange(stage)
    height, width = seen.shape
    assert 0.03 < seen.mean() < 0.5
    assert seen[height // 3 : 2 * height // 3, width // 3 : 2 * width // 3].mean() > 0.15
    assert not seen[: height // 8].any()
    blue = stage[: height // 8].mean(axis=(0, 1))
    assert blue[2] > blue[0] > 150.0  # light water above


@pytest.mark.parametrize("camera", ["free", "follow", "top", "side", "front"])
def test_every_camera_sees_the_vehicle(page, camera, pictures):
    page.evaluate("document.querySelector('[data-shows=trail]').click(), narcine.show(30)")
    page.evaluate(f"document.querySelector('[data-camera={camera}]').click(), narcine.show(30)")
    stage = stage_of(page)
    Image.fromarray(stage.astype(np.uint8)).save(pictures / f"camera_{camera}.png")
    rows, columns = np.nonzero(orange(stage))
    middle = np.array([rows.min() + rows.max(), columns.min() + columns.max()]) / 2.0 / stage.shape[:2]
    assert rows.size > (20 if camera == "free" else 2000)
    assert np.all(np.abs(middle - 0.5) < (0.25 if camera == "free" else 0.12))


def test_a_moment_shows_the_recorded_pose(page, minute):
    time = minute["time"].values
    origin = np.array(page.evaluate("narcine.replay.data.origin"))
    for record in (0, 500, 1234, 3000):
        record = int(records_to_show(minute, 30.0)[np.searchsorted(records_to_show(minute, 30.0), record)])
        page.evaluate(f"narcine.show({float(time[record])!r})")
        for body in range(minute.sizes["body"]):
            matrix = np.array(page.evaluate(f"narcine.pose({body})")).reshape(4, 4).T
            position = minute["position"].values[record, body] - origin
            assert matrix[:3, 3] == pytest.approx(position, rel=1e-7, abs=SINGLE * np.abs(position).max())
            expected = rotation_matrices(minute["attitude"].values[record, body])
            assert np.abs(matrix[:3, :3] - expected).max() < 3.0 * SINGLE
            assert matrix[3].tolist() == [0.0, 0.0, 0.0, 1.0]


def test_between_records_bodies_turn_evenly(page, minute):
    records = records_to_show(minute, 30.0)
    before, after = records[400], records[401]
    times = minute["time"].values[[before, after]]
    page.evaluate(f"narcine.show({float(times.mean())!r})")
    tail = list(minute["body"].values).index("tail_2")
    shown = np.array(page.evaluate(f"narcine.pose({tail})")).reshape(4, 4).T[:3, :3]
    first, last = (rotation_matrices(minute["attitude"].values[record, tail]) for record in (before, after))
    to_middle, from_middle = first.T @ shown, shown.T @ last
    assert np.abs(to_middle - from_middle).max() < 1e-5
    assert np.abs(to_middle - np.eye(3)).max() > 1e-3  # it turns at all


def test_play_advances_in_real_time_and_pause_stops(page):
    page.evaluate("document.getElementById('speed').value = '2'")
    left, top, width, height = place_of(page, "#play")
    page.click(left + width / 2, top + height / 2)
    elapsed = page.evaluate("""new Promise(done => { const start = performance.now(), before = narcine.time;
        setTimeout(() => done((narcine.time - before) / (performance.now() - start) * 1000), 1500) })""")
    assert 1.0 < elapsed < 2.2  # twice real time, less what the last frame took
    page.press(" ")
    assert not page.evaluate("narcine.playing")
    stopped = page.evaluate("narcine.time")
    assert page.evaluate("new Promise(done => setTimeout(() => done(narcine.time), 200))") == stopped
    page.press("ArrowRight")
    assert page.evaluate("narcine.time") == pytest.approx(stopped + 1.0 / 30.0)
    page.press("End")
    assert page.evaluate("narcine.time") == 60.0


def test_slider_and_plots_go_to_a_time(page):
    left, top, width, height = place_of(page, "#slider")
    page.click(left + width / 2, top + height / 2)
    assert page.evaluate("narcine.time") == pytest.approx(30.0, abs=0.5)
    left, top, width, height = place_of(page, ".frame")
    page.click(left + 46 + 0.25 * (width - 56), top + height / 2)
    assert page.evaluate("narcine.time") == pytest.approx(15.0, abs=0.2)
    assert page.evaluate("document.getElementById('clock').textContent").startswith("15.")


def test_plots_are_drawn_and_tell_values(page, minute):
    titles = page.evaluate("[...document.querySelectorAll('h3')].map(title => title.textContent)")
    for title in ("Speed over ground (m/s)", "Depth (m)", "Roll and pitch (deg)", "Joint angles (deg)"):
        assert title in titles
    assert "Power by term (W)" in titles
    inked = page.evaluate("""[...document.querySelectorAll('.frame canvas')].map(canvas => {
        const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        let count = 0; for (let k = 0; k < data.length; k += 4)
          count += data[k + 3] > 100 && Math.abs(data[k] - data[k + 1]) + Math.abs(data[k + 1] - data[k + 2]) > 60;
        return count })""")
    assert len(inked) == len(titles)
    assert min(inked) > 200
    notes = page.evaluate("[...document.querySelectorAll('.note')].map(note => note.textContent)")
    assert "the 2 of 9 that change" in notes  # joints of the tail; the fins hold still
    left, top, width, height = place_of(page, ".frame")
    page.hover(left + 46 + 0.5 * (width - 56), top + height / 2)
    told = float(page.evaluate("document.querySelector('.key b').textContent"))
    assert told == pytest.approx(float(minute["speed"].sel(time=30.0, method="nearest")[0]), abs=0.03)


def test_hands_turn_move_and_zoom(page):
    left, top, width, height = place_of(page, "#overlay")
    x, y = left + width / 2, top + height / 2
    state = "(c => [c.azimuth, c.elevation, c.zoom, ...c.pan])(narcine.replay.camera)"
    page.evaluate("narcine.show(20)")
    before, picture = page.evaluate(state), stage_of(page)
    page.drag(x, y, x + 100, y + 40)
    turned = page.evaluate(state)
    assert turned[0] > before[0] + 0.5
    assert turned[1] > before[1] + 0.1
    page.drag(x, y, x + 60, y, button="right")
    page.scroll(x, y, -200)
    page.wait_until("narcine.replay.camera.zoom < 0.9")
    assert np.linalg.norm(page.evaluate(state)[3:]) > 0.01
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert np.abs(stage_of(page) - picture).mean() > 3.0


def test_what_is_switched_off_is_not_drawn(page):
    page.evaluate("narcine.show(20)")
    shown = stage_of(page)
    for name in ("trail", "grid"):
        page.evaluate(f"document.querySelector('[data-shows={name}]').click(), narcine.show(20)")
        less = stage_of(page)
        assert (np.abs(less - shown).max(axis=-1) > 20).mean() > 0.001
        shown = less
    page.evaluate("document.querySelector('[data-shows=axes]').click(), narcine.show(20)")
    red, _, blue = np.moveaxis(stage_of(page), -1, 0)
    assert ((blue > 190) & (red < 90)).sum() > 100  # the axis that points down


def test_the_numbers_are_those_that_are_printed(page, minute):
    rows = page.evaluate(
        "[...document.querySelectorAll('table:first-of-type tr')].map(r => [...r.cells].map(c => c.textContent))"
    )
    from narcine.recording.summary import summarise
    from narcine.recording.tables import summary_rows

    assert rows == summary_rows(summarise(minute))
    text = page.evaluate("document.querySelector('details pre').textContent")
    assert "name: raybot" in text
    assert "seed 0" in page.evaluate("document.querySelector('footer').textContent")


def test_dark_and_light(page):
    page.evaluate("narcine.show(5)")
    light = pixels_of(page.screenshot()).mean()
    page.prefer("dark")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert pixels_of(page.screenshot()).mean() < 0.45 * light


def test_a_phone_shows_all_in_one_column(browser, report, pictures):
    with browser.open(report.as_uri(), 390, 844) as page:
        page.resize(390, 844, 2.0, touch=True)
        page.evaluate("narcine.show(5)")
        (pictures / "report_phone.png").write_bytes(page.screenshot())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        boxes = [place_of(page, choice) for choice in (".view", ".card", ".frame")]
        assert all(left >= 0 and left + width <= 390 for left, _, width, _ in boxes)
        assert boxes[0][1] < boxes[1][1] < boxes[2][1]


def test_two_vehicles_have_a_key_and_can_be_followed(browser, tmp_path, pictures):
    with opened(browser, two_vehicles(), tmp_path) as page:
        names = page.evaluate("[...document.querySelectorAll('#key button')].map(button => button.textContent)")
        assert names == ["ray", "torpedo"]
        colours = page.evaluate("narcine.replay.data.vehicles.map(vehicle => vehicle.colour)")
        assert colours[0] != colours[1]
        left, top, width, height = place_of(page, "#key li:last-child button")
        page.click(left + width / 2, top + height / 2)
        page.evaluate("narcine.show(1)")
        (pictures / "report_two.png").write_bytes(page.screenshot())
        red, green, blue = np.moveaxis(stage_of(page), -1, 0)
        assert ((red > 120) & (green < 0.5 * red) & (blue < 0.6 * red)).mean() > 0.03  # the torpedo is red
        assert page.errors == []


WORLD = {
    "seabed": {"depth": 1.5, "slope": "4 deg", "towards": "90 deg"},
    "obstacles": {
        "rock": {"ellipsoid": [0.5, 0.4, 0.3], "at": [2.5, 0.9, 1.4]},
        "pillar": {"cylinder": {"radius": 0.15, "length": 3}, "at": [1.2, -0.6, 0.5]},
        "quay": {"wall": {"normal": [-1, 0, 0]}, "at": [3, 0, 0]},
    },
}


def surrounded(**water):
    """Return a run of the ray between obstacles, above a seabed and below a surface."""
    ray = {"vehicle": narcine.load("raybot").description.plain, "start": {"position": [0, 0, 0.8]}}
    return narcine.Simulation(
        {"name": "harbour", "world": WORLD, "water": {"surface": "calm", **water}, "vehicles": {"ray": ray}}
    ).run(duration=1.0)


@pytest.mark.parametrize(
    "water", [{}, {"waves": {"significant_height": 0.2, "peak_period": 2.5}}], ids=["calm", "waves"]
)
def test_a_world_around(browser, water, tmp_path, pictures):
    with opened(browser, surrounded(**water), tmp_path) as page:
        page.evaluate("narcine.camera('free'), narcine.replay.camera.zoom = 4, narcine.show(0.5)")
        (pictures / f"report_{'waves' if water else 'world'}.png").write_bytes(page.screenshot())
        with_surface = stage_of(page)
        page.evaluate("document.querySelector('[data-shows=surface]').click(), narcine.show(0.5)")
        without = stage_of(page)
        assert (np.abs(with_surface - without).max(axis=-1) > 8).mean() > 0.2
        page.evaluate("narcine.replay.stage.things = [], narcine.show(0.5)")
        assert (np.abs(stage_of(page) - without).max(axis=-1) > 20).mean() > 0.03  # obstacles
        red, _, blue = np.moveaxis(stage_of(page)[-80:], -1, 0)
        assert (red > blue).mean() > 0.7  # sand
        assert page.errors == []


def test_the_surface_stands_where_the_waves_are(browser, tmp_path):
    run = surrounded(waves={"height": 0.2, "period": 2.0, "towards": "90 deg"})
    with opened(browser, run, tmp_path) as page:
        origin = page.evaluate("narcine.replay.data.origin")
        place = [1.0 - origin[0], 2.0 - origin[1], 0.0]
        seen = page.evaluate(f"narcine.replay.stage.elevation({place}, 0.7)")
    depth, frequency = 1.5, 2.0 * np.pi / 2.0
    k = frequency**2 / 9.81
    for _ in range(50):
        k = frequency**2 / (9.81 * np.tanh(k * depth))
    assert seen == pytest.approx(0.1 * np.cos(k * 2.0 - frequency * 0.7), abs=1e-6)


def test_names_from_files_do_no_harm(browser, tmp_path):
    run = changed(two_vehicles())
    run = run.assign_coords(vehicle=[HOSTILE, "torpedo"])
    run.attrs |= {
        "title": HOSTILE,
        "summary": f"{HOSTILE} {{{{script}}}}",
        "warnings": json.dumps([HOSTILE]),
        "settings": json.dumps({"a": HOSTILE}),
        "source": HOSTILE,
        "ended": HOSTILE,
    }
    with opened(browser, run, tmp_path) as page:
        page.evaluate("narcine.show(1)")
        page.evaluate("new Promise(done => setTimeout(done, 100))")
        assert page.evaluate("window.harmed === undefined")
        assert page.evaluate("document.images.length") == 0
        assert page.evaluate("document.querySelector('h1').textContent") == HOSTILE
        assert page.evaluate("document.querySelector('.warnings li').textContent") == HOSTILE
        assert HOSTILE in page.evaluate("[...document.querySelectorAll('.key span')].map(name => name.textContent)")
        assert page.evaluate("document.querySelector('header p').textContent").endswith("{{script}}")
        assert page.requests == [(tmp_path / "report.html").as_uri()]
        assert page.errors == []


def test_a_policy_forbids_what_the_page_did_not_bring(browser, tmp_path):
    file = tmp_path / "report.html"
    text = report_of(real("raybot"))
    file.write_text(text.replace("<footer>", "<script>window.harmed = 1</script><footer>"), encoding="utf-8")
    with browser.open(file.as_uri()) as page:
        assert page.evaluate("window.harmed === undefined")
        assert any("Content Security Policy" in error for error in page.errors)


@pytest.mark.parametrize(
    ("ended", "warns"),
    [("at its full duration", False), ("saved at 4.065 s", False), ("interrupted at t = 1 s of 3 s", True)],
)
def test_an_end_that_was_meant_is_no_warning(ended, warns):
    run = changed(real("raybot"))
    run.attrs |= {"ended": ended, "warnings": "[]"}
    assert (f"<li>{ended}</li>" in report_of(run)) == warns
    assert ('class="card warnings"' in report_of(run)) == warns


def test_a_run_without_shapes_or_with_one_record(browser, tmp_path):
    gone = changed(real("raybot"))
    gone.attrs["description"] = "{}"
    for run in (gone, real("raybot").isel(time=slice(0, 1))):
        with opened(browser, run, tmp_path) as page:
            page.evaluate("narcine.show(1), narcine.play()")
            assert page.errors == []


def test_a_run_that_exploded_is_shown_until_then(browser, tmp_path):
    run = changed(real("raybot"))
    run["position"][100:] = np.nan
    run["speed"][90:] = np.inf
    assert records_to_show(run, 30.0)[-1] == 99
    with opened(browser, run, tmp_path) as page:
        page.evaluate("narcine.show(9)")
        assert page.evaluate("narcine.time") == pytest.approx(float(run["time"][99]))
        assert orange(stage_of(page)).mean() > 0.03
        assert page.errors == []


def test_a_long_run_is_thinned_and_keeps_its_end():
    run = real("raybot", 60.0)
    records = records_to_show(run, 30.0, 50_000)
    assert records[0] == 0
    assert records[-1] == run.sizes["time"] - 1
    assert 7 * run.sizes["body"] * len(records) < 50_000
    assert len(records_to_show(run, 30.0)) == 1501  # every second of 50 records per second
    assert len(records_to_show(run, 200.0)) == run.sizes["time"]
