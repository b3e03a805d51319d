"""Running: by the scenario, by hand, with a control law, and when it goes wrong."""

import json

import numpy as np
import pytest

import narcine
from narcine.description.load import describe_text
from narcine.description.template import template
from narcine.simulation.audit import audit
from narcine.simulation.batch import run_batch
from narcine.simulation.derivatives import differentiate
from narcine.simulation.failure import RunStopped
from tests.conftest import simulate


def test_a_run_is_the_same_however_it_is_cut():
    raybot = narcine.load("raybot")
    whole = raybot.start()
    whole.step(400)
    cut = raybot.start()
    for count in (1, 3, 4, 7, 85, 100, 200):
        cut.step(count)
    assert np.array_equal(whole.state, cut.state)
    assert np.array_equal(whole.states, cut.states)
    assert np.array_equal(whole.trajectory().time, cut.trajectory().time)


def test_stepping_by_hand_with_a_control_law_in_plain_python():
    """Hold the heading of RayBot with its tail: ten lines of a proportional law."""
    raybot = narcine.load("raybot")
    goal = np.radians(20.0)

    def law(run):
        w, x, y, z = run.state[3:7]
        heading = np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
        run.command["gait.turn"] = np.clip(-0.6 * (goal - heading), -0.25, 0.25)

    run = raybot.run(duration=25.0, control=law, control_period=0.1)
    mean_heading = run.heading.values[-250:, 0].mean()
    assert np.degrees(mean_heading) == pytest.approx(20.0, abs=6.0)
    assert np.unique(run.command.values[:, list(run.input.values).index("gait.turn")]).size > 10


def test_commands_are_known_by_name():
    run = narcine.load("raybot").start()
    assert run.command["gait.frequency"] == 1.2
    with pytest.raises(KeyError, match=r"did you mean 'gait.frequency'"):
        run.command["gait.frequncy"] = 1.0


def test_scheduled_commands_hold_from_their_time_on():
    run = narcine.load("remus100_rudder_step").run(duration=25.0, record=0.1)
    rudder = run.command.values[:, list(run.input.values).index("rudder")]
    assert np.all(rudder[run.time.values < 20.0 - 1e-9] == 0.0)
    assert np.all(np.degrees(rudder[run.time.values >= 20.0 - 1e-9]) == pytest.approx(10.0))


def test_stepping_by_hand_follows_the_files_commands():
    run = narcine.load("remus100").start()
    assert run.command["propeller"] == pytest.approx(1400.0 * np.pi / 30.0)
    run.step(2000)
    assert run.state[7] > 1.0
    step = narcine.load("remus100_rudder_step").start(record=0.1)
    step.step(round(20.05 / step.step_size))
    assert np.degrees(step.command["rudder"]) == pytest.approx(10.0)


def test_a_scheduled_command_leaves_other_inputs_alone():
    remus = narcine.load("remus100", run__commands={"propeller": 100.0, "rudder": [[1.0, 0.05]]})

    def law(run):
        if run.time == 0.0:
            run.command["stern_plane"] = 0.1

    run = remus.run(duration=2.0, control=law)
    columns = {str(name): run.command.values[:, k] for k, name in enumerate(run.input.values)}
    assert np.all(columns["stern_plane"] == 0.1)
    assert np.all(columns["rudder"][run.time.values >= 1.0 - 1e-9] == 0.05)


def test_of_two_commands_within_a_step_the_later_holds():
    remus = narcine.load("remus100", run__commands={"rudder": [[0.011, 0.2], [0.015, 0.1]]})
    run = remus.start(step=0.02)
    run.step(2)
    assert run.command["rudder"] == 0.1


def test_the_last_state_is_recorded_and_a_run_can_go_on():
    raybot = narcine.load("raybot")
    run = raybot.start()
    raybot.swim(run, 1.015)
    assert run.dataset().time.values[-1] == pytest.approx(1.015)
    raybot.swim(run, 2.0)
    assert run.time == pytest.approx(2.0)
    assert run.dataset().attrs["gravity"] == 9.81
    assert "under way at 2 s" in run.dataset().attrs["ended"]


@pytest.mark.parametrize(
    ("asking", "told"),
    [
        (lambda raybot: raybot.run(duration=-1), "duration must be a positive"),
        (lambda raybot: raybot.run(duration=float("inf")), "duration must be a positive"),
        (lambda raybot: raybot.run(duration=1e-6), "shorter than one step"),
        (lambda raybot: raybot.run(step=0.0), "step must be a positive"),
        (lambda raybot: raybot.run(integrator="euler"), "there is no integrator 'euler'; there are rk4, semi_implicit"),
        (lambda raybot: raybot.run(control=print, control_period=1e-4), "shorter than the step"),
        (lambda raybot: raybot.start().step(-1), "a whole number of steps"),
        (lambda raybot: raybot.start().step(1.5), "a whole number of steps"),
        (lambda raybot: raybot.start().command.update({"gait.turn": np.nan}), "must be a finite number"),
        (lambda raybot: differentiate(raybot, "gait.frequency"), "paths must be a list"),
        (lambda raybot: differentiate(raybot, []), "paths must be a list"),
        (lambda raybot: differentiate(raybot, ["gait.frequncy"]), "did you mean 'gait.frequency'"),
        (lambda raybot: differentiate(raybot, ["gait.frequency"], duration=-1), "duration must be a positive"),
        (lambda raybot: raybot.run(duration="2 s"), "duration must be a positive number of seconds, not '2 s'"),
        (lambda raybot: run_batch([], duration=1.0), "a batch needs at least one"),
        (lambda raybot: run_batch([raybot], duration=-1.0), "duration must be a positive"),
    ],
)
def test_what_makes_no_sense_is_told(asking, told):
    with pytest.raises(ValueError, match=told):
        asking(narcine.load("raybot"))


def test_a_simulation_of_a_name_says_how_to_load_it():
    with pytest.raises(TypeError, match=r"narcine.load reads files"):
        narcine.Simulation("raybot")


def test_more_records_than_memory_are_refused():
    with pytest.raises(MemoryError, match="record less often"):
        narcine.load("raybot").run(duration=1e9, record=0.005)


def test_what_is_stepped_by_hand_and_explodes_keeps_its_states():
    body = {"mass": 0.01, "inertia": [1e-5] * 3, "displaced_volume": 1e-5, "drag": {"quadratic": [5, 5, 5, 0, 0, 0]}}
    run = simulate(bodies={"float": body}, run={"start": {"velocity": [3, 0, 0]}}).start(step=0.02, record=0.02)
    with pytest.raises(RunStopped) as caught:
        run.step(1000)
    assert caught.value.dataset.sizes["time"] > 0


def test_a_servo_too_stiff_for_the_step_is_told():
    """A wheel of 0.5 kg m2 on 3e5 N m/rad: w h = 3.9 where RK4 allows 2.8; its limit of torque bounds the chatter."""
    drive = {"type": "servo", "rate": 10.0, "torque": 5.0, "stiffness": 3e5, "damping": 0.0}
    wheel = {"mass": 1.0, "inertia": [0.5] * 3}
    axle = {"type": "hinge", "parent": "world", "child": "wheel", "axis": "down"}
    run = {"commands": {"axle": [[0.1, 0.1]]}}
    stiff = simulate(bodies={"wheel": wheel}, joints={"axle": axle}, drives={"axle": drive}, run=run)
    with pytest.warns(UserWarning, match=r"the step of 0.005 s is too long for axle.rate.*set step to 0.002 s or less"):
        stiff.run(duration=1.0)
    for step, integrator in ((0.002, "rk4"), (0.005, "semi_implicit")):
        assert json.loads(stiff.run(duration=1.0, step=step, integrator=integrator).attrs["warnings"]) == []


def test_what_explodes_within_a_step_is_told():
    """A damper of 10 N m s/rad on 0.01 kg m2: h d / I = 10."""
    wheel = {"mass": 1.0, "inertia": [0.01] * 3}
    axle = {"type": "hinge", "parent": "world", "child": "wheel", "axis": "down", "damping": 10.0}
    run = simulate(bodies={"wheel": wheel}, joints={"axle": axle}).start(step=0.01)
    assert "too long for axle" in run.doubts()[0]
    light = {"mass": 0.01, "inertia": [1e-5] * 3, "displaced_volume": 1e-5, "drag": {"quadratic": [5, 5, 5, 0, 0, 0]}}
    run = simulate(bodies={"float": light}, run={"start": {"velocity": [20, 0, 0]}}).start(step=0.01)
    assert "too long" in run.doubts()[0]


@pytest.mark.parametrize("step", [0.001, 0.01])
def test_fast_motion_is_no_artefact(step):
    """A pendulum of 0.1 m released at 2 rad, whose true error at 10 ms is 5e-5, and a spinning torpedo."""
    bob = {"mass": 1.0, "inertia": [1e-4] * 3, "displaced_volume": 0.0}
    arm = {"type": "hinge", "parent": "world", "child": "bob", "axis": "starboard", "to": [0, 0, -0.1]}
    swing = simulate(bodies={"bob": bob}, joints={"arm": arm}, run={"start": {"joints": {"arm": 2.0}}})
    run = swing.start(step=step)
    run.step(round(2.0 / step))
    assert run.doubts() == []
    hull = {"mass": 31.0, "shape": {"spheroid": {"length": 1.6, "diameter": 0.19}}, "displaced_volume": 0.031}
    start = {"velocity": [2, 0, 0], "angular_velocity": [1, 2, 3], "position": [0, 0, 50]}
    run = simulate(bodies={"hull": hull}, run={"start": start}).start(step=step)
    run.step(round(2.0 / step))
    assert run.doubts() == []


def test_a_step_on_which_results_depend_is_told():
    """A tumbling torpedo at 50 ms semi-implicit gains energy until it explodes."""
    hull = {"mass": 31.0, "shape": {"spheroid": {"length": 1.6, "diameter": 0.19}}, "displaced_volume": 0.031}
    start = {"velocity": [2, 0, 0], "angular_velocity": [5, 8, 9], "position": [0, 0, 50]}
    run = simulate(bodies={"hull": hull}, run={"start": start}).start(step=0.05, integrator="semi_implicit")
    with pytest.raises(RunStopped):
        run.step(2000)
    assert "too long" in " ".join(run.doubts())


def test_a_joint_that_a_control_law_takes_beyond_its_limits_is_told():
    def law(run):
        run.command["gait.amplitude"] = 1.0

    fish = narcine.Simulation(describe_text(template("fish")))
    with pytest.warns(UserWarning, match="the prescribed joint tail_root went 12.3 deg beyond its limits"):
        fish.run(duration=3.0, control=law)


def test_millimetres_taken_as_metres_are_told():
    hull = {"mass": 2.0, "shape": {"ellipsoid": [200, 40, 60]}, "displaced_volume": 0.002}
    assert "plain lengths are in m" in " ".join(simulate(bodies={"hull": hull}).start().doubts())


def test_a_control_period_that_is_no_whole_number_of_steps_is_told():
    with pytest.warns(UserWarning, match="called every 0.01 s"):
        narcine.load("raybot").run(duration=0.1, control=lambda run: None, control_period=0.0123)


def test_a_gait_at_full_stroke_starts_with_the_first_commands():
    swimmer = narcine.load("three_link_swimmer", run__commands={"gait.amplitude": [[0, 0.5]]})
    state = swimmer.start().state
    assert state[swimmer.model.state_names.index("gait.amplitude")] == 0.5


def test_a_command_on_the_last_record_is_recorded():
    run = narcine.load("raybot", run__commands={"gait.turn": [[1.0, 0.1]]}).run(duration=1.0)
    assert run.command.values[-1, list(run.input.values).index("gait.turn")] == 0.1


def test_a_lag_too_short_for_the_step_is_told():
    with pytest.warns(UserWarning, match=r"too long for rudder.angle"):
        narcine.load("remus100", actuators__rudder__lag=0.001, run__commands={"rudder": 0.1}).run(duration=1.0)


def test_a_vehicle_that_is_unstable_by_itself_is_no_artefact():
    """A torpedo with its full Munk moment and no fins turns broadside by itself at 8 per second: no warning."""
    hull = {"mass": 31.0, "shape": {"spheroid": {"length": 1.6, "diameter": 0.19}}, "displaced_volume": 0.031}
    run = {"start": {"velocity": [10, 0, 0], "position": [0, 0, 5]}}
    assert json.loads(simulate(bodies={"hull": hull}, run=run).run(duration=1.0).attrs["warnings"]) == []


def test_numbers_that_are_improbable_are_told():
    hull = {"mass": 1.0, "shape": {"ellipsoid": [0.3, 0.2, 0.1]}}
    light = simulate(bodies={"hull": hull}, run={"water": {"density": 1.0}}).start()
    assert "the water's density is 1 kg/m3" in light.doubts()
    floats = simulate(bodies={"hull": hull}).start()
    floats.step(200)
    told = " ".join(floats.doubts())
    assert "displaces 25.1 kg of water: it rises fast" in told
    assert "above depth zero" in told


def test_a_run_that_explodes_says_when_where_and_why_and_keeps_the_rest():
    """Quadratic drag on a light body at a step far too long: each step more than reverses the speed."""
    body = {"mass": 0.01, "inertia": [1e-5] * 3, "displaced_volume": 1e-5, "drag": {"quadratic": [5, 5, 5, 0, 0, 0]}}
    run = {"start": {"velocity": [3, 0, 0]}, "step": 0.02, "record": 0.02}
    with pytest.raises(RunStopped) as caught:
        simulate(bodies={"float": body}, run=run).run(duration=5.0)
    stopped = caught.value
    assert 0.0 <= stopped.time < 5.0
    assert stopped.body == "float"
    assert stopped.cause == "the force of drag"
    assert "shorter step" in str(stopped)
    assert np.all(np.isfinite(stopped.dataset.velocity.values))
    assert stopped.dataset.attrs["ended"] == str(stopped)


def test_a_spring_too_stiff_is_named():
    wheel = {"mass": 1.0, "inertia": [0.01] * 3}
    axle = {"type": "hinge", "parent": "world", "child": "wheel", "axis": "down", "damping": 50.0}
    simulation = simulate(bodies={"wheel": wheel}, joints={"axle": axle}, run={"start": {"rates": {"axle": 1.0}}})
    with pytest.raises(RunStopped, match="the spring of joint axle dominated"):
        simulation.run(duration=1.0, step=0.01)
    # the semi-implicit step takes joint damping implicitly and does not mind
    assert abs(simulation.run(duration=1.0, step=0.01, integrator="semi_implicit").joint_velocity.values[-1, 0]) < 1e-6


def test_the_audit_weighs_raybot():
    """It hangs 6 deg nose up: its box stands in the middle of the disc, not where it would make it level."""
    found = audit(narcine.load("raybot"))
    trim = found.trims[0]
    assert trim.mass == pytest.approx(5.5, abs=1e-9)
    assert 0.0 < trim.net_buoyancy < 1.0
    assert abs(trim.roll) < 1e-9
    assert np.degrees(trim.pitch) == pytest.approx(6.0, abs=0.1)
    assert found.balance.residual < 1e-6
    assert {body.name for body in found.bodies} >= {"disc", "tail_2"}
    terms = {term.name: term for term in found.terms}
    assert terms["drag"].mean_power < 0.0
    assert abs(terms["added_inertia"].mean_power) < 1e-12
    assert found.unsourced == ()


@pytest.mark.parametrize("name", ["raybot", "remus100_steps", "pendulum", "three_link_swimmer", "fin", "bluerov"])
def test_the_energy_of_every_vehicle_adds_up(name):
    """Work of all forces and drives equals the kinetic energy gained: the engine's powers and motion fit each other.

    The fin's own step of 10 ms leaves 5e-6 of truncation, 16 times less at half of it; the others stay below 1e-6.
    """
    vehicle = narcine.load(name, run__step=0.005) if name == "fin" else narcine.load(name)
    assert audit(vehicle).balance.residual < 1e-6


def test_the_energy_adds_up_in_a_current_too():
    moored = narcine.load("pendulum", run__water={"current": [0.5, 0.2, 0.0]})
    assert audit(moored).balance.residual < 1e-6
    assert abs(audit(moored).balance.work["joints to the world"]) > 0.01


def test_the_trim_does_not_depend_on_where_the_origin_is():
    """A buoyant hull described from its middle and from its nose."""
    trims = []
    for offset in (0.0, 0.1):
        shape = {"ellipsoid": [0.2, 0.1, 0.1], "centre": [offset, 0, 0]}
        hull = {"mass": 2.0, "shape": shape, "displaced_volume": 0.0025, "centre_of_gravity": [offset + 0.01, 0, 0.02]}
        trims.append(audit(simulate(bodies={"hull": hull})).trims[0])
    assert trims[0].pitch == pytest.approx(trims[1].pitch, abs=1e-12)
    assert trims[0].pitch == pytest.approx(-np.arctan2(0.01, 0.02))
    assert trims[0].righting_moment == pytest.approx(1000.0 * 9.81 * 0.0025 * np.hypot(0.01, 0.02))


def test_an_audit_points_at_what_a_specialist_would():
    hull = {
        "mass": 2.0,
        "shape": {"ellipsoid": [0.2, 0.1, 0.1]},
        "displaced_volume": 0.002,
        "centre_of_gravity": [0, 0, -0.01],
    }
    fin = {"mass": 0.01, "shape": {"plate": {"chord": 0.1, "span": 0.2, "thickness": 1e-3}}, "added_inertia": "none"}
    flap = {**fin, "added_inertia": "from_shape"}
    told = " ".join(
        audit(
            simulate(
                bodies={"hull": hull, "fin": fin, "flap": flap},
                joints={
                    "a": {"type": "fixed", "parent": "hull", "child": "fin"},
                    "b": {"type": "fixed", "parent": "hull", "child": "flap"},
                },
                foils={"fin": {"body": "fin", "lift": "thin_foil", "stall": 0.3}},
            )
        ).doubts
    )
    assert "flap carries 119 times its own mass of water" in told
    assert "lies 9.9 mm under the centre of gravity; it turns over" in told
    assert "foil fin: its body fin has no added inertia" in told


def test_an_audit_of_a_run_that_explodes_still_weighs():
    body = {"mass": 0.01, "inertia": [1e-5] * 3, "displaced_volume": 1e-5, "drag": {"quadratic": [5, 5, 5, 0, 0, 0]}}
    found = audit(simulate(bodies={"float": body}, run={"start": {"velocity": [3, 0, 0]}, "step": 0.02}))
    assert found.balance is None
    assert "left all bounds" in found.stopped
    assert found.trims[0].mass == 0.01


def test_a_floating_body_finds_the_attitude_that_the_audit_predicts():
    """A bottom-heavy hull with its weight off centre, released level, comes to rest as `narcine check` says."""
    hull = {
        "mass": 2.0,
        "shape": {"ellipsoid": [0.2, 0.1, 0.1]},
        "displaced_volume": 0.002,
        "centre_of_gravity": [0.01, 0.005, 0.03],
        "drag": {"linear": [5, 5, 5, 0.2, 0.2, 0.2]},
    }
    simulation = simulate(bodies={"hull": hull})
    trim = audit(simulation).trims[0]
    run = simulation.run(duration=60.0)
    assert run.roll_angle.values[-1, 0] == pytest.approx(trim.roll, abs=1e-4)
    assert run.pitch_angle.values[-1, 0] == pytest.approx(trim.pitch, abs=1e-4)


@pytest.mark.parametrize("water", [{"current": [0, 0.3, 0]}, {"waves": {"height": 0.3, "period": 4, "towards": 1.57}}])
def test_a_force_that_jumps_is_not_laid_to_the_step(water):
    """The hull polar of the REMUS turns round with the flow: at rest in a cross current no step is short enough."""
    run = narcine.load("remus100", run__water=water).start()
    run.step(50)
    assert not [doubt for doubt in run.doubts() if "too long" in doubt]


def test_a_mesh_in_millimetres_is_told(tmp_path):
    import trimesh

    trimesh.creation.box([450, 300, 200]).export(tmp_path / "hull.stl")
    body = {"mass": 20.0, "shape": {"mesh": {"file": str(tmp_path / "hull.stl")}}, "added_inertia": "from_shape"}
    doubts = " ".join(simulate(bodies={"hull": body}).start().doubts())
    assert "hull is 450 m long" in doubts
    assert "scale: 0.001" in doubts


def test_a_servo_that_yields_to_the_water_is_told():
    """A rudder hinged at mid-chord, at 1.6 m/s: the water turns it harder than a servo of 10 Hz holds it."""
    plate = {"chord": 0.08, "span": 0.12, "thickness": 0.004, "normal": "starboard"}

    def doubts(**servo):
        vehicle = simulate(
            bodies={
                "hull": {"mass": 12.0, "shape": {"spheroid": {"length": 1.2, "diameter": 0.14}}},
                "rudder": {"mass": 0.04, "shape": {"plate": plate}},
            },
            joints={"helm": {"type": "hinge", "parent": "hull", "child": "rudder", "at": [-0.5, 0, 0], "axis": "down"}},
            foils={"rudder": {"body": "rudder", "lift": "thin_foil", "stall": "20 deg"}},
            drives={"helm": {"type": "servo", "torque": 2.0, "rate": 3.0, **servo}},
            run={
                "start": {"velocity": [1.6, 0, 0], "position": [0, 0, 2]},
                "commands": {"helm": 0.02},
                "duration": 4.0,
            },
        )
        run = vehicle.start()
        vehicle.swim(run, 4.0)
        return [doubt for doubt in run.doubts() if "softer than the water" in doubt]

    assert "helm strays" in doubts()[0]
    assert doubts(bandwidth=60.0) == []


def test_ballast_where_the_audit_proposes_it_makes_a_vehicle_neutral_and_level():
    hull = {"mass": 2.0, "shape": {"ellipsoid": [0.3, 0.08, 0.06]}, "centre_of_gravity": [-0.03, 0.004, 0.01]}
    before = audit(simulate(bodies={"hull": hull})).trims[0]
    mass, x, y = before.ballast
    lead = {"mass": mass, "displaced_volume": 0.0}
    joint = {"type": "fixed", "parent": "hull", "child": "lead", "at": [x, y, 0.05]}
    after = audit(simulate(bodies={"hull": hull, "lead": lead}, joints={"lead": joint})).trims[0]
    assert after.net_buoyancy == pytest.approx(0.0, abs=1e-9)
    assert (after.roll, after.pitch) == pytest.approx((0.0, 0.0), abs=1e-9)
