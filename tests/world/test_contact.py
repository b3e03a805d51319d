"""Contact against closed forms, an independent integrator and brute force."""

import warnings

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from narcine.description.obstacle import Obstacle
from narcine.description.shapes.shape import SHAPE_KINDS, Shape
from narcine.description.world import World
from narcine.recording.summary import summarise
from narcine.simulation.audit import audit, energy_balance
from narcine.simulation.layout import read_columns
from narcine.simulation.momentum import link_inertias
from narcine.simulation.record import TERM_NAMES
from narcine.spatial.rotations import quaternion_from_matrix, rotation_from_euler
from narcine.tables import Table
from narcine.world.depth import depths
from narcine.world.rows import placed_obstacles
from tests.conftest import DATA, simulate

GRAVITY = 9.81
VACUUM = {"density": 0.0}
WEIGHTLESS = {"density": 0.0, "gravity": 0.0}
SIZES = {
    "ellipsoid": [0.2, 0.15, 0.04],
    "sphere": 0.08,
    "spheroid": {"length": 0.4, "diameter": 0.1},
    "cylinder": {"radius": 0.06, "length": 0.3},
    "capsule": {"radius": 0.06, "length": 0.4},
    "revolution": {"profile": [[-0.2, 0], [-0.1, 0.06], [0.1, 0.06], [0.2, 0.02]]},
    "box": [0.3, 0.2, 0.1],
    "plate": {"chord": 0.1, "span": 0.12, "thickness": 0.01},
    "extrusion": {"section": [[0.05, 0], [0, 0.01], [-0.08, 0], [0, -0.01]], "span": 0.2},
    "mesh": {"file": str(DATA / "wedge.obj")},
}


def thing(shape, mass=5.0, world=None, water=None, start=None, body=None, **run):
    """Return the simulation of one body."""
    settings = {"world": world or {}, "water": water or {}, "start": start or {}, **run}
    return simulate(bodies={"thing": {"mass": mass, "shape": shape, **(body or {})}}, run=settings)


def hull_numbers(simulation):
    """Return stiffness, grip and share of the first hull."""
    columns = read_columns(simulation.model.layout, Table.HULLS)
    p = simulation.model.parameters
    return p[columns.stiffness], p[columns.grip], p[columns.share]


def stepped(simulation, duration, **how):
    run = simulation.start(**how)
    run.step(round(duration / run.step_size))
    return run


@pytest.mark.parametrize("stiffness", [None, 2000.0])
def test_a_sphere_sinks_in_by_its_net_weight_over_the_stiffness(stiffness):
    """To 1e-8 of the depth: what is left of its bounces after 40 s."""
    contact = {} if stiffness is None else {"stiffness": stiffness}
    drag = {"coefficients": [0.47] * 3, "linear": [20, 20, 20, 0.1, 0.1, 0.1]}
    ball = thing(
        {"sphere": 0.1},
        world={"seabed": 2.0, "contact": contact},
        start={"position": [0, 0, 1.88]},
        body={"drag": drag},
    )
    run = stepped(ball, 40.0)
    k = hull_numbers(ball)[0]
    net_weight = (5.0 - 1000.0 * 4.0 / 3.0 * np.pi * 0.1**3) * GRAVITY
    assert run.state[2] - 1.9 == pytest.approx(net_weight / k, rel=1e-8)
    if stiffness is None:
        inertia = 5.0 + 500.0 * 4.0 / 3.0 * np.pi * 0.1**3
        assert k == pytest.approx(inertia * (0.4 / 0.005) ** 2, rel=1e-9)


@pytest.mark.parametrize("kind", SHAPE_KINDS)
def test_every_shape_comes_to_rest_on_the_seabed_and_is_carried_by_it(kind):
    """Under water with a net weight of a tenth; to 1e-3 of it, since some still rock a little after 30 s."""
    shape = {kind: SIZES[kind]}
    geometry = Shape.model_validate(shape).geometry
    mass = 1100.0 * geometry.volume
    slow = [20.0 * mass] * 3 + list(20.0 * mass * np.diag(geometry.inertia_per_mass))
    body = {"drag": {"linear": slow}, "added_inertia": "from_shape"}
    resting = thing(
        shape, mass, {"seabed": 2.0}, start={"position": [0, 0, 1.5], "attitude": [0.3, 0.2, 0.1]}, body=body
    )
    run = stepped(resting, 30.0)
    seen = run.observe()
    weight = 0.1 * 1000.0 * geometry.volume * GRAVITY
    carried = seen.attitude[0, 0].reshape(3, 3) @ seen.wrench[0, TERM_NAMES.index("contact"), 0, :3]
    assert carried[2] == pytest.approx(-weight, rel=1e-3)
    assert np.abs(seen.motion).max() < 1e-2
    assert run.state[-1] > 0.0


def rebound(damping, speed):
    """Return how fast a ball leaves: c v - ln(1 + c v) has one value for the speeds in and out."""
    x = damping * speed
    return brentq(lambda y: (-y - np.log1p(-y)) - (x - np.log1p(x)), 0.0, 1.0 - 1e-14) / damping


@pytest.mark.parametrize(("damping", "speed"), [(0.0, 1.0), (0.5, 0.3), (2.0, 0.5), (2.0, 3.0), (10.0, 0.4)])
def test_a_ball_bounces_as_the_closed_form_says(damping, speed):
    """To 1e-4: at 0.5 ms a contact has 60 steps, and its beginning lies between two."""
    contact = {"stiffness": 50000.0, "damping": damping, "friction": 0.0}
    world = {"obstacles": {"wall": {"wall": {"normal": [-1, 0, 0]}, "at": [0.3, 0, 0]}}, "contact": contact}
    ball = thing({"sphere": 0.1}, world=world, water=WEIGHTLESS, start={"velocity": [speed, 0, 0]}, step=0.0005)
    run = stepped(ball, 0.2 / speed + 0.3)
    assert run.state[0] < 0.2
    expected = speed if damping == 0.0 else rebound(damping, speed)
    assert -run.state[7] == pytest.approx(expected, rel=1e-4)


def test_bounces_under_gravity_agree_with_another_integrator():
    """Against scipy's DOP853 at 1e-12: both have the same law, and RK4 at 0.2 ms the larger error."""
    k, c, m, r = 20000.0, 1.0, 5.0, 0.1
    ball = thing(
        {"sphere": r},
        m,
        {"seabed": 2.0, "contact": {"stiffness": k, "damping": c}},
        VACUUM,
        step=0.0002,
        start={"position": [0, 0, 1.5]},
    )

    def rates(_, y):
        depth = max(y[0] + r - 2.0, 0.0)
        return [y[1], GRAVITY - k / m * depth * max(1.0 + c * y[1], 0.0)]

    for duration in (0.4, 0.5, 0.8):  # it bounces four times in this time
        run = stepped(ball, duration)
        reference = solve_ivp(
            rates, (0.0, duration), [1.5, 0.0], method="DOP853", rtol=1e-12, atol=1e-12, max_step=1e-3
        )
        assert run.state[2] == pytest.approx(reference.y[0, -1], abs=2e-6)
        assert run.state[9] == pytest.approx(reference.y[1, -1], abs=1e-4)
        assert abs(run.state[9]) > 0.02


@pytest.mark.parametrize(
    "shape", [{"box": [0.3, 0.2, 0.05]}, {"plate": {"chord": 0.3, "span": 0.2, "thickness": 0.02}}]
)
def test_a_block_slides_down_a_slope_as_coulomb_says(shape):
    """A = (m - rho V) g (sin - mu cos) / (m + m_added), to 1e-3: friction lacks (slip / speed)^2 / 2 at first.

    Drag across the slope, which does not slow it down, keeps it from hopping.
    """
    slope, friction = np.radians(35.0), 0.4
    world = {"seabed": {"depth": 10.0, "slope": slope, "towards": 0.0}, "contact": {"friction": friction}}
    volume = Shape.model_validate(shape).geometry.volume
    mass = 1.2 * 1000.0 * volume
    half = Shape.model_validate(shape).geometry.half_extents[2]
    place = np.array([0, 0, 10.0]) + (half + 1e-6) * np.array([np.sin(slope), 0, -np.cos(slope)])
    start = {"position": list(place), "attitude": [0, -slope, 0]}
    still = {"drag": {"linear": [0, 0, 100.0, 0, 1.0, 0]}}
    block = thing(shape, mass, world, start=start, step=0.001, body=still)
    run = block.start()
    run.step(1000)
    early = run.state[7]
    run.step(1000)
    added = link_inertias(block.model)[0][1][0, 0]
    net = (mass - 1000.0 * volume) * GRAVITY
    expected = net * (np.sin(slope) - friction * np.cos(slope)) / (mass + added)
    assert expected > 0.0
    assert run.state[7] - early == pytest.approx(expected, rel=1e-3)


def test_a_block_on_a_gentle_slope_creeps_no_faster_than_its_slip_speed():
    """Held by f of the friction there is, it creeps at f / sqrt(1 - f^2) of what slip and grip leave together."""
    slope, friction, slip = np.radians(12.0), 0.4, 0.001
    world = {
        "seabed": {"depth": 10.0, "slope": slope, "towards": 1.0},
        "contact": {"friction": friction, "slip": slip},
    }
    normal = np.array(World.model_validate(world).seabed.normal)
    down = np.array([np.sin(slope) * np.cos(1.0), np.sin(slope) * np.sin(1.0), -np.cos(slope)])
    assert normal == pytest.approx(down, abs=1e-15)
    attitude = [0.0, -slope, 1.0]
    start = {"position": list(np.array([0, 0, 10.0]) + 0.0251 * normal), "attitude": attitude}
    block = thing(
        {"box": [0.3, 0.2, 0.05]},
        3.3,
        world,
        start=start,
        step=0.001,
        body={"drag": {"linear": [0, 0, 100.0, 0, 1.0, 0]}},
    )
    run = stepped(block, 4.0)
    _, grip, _ = hull_numbers(block)
    load = (3.3 - 3.0) * GRAVITY * np.cos(slope)
    share = np.tan(slope) / friction
    creep = share / np.sqrt(1.0 - share**2) * np.hypot(slip, friction * load / grip)
    assert run.state[7] == pytest.approx(creep, rel=5e-3)  # its front is pressed down harder than its rear
    assert np.abs(run.state[8:13]).max() < 1e-4


def test_a_sphere_that_slips_ends_rolling_at_five_sevenths():
    """Angular momentum about the line of contact; to 1e-4, since the last of the slip goes exponentially."""
    k, m, r = 50000.0, 5.0, 0.1
    depth = m * GRAVITY / k
    world = {"seabed": 2.0, "contact": {"stiffness": k, "friction": 0.3}}
    start = {"position": [0, 0, 2.0 - r + depth], "velocity": [1.0, 0, 0]}
    ball = thing({"sphere": r}, m, world, VACUUM, start, step=0.001)
    run = stepped(ball, 3.0)
    speed, spin = run.observe().motion[0, 0, 0], run.observe().motion[0, 0, 4]
    velocity = np.linalg.norm(run.observe().motion[0, 0, :3])
    assert velocity == pytest.approx(5.0 / 7.0, rel=1e-4)
    assert abs(spin) * r == pytest.approx(velocity, rel=1e-4)
    assert speed != 1.0


@pytest.mark.parametrize("integrator", ["rk4", "semi_implicit"])
@pytest.mark.parametrize("kind", SHAPE_KINDS)
def test_nothing_thrown_at_a_wall_gains_energy_at_the_default_step(kind, integrator):
    """Neutral bodies at 5 ms, 3 m/s, in random postures, a centimetre before the wall.

    Flat ones are slower: at 3 m/s they tumble too fast for that step in open water. What the integrator gains or
    loses there by itself is allowed for by the same throw without a wall.
    """
    speed = {"plate": 0.3, "extrusion": 0.5}.get(kind, 3.0)
    rng = np.random.default_rng(5)
    for _ in range(4):
        attitude = rng.uniform(-3.0, 3.0, 3)
        velocity = rotation_from_euler(*attitude).T @ [speed, 0.0, 0.0]
        shape = {kind: SIZES[kind]}
        geometry = Shape.model_validate(shape).geometry
        reach = float(((geometry.hull_points + geometry.centroid) @ rotation_from_euler(*attitude).T)[:, 0].max())
        world = {"obstacles": {"end": {"wall": {"normal": [-1, 0, 0]}, "at": [reach + 0.01, 0, 0]}}}
        mass = 1000.0 * geometry.volume
        start = {"attitude": list(attitude), "velocity": list(velocity)}
        body = {"added_inertia": "from_shape"}
        thrown = thing(shape, mass, world, {"gravity": 0.0}, start, body, integrator=integrator)
        free = thing(shape, mass, {}, {"gravity": 0.0}, start, body, integrator=integrator)
        steps = 20 if speed == 3.0 else 60
        run, alone = thrown.start(record=0.005), free.start(record=0.005)
        run.step(steps)
        alone.step(steps)
        energy, untouched = run.trajectory().kinetic_energy, alone.trajectory().kinetic_energy
        assert run.state[-1] > 0.0
        assert energy.max() <= untouched.max() * (1.0 + 1e-4)
        assert energy[-1] < 0.98 * untouched[-1]


def test_a_light_fin_with_heavy_water_bounces_off_without_gain():
    """60 x 60 x 2 mm with 20 times its mass of water, broadside and edge-on, on its hinge and alone."""
    fin = {"plate": {"chord": 0.06, "span": 0.06, "thickness": 0.002, "normal": "down"}}
    for attitude in ([0, 0, 0], [0, 0.3, 0], [0.4, 1.2, 0]):
        velocity = list(rotation_from_euler(*attitude).T @ [0.0, 0.0, 0.5])
        start = {"position": [0, 0, 1.9], "attitude": attitude, "velocity": velocity}
        plate = thing(fin, 0.0072, {"seabed": 2.0}, {"gravity": 0.0}, start)
        run = plate.start(record=0.005)
        run.step(200)
        energy = run.trajectory().kinetic_energy
        assert run.state[-1] > 0.0
        assert energy.max() <= energy[0] * (1.0 + 1e-4)


@pytest.mark.parametrize(
    "water",
    [
        {},
        {"current": [0.3, -0.2, 0.0]},
        {"surface": "calm", "current": [0.2, 0, 0]},
        {"current_profile": [[0.0, 0.8, 0.0], [0.4, 0.2, 0.1]]},
        {"waves": {"height": 0.03, "period": 1.0}},
    ],
    ids=["still", "current", "surface", "shear", "waves"],
)
def test_energy_adds_up_through_contact(water):
    """To 5e-3 of the largest work: RK4 has some eight steps for a contact, however short they are."""
    depth = 0.3
    world = {"seabed": depth, "obstacles": {"pier": {"cylinder": {"radius": 0.1, "length": 2}, "at": [0.5, 0, 0]}}}
    start = {"position": [0, 0, 0.1], "velocity": [1.5, 0.1, 0.3], "angular_velocity": [0.5, 0.3, 1.0]}
    body = {"drag": {"coefficients": [0.5] * 3}}
    hull = thing({"ellipsoid": [0.2, 0.1, 0.05]}, 5.0, world, water, start, body, step=0.0005)
    run = hull.start(record=0.0005)
    run.step(2000)
    trajectory = run.trajectory()
    assert np.all(run.state[-2:] > 0.0), "it touched both"
    balance = energy_balance(trajectory)
    assert balance.residual < 5e-3
    assert abs(balance.work["contact"]) > 1e-3


def test_the_audit_lists_contact_and_closes_at_the_default_step():
    world = {"seabed": 1.0, "obstacles": {"pier": {"cylinder": {"radius": 0.1, "length": 2}, "at": [0.6, 0, 0]}}}
    start = {"position": [0, 0, 0.5], "velocity": [0.8, 0.0, 0.2]}
    body = {"drag": {"coefficients": [0.5] * 3}}
    found = audit(thing({"ellipsoid": [0.2, 0.1, 0.05]}, 4.5, world, {}, start, body, duration=5.0))
    (contact,) = [term for term in found.terms if term.name == "contact"]
    assert contact.largest_force > 1.0
    assert contact.mean_power < 0.0
    assert found.balance.residual < 0.01  # what `narcine check` asks for
    assert not any("step" in doubt for doubt in found.doubts)


def test_elastic_contact_without_friction_gives_all_energy_back():
    """Against a box's edge, oblique: the force is the slope of a potential, in the body's attitude too."""
    contact = {"damping": 0.0, "friction": 0.0, "stiffness": 20000.0}
    world = {
        "obstacles": {"crate": {"box": [0.4, 0.4, 0.4], "at": [0.6, 0.02, 0.05], "attitude": [0.2, 0.3, 0.7]}},
        "contact": contact,
    }
    start = {"velocity": [1.0, 0.0, 0.0], "angular_velocity": [0.3, -0.2, 0.4]}
    for shape in (
        {"ellipsoid": [0.2, 0.12, 0.03]},
        {"box": [0.2, 0.15, 0.1]},
        {"capsule": {"radius": 0.05, "length": 0.3}},
    ):
        disc = thing(shape, 3.0, world, WEIGHTLESS, start, step=0.0002)
        run = disc.start(record=0.0002)
        run.step(8000)
        energy = run.trajectory().kinetic_energy
        assert run.state[-1] > 0.0
        assert energy.min() < 0.95 * energy[0]
        assert energy[-1] == pytest.approx(energy[0], rel=1e-4)


@pytest.mark.parametrize(
    "obstacle", [{"sphere": 0.3}, {"ellipsoid": [0.5, 0.3, 0.2]}, {"cylinder": {"radius": 0.2, "length": 1}}]
)
@pytest.mark.parametrize(
    "semi_axes",
    [
        pytest.param([0.1, 0.1, 0.1], marks=pytest.mark.slow),
        [0.375, 0.25, 0.045],
        pytest.param([0.3, 0.05, 0.05], marks=pytest.mark.slow),
    ],
)
def test_an_ellipsoid_touches_at_its_deepest_point(obstacle, semi_axes):
    """Its depth by force against the deepest of 45,000 points of its surface, exact distances, in random poses.

    The points are 2 % of a semi-axis apart: where the obstacle is round they miss up to 1e-4 m of depth.
    """
    rng = np.random.default_rng(11)
    world = World(
        obstacles={"rock": Obstacle.model_validate({**obstacle, "at": [0, 0, 0], "attitude": [0.3, 0.5, 0.2]})}
    )
    (placed,) = placed_obstacles(world)
    simulation = thing(
        {"ellipsoid": semi_axes}, world=world.model_dump(exclude_defaults=True), start={"position": [9, 0, 0]}
    )
    run = simulation.start()
    k = hull_numbers(simulation)[0]
    polar, around = np.meshgrid(np.linspace(0, np.pi, 150), np.linspace(0, 2 * np.pi, 300))
    unit = np.stack([np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around), np.cos(polar)], -1).reshape(-1, 3)
    touched = 0
    while touched < 8:
        R = rotation_from_euler(*rng.uniform(-3, 3, 3))
        direction = rng.normal(size=3)
        place = direction / np.linalg.norm(direction) * rng.uniform(0.2, 0.6)
        points = place + unit * semi_axes @ R.T
        if not -0.01 < depths(placed, points[::97]).max() < 0.02:
            continue
        deep = float(depths(placed, points).max())
        beyond = np.abs((place @ placed.turn)[2]) > 0.2 and "cylinder" in obstacle
        if not 0.002 < deep < 0.02 or beyond:
            continue
        touched += 1
        run.state[:3], run.state[3:7] = place, quaternion_from_matrix(R)
        assert run.observe().rates[0, -1] / k == pytest.approx(deep, abs=2e-4), (place, R)


def test_a_pier_does_not_pass_between_the_corners_of_a_wide_plate():
    world = {"obstacles": {"pier": {"cylinder": {"radius": 0.05, "length": 4}, "at": [0.3, 0.03, 0]}}}
    plate = thing({"box": [0.05, 1.0, 0.6]}, 30.0, world, {"gravity": 0.0}, {"velocity": [0.3, 0, 0]})
    run = plate.start(record=0.005)
    run.step(400)
    assert run.states[:, 0].max() < 0.3 - 0.05 - 0.025 + 0.04  # between points, and as far as they are pressed in
    assert run.state[7] < 0.0


def test_contacts_are_counted_and_named():
    world = {"seabed": 2.0, "obstacles": {"wall": {"wall": {"normal": [-1, 0, 0]}, "at": [0.4, 0, 0]}}}
    contact = {"damping": 1.0, "friction": 0.0}
    ball = thing(
        {"sphere": 0.1}, 4.0 / 3.0 * np.pi, {**world, "contact": contact}, {}, {"velocity": [0.5, 0, 0]}, duration=3.0
    )
    run = ball.run()
    assert list(run["obstacle"].values) == ["seabed", "wall"]
    assert run["contact_force"].shape == (run.sizes["time"], 1, 2)
    (touch,) = summarise(run)[0].touches
    assert (touch.obstacle, touch.times) == ("wall", 1)
    # m dv = impulse, the water's share of the mass included
    impulse = float(run["contact_impulse"].values[-1, 0, 1])
    assert impulse == pytest.approx(1.5 * 4.0 / 3.0 * np.pi * (0.5 - float(run["velocity"].values[-1, 0, 0])), rel=1e-3)
    assert touch.hardest > impulse / 0.1


def test_two_vehicles_feel_their_own_contacts():
    ball = {"name": "ball", "bodies": {"ball": {"mass": 5.0, "shape": {"sphere": 0.1}}}}
    from narcine import Simulation

    scenario = {
        "name": "two",
        "world": {"seabed": 1.0},
        "duration": 1.0,
        "vehicles": {
            "low": {"vehicle": ball, "start": {"position": [0, 0, 0.85]}},
            "high": {"vehicle": ball, "start": {"position": [1, 0, -5]}},
        },
    }
    run = Simulation(scenario).run()
    impulse = run["contact_impulse"].values[-1, :, 0]
    assert impulse[0] > 1.0
    assert impulse[1] == 0.0


def test_without_a_world_there_is_nothing_to_touch():
    run = thing({"sphere": 0.1}, duration=0.1).run()
    assert run.sizes["obstacle"] == 0
    assert summarise(run)[0].touches == ()


def test_a_ball_that_lands_at_the_default_step_raises_no_doubt():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        thing({"sphere": 0.1}, 4.2, {"seabed": 1.0}, {}, {"position": [0, 0, 0.85]}, duration=1.0).run()
