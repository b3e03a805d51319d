"""The waterline: wet volume, centroid and waterplane of every kind of shape, and bodies at the surface."""

import json

import numpy as np
import pytest
import trimesh

import narcine
from narcine.description.body import Body
from narcine.description.shapes.triangles import box_triangles
from narcine.hydrodynamics.waterline.ellipsoid import cut_ellipsoid
from narcine.hydrodynamics.waterline.frusta import cut_frusta
from narcine.hydrodynamics.waterline.mesh import cut_mesh
from narcine.simulation.audit import audit
from narcine.simulation.derivatives import differentiate
from narcine.simulation.step import Term
from tests.conftest import simulate

POSTURES = 200
CALM = {"surface": "calm"}
SEMI_AXES = (0.3, 0.2, 0.1)
EXTENTS = np.array([0.2, 0.15, 0.05])


def ellipsoid(down, depth):
    return cut_ellipsoid(SEMI_AXES, down, depth)


def cylinder(axis, radii):
    stretch = np.insert(np.array(radii), axis, 1.0)
    ends = np.array([-0.2, 1.0, 0.2, 1.0])
    return lambda down, depth: cut_frusta(ends, 0, 1, axis, tuple(stretch), down, depth)


def cone(down, depth):
    """Cut a cone with its tip forward and a cylinder behind, x from the centroid."""
    ends = np.array([-0.2, 0.1, 0.0, 0.1, 0.0, 0.1, 0.3, 0.0])
    centroid = (np.pi * 0.01 * 0.2 * -0.1 + np.pi * 0.01 * 0.1 * 0.075) / (np.pi * 0.01 * 0.3)
    ends[::2] -= centroid
    return cut_frusta(ends, 0, 2, 0, (1.0, 1.0, 1.0), down, depth)


def box(down, depth):
    corners = np.array(box_triangles(EXTENTS)).ravel()
    return cut_mesh(corners, 0, 12, 8.0 * float(np.prod(EXTENTS)), down, depth)


KINDS = {
    "ellipsoid": ellipsoid,
    "cylinder forward": cylinder(0, (0.1, 0.1)),
    "cylinder down, elliptic": cylinder(2, (0.12, 0.05)),
    "cone": cone,
    "box": box,
}


COSTLY = ("cylinder forward", "box")
LONG = pytest.mark.slow


def postures(number=POSTURES, reach=0.25):
    rng = np.random.default_rng(5)
    for _ in range(number):
        down = rng.normal(size=3)
        yield tuple(down / np.linalg.norm(down)), rng.uniform(-reach, reach)


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=LONG if kind in COSTLY else ()) for kind in KINDS])
def test_the_waterplane_is_how_the_wet_volume_grows(kind):
    """Against differences: dV/dh is the area, dV by a turn of the plane its first moment."""
    cut, nudge = KINDS[kind], 1e-6
    seen = 0
    for down, depth in postures():
        wet = cut(down, depth)
        slope = (cut(down, depth + nudge).fraction - cut(down, depth - nudge).fraction) / (2.0 * nudge)
        if not 0.02 < wet.fraction < 0.98:
            continue
        assert slope == pytest.approx(wet.area, rel=1e-5, abs=1e-5)
        turn = np.cross([0.3, -0.5, 0.8], down)
        ends = [cut(tuple(np.array(down) + sign * nudge * turn), depth).fraction for sign in (1.0, -1.0)]
        assert (ends[0] - ends[1]) / (2.0 * nudge) == pytest.approx(np.dot(turn, wet.area_moment), rel=1e-4, abs=1e-5)
        seen += 1
    assert seen > 30


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_moment_is_how_the_wet_depth_grows(kind):
    """The potential of the water pushed away, int (depth) dV, grows with h by V and with a turn by the first moment."""
    cut, nudge = KINDS[kind], 1e-5
    stations, weights = np.polynomial.legendre.leggauss(400)
    for down, depth in postures(10, 0.08):

        def potential(h, direction):
            """Return int_-inf^h V(h') dh', which is int (depth) dV below the plane."""
            middle, half = (h - 0.5) / 2.0, (h + 0.5) / 2.0
            return half * sum(
                w * cut(direction, middle + half * s).fraction for s, w in zip(stations, weights, strict=True)
            )

        turn = np.cross([0.3, -0.5, 0.8], down)
        ends = [potential(depth, tuple(np.array(down) + sign * nudge * turn)) for sign in (1.0, -1.0)]
        wet = cut(down, depth)
        assert (ends[0] - ends[1]) / (2.0 * nudge) == pytest.approx(np.dot(turn, wet.moment), rel=2e-3, abs=2e-5)


def trimesh_of(kind):
    if kind == "cylinder":
        mesh = trimesh.creation.cylinder(radius=1.0, height=0.4, sections=720)
        mesh.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2.0, [0, 1, 0]))
        mesh.apply_scale([1.0, 0.1, 0.1])
    elif kind == "box":
        mesh = trimesh.creation.box(2.0 * EXTENTS)
    else:
        mesh = trimesh.creation.icosphere(4, 1.0)
        mesh.apply_scale(SEMI_AXES)
    return mesh


@pytest.mark.parametrize(
    ("kind", "name"), [("cylinder", "cylinder forward"), ("box", "box"), ("ellipsoid", "ellipsoid")]
)
def test_wet_volume_and_centroid_are_those_of_an_independent_clip(kind, name):
    """A fine mesh of the same shape is cut by trimesh.

    Its facets leave 1e-4 of the volume for the round ones. `make validate` does this in 10,000 postures.
    """
    compare_with_trimesh(kind, name, 40)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "name"), [("cylinder", "cylinder forward"), ("box", "box"), ("ellipsoid", "ellipsoid")]
)
def test_wet_volume_and_centroid_in_ten_thousand_postures(kind, name):
    compare_with_trimesh(kind, name, 3334)


def compare_with_trimesh(kind, name, number):
    mesh = trimesh_of(kind)
    whole = {"cylinder": np.pi * 0.01 * 0.4, "box": 8.0 * np.prod(EXTENTS), "ellipsoid": 4 / 3 * np.pi * 0.006}[kind]
    scale = mesh.volume / whole  # what facets cut off
    tolerance = 1e-4 if kind != "ellipsoid" else 4e-4  # 5120 facets lose 0.3 % of the volume, and scaling mends most
    for down, depth in postures(number, 0.2):
        wet = KINDS[name](down, depth)
        if 1e-3 < wet.fraction < 1.0 - 1e-3:
            part = trimesh.intersections.slice_mesh_plane(mesh, down, -depth * np.array(down), cap=True)
            assert wet.fraction == pytest.approx(part.volume / whole / scale, abs=tolerance)
            moment = part.center_mass * part.volume / whole / scale
            assert np.array(wet.moment) == pytest.approx(moment, abs=tolerance * 0.3)


def test_a_mesh_of_an_ellipsoid_becomes_the_ellipsoid():
    errors = []
    for fineness in (1, 2, 3):
        mesh = trimesh.creation.icosphere(fineness, 1.0)
        mesh.apply_scale(SEMI_AXES)
        corners = np.array(mesh.triangles).ravel()
        worst = 0.0
        for down, depth in postures(20, 0.1):
            found = cut_mesh(corners, 0, len(mesh.faces), mesh.volume, down, depth)
            exact = ellipsoid(down, depth)
            worst = max(worst, abs(found.fraction - exact.fraction), *np.abs(np.subtract(found.moment, exact.moment)))
        errors.append(worst)
    assert errors[0] > 3.0 * errors[1] > 9.0 * errors[2]  # facets four times smaller, errors four times


def test_the_snakes_module_floats_as_in_closed_form(closed_forms):
    """A6: a cylinder of density ratio 0.92 floats level: draft, waterline, stiffness, centre of buoyancy."""
    case = closed_forms["A6_floating_cylinder_kd0.92"]
    r, length = 0.038, 0.18
    module = {
        "mass": case["mass"],
        "shape": {"cylinder": {"radius": r, "length": length}},
        "drag": {"linear": [9, 9, 9, 0.01, 0.01, 0.01]},
    }
    rest = simulate(bodies={"module": module}, run={"water": CALM}).run(duration=40.0).depth.values[-1, 0]
    assert rest + r == pytest.approx(case["draft_m"], abs=1e-8)
    stiffness, levers = [], []
    for depth in (rest - 1e-6, rest, rest + 1e-6):
        run = simulate(bodies={"module": module}, run={"water": CALM, "start": {"position": [0, 0, depth]}}).start()
        stiffness.append(-run.observe().wrench[0, Term.BUOYANCY - 1, 0, 2])
        turned = simulate(
            bodies={"module": module},
            run={"water": CALM, "start": {"position": [0, 0, depth], "attitude": [0.5, 0, 0]}},
        ).start()
        levers.append(turned.observe().wrench[0, Term.BUOYANCY - 1, 0, 3] / stiffness[-1])
    assert (stiffness[2] - stiffness[0]) / 2e-6 == pytest.approx(case["C33_N_per_m"], rel=1e-6)
    assert levers[1] == pytest.approx(0.0, abs=1e-12)  # of a round section the metacentre lies on the axis
    wet = cut_frusta(np.array([-0.09, 1.0, 0.09, 1.0]), 0, 1, 0, (1.0, r, r), (0.0, 0.0, 1.0), rest)
    assert -wet.moment[2] / wet.fraction == pytest.approx(case["CB_below_axis"], rel=1e-6)


def test_a_round_section_rights_itself_by_its_weight_alone(closed_forms):
    """A6: the centre of gravity 8 mm under the axis, heeled by 30 deg."""
    case = closed_forms["A6_roll_restoring_horizontal_cylinder_zG8mm_below_axis_30deg"]
    module = {
        "mass": closed_forms["A6_floating_cylinder_kd0.92"]["mass"],
        "shape": {"cylinder": {"radius": 0.038, "length": 0.18}},
        "centre_of_gravity": [0, 0, 0.008],
    }
    start = {"position": [0, 0, 0.0278], "attitude": ["30 deg", 0, 0]}
    seen = simulate(bodies={"module": module}, run={"water": CALM, "start": start}).start().observe()
    assert -seen.wrench[0, :, 0, 3].sum() == pytest.approx(case["moment_Nm"], rel=1e-6)


SHAPES = {
    "ellipsoid": {"ellipsoid": [0.3, 0.1, 0.08]},
    "cylinder": {"cylinder": {"radius": 0.08, "length": 0.4}},
    "plate": {"plate": {"chord": 0.4, "span": 0.3, "thickness": 0.05, "normal": "down"}},
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("trapped", [0.0, 1.0])
def test_the_energy_of_a_body_that_breaches_adds_up(shape, trapped):
    """Thrown out of the water at 2 m/s, aslant, and falling back; within 1 %, and better at half the step."""
    body = {
        "shape": SHAPES[shape],
        "mass": 1.5,
        "displaced_volume": 0.003,
        "trapped_water": trapped,
        "drag": {"linear": [5, 5, 5, 0.1, 0.1, 0.1]},
    }
    start = {"position": [0, 0, 0.3], "attitude": [0.3, 0.4, 0.1], "velocity": [0.2, 0, -2]}
    run = {"water": CALM, "start": start, "duration": 3.0}
    leaps = simulate(bodies={"body": body}, run=run)
    assert leaps.run().depth.values.min() < -0.1
    coarse = audit(leaps).balance
    fine = audit(simulate(bodies={"body": body}, run={**run, "step": 0.00125})).balance
    assert coarse.residual < 0.01
    assert fine.residual < 0.3 * coarse.residual + 1e-7
    assert coarse.work["added_inertia"] < -0.1  # what splashed away


def test_weight_alone_acts_in_the_air():
    body = {"mass": 1.5, "shape": {"sphere": 0.05}, "trapped_water": 0.5, "drag": {"coefficients": [0.5] * 3}}
    run = simulate(bodies={"ball": body}, run={"water": CALM, "start": {"position": [0, 0, -1]}}).start()
    # the water that it holds has inertia and weighs: all of it falls freely
    assert run.observe().acceleration[0, 0, 2] == pytest.approx(9.81, rel=1e-12)


def test_a_body_just_under_water_feels_no_surface():
    body = {"mass": 1.5, "shape": {"ellipsoid": SEMI_AXES}, "drag": {"coefficients": [0.2, 1, 1]}}
    start = {"position": [0, 0, 0.38], "velocity": [1, 0.1, 0.2], "angular_velocity": [0.1, 0.2, 0.3]}
    seen = [
        simulate(bodies={"hull": body}, run={"water": water, "start": start}).start().observe().rates
        for water in (CALM, {})
    ]
    assert np.array_equal(*seen)


def test_a_ball_bobs_with_the_stiffness_of_its_waterplane():
    """A half-dense sphere at rest at its equator: w^2 = rho g A / (m + m_A / 2) for small motions."""
    radius = 0.1
    mass = 1000.0 * 2.0 / 3.0 * np.pi * radius**3
    ball = {"mass": mass, "shape": {"sphere": radius}}
    run = simulate(bodies={"ball": ball}, run={"water": CALM, "start": {"position": [0, 0, 1e-6]}}).run(
        duration=5.0, step=0.001, record=0.001
    )
    added = 0.5 * 2.0 * mass
    omega = np.sqrt(1000.0 * 9.81 * np.pi * radius**2 / (mass + 0.5 * added))
    expected = 1e-6 * np.cos(omega * run.time.values)
    assert run.depth.values[:, 0] == pytest.approx(expected, abs=1e-9)


def test_entering_the_water_costs_von_karmans_impulse():
    """A flat-lying plate that falls onto water stops as m v = (m + m_A) v': an inelastic shock of body and water."""
    plate = {"chord": 0.3, "span": 0.3, "thickness": 0.004, "normal": "down"}
    body = {"mass": 0.2, "shape": {"plate": plate}, "displaced_volume": 0.0}
    water = {**CALM, "gravity": 0.0}
    start = {"position": [0, 0, -0.01], "velocity": [0, 0, 1.0]}
    drop = simulate(bodies={"plate": body}, run={"water": water, "start": start})
    run = drop.run(duration=0.5, step=1e-6, record=0.01)
    added = drop.model.parameters[drop.model.link_columns.added + 5]
    assert run.velocity.values[-1, 0, 2] == pytest.approx(0.2 / (0.2 + added), rel=5e-3)  # of the first step


def test_derivatives_hold_through_the_surface():
    body = {"mass": 1.5, "shape": {"cylinder": {"radius": 0.08, "length": 0.4}}, "drag": {"linear": [5] * 6}}
    start = {"position": [0, 0, 0.1], "attitude": [0.3, 0.4, 0.1], "velocity": [0.2, 0, -1]}
    leap = simulate(bodies={"body": body}, run={"water": CALM, "start": start})
    path = "run.start.velocity.2"
    exact = differentiate(leap, [path], duration=0.5, record=0.5).derivatives[0, -1]
    ends = []
    for speed in (-1.0 + 1e-6, -1.0 - 1e-6):
        run = simulate(
            bodies={"body": body}, run={"water": CALM, "start": {**start, "velocity": [0.2, 0, speed]}}
        ).start()
        run.step(100)
        ends.append(run.state.copy())
    assert exact == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-4, abs=1e-5)


def test_everything_on_a_body_in_the_air_is_idle():
    """Raybot and REMUS lifted out of the water: no force but weight."""
    for name in ("raybot", "remus100"):
        vehicle = narcine.load(name, run__water=CALM, run__start={"position": [0, 0, -3], "velocity": [1, 0.1, 0.2]})
        run = vehicle.start()
        run.step(10)
        wrench = run.observe().wrench[0]
        for term in Term:
            if term != Term.WEIGHT:
                assert not np.any(wrench[term - 1]), (name, term)


def test_without_a_surface_a_vehicle_above_depth_zero_is_told():
    run = narcine.load("fin", run__start={"position": [0, 0, -1]}).start()
    assert "water.surface: calm" in " ".join(run.doubts())
    assert json.loads(narcine.load("fin", run__water=CALM).run(duration=0.1).attrs["warnings"]) == []


def test_the_box_of_a_plate_is_closed():
    body = Body.model_validate({"mass": 1.0, "shape": SHAPES["plate"]})
    mesh = trimesh.Trimesh(
        np.array(box_triangles(body.shape.geometry.half_extents)).reshape(-1, 3), np.arange(36).reshape(-1, 3)
    )
    mesh.merge_vertices()
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(body.volume)


def test_a_fin_above_its_hull_is_as_wet_as_it_is_itself():
    """A fin on a mast: dry while the hull is under water, and without a jump as the hull goes down."""
    hull = {"mass": 5.0, "shape": {"cylinder": {"radius": 0.05, "length": 0.6}}}
    foil = {
        "body": "hull",
        "lift": "thin_foil",
        "centre": [0, 0, -0.15],
        "normal": "starboard",
        "chord": 0.1,
        "span": 0.2,
        "stall": 0.3,
    }
    loads = []
    for depth in np.linspace(0.03, 0.3, 55):
        start = {"position": [0, 0, depth], "velocity": [1, 0.1, 0]}
        run = simulate(bodies={"hull": hull}, foils={"fin": foil}, run={"water": CALM, "start": start}).start()
        loads.append(-run.observe().wrench[0, Term.FOILS - 1, 0, 1])
    assert loads[2] == 0.0
    assert loads[-1] > 1.0
    assert np.abs(np.diff(loads)).max() < 0.1 * loads[-1]


def test_a_boat_that_floats_well_passes_its_check():
    """A barge with its centre of gravity over that of its shape: GM = 15 mm, by hand, and no false alarm."""
    barge = {"mass": 15.0, "shape": {"box": [0.5, 0.3, 0.2]}, "centre_of_gravity": [0, 0, -0.01]}
    run = {"water": CALM, "start": {"position": [0, 0, 0.0]}}
    found = audit(simulate(bodies={"barge": barge}, run=run))
    assert found.doubts == ()
    assert found.balance.residual < 1e-3
    heeled = simulate(bodies={"barge": barge}, run={**run, "start": {"attitude": [1e-4, 0, 0]}}).start().observe()
    moment = heeled.wrench[0, :, 0, 3].sum()
    assert -moment / (15.0 * 9.81 * 1e-4) == pytest.approx(0.05 + 0.3**2 / 12.0 / 0.1 - 0.1 - 0.01, rel=1e-3)


def test_a_body_without_shape_and_volume_leaves_the_water_too():
    bare = {"mass": 1.0, "inertia": [0.1] * 3, "added_inertia": [2, 2, 2, 0, 0, 0], "drag": {"linear": [5] * 6}}
    run = simulate(bodies={"bare": bare}, run={"water": CALM, "start": {"position": [0, 0, -5], "velocity": [1, 0, 0]}})
    assert run.start().observe().acceleration[0, 0, 2] == pytest.approx(9.81)


@pytest.mark.parametrize(("thickness", "speed"), [(0.01, 1.0), (0.01, 2.0), (0.004, 1.0)])
def test_a_plate_that_slams_onto_the_water_in_one_step_is_told(thickness, speed):
    """At 5 ms the water is taken up within a step or two; the result is wrong, and the run says so."""
    plate = {"chord": 0.3, "span": 0.3, "thickness": thickness, "normal": "down"}
    body = {"mass": 81.0 * thickness, "shape": {"plate": plate}}
    start = {"position": [0, 0, -0.2], "velocity": [0, 0, speed]}
    run = simulate(bodies={"plate": body}, run={"water": CALM, "start": start, "duration": 0.5}).start()
    run.step(100)
    assert "is too long" in " ".join(run.doubts())
