"""Planners at the helm: batches as single runs, logs that repeat them, hands that take over."""

import numpy as np
import pytest

import narcine
from narcine.description.load import load_description
from narcine.description.problems import DescriptionError
from narcine.reproduction.minifish.trials import trials
from narcine.simulation.batch import record_batch
from narcine.simulation.derivatives import differentiate
from narcine.simulation.log_reading import read_log
from narcine.simulation.replaying import logged_simulation, replay
from narcine.simulation.simulation import Simulation

SECONDS = 6.0
TURN = "gait.turn"


@pytest.fixture(scope="module")
def fish() -> Simulation:
    return Simulation(load_description("minifish_light", {}))


def test_it_turns_towards_the_lamp(fish: Simulation) -> None:
    """It begins looking past the lamp, which is 90 deg to port."""
    run = fish.run(SECONDS)
    way = run["obstacle_position"].sel(obstacle="lamp").values - run["position"].sel(body="forebody").values
    bearing = np.arctan2(way[:, 1], way[:, 0]) - run["heading"].values[:, 0]
    off = np.abs((bearing + np.pi) % (2.0 * np.pi) - np.pi)
    assert off[0] > np.radians(80.0)
    assert off[-1] < np.radians(45.0)
    assert run["command"].sel(input=TURN).values[0] < 0.0, "the first decision counts from the start"


def test_a_batch_decides_as_single_runs_do() -> None:
    several = trials(range(3))
    together = record_batch(several, SECONDS, threads=2)
    for simulation, row in zip(several, together, strict=True):
        alone = simulation.run(SECONDS)
        for name in ("position", "command", "reading"):
            np.testing.assert_array_equal(row[name].values, alone[name].values, err_msg=name)
    turns = [row["command"].sel(input=TURN).values for row in together]
    assert not np.array_equal(turns[0], turns[1]), "trials differ, or nothing is compared"


@pytest.mark.parametrize(
    ("path", "other"),
    [
        ("world.lamps.lamp.intensity", "0.5 cd"),
        ("world.ambient", "40 lx"),
        ("vehicles.fish.vehicle.sensors.eye_4.bearing", "20 deg"),
        ("vehicles.fish.vehicle.planner", "search"),
        ("vehicles.fish.vehicle.planner", None),
        ("vehicles.fish.vehicle.planner.period", "0.6 s"),
        ("vehicles.fish.vehicle.planner.history", 0),
        ("vehicles.fish.vehicle.bodies.forebody.mass", "114 g"),
    ],
)
def test_rows_that_see_or_decide_otherwise_do_so_in_a_batch(path: str, other: object) -> None:
    rows = [Simulation(load_description("minifish_light", each)) for each in ({path: other}, {}, {path: other})]
    for simulation, row in zip(rows, record_batch(rows, SECONDS, threads=2), strict=True):
        alone = simulation.run(SECONDS)
        np.testing.assert_array_equal(row["command"].values, alone["command"].values)
        np.testing.assert_array_equal(row["position"].values, alone["position"].values)


def test_commands_of_a_batch_do_not_steer_against_planners(fish: Simulation) -> None:
    with pytest.raises(ValueError, match=r"gait\.turn.*planner"):
        record_batch([fish], 1.0, [{TURN: 0.1}])


@pytest.mark.parametrize(
    ("key", "value", "told"), [("samples", 7, "samples of whole steps"), ("budget", 100, "4360 bytes")]
)
def test_planners_that_cannot_be_as_asked_are_refused(key: str, value: int, told: str) -> None:
    with pytest.raises(DescriptionError, match=told):
        Simulation(load_description("minifish_light", {f"vehicles.fish.vehicle.planner.{key}": value})).start()


def test_actions_to_one_side_alone_are_left_out() -> None:
    lopsided = {"vehicles.fish.vehicle.drives.tail.angle": ["-45 deg", "60 deg"]}
    run = Simulation(load_description("minifish_light", lopsided)).run(SECONDS)
    assert np.abs(run["command"].sel(input=TURN).values).max() == pytest.approx(np.radians(20.0))


def test_readings_in_the_file_are_what_the_planner_was_told(fish: Simulation) -> None:
    """Decisions made again from the recorded readings are those of the run."""
    from narcine.planning.choice import choose
    from narcine.planning.sight import sight_of
    from narcine.simulation.learning import motion_for
    from narcine.simulation.planners import planner_of

    vehicle = fish.scenario.vehicles["fish"].vehicle
    planner, motion, record = planner_of(vehicle), motion_for(fish), vehicle.planner
    assert record is not None
    assert record.samples == 1
    run = fish.run(SECONDS, record=record.period)
    history = np.full((1, record.history), motion.straight)
    for told, turn in zip(run["reading"].values[:-1], run["command"].sel(input=TURN).values[:-1], strict=True):
        action = choose(planner, motion, sight_of(planner, told[None, :3] > 0.5, told[None, 3:]), history)
        assert motion.actions[action[0], 2] == turn
        history = np.concatenate([history[:, 1:], action[:, None]], axis=1)


def test_a_run_that_planners_steered_is_repeated_from_its_log(fish: Simulation, tmp_path) -> None:
    run = fish.start()
    run.log_inputs(tmp_path / "log.jsonl")
    run.step(600)
    run.close_log()
    log = read_log(tmp_path / "log.jsonl")
    assert replay(log, logged_simulation(log)).identical


def test_without_its_planner_a_run_obeys_commands(fish: Simulation) -> None:
    run = fish.start()
    run.pilots = None
    run.command[TURN] = 0.1
    run.step(200)
    assert run.command[TURN] == 0.1


def test_two_ways_of_steering_are_refused() -> None:
    with pytest.raises(DescriptionError, match=r"gait\.turn.*planner"):
        Simulation(load_description("minifish_light", {"commands": {TURN: "10 deg"}})).start()


def test_decisions_have_no_derivative(fish: Simulation) -> None:
    with pytest.raises(ValueError, match="planner"):
        differentiate(fish, ["vehicles.fish.vehicle.bodies.forebody.mass"], duration=1.0)


def test_python_users_pick_a_planner_by_name() -> None:
    fish = narcine.load("minifish", planner="avoid")
    assert np.allclose(fish.run(1.0)["command"].sel(input=TURN).values, 0.0), "in open water there is nothing to avoid"
