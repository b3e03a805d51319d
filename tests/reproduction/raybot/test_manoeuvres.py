"""RayBot's manoeuvres: signs, mirrored gaits, the scenario and the control law, and what is left without drive."""

import numpy as np
import pytest

import narcine
from narcine.reproduction.raybot import manoeuvres
from narcine.reproduction.raybot.manoeuvres import INPUTS, MANOEUVRES, SEQUENCE, commanded

pytestmark = pytest.mark.slow
MIRROR = np.array([1.0, -1.0, 1.0])


@pytest.fixture(scope="module")
def readings():
    [found] = manoeuvres.measure([narcine.load("raybot", run__start={"position": [0, 0, 5]})])
    return found


def law(run):
    """Command RayBot what the sequence says, as a control law does."""
    commands = MANOEUVRES[commanded(SEQUENCE, run.time)]
    for name in INPUTS:
        run.command[name] = commands.get(name, 0.0)


def test_each_manoeuvre_goes_the_way_that_was_commanded(readings):
    ok, note = manoeuvres.judge(readings)
    assert ok, note


def test_what_hardly_moves_it_does_not_count_and_what_explodes_reads_nothing():
    some = {"heading": 6.0, "depth": 0.2, "roll": 3.0, "pitch": 0.0}
    signs = {"port": -1.0, "starboard": 1.0, "dive": 1.0, "climb": -1.0, "straight": 0.0}
    way = np.array([signs[name.split()[-1]] for name in MANOEUVRES])
    assert manoeuvres._read({name: size * way for name, size in some.items()})["right"] == 6
    hardly = {**some, "roll": 1.0}
    assert manoeuvres._read({name: size * way for name, size in hardly.items()})["right"] == 4
    exploded = {name: size * np.where(way > 0.0, way, np.nan) for name, size in some.items()}
    assert np.isnan(manoeuvres._read(exploded)["right"])


def test_each_way_is_the_mirror_image_of_the_other(readings):
    """But for the tail's phase when it begins: a few degrees of heading, a part of a degree of roll."""
    for one, other, name, bound in (
        ("turn to port", "turn to starboard", "heading", 3.0),
        ("turn to port", "turn to starboard", "roll", 0.1),
        ("roll to starboard", "roll to port", "roll", 0.1),
        ("roll to starboard", "roll to port", "heading", 3.0),
    ):
        assert readings[f"{name} {one}"] == pytest.approx(-readings[f"{name} {other}"], abs=bound)


def test_one_manoeuvre_brings_others_with_it(readings):
    """Turning rolls it outwards, rolling turns it, both ways; diving does neither."""
    assert readings["roll turn to port"] > 1.0
    assert readings["roll turn to starboard"] < -1.0
    assert abs(readings["heading roll to starboard"]) > 10.0
    assert abs(readings["heading dive"]) < 1.0
    assert abs(readings["roll dive"]) < 0.1


def test_the_figures_have_twelve_states_and_all_manoeuvres(readings):
    (states, caption), (changes, _) = manoeuvres.draw(readings)
    assert len(states.axes) == 12
    assert len(changes.axes) == 4
    assert all(name in caption for name in SEQUENCE.values())


def test_the_scenario_commands_what_the_control_law_does():
    """The same numbers at the same steps, and so the same states to the bit."""
    scenario = narcine.load("raybot_manoeuvres")
    assert scenario.scenario.duration == manoeuvres.SEQUENCE_DURATION
    by_table = scenario.run(record=0.5)
    by_law = narcine.load("raybot", run__start={"position": [0, 0, 5]}).run(
        duration=manoeuvres.SEQUENCE_DURATION, record=0.5, control=law, control_period=0.1
    )
    assert by_law.position.values == pytest.approx(by_table.position.values, abs=1e-6)


@pytest.mark.parametrize(
    "commands",
    [{}, {"gait.turn": 0.15}, {"gait.dive": 0.15}, manoeuvres.rolling(0.15)],
    ids=["straight", "turn", "dive", "roll"],
)
def test_a_mirrored_gait_gives_the_mirrored_path(commands):
    """Phase turned by half a beat, turns negated, planes exchanged: the same path but for port and starboard.

    Sums run in another order, so rounding differs by 1e-16 and grows by a few tens in ten seconds of swimming;
    servo limits and stall have kinks, but both sides meet them alike. 1e-9 m leaves six digits to that.
    """
    mirrored = {
        **{name: value for name, value in commands.items() if name == "gait.dive"},
        **{name: -value for name, value in commands.items() if name == "gait.turn"},
        **{_other_side(name): value for name, value in commands.items() if not name.startswith("gait")},
    }
    right = narcine.load("raybot", run__commands=commands).run(duration=10.0)
    left = narcine.load("raybot", gait__phase="180 deg", run__commands=mirrored).run(duration=10.0)
    disc = right.position.sel(body="disc").values
    assert left.position.sel(body="disc").values == pytest.approx(disc * MIRROR, abs=1e-9)


def _other_side(name):
    front, side = name.split("_")
    return f"{front}_{'port' if side == 'starboard' else 'starboard'}"


def test_without_drive_it_comes_to_rest_and_floats():
    """Tail held still from cruise speed on: slight buoyancy lifts it, and drag takes its speed away as 1 / t."""
    start = {"position": [0, 0, 0.5], "velocity": [0.43, 0, 0]}
    still = narcine.load("raybot", gait__amplitude=0, run__start=start, run__water__surface="calm")
    run = still.run(duration=240.0, record=0.5)
    speed = run.speed.values[:, 0]
    late = np.searchsorted(run.time.values, [120.0, 240.0])
    assert speed[late[1]] / speed[late[0]] == pytest.approx(0.5, abs=0.1)
    assert speed[late[1]] < 0.03 * speed[0]
    assert np.abs(np.degrees(run.roll_angle.values[-1, 0])) < 1.0
    assert np.abs(np.degrees(run.pitch_angle.values[-1, 0])) < 6.0
    assert 0.03 < run.depth.values[-1, 0] < 0.05
