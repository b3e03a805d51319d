"""A pool with a lamp, and fish with sensors in it: what there is to see, and where."""

import numpy as np
import pytest

from narcine.recording.summary import summarise
from narcine.recording.tables import summary_rows, touch_lines
from narcine.viewing.marks import mark_records
from narcine.viewing.path import draw_path
from narcine.viewing.plots import plot_run
from narcine.viewing.readings import draw_readings
from narcine.viewing.replay.data import replay_data
from narcine.viewing.replay.report import write_report
from narcine.viewing.scene import scene_of
from tests.viewing.runs import in_a_pool, pool, real

SINGLE = 1e-6
"""Rounding of places of about a metre kept with 24 bits."""


@pytest.fixture(scope="module")
def scene():
    simulation = pool()
    return scene_of(simulation.scenario, [body.name for body in simulation.model.bodies])


def things(scene, *kinds):
    return {thing.name: thing for thing in scene.things if thing.kind in kinds}


def test_a_pool_is_a_basin_of_its_size(scene):
    floor = things(scene, "seabed")["seabed"].vertices
    assert floor.min(axis=0) == pytest.approx([0.1, -0.2, 0.4], abs=SINGLE)
    assert floor.max(axis=0) == pytest.approx([1.9, 0.8, 0.4], abs=SINGLE)
    surface = things(scene, "surface")["surface"].vertices
    assert np.ptp(surface, axis=0) == pytest.approx([1.8, 1.0, 0.0], abs=SINGLE)
    walls = {name: thing for name, thing in things(scene, "obstacle").items() if name.endswith("wall")}
    sides = {"north_wall": (0, 1.9), "south_wall": (0, 0.1), "east_wall": (1, 0.8), "west_wall": (1, -0.2)}
    assert set(walls) == set(sides)
    for name, (axis, place) in sides.items():
        assert walls[name].vertices[:, axis] == pytest.approx(place, abs=SINGLE)
        assert walls[name].vertices[:, 2].min() < 0.0 < walls[name].vertices[:, 2].max() == pytest.approx(0.4)
        inwards = np.array([1.0, 0.3, 0.2]) - walls[name].vertices[0]
        assert walls[name].normals[0] @ inwards > 0.0
        assert walls[name].opacity < 0.5
    assert scene.pool is not None


def test_what_moves_stands_about_its_place(scene):
    names = pool().scenario.world.names
    lamp, ferry, crate = (things(scene, "obstacle", "lamp")[name] for name in ("lamp", "ferry", "crate"))
    assert names[lamp.obstacle] == "lamp"
    assert names[ferry.obstacle] == "ferry"
    assert np.linalg.norm(lamp.vertices, axis=1) == pytest.approx(0.025, rel=1e-5)
    assert crate.obstacle is None
    assert [names[k] for k in scene.movers] == ["ferry", "lamp"]
    assert [names[k] for k in scene.lamps] == ["lamp"]


def test_beams_reach_as_far_and_wide_as_the_sensor_sees(scene):
    vehicle = pool().scenario.vehicles["fish"].vehicle
    beams = things(scene, "beam")
    assert set(beams) == {name for name, sensor in vehicle.sensors.items() if sensor.type == "infrared"}
    for name, beam in beams.items():
        sensor = vehicle.sensors[name]
        away = beam.vertices - np.array(sensor.at)
        far = np.linalg.norm(away, axis=1)
        assert far.max() == pytest.approx(sensor.range, rel=1e-5)
        angles = np.arccos((away[far > 0.01] @ np.array(sensor.axis) / far[far > 0.01]).clip(-1.0, 1.0))
        assert angles.max() == pytest.approx(sensor.beam, rel=1e-3)
        assert scene.eyes[beam.sensor].name == name


def test_petals_grow_with_the_light_and_stay_short(scene):
    eye = next(eye for eye in scene.eyes if eye.kind == "photocell")
    long = eye.petal(np.array([-1.0, 0.0, 10.0, eye.half_bright, 1e6]))
    assert np.all(np.diff(long[1:]) > 0.0)
    assert long[:2] == pytest.approx(0.0)
    assert long[3] == pytest.approx(eye.longest / 2.0)
    assert long[-1] < eye.longest < max(scene.sizes)


def test_a_replay_knows_places_and_readings_as_the_file_has_them():
    run = in_a_pool()
    data = replay_data(run)
    assert data["pool"] is not None
    lamp = next(thing for thing in data["things"] if thing["kind"] == "lamp")
    assert data["obstacles"][lamp["obstacle"]]["moves"]
    assert {thing["kind"] for thing in data["things"] if "sensor" in thing} == {"beam", "petal"}
    assert {panel["title"].partition(" (")[0] for panel in data["panels"]} >= {
        "Light at photocells",
        "Infrared switches",
        "Distance to the nearest lamp",
    }
    blind = replay_data(run.drop_dims("sensor"))
    assert not any("sensor" in thing for thing in blind["things"])


def test_sensors_do_not_make_a_vehicle_larger():
    vehicle = replay_data(in_a_pool())["vehicles"][0]
    assert vehicle["size"] < 0.2


def test_a_browser_shows_lamps_and_readings_of_the_moment(browser, tmp_path, pictures):
    run = in_a_pool()
    file = tmp_path / "report.html"
    write_report(run, file)
    with browser.open(file.as_uri()) as page:
        assert page.evaluate("narcine.replay.camera.mode") == "free"
        page.evaluate("narcine.show(3.0)")
        record = int(np.abs(run["time"].values - 3.0).argmin())
        lamp = list(run["obstacle"].values).index("lamp")
        shown = np.array(page.evaluate(f"[...narcine.replay.recording.moverAt({lamp}, 3.0)]"))
        origin = np.array(page.evaluate("narcine.replay.data.origin"))
        assert shown + origin == pytest.approx(run["obstacle_position"].values[record, lamp], abs=1e-4)
        for number, told in enumerate(run["reading"].values[record]):
            assert page.evaluate(f"narcine.replay.recording.readingAt({number}, 3.0, true)") == pytest.approx(
                told, rel=0.1
            )
        assert not page.evaluate("document.querySelector('[data-shows=sensors]').parentElement.hidden")
        (pictures / "pool.png").write_bytes(page.screenshot())
        assert page.errors == []


def test_the_summary_tells_how_far_the_lamp_was():
    run = in_a_pool()
    away = np.linalg.norm(
        run["position"].sel(body="forebody").values - run["obstacle_position"].sel(obstacle="lamp").values, axis=1
    )
    (summary,) = summarise(run)
    assert summary.lamp_distance == pytest.approx(away.mean(), rel=0.01)
    assert summary.near_lamp == pytest.approx((away < 0.4).mean(), abs=0.01)
    assert "distance to the lamp, whole run" in [row[0] for row in summary_rows([summary])]
    (other,) = summarise(real("raybot"))
    assert np.isnan(other.lamp_distance)


def test_pictures_show_the_whole_pool_and_marks_at_equal_times(tmp_path):
    run = in_a_pool()
    assert {file.stem for file in plot_run(run, tmp_path)} >= {"path", "readings"}
    above = draw_path(run).axes[0]
    assert above.get_xlim()[0] < 0.1 < 1.9 < above.get_xlim()[1]
    assert above.get_ylim()[1] < -0.2 < 0.8 < above.get_ylim()[0]
    times = run["time"].values[mark_records(run)]
    assert np.diff(times) == pytest.approx(np.diff(times)[0], abs=1e-6)
    assert (
        sorted(len(each.get_offsets()) for each in above.collections if len(each.get_offsets()) > 2) == [len(times)] * 2
    )


def test_readings_of_one_fish_and_of_a_school():
    alone = [axes.get_title() for axes in draw_readings(in_a_pool()).axes]
    assert alone == ["photocells", "infrared switches: on", "distance to the nearest lamp (m); dashed: 0.4 m"]
    school = in_a_pool(5)
    figure = draw_readings(school)
    assert [label.get_text() for label in figure.axes[1].get_yticklabels()] == [
        str(name) for name in school["vehicle"].values
    ]
    rows = summary_rows(summarise(school))
    assert len(rows) == 6
    assert rows[0][-1] == "contacts"
    assert len(touch_lines(summarise(school))) <= 5
