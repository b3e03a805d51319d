"""Motion functions learned from the simulator: symmetric, as single runs have them, and of the vehicle as it is."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from narcine.description.load import describe
from narcine.description.problems import DescriptionError
from narcine.description.tree import read_tree
from narcine.planning.actions import TURN
from narcine.planning.choice import choose
from narcine.planning.lookup import all_inputs, compile_lookup
from narcine.simulation import learning
from narcine.simulation.beats_of_rows import Tracks, course, earlier, heading, joined, latest, speed_over, turned
from narcine.simulation.learning import learn_motion, motion_for
from narcine.simulation.motion_file import motion_dataset, read_motion, write_motion
from narcine.simulation.motion_fingerprint import hangs_on, what_changed
from narcine.simulation.planners import planner_of
from narcine.simulation.simulation import Simulation
from narcine.simulation.swimmer import Swimmer, open_water
from tests.planning.fish import FISH


def simulation(**settings):
    return Simulation(describe(read_tree(FISH, "fish.yaml"), Path("fish.yaml"), settings))


@pytest.fixture(scope="module")
def fish():
    return simulation()


@pytest.fixture(scope="module")
def motion(fish):
    return learn_motion(fish)


def test_beats_of_a_rocking_circle():
    rate, pace, beat, interval, after = 0.4, 0.08, 0.5, 0.01, 0.3
    time = interval * np.arange(431) - 4.0
    headings = rate * time + 0.3 * np.sin(2.0 * np.pi * time / beat + 0.7)
    sway = 0.01 * np.sin(2.0 * np.pi * time / beat + 0.2)
    along = rate * time - 0.2
    path = pace / rate * np.stack([np.sin(along), -np.cos(along)], axis=1)
    path += sway[:, None] * np.stack([-np.sin(along), np.cos(along)], axis=1)
    tracks = Tracks(interval, after, path[None], headings[None])
    beats = np.array([beat])
    assert heading(tracks, beats)[0] == pytest.approx(0.0, abs=1e-9)
    # the sway of 1 cm turns by 0.2 rad within a beat of 4 cm: up to 0.05 rad of the course, and little of the speed
    assert course(tracks, beats)[0] == pytest.approx(-0.2, abs=0.05)
    assert course(earlier(tracks, 2.0), beats)[0] == pytest.approx(-0.2 - 2.0 * rate, abs=0.05)
    assert speed_over(tracks, beats, 3.2)[0] == pytest.approx(pace, rel=0.01)
    assert turned(tracks, beats, 2.3)[0] == pytest.approx(2.3 * rate, abs=1e-9)
    past = earlier(tracks, 1.0)
    rest = Tracks(interval, after, tracks.places[:, -131:], tracks.headings[:, -131:])
    assert np.allclose(joined(latest(past, 1.5), rest).headings, tracks.headings[:, -281:], atol=1e-12)


def test_it_is_exactly_symmetric(motion):
    image = motion.mirror
    assert np.array_equal(motion.direction, -motion.direction[np.ix_(image, image)])
    assert np.array_equal(motion.speed, motion.speed[np.ix_(image, image)])
    straight = np.flatnonzero(motion.side == 0)
    assert not np.any(motion.direction[np.ix_(straight, straight)])


def test_the_fish_swims_where_its_tail_points(motion):
    """Sharper to starboard with every step of the turn, whatever was done before; faster with a faster beat."""
    table = motion.direction.reshape(-1, 2, 5)
    assert np.all(np.diff(table, axis=-1) > 0.0)
    turning = np.sign(motion.actions[:, TURN])
    assert np.array_equal(np.sign(motion.turn_rate), turning)
    assert np.all(motion.steady_speed.reshape(2, 5)[1] > motion.steady_speed.reshape(2, 5)[0])


@pytest.mark.parametrize("direction", ["heading", "course"])
def test_an_entry_is_what_a_single_run_does(direction):
    """The mean of a run and of its mirror image, each stepped by itself."""
    fish = simulation(**{"planner.direction": direction})
    motion = learn_motion(fish)
    alone = open_water(fish, "small_fish")
    swimmer = Swimmer(alone, motion.actions, motion.period)
    seconds = []
    swimmer.settled(np.arange(len(motion.actions)), seconds.append)
    settling = sum(seconds) / len(motion.actions)
    before, then = 2, 9
    found = []
    for pair in ((before, then), tuple(motion.mirror[[before, then]])):
        first, second = (1.0 / motion.actions[[action], 1] for action in pair)
        found.append(heading(swum_alone(alone, swimmer, motion, (pair[0], settling)), first))
        reached = swum_alone(alone, swimmer, motion, (pair[0], settling), (pair[1], motion.period))
        found.append({"heading": heading, "course": course}[direction](reached, second))
    theta = 0.5 * ((found[1] - found[0]) - (found[3] - found[2]))
    assert motion.direction[before, then] == pytest.approx(theta[0], abs=1e-9)


def swum_alone(alone, swimmer, motion, *parts):
    """Return the track of one run through actions for some time each, and on with the last for half a beat."""
    run = alone.start(record=swimmer.every * swimmer.step)
    for action, duration in (*parts, (parts[-1][0], 0.5 * swimmer.longest_beat)):
        for name, value in zip(("amplitude", "frequency", "turn"), motion.actions[action], strict=True):
            run.command[f"gait.{name}"] = value
        run.step(round(duration / swimmer.step))
    return swimmer.tracks(run.states[None], 0.5 * swimmer.longest_beat)


@pytest.mark.parametrize("history", [0, 2])
def test_other_histories(history, motion):
    settings = {"planner.actions.frequency": "[2 Hz]", "planner.actions.turn": "[-20 deg, 0, 20 deg]"}
    found = learn_motion(simulation(**settings, **{"planner.history": history}))
    assert found.speed.shape == (3,) * (history + 1)
    assert np.all(np.diff(found.direction, axis=-1) > 0.0)
    if history == 2:
        once = learn_motion(simulation(**settings))
        # a swim counts as steady while its speed changes by 1 %, which leaves some thousandths of a radian
        assert found.direction[2, 2] == pytest.approx(once.direction[2], abs=5e-3)
        assert np.abs(found.direction[0, 2] - once.direction[2]).max() > 0.05


def test_decisions_of_the_learned_function_are_those_of_its_table(fish, motion):
    planner = planner_of(fish.scenario.vehicles["small_fish"].vehicle)
    lookup = compile_lookup(planner, motion)
    sight, history = all_inputs(planner, motion)
    assert np.array_equal(lookup.choose(sight, history), choose(planner, motion, sight, history))


def test_a_file_holds_all_of_it(fish, motion, tmp_path):
    file = tmp_path / "motion.nc"
    write_motion(motion_dataset(motion, hangs_on(fish, "small_fish"), "fish"), file)
    read, then = read_motion(file)
    for name in ("actions", "speed", "direction", "steady_speed", "turn_rate"):
        assert np.array_equal(getattr(read, name), getattr(motion, name))
    assert then == hangs_on(fish, "small_fish")
    assert np.array_equal(motion_for(simulation(**{"planner.motion": str(file)})).theta, motion.theta)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"bodies.hull.mass": 0.12}, "bodies.hull.mass was 0.11 and is 0.12"),
        ({"drives.root.rate": "7 rad/s"}, "drives.root.rate was 8 and is 7"),
        ({"gait.response": "0.4 s"}, "gait.response was 0.3 and is 0.4"),
        ({"run.water.density": 1025}, "water.density is new"),
        ({"run.step": "2 ms"}, "step was 0.005 and is 0.002"),
        ({"planner.period": "2 s"}, "planner.period was 1 and is 2"),
        ({"planner.history": 0}, "planner.history was 1 and is 0"),
        ({"planner.actions.frequency": "[1 Hz, 1.9 Hz]"}, "planner.actions[5][1] was 2 and is 1.9"),
    ],
)
def test_a_file_of_another_vehicle_is_refused_with_what_changed(settings, told, fish, motion, tmp_path):
    file = tmp_path / "motion.nc"
    write_motion(motion_dataset(motion, hangs_on(fish, "small_fish"), "fish"), file)
    with pytest.raises(DescriptionError) as caught:
        motion_for(simulation(**settings, **{"planner.motion": str(file)}))
    assert told in str(caught.value)
    assert "learn it anew with `narcine plan`" in str(caught.value)


@pytest.mark.parametrize(
    "settings",
    [
        {"name": "other"},
        {"run.start": "{position: [1, 2, 3], attitude: [0, 0, 1]}"},
        {"sensors.eye_1.bearing": "-95 deg"},
        {"planner.weak": "30 lx"},
        {"gait.amplitude": "10 deg"},
        {"run.water.current": "[0.1, 0, 0]"},
        {"run.duration": 3},
    ],
)
def test_what_does_not_move_the_fish_changes_nothing(settings, fish):
    changed = simulation(**settings)
    name = next(iter(changed.scenario.vehicles))
    assert what_changed(hangs_on(fish, "small_fish"), hangs_on(changed, name)) == ""


def test_files_that_are_none_are_refused(tmp_path):
    (tmp_path / "broken.nc").write_text("nothing")
    for name, told in (("missing.nc", "there is no such file"), ("broken.nc", "holds no motion function")):
        with pytest.raises(DescriptionError, match=told):
            motion_for(simulation(**{"planner.motion": str(tmp_path / name)}))


def test_it_is_learned_once(fish, monkeypatch, tmp_path):
    monkeypatch.setattr(learning, "cache_folder", lambda: tmp_path)
    said = []
    first = motion_for(fish, say=said.append)
    again = motion_for(simulation(), say=said.append)
    assert said == ["learning how small_fish moves: 10 actions after 10 histories ..."]
    assert np.array_equal(first.direction, again.direction)
    assert replace(first).straight == again.straight
